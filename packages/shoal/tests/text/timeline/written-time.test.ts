import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEpoch, saidTime, stepNames, writtenLater, writtenTime } from '../../../src/text/timeline/written-time.ts'

describe('a written time', () => {
  it('is read with what it leaves out', () => {
    expect(writtenTime('2026-02-11 01:52:45')).toBe(Date.UTC(2026, 1, 11, 1, 52, 45))
    expect(writtenTime('2026-02-11 01:52:45.25')).toBe(Date.UTC(2026, 1, 11, 1, 52, 45, 250))
    const start = writtenTime('10-30 00:00:00')
    expect(writtenTime('10-31 00:00:00', start) - start).toBe(86_400_000)
    expect(writtenTime('01-01 00:00:00', start) - writtenTime('12-31 23:59:59', start)).toBe(1000)
    expect(writtenTime('00:00:10', writtenTime('23:59:50')) - writtenTime('23:59:50')).toBe(20_000)
    for (const none of ['', 'yesterday', '2026-02-11', '1117838570', '2026-13-41 01:00:00', '25:00:00'])
      expect(writtenTime(none), none).toBeNaN()
  })

  it('is said as a date where it is counted from 1970, and as it is written elsewhere', () => {
    expect(saidTime('1117838570')).toBe('2005-06-03 22:42:50Z')
    expect(saidTime('1117838570.25')).toBe('2005-06-03 22:42:50.25Z')
    expect(saidTime('1117838570000')).toBe('2005-06-03 22:42:50Z')
    expect(saidTime('1117838570042')).toBe('2005-06-03 22:42:50.042Z')
    expect(saidTime('999999999')).toBe('2001-09-09 01:46:39Z')
    for (const other of ['', '02-11 01:52:45', 'Jun 3 22:42:50', '20050603224250', '12345', '1117838570 x'])
      expect(saidTime(other)).toBe(other)
    const seconds = fc.integer({ min: 800_000_000, max: 2_999_999_999 })
    fc.assert(
      fc.property(seconds, at => {
        expect(isEpoch(String(at))).toBe(true)
        expect(writtenTime(saidTime(String(at)))).toBe(at * 1000)
      }),
    )
  })

  it('goes on as it is written', () => {
    expect(writtenLater('2026-12-31 23:59:59', 1000)).toBe('2027-01-01 00:00:00')
    expect(writtenLater('12-31 23:59:59.500', 500)).toBe('01-01 00:00:00')
    expect(writtenLater('10-30 00:00:00', 270 * 86_400_000)).toBe('07-26 00:00:00')
    expect(writtenLater('23:59:59', 1250)).toBe('00:00:00.250')
    expect(writtenLater('long ago', 5)).toBe('long ago +5 ms')
  })

  it('is found again, however it is written', () => {
    const start = fc.constantFrom('2026-02-28 23:00:00', '02-28 23:00:00', '12-30 00:00:00.001', '22:10:00')
    fc.assert(
      fc.property(start, fc.nat(86_399_999), (from, later) => {
        const first = writtenTime(from)
        expect(writtenTime(writtenLater(from, later), first)).toBe(first + later)
      }),
    )
  })

  it('of a step is named by what sets it apart from the others', () => {
    const minute = 60_000
    expect(stepNames('2026-02-11 01:00:00', 15_000, 3)).toEqual(['01:00:00', '01:00:15', '01:00:30'])
    expect(stepNames('2026-02-11 23:30:00', 30 * minute, 2)).toEqual(['02-11 23:30', '02-12 00:00'])
    expect(stepNames('2026-02-11 01:00:00', 30 * minute, 2)).toEqual(['01:00', '01:30'])
    expect(stepNames('2026-12-31 00:00:00', 1440 * minute, 2)).toEqual(['2026-12-31', '2027-01-01'])
    expect(stepNames('06-14 12:00:00', 360 * minute, 3)).toEqual(['06-14 12:00', '06-14 18:00', '06-15 00:00'])
    expect(stepNames('23:59:30', 30_000, 2)).toEqual(['23:59:30', '00:00:00'])
    expect(stepNames('long ago', 1, 2)).toEqual(['long ago +0 ms', 'long ago +1 ms'])
  })
})
