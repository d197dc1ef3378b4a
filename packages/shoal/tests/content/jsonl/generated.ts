// JSON-lines logs made for tests: a clean one, and one with a fault of every kind and the lines they stand on.

/** A pseudo-random number from 0 to 1 that depends on its arguments only. */
function noise(seed: number, salt: number): number {
  let x = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39)
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32
}

const pick = <T>(values: readonly T[], seed: number, salt: number): T =>
  values[Math.floor(noise(seed, salt) * values.length)]!

function event(k: number): Record<string, unknown> {
  return {
    ts: new Date(Date.UTC(2026, 1, 11) + k * 20_000).toISOString(),
    level: noise(k, 1) < 0.05 ? 'warn' : 'info',
    service: pick(['billing', 'checkout', 'mailer'], k, 2),
    event: pick(['order_placed', 'order_paid', 'refund'], k, 3),
    id: `evt-${k}`,
    user: { name: `user ${Math.floor(noise(k, 4) * 200)}`, tags: noise(k, 5) < 0.5 ? ['a'] : ['a', 'b'] },
    region: pick(['north', 'south', 'east', 'west'], k, 6),
    order_id: 10_000 + Math.floor(noise(k, 7) * 3000),
    duration_ms: Math.round(20 + noise(k, 8) * 300 + noise(k, 9) * 300),
  }
}

export function eventLines(count: number): string[] {
  return Array.from({ length: count }, (_, k) => JSON.stringify(event(k)))
}

/** Every number is the 1-based line of a fault. */
export function plantedLog() {
  const lines = eventLines(2000)
  const edit = (line: number, change: (record: Record<string, unknown>) => void) => {
    const record = JSON.parse(lines[line - 1]!) as Record<string, unknown>
    change(record)
    lines[line - 1] = JSON.stringify(record)
  }
  const each = (places: readonly number[], change: (record: Record<string, unknown>) => void) => {
    for (const line of places) edit(line, change)
    return [...places]
  }
  const fail = (record: Record<string, unknown>, k: number) => {
    record.level = 'error'
    record.error = { code: 'E_TIMEOUT', message: `upstream 10.0.0.${k % 9} did not answer` }
  }
  const traceFrom = 1501
  for (let line = traceFrom; line <= 2000; line++) edit(line, record => void (record.trace = { span: line % 7 }))
  for (let line = 901; line <= 960; line++) edit(line, record => fail(record, line))
  for (const line of [100, 300, 1300, 1700]) edit(line, record => fail(record, line))
  for (let line = 1201; line <= 2000; line++)
    edit(line, record => void (record.ts = new Date(Date.parse(String(record.ts)) + 3_600_000 * 3).toISOString()))
  const strings = each([410, 411, 415], record => void (record.order_id = String(record.order_id)))
  const lacking = each([520, 640], record => void delete record.user)
  const nulls = each([77, 700, 1444], record => void (record.region = null))
  const slow = each([222, 333], record => void (record.duration_ms = 90_000))
  edit(444, record => void (record.duration_ms = -5))
  edit(555, record => void (record.region = 'North'))
  edit(666, record => void (record.ts = '11.02.2026 03:41'))
  // One time from another age must not hide the burst or the silence.
  edit(1888, record => void (record.ts = '1970-01-01T00:00:00.000Z'))
  edit(1111, record => {
    record.regoin = record.region
  })
  lines[999 - 1] = lines[998 - 1]!
  lines[1234 - 1] = lines[1234 - 1]!.replace('"level":', '"level":"debug","level":')
  lines[1333 - 1] = lines[1333 - 1]!.replace(/"order_id":\d+/, '"order_id":9007199254740993')
  lines[1555 - 1] = lines[1555 - 1]!.slice(0, 60)
  lines[1777 - 1] = `${lines[1777 - 1]} trailing`
  return {
    text: `${lines.join('\n')}\n`,
    traceFrom,
    burst: 901,
    gap: 1201,
    strings,
    lacking,
    nulls,
    slow,
    negative: 444,
    misspelt: 555,
    otherForm: 666,
    misspeltKey: 1111,
    copy: 999,
    repeatedKey: 1234,
    big: 1333,
    broken: [1555, 1777],
  }
}
