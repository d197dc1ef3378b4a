// Numbers, names and times as charts write and place them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { farNote, layHistogram, placeOf, ticksOf } from '../../src/charts/layout/histogram-steps.ts'
import { fitted, labelWidth } from '../../src/charts/layout/label-text.ts'
import { numberText, roundTicks, shareText, shortNumber } from '../../src/charts/layout/number-text.ts'
import { readTime, since, stepText, stepTimes, timeTicks, wallText } from '../../src/charts/layout/time-axis.ts'

describe('numbers', () => {
  it('are written so that they can be read', () => {
    expect([0, 1234, -7, 0.01234567, 2.34567, 12345.678, 1.2e30, 2e-9, Number.NaN].map(numberText)).toEqual([
      '0',
      '1,234',
      '-7',
      '0.01235',
      '2.346',
      '12,346',
      '1.2e+30',
      '2e-9',
      'NaN',
    ])
    expect([950, 9999, 15_000, -20_000_000, 3.2e9, 4e12].map(shortNumber)).toEqual([
      '950',
      '9,999',
      '15k',
      '-20M',
      '3.2G',
      '4T',
    ])
    expect([0, 0.00001, 0.004, 0.125, 1, -0.05].map(shareText)).toEqual([
      '0 %',
      '< 0.1 %',
      '0.4 %',
      '13 %',
      '100 %',
      '-5 %',
    ])
    expect([0.99, 0.9949, 0.996, 0.99999].map(shareText)).toEqual(['99 %', '99.4 %', '99.6 %', '> 99.9 %'])
  })

  it('round ticks grow, lie within the range and are no more than asked for, and one', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 12 }), (a, b, count) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const ticks = roundTicks(from, to, count)
        expect(ticks.length).toBeLessThanOrEqual(count + 1)
        for (const [k, tick] of ticks.entries()) {
          expect(tick).toBeGreaterThanOrEqual(from - Math.abs(from) * 1e-9 - (to - from) * 1e-8)
          expect(tick).toBeLessThanOrEqual(to + Math.abs(to) * 1e-9 + (to - from) * 1e-8)
          if (k > 0) expect(tick).toBeGreaterThan(ticks[k - 1]!)
        }
      }),
    )
    expect(roundTicks(0, 460, 4)).toEqual([0, 200, 400])
    expect(roundTicks(-0.3, 0.3, 6)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3])
    expect(roundTicks(5, 5, 3)).toEqual([5])
  })
})

describe('names', () => {
  it('fit the room, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 8, max: 400 }), (text, pixels) => {
        for (const keep of ['start', 'end'] as const) {
          const short = fitted(text, pixels, keep)
          expect(labelWidth(short)).toBeLessThanOrEqual(Math.max(pixels, labelWidth('…')))
          expect(short).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
        }
      }),
    )
    expect(fitted('src/deep/folder/orders.py', 100, 'end')).toBe('…er/orders.py')
    expect(fitted('src/deep/folder/orders.py', 100)).toBe('src/deep/fol…')
  })
})

describe('steps of a histogram', () => {
  const edges = [0, 10, 20, 30, 900]
  const chart = { kind: 'histogram', title: '', counted: 'rows', edges, counts: [1, 2, 3, 4] } as const

  it('keeps far steps behind a gap, and every value in its step', () => {
    const { steps, size, gaps } = layHistogram(chart)
    expect(steps.map(({ from, to, isFar }) => [from, to, isFar])).toEqual([
      [0, 1, false],
      [1, 2, false],
      [2, 3, false],
      [3.5, 4.5, true],
    ])
    expect(gaps).toEqual([{ from: 3, to: 3.5 }])
    expect(size).toBe(4.5)
    expect([-5, ...edges, 1e9].map(value => placeOf(edges, value))).toEqual([0, 0, 1, 2, 3, 4.5, 4.5])
    expect(placeOf(edges, 465)).toBe(4)
    const both = [-900, 0, 10, 20, 900]
    expect(layHistogram({ ...chart, edges: both }).gaps).toEqual([
      { from: 1, to: 1.5 },
      { from: 3.5, to: 4 },
    ])
    const number = fc.double({ min: -1000, max: 1000, noNaN: true })
    fc.assert(
      fc.property(number, fc.double({ min: 0, max: 99, noNaN: true }), fc.constantFrom(edges, both), (a, more, all) => {
        expect(placeOf(all, a + more)).toBeGreaterThanOrEqual(placeOf(all, a))
        const at = placeOf(all, a)
        const here = layHistogram({ ...chart, edges: all }).steps.find(({ low, high }) => low < a && a < high)
        if (here) expect(at >= here.from && at <= here.to).toBe(true)
      }),
    )
  })

  it('names what far steps hold, and says that they are not to scale', () => {
    expect(ticksOf(chart, 450, { left: 44, right: 18 })).toEqual({
      marked: [0, 5, 10, 15, 20, 25, 30].map(value => ({ at: value / 10, label: String(value) })),
      far: [{ at: 4, label: '30 and more' }],
    })
    expect(farNote(chart)).toBe('The grey bar on the right is not to scale: it holds everything from 30 to 900.')
    const amount = { ...chart, edges: [-900, -60, 150, 360, 98_250] }
    expect(ticksOf(amount, 500).far.map(({ label }) => label)).toEqual(['below -60', '360 and more'])
    expect(farNote(amount)).toBe(
      'The grey bars at both ends are not to scale: they hold everything from -900 to -60, and everything from 360 to 98,250.',
    )
    expect(farNote({ ...chart, edges: [-900, 0, 10, 20, 30] })).toBe(
      'The grey bar on the left is not to scale: it holds everything from -900 to 0.',
    )
    expect(farNote({ ...chart, edges: [0, 1, 2, 3, 4] })).toBeNull()
    expect(ticksOf({ ...chart, edges: [7], counts: [] }, 400)).toEqual({ marked: [], far: [] })
    const even = { ...chart, edges: [-1.2, -0.7, -0.2, 0.3, 0.8] }
    expect(ticksOf(even, 560).marked.map(({ label }) => label)).toEqual([
      '-1.2',
      '-1',
      '-0.8',
      '-0.6',
      '-0.4',
      '-0.2',
      '0',
      '0.2',
      '0.4',
      '0.6',
      '0.8',
    ])
  })

  it('never lets names lie over each other', () => {
    const shape = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(shape, fc.integer({ min: 120, max: 1200 }), (widths, room) => {
        const all = [-1000]
        for (const width of widths) all.push(all.at(-1)! + width)
        const it = { ...chart, edges: all, counts: widths.map(() => 1) }
        const { marked, far } = ticksOf(it, room)
        const scale = room / layHistogram(it).size
        const boxes = [...marked, ...far]
          .map(({ at, label }) => [at * scale - labelWidth(label) / 2, at * scale + labelWidth(label) / 2] as const)
          .sort((a, b) => a[0] - b[0])
        for (const [k, [left]] of boxes.entries()) if (k > 0) expect(left).toBeGreaterThan(boxes[k - 1]![1])
      }),
    )
  })
})

describe('times', () => {
  it('are read as files write them', () => {
    expect(readTime('2026-02-11 01:52:45')).toEqual({
      wall: Date.UTC(2026, 1, 11, 1, 52, 45),
      ahead: null,
      writes: 'all',
    })
    expect(readTime('2026-02-11T01:52:45.250Z')).toEqual({
      wall: Date.UTC(2026, 1, 11, 1, 52, 45, 250),
      ahead: 0,
      writes: 'all',
    })
    expect(readTime('02-11 01:52:45')).toMatchObject({ writes: 'no year', ahead: null })
    expect(readTime('01:52')).toMatchObject({ writes: 'no date' })
    expect(readTime('2026-02-11')).toMatchObject({ wall: Date.UTC(2026, 1, 11), writes: 'all' })
    expect(readTime('2026-02-11 01:52:45 -0730')).toMatchObject({ ahead: -450 })
    for (const text of ['', 'boot', '12', '2026-02-11 01', `${'0'.repeat(50_000)}:`]) expect(readTime(text)).toBeNull()
  })

  it('are placed by the clock of the start, over zones, midnight and the new year', () => {
    const zoned = readTime('2026-02-11T10:00:00+02:00')
    expect(since(zoned, '2026-02-11T08:30:00Z')).toBe(30 * 60_000)
    expect(since(zoned, '2026-02-11 10:05:00')).toBe(5 * 60_000)
    expect(since(readTime('23:50:00'), '00:10:00')).toBe(20 * 60_000)
    expect(since(readTime('12-31 23:00:00'), '01-01 01:00:00')).toBe(2 * 3_600_000)
    expect(since(readTime('2026-02-11 10:00:00'), '2026-02-11 09:00:00')).toBe(-3_600_000)
    expect(since(null, '10:00')).toBeNull()
    expect(since(zoned, 'later')).toBeNull()
  })

  it('are shown with as much of a date as is known', () => {
    expect(wallText(readTime('2026-02-11 23:59:00')!, 60_000, { seconds: false })).toBe('2026-02-12 00:00')
    expect(wallText(readTime('02-11 23:59:00')!, 61_000, { seconds: true })).toBe('02-12 00:00:01')
    expect(wallText(readTime('23:59:00')!, 60_000, { seconds: false })).toBe('00:00')
    // The year is not known: the day behind 31 December is always the first of January.
    const eve = readTime('12-31 23:59:00')!
    expect([60_000, 86_400_000 + 60_000].map(offset => wallText(eve, offset, { seconds: false }))).toEqual([
      '01-01 00:00',
      '01-02 00:00',
    ])
    expect(wallText(eve, 70 * 86_400_000, { seconds: false })).toBe('03-10 23:59')
    expect([0.5, 30, 60, 90, 3600, 5400, 86_400, 172_800].map(stepText)).toEqual([
      '0.5 s',
      '30 s',
      '1 min',
      '90 s',
      '1 h',
      '90 min',
      '1 day',
      '2 days',
    ])
  })

  it('tick at round times within the line', () => {
    expect(timeTicks(readTime('2026-02-11 22:40:00')!, 3 * 3_600_000, 4)).toEqual([
      { at: 20 * 60_000, label: '23:00\n2026-02-11' },
      { at: 80 * 60_000, label: '02-12' },
      { at: 140 * 60_000, label: '01:00' },
    ])
    const labels = (start: string, length: number, count = 3) =>
      timeTicks(readTime(start)!, length, count).map(({ label }) => label)
    expect(labels('02-11 22:40:00', 3_600_000)).toEqual(['23:00\n02-11', '23:30'])
    expect(labels('22:40:00', 3_600_000)).toEqual(['23:00', '23:30'])
    expect(labels('2026-02-11 00:00:00', 3 * 86_400_000)).toEqual(['02-11\n2026', '02-12', '02-13', '02-14'])
    expect(labels('12-31 00:00:00', 2 * 86_400_000)).toEqual(['12-31', '01-01', '01-02'])
    expect(labels('2026-02-11 00:00:00', 300 * 86_400_000)[0]).toMatch(/^2026-\d\d-\d\d$/)
    // No week begins within.
    expect(labels('2026-02-13 12:00:00', 5 * 86_400_000, 2)).toEqual(['02-14\n2026', '02-16', '02-18'])
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e12 }), fc.integer({ min: 1, max: 20 }), (length, count) => {
        const ticks = timeTicks(readTime('2026-02-11 22:40:00')!, length, count)
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(count + 1)
        for (const { at } of ticks) expect(at >= 0 && at <= length).toBe(true)
      }),
    )
  })

  it('of steps are reckoned from both ends, gathered ones in round steps', () => {
    expect(stepTimes('2026-02-11 10:00:00', '2026-02-11 12:00:00', 4)).toEqual([
      '2026-02-11 10:00',
      '2026-02-11 10:30',
      '2026-02-11 11:00',
      '2026-02-11 11:30',
    ])
    expect(stepTimes('12-31 23:59:00', '01-01 00:01:00', 4)).toEqual([
      '12-31 23:59:00',
      '12-31 23:59:30',
      '01-01 00:00:00',
      '01-01 00:00:30',
    ])
    // 119 minutes, two by two: the last step is half as long.
    expect(stepTimes('10:00:00', '11:59:00', 60)!.slice(-2)).toEqual(['11:56', '11:58'])
    expect(stepTimes('line 1', 'line 900', 4)).toBeNull()
    expect(stepTimes('2026-02-11 10:00:00', '2026-02-11 10:00:00', 4)).toBeNull()
    expect(stepTimes('10:00:00', '11:00:00', 1)).toEqual(['10:00'])
  })
})
