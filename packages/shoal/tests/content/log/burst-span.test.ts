import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { randomOf } from './random.ts'
import { burstOf, statsOf } from './read-survey.ts'

const START = Date.UTC(2025, 4, 1)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOURS = 24

interface Entry {
  readonly time: number
  readonly isError: boolean
}

/** A day, so that the steps bursts are found in are minutes long; `rate` is of errors per second. */
function dayWith(seed: number, rate: (time: number) => number): { entries: Entry[]; text: string } {
  const random = randomOf(seed)
  const entries: Entry[] = []
  for (let time = START; time < START + HOURS * 60 * MINUTE; time += SECOND) {
    if (random() < 0.1) entries.push({ time: time + Math.floor(random() * SECOND), isError: false })
    for (let left = rate(time - START); left > 0; left--)
      if (random() < left) entries.push({ time: time + Math.floor(random() * SECOND), isError: true })
  }
  entries.sort((a, b) => a.time - b.time)
  const text = entries.map(({ time, isError }, k) => {
    const stamp = new Date(time).toISOString().replace('T', ' ').slice(0, 23)
    return isError ? `${stamp} ERROR pool timeout for order ${k}\n` : `${stamp} INFO job ${k} finished\n`
  })
  return { entries, text: text.join('') }
}

const USUAL = 1 / 120
const within = (time: number, from: number, to: number) => time >= from && time < to

const surveyOf = (content: string): Promise<FileSurvey> =>
  surveyLawfully({ name: 'app.log', content, type: 'log', size: 4000 })

/** What is told of the first burst; it must be what really stands in its time. */
function told(survey: FileSurvey, entries: readonly Entry[]): { start: number; end: number } {
  const burst = burstOf(survey, 'errors')!
  const { from, to, count, bucket_seconds: step } = statsOf(burst)
  const [start, end] = [from, to].map(text => Date.parse(`${text.replace(' ', 'T')}Z`)) as [number, number]
  const own = entries.filter(({ time, isError }) => isError && within(time, start, end))
  expect(count).toBe(own.length)
  expect(burst.line).toBe(entries.indexOf(own[0]!) + 1)
  expect(step).toBeGreaterThanOrEqual(300)
  return { start: start - START, end: end - START }
}

describe('a burst of errors is told from where the rate rises', () => {
  it.each([
    ['inside a step', 609 * MINUTE + 58 * SECOND, 5 * MINUTE],
    ['at the border of one', 610 * MINUTE, 4 * MINUTE],
    ['for a few seconds', 733 * MINUTE + 12 * SECOND, 20 * SECOND],
    ['in the first minutes', 90 * SECOND, 3 * MINUTE],
    ['at the end', HOURS * 60 * MINUTE - 100 * SECOND, 100 * SECOND],
  ])(
    '%s',
    async (_, from, length) => {
      for (const seed of [1, 2]) {
        const { entries, text } = dayWith(seed, time => (within(time, from, from + length) ? 6 : USUAL))
        const { start, end } = told(await surveyOf(text), entries)
        expect(Math.abs(start - from)).toBeLessThanOrEqual(SECOND)
        expect(Math.abs(end - (from + length))).toBeLessThanOrEqual(SECOND)
      }
    },
    60_000,
  )

  it('where it rises slowly, on the slope', async () => {
    const from = 601 * MINUTE
    const { entries, text } = dayWith(3, time =>
      within(time, from, from + 8 * MINUTE) ? ((time - from) / MINUTE) * 0.8 : USUAL,
    )
    const { start, end } = told(await surveyOf(text), entries)
    expect(start).toBeGreaterThanOrEqual(from - SECOND)
    expect(start).toBeLessThanOrEqual(from + 2 * MINUTE)
    expect(Math.abs(end - (from + 8 * MINUTE))).toBeLessThanOrEqual(SECOND)
  })

  it('for two close to each other, from the first to the end of the second or each by itself', async () => {
    const first = 602 * MINUTE + 17 * SECOND
    for (const apart of [2 * MINUTE, 40 * MINUTE]) {
      const second = first + MINUTE + apart
      const { entries, text } = dayWith(4, time =>
        within(time, first, first + MINUTE) || within(time, second, second + MINUTE) ? 5 : USUAL,
      )
      const survey = await surveyOf(text)
      const { start, end } = told(survey, entries)
      expect(Math.abs(start - first)).toBeLessThanOrEqual(SECOND)
      const bursts = survey.findings.filter(each => each.type === 'burst' && statsOf(each).what === 'errors')
      expect(bursts).toHaveLength(apart > 10 * MINUTE ? 2 : 1)
      expect(Math.abs(end - (apart > 10 * MINUTE ? first : second) - MINUTE)).toBeLessThanOrEqual(SECOND)
    }
  })
})
