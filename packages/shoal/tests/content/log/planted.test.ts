import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { BURST_SIZE, FORMATS, type LogEvent, plannedEvents, START, written } from './planted-log.ts'
import { burstOf, figuresOf, problemsOf, statsOf } from './read-survey.ts'

const MINUTE = 60_000

describe.each(Object.entries(FORMATS))('a log in the format %s', (name, { write, levels }) => {
  const events = plannedEvents({ burstAt: 80, silenceAt: 100, missedBeats: [40, 60, 61], beats: true })
  const { text, lines } = written(events, write)
  const isError = ({ level }: LogEvent) => level === 'ERROR'
  const lineOf = (k: number) => lines[k]!
  let survey: FileSurvey

  it('is surveyed lawfully', async () => {
    survey = await surveyLawfully({ name: 'app.log', content: text, type: 'log', size: 200 })
  })

  it('is counted exactly', () => {
    const found = figuresOf(survey)
    expect(found.entries).toBe(events.length)
    expect(found.lines).toBe(text.split('\n').length - 1)
    expect(found.multi_line_entries).toBe(events.filter(({ details }) => details).length)
    if (levels)
      for (const [level, key] of [
        ['INFO', 'info'],
        ['WARN', 'warn'],
        ['ERROR', 'error'],
      ] as const)
        expect(found.levels[key]).toBe(events.filter(event => event.level === level).length)
    const total = found.templates.reduce((sum, { count }) => sum + count, 0)
    expect(total).toBe(events.length)
    const charge = found.templates.find(({ template }) => template.includes('charge failed'))
    const own = events.flatMap((event, k) => (isError(event) ? [lineOf(k)] : []))
    expect(charge).toMatchObject({ count: own.length, first_line: own[0], last_line: own.at(-1) })
  })

  it('shows its burst of errors with where it begins, and what announced it', () => {
    const burst = burstOf(survey, 'errors')!
    const from = START + 80 * MINUTE
    const first = events.findIndex(event => isError(event) && event.time >= from)
    expect(burst.severity).toBe('high')
    expect(burst.line).toBe(lineOf(first))
    expect(burst.count).toBe(BURST_SIZE)
    const { precursors } = statsOf(burst)
    expect(precursors.map(({ template }) => template).join()).toContain('pool nearly')
    const warning = events.findIndex(({ level }) => level === 'WARN')
    expect(precursors.find(({ template }) => template.includes('pool nearly'))).toMatchObject({
      how: 'new',
      line: lineOf(warning),
    })
  })

  it('shows its errors as one cluster by class and root frame', () => {
    const clusters = figuresOf(survey).error_clusters.filter(cluster => cluster.class !== null)
    expect(clusters).toHaveLength(1)
    expect(clusters[0]).toMatchObject({
      class: 'gateway.GatewayTimeout',
      message: '/charge',
      root_frame: 'post (gateway.py:41)',
      count: events.filter(isError).length,
    })
  })

  it('shows its silence', () => {
    const gap = survey.findings.find(({ type }) => type === 'gap')!
    const after = events.findIndex(({ time }) => time >= START + 125 * MINUTE)
    expect(gap.line).toBe(lineOf(after - 1))
    expect(survey.findings.filter(({ type }) => type === 'gap')).toHaveLength(1)
    const seconds = (events[after]!.time - events[after - 1]!.time) / 1000
    expect(Math.abs(statsOf(gap).seconds - seconds)).toBeLessThanOrEqual(1)
  })

  it('shows the beats that were missed, and where', () => {
    const rhythm = survey.findings.find(({ type }) => type === 'missed_beat')!
    expect(rhythm.summary).toContain('heartbeat')
    const beat = (k: number) => lineOf(events.findIndex(({ message }) => message.startsWith(`heartbeat ${k} `)))
    const { missed } = statsOf(rhythm)
    // The silence swallows no beat, it moves them all; the pause in it is one more miss.
    expect(missed.slice(0, 2).map(({ line, beats }) => [line, beats])).toEqual([
      [beat(39), 1],
      [beat(59), 2],
    ])
    expect(rhythm.line).toBe(beat(39))
  })

  it(`names the format (${name})`, () => {
    expect(figuresOf(survey).format).toMatch(/\w/)
    expect(figuresOf(survey).format).not.toBe('plain')
  })
})

describe('clean logs', () => {
  it.each(Object.entries(FORMATS))('raise no alarm in the format %s', async (_, { write }) => {
    for (const seed of [1, 2]) {
      const { text } = written(plannedEvents({ seed, beats: true }), write)
      const survey = await surveyLawfully({ name: 'app.log', content: text, type: 'log', size: 300 })
      expect(problemsOf(survey).map(({ summary }) => summary)).toEqual([])
    }
  })

  it('do so too when they speak of errors that are none', async () => {
    const events = plannedEvents({}).map((event, k): LogEvent => {
      const calm = [
        'finished with 0 errors',
        'error_count=0 warnings=0',
        'no errors found',
        'timeout set to 30 s',
        'errors: 0, retries: 0',
      ]
      return k % 9 === 0 ? { ...event, message: calm[(k / 9) % calm.length]! } : event
    })
    for (const format of ['syslog', 'log4j']) {
      const survey = await surveyLawfully({
        name: 'a.log',
        content: written(events, FORMATS[format]!.write).text,
        type: 'log',
      })
      expect(problemsOf(survey).map(({ summary }) => summary)).toEqual([])
    }
  })
})

describe('grave words in a log without levels', () => {
  it.each([
    ['Out of memory: Killed process 4121 (java)', 'high'],
    ['write /var/log/x: no space left on device', 'high'],
    ['nginx[77]: segfault at 0 ip 00007f', 'high'],
    ['upstream timed out while reading', 'low'],
    ['connect to 10.0.0.7:5432: connection refused', 'low'],
  ])('shows %s', async (message, severity) => {
    const events = plannedEvents({ minutes: 40 })
    const at = Math.floor(events.length * 0.7)
    events.splice(at, 0, { ...events[at]!, message })
    const { text } = written(events, FORMATS.syslog!.write)
    const found = problemsOf(await surveyLawfully({ name: 'syslog', content: text, type: 'log' }))
    const cluster = found.find(({ type }) => type === 'error_cluster')!
    expect(cluster).toMatchObject({ line: at + 1, severity, count: 1 })
    expect(cluster.evidence).toContain(message)
  })
})
