// Logs that count their times from 1970: people are told dates, in UTC; quotes stay as they are.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { plannedEvents, written } from './planted-log.ts'

const events = plannedEvents({ minutes: 60 })
const BARE = /(?<![\d.])1\d{9}(?:\.\d+|\d{3})?(?![\d.])/

describe('times counted from 1970', () => {
  it.each([
    ['seconds', (time: number) => String(Math.floor(time / 1000))],
    ['seconds with a fraction', (time: number) => (time / 1000).toFixed(3)],
    ['milliseconds', (time: number) => String(Math.floor(time))],
  ])('in %s are told as dates', async (_, stamp) => {
    const { text } = written(events, e => `${stamp(e.time)} ${e.level} ${e.message}`)
    const survey = await surveyLawfully({
      name: 'a.log',
      content: text,
      type: 'log',
      size: 300,
      query: 'When did the first error occur?',
    })
    const { findings, answers, summary, panels } = survey
    const said = [summary, ...findings.map(one => one.summary), ...answers.map(one => one.text)]
    expect(said.filter(sentence => BARE.test(sentence))).toEqual([])
    expect(JSON.stringify(panels)).not.toMatch(BARE)
    const first = new Date(events[0]!.time).toISOString().slice(0, 10)
    const span = findings.find(({ type }) => type === 'time_span')!
    expect(span.summary).toMatch(new RegExp(`from ${first} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z to .*Z$`))
    // The words of the file are its own.
    expect(span.evidence.startsWith(stamp(events[0]!.time))).toBe(true)
  })
})
