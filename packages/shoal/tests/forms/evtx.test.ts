// Event logs of Windows: every event a line, every value as it is; what is damaged is counted, and costs only itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formOf } from '../../src/forms/forms.ts'
import { type EventToWrite, embedded, eventLogOf, u64, utf16 } from './event-logs.ts'
import { unpackedOf } from './unpacked.ts'

/** 2016-07-08T18:12:51.6816416Z */
const TICKS = 131_124_751_716_816_416n

const VALUES: Readonly<Record<string, readonly [type: number, bytes: Buffer, told: unknown]>> = {
  text: [1, utf16('Grüße\n  "two" lines\0'), 'Grüße\n  "two" lines'],
  ansi: [2, Buffer.from('plain\0'), 'plain'],
  int8: [3, Buffer.of(0xff), -1],
  uint8: [4, Buffer.of(0xff), 255],
  int16: [5, Buffer.of(0xfe, 0xff), -2],
  int32: [7, Buffer.of(0x1f, 0xc5, 0x04, 0x80), -2_147_171_041],
  uint32: [8, Buffer.of(0, 0, 0, 0x80), 2 ** 31],
  int64: [9, u64(2n ** 64n - 5n), -5],
  large: [10, u64(2n ** 63n + 1n), '9223372036854775809'],
  double: [12, Buffer.of(0, 0, 0, 0, 0, 0, 0xf8, 0x3f), 1.5],
  yes: [13, Buffer.of(1, 0, 0, 0), true],
  binary: [14, Buffer.of(0xde, 0xad), 'DEAD'],
  guid: [15, Buffer.from('67452301ab89efcd0123456789abcdef', 'hex'), '{01234567-89ab-cdef-0123-456789abcdef}'],
  size: [16, Buffer.of(0x10, 0, 0, 0), '0x10'],
  time: [17, u64(TICKS), '2016-07-08T18:12:51.6816416Z'],
  system: [
    18,
    Buffer.from('e0070700050008001200 0c00 3300 a902'.replaceAll(' ', ''), 'hex'),
    '2016-07-08T18:12:51.681Z',
  ],
  sid: [19, Buffer.from('010200000000000520000000 20020000'.replaceAll(' ', ''), 'hex'), 'S-1-5-32-544'],
  mask: [20, Buffer.of(0x20, 0, 0, 0x80), '0x80000020'],
  wide: [21, u64(0x8020_0000_0000_0000n), '0x8020000000000000'],
  list: [0x81, utf16('a\0b\0'), ['a', 'b']],
  numbers: [0x88, Buffer.of(1, 0, 0, 0, 2, 0, 0, 0), [1, 2]],
  none: [0, Buffer.alloc(0), null],
}
const values: EventToWrite['values'] = Object.entries(VALUES).map(([name, [type, bytes]]) => ({
  name,
  type,
  bytes: () => bytes,
}))
const told = Object.fromEntries(Object.entries(VALUES).map(([name, [, , value]]) => [name, value]))

function events(count: number, own = values): EventToWrite[] {
  return Array.from({ length: count }, (_, k) => ({ number: k + 1, ticks: TICKS, level: (k % 5) + 1, values: own }))
}

async function read(bytes: Uint8Array) {
  const { texts, left, by } = await unpackedOf('System.evtx', bytes)
  const lines = (texts['events.jsonl'] ?? '').split('\n').filter(line => line !== '')
  return { lines: lines.map(line => JSON.parse(line)), left, by }
}

describe('event logs of Windows', () => {
  it('give every event with all its values', async () => {
    const { lines, left, by } = await read(eventLogOf(events(3)))
    expect(left).toEqual([])
    expect(by).toEqual(['event log of Windows > events as JSON lines'])
    expect(lines).toHaveLength(3)
    expect(lines[1]).toEqual({
      time: '2016-07-08T18:12:51.6816416Z',
      level: 'error',
      provider: 'Test & Co',
      event_id: '7',
      computer: 'host-1',
      message: expect.stringMatching(/^Test & Co 7: text=Grüße.*, int8=-1, .*sid=S-1-5-32-544/s),
      record: 2,
      EventData: told,
    })
    expect(lines.map(({ level }) => level)).toEqual(['critical', 'error', 'warning'])
  })

  it('may hold XML in a value, and not without end', async () => {
    const of = (names: readonly string[]) => [{ name: 'more', type: 0x21, bytes: embedded(names, 'deep') }]
    const { lines } = await read(eventLogOf(events(2, of(['Report', 'Cause']))))
    expect(lines[1].EventData).toEqual({ more: { Report: { Cause: 'deep' } } })
    const deep = await read(eventLogOf(events(1, of(Array.from({ length: 200 }, () => 'a')))))
    expect(deep.lines).toEqual([])
    expect(deep.left).toEqual([expect.stringContaining('1 event cannot be read')])
  })

  it('are read on where Windows had no time to write down their end', async () => {
    expect((await read(eventLogOf(events(4), { isOpen: true }))).lines).toHaveLength(4)
  })

  it('that are damaged give the other events, and say how many are lost', async () => {
    const whole = eventLogOf(events(5))
    const second = whole.indexOf(Buffer.from('2a2a0000', 'hex'), 4096 + 512 + 8)
    const broken = Buffer.from(whole)
    broken.fill(0x41, second, second + 40)
    const { lines, left } = await read(broken)
    expect(lines.map(({ record }) => record)).toEqual([1, 3, 4, 5])
    expect(left).toEqual([expect.stringMatching(/: 1 event cannot be read; .*\(damaged\)$/)])
    const cut = await read(whole.subarray(0, second + 100))
    expect(cut.lines.map(({ record }) => record)).toEqual([1])
    expect(cut.left).toEqual([expect.stringContaining('what stood behind its end')])
    const header = Buffer.from(whole)
    header.fill(1, 4096, 4104)
    expect((await read(header)).left).toEqual([expect.stringContaining('1 block of 64 kB')])
  })

  it('take any bytes behind their first without an error, and end', async () => {
    const whole = eventLogOf(events(6))
    const changes = fc.array(fc.tuple(fc.integer({ min: 4096, max: 12_000 }), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(changes, async changed => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changed) bytes[at] = byte
        const { lines, left } = await read(bytes)
        expect(lines.length).toBeLessThanOrEqual(6 + left.length)
        expect(left.every(line => line.endsWith('(damaged)'))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('are known by their first bytes, whatever they are called', () => {
    expect(formOf('copy.bin', eventLogOf(events(1)))?.name).toBe('event log of Windows')
    expect(formOf('System.evtx', Buffer.from('no log at all'))).toBeNull()
  })
})
