// Questions of the seeds about logs: RLM Subcall, "Example"; Content-Aware RLM, example C.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../packages/shoal/tests/conformance/analyst.ts'

/** The two lines of the example stand in it as they are written there. */
const QUOTED = [
  '[2024-01-15 14:23:01] ERROR: Connection to db-primary timed out after 30000ms',
  '[2024-01-15 14:25:33] WARN: Request to payment-api timeout after 5000ms - retrying',
]

function appLog(): { readonly content: string; readonly timeouts: readonly string[] } {
  const lines: string[] = []
  const timeouts: string[] = []
  for (let k = 0; k < 600; k++) {
    const at = `[2024-01-15 14:${String(10 + Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}]`
    const kinds = [
      `${at} ERROR: Read from cache timed out after ${k}ms`,
      `${at} WARN: Request to mail-api timeout after ${k}ms`,
      `${at} ERROR: TimeoutError: upstream ${k} gave no reply`,
      `${at} ERROR: calling ledger ${k}: context deadline exceeded`,
      `${at} WARN: rpc error: code = DeadlineExceeded desc = ${k}`,
      `${at} ERROR: upstream ${k} did not respond within 30s`,
    ]
    const kind = kinds[Math.floor(k / 20) % kinds.length]!
    if (k % 20 === 7) {
      timeouts.push(kind)
      lines.push(kind)
    } else if (k % 20 === 9) lines.push(`${at} ERROR: Disk ${k} is full`)
    else if (k % 20 === 11) lines.push(`${at} INFO: The timeout is set to 30 s`)
    else lines.push(`${at} INFO: Request ${k} was answered`)
    if (at.endsWith('14:13:01]')) lines.push(...QUOTED)
  }
  return { content: `${lines.join('\n')}\n`, timeouts: [...timeouts, ...QUOTED] }
}

describe('"Find all timeout errors and their timestamps"', () => {
  const query = 'Find all timeout errors and their timestamps'

  it('lists all of them, warnings included, and nothing else, each with its time', async () => {
    const { content, timeouts } = appLog()
    const { answers, findings } = await surveyLawfully({ name: 'app.log', content, query })
    expect(answers).toHaveLength(1)
    expect(answers[0]!.amount!.count).toBe(timeouts.length)
    expect(answers[0]!.isWhole).toBe(true)
    for (const { quote } of answers[0]!.evidence) expect(timeouts).toContain(quote)
    const listed = findings.find(({ key }) => key === 'asked:timeout')!
    const places = [listed.evidence, ...(listed.more ?? []).map(({ evidence }) => evidence)]
    expect(places.toSorted()).toEqual([...timeouts].sort())
    expect(listed.nature).toBe('fact')
    const times = answers[0]!.text.match(/\d\d:\d\d:\d\d/g) ?? []
    expect(times).toHaveLength(12)
    expect(answers[0]!.text).toContain(`and ${timeouts.length - 12} more`)
  })

  it('says so when there is none', async () => {
    const content = Array.from({ length: 50 }, (_, k) => `2024-01-15 14:00:${10 + k} ERROR Disk ${k} is full\n`).join(
      '',
    )
    const { answers, findings } = await surveyLawfully({ name: 'app.log', content, query })
    expect(answers.map(({ text }) => text)).toEqual(['None of 50 entries is one with “timeout”.'])
    expect(findings.filter(({ key }) => key.startsWith('asked:'))).toEqual([])
  })
})

/** The same entries as records: the time, level and message of each line. */
function asRecords(content: string): string[] {
  return content
    .trimEnd()
    .split('\n')
    .map((line, k) => {
      const [, ts, level, msg] = /^\[(\S+ \S+)\] (\w+): (.*)$/.exec(line)!
      return JSON.stringify({ ts: `${ts!.replace(' ', 'T')}Z`, level: level!.toLowerCase(), msg, timeout: 30 + k })
    })
}

describe('the same over a log of JSON lines (Concepts, "JSONL Log Analysis")', () => {
  const query = 'Find all timeout errors and their timestamps'

  it('lists all of them, warnings included, and nothing else, each with its time', async () => {
    const { content, timeouts } = appLog()
    const records = asRecords(content)
    const wanted = records.filter((_, k) => timeouts.includes(content.split('\n')[k]!))
    const { answers, findings } = await surveyLawfully({ name: 'app.jsonl', content: `${records.join('\n')}\n`, query })
    const whole = answers.find(({ isWhole }) => isWhole)!
    expect(whole.amount!.count).toBe(timeouts.length)
    expect(whole.text.match(/\d\d:\d\d:\d\d/g)).toHaveLength(12)
    for (const { quote } of whole.evidence) expect(wanted).toContain(quote)
    const listed = findings.find(({ key }) => key === 'asked:timeout')!
    const places = [listed.evidence, ...(listed.more ?? []).map(({ evidence }) => evidence)]
    expect(places.toSorted()).toEqual(wanted.toSorted())
  })

  it('says so when there is none', async () => {
    const content = asRecords('[2024-01-15 14:00:10] ERROR: Disk 1 is full\n'.repeat(50)).join('\n')
    const { answers } = await surveyLawfully({ name: 'app.jsonl', content: `${content}\n`, query })
    expect(answers.filter(({ isWhole }) => isWhole).map(({ text }) => text)).toEqual([
      'None of 50 records is one with “timeout”.',
    ])
  })
})

it.each([
  ['List all refused connections', /refused/, 'refused'],
  ['Show every shutdown', /shut/, 'shutdown'],
])('other things are listed in the same way: %s', async (query, pattern, word) => {
  const kinds = ['INFO Request %k was answered', 'WARN connection %k was refused', 'ERROR the worker was shut down, %k']
  const lines = Array.from(
    { length: 90 },
    (_, k) =>
      `2024-01-15 14:${10 + Math.floor(k / 60)}:${String(k % 60).padStart(2, '0')} ${kinds[k % 3]!.replace('%k', String(k))}`,
  )
  const { findings } = await surveyLawfully({ name: 'app.log', content: `${lines.join('\n')}\n`, query })
  const listed = findings.find(({ key }) => key.startsWith('asked:'))!
  expect(listed.topics).toContain(word)
  const places = [listed.evidence, ...(listed.more ?? []).map(({ evidence }) => evidence)]
  expect(places).toEqual(lines.filter(line => pattern.test(line)))
})

describe('"What errors occurred and are there any patterns in the failures?"', () => {
  it('counts the errors and says when they began', async () => {
    const { content } = appLog()
    const query = 'What errors occurred and are there any patterns in the failures?'
    const { answers } = await surveyLawfully({ name: 'api-server.log', content, query })
    const errors = content.split('\n').filter(line => line.includes('] ERROR:')).length
    expect(answers[0]!.amount).toMatchObject({ count: errors, many: 'errors' })
  })
})
