// Events of labelled series are found with hardly a false alarm; any series is judged, the same way every time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longSeries } from '../../../../../bench/series/long-shapes.mjs'
import { labelledSeries } from '../../../../../bench/series/shapes.mjs'
import { judgeSeries, MOST_EVENTS } from '../../../src/text/series/series.ts'

describe('judgeSeries', () => {
  it('hits six of ten windows and more, with less than one false alarm in two series', () => {
    let [windows, hits, alarms, count] = [0, 0, 0, 0]
    for (const { times, values, windows: own } of labelledSeries({ seeds: [41] })) {
      const events = judgeSeries(times, values)?.events ?? []
      const touches = (event: { from: number; to: number }, window: { from: number; to: number }) =>
        event.from <= window.to && event.to >= window.from
      count++
      windows += own.length
      hits += own.filter(window => events.some(event => touches(event, window))).length
      alarms += events.filter(event => !own.some(window => touches(event, window))).length
    }
    expect(hits / windows).toBeGreaterThanOrEqual(0.6)
    expect(alarms / count).toBeLessThanOrEqual(0.5)
  })

  it('tells most changes of a trend and every gap, in years too, and hardly anything where nothing is planted', () => {
    const told = new Map<string, number>()
    const all = [61, 62].flatMap(seed => longSeries(seed))
    for (const { kind, times, values, windows } of all) {
      const events = judgeSeries(times, values)?.events ?? []
      const isTold = events.some(({ from, to }) => windows.some(window => from <= window.to && to >= window.from))
      told.set(kind, (told.get(kind) ?? 0) + Number(kind === 'none' ? events.length > 0 : isTold))
    }
    const share = (kind: string) => told.get(kind)! / all.filter(series => series.kind === kind).length
    expect(share('trend')).toBeGreaterThanOrEqual(0.6)
    expect(share('gap')).toBe(1)
    expect(share('context')).toBeGreaterThanOrEqual(0.6)
    expect(share('none')).toBeLessThanOrEqual(0.1)
  })

  it('tells where a trend turns, with how it went before and goes behind', () => {
    const times = Float64Array.from({ length: 400 }, (_, k) => 1_700_000_000 + k * 86_400)
    const values = Float64Array.from(times, (_, k) => 100 + k * 0.5 - Math.max(0, k - 240) * 2 + Math.sin(k * 7.3) * 4)
    const trend = judgeSeries(times, values)?.events.find(({ kind }) => kind === 'trend')
    expect(trend?.from).toBeGreaterThan(225)
    expect(trend?.from).toBeLessThan(255)
    expect(trend?.expected).toBeCloseTo(0.5, 1)
    expect(trend?.value).toBeCloseTo(-1.5, 1)
  })

  it('judges whatever is there: events lie inside, are few and the same every time', () => {
    const series = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.double({ noNaN: true, min: -1e12, max: 1e12 })),
      {
        minLength: 0,
        maxLength: 300,
      },
    )
    fc.assert(
      fc.property(series, points => {
        let now = 1_700_000_000
        const times = Float64Array.from(points, ([step]) => (now += step * 60))
        const values = Float64Array.from(points, ([, value]) => value)
        const judgement = judgeSeries(times, values)
        expect(judgeSeries(times, values)?.events).toEqual(judgement?.events)
        for (const { from, to, score, value } of judgement?.events ?? []) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(from).toBeLessThanOrEqual(to)
          expect(to).toBeLessThan(values.length)
          expect(Number.isFinite(score) && Number.isFinite(value)).toBe(true)
        }
        expect(judgement?.events.length ?? 0).toBeLessThanOrEqual(MOST_EVENTS)
      }),
    )
  })

  it('tells a constant, a slope and noise from an event', () => {
    const times = Float64Array.from({ length: 500 }, (_, k) => 1_700_000_000 + k * 300)
    const flat = Float64Array.from(times, () => 7)
    const slope = Float64Array.from(times, (_, k) => k * 2)
    expect(judgeSeries(times, flat)?.events ?? []).toEqual([])
    expect(judgeSeries(times, slope)?.events ?? []).toEqual([])
    const spiked = Float64Array.from(times, (_, k) => Math.sin(k) + (k === 250 ? 40 : 0))
    expect(judgeSeries(times, spiked)?.events[0]).toMatchObject({ kind: 'spike', from: 250, to: 250 })
  })
})
