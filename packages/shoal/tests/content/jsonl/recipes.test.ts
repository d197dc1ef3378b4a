// Every jq recipe of a log is run by jq on the same file and gives the result that is shown with it.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { jqs } from '../../conformance/jqs.ts'
import { eventLines, plantedLog } from './generated.ts'

interface Recipe {
  title: string
  jq: string
  args: string[]
  result: unknown
}

const odd = [
  { '@timestamp': '2026-02-11T01:30:00Z', 'log level': 'x', level: 30, msg: 'a', 'service name': 'api', took_ms: 5 },
  {
    '@timestamp': '2026-02-11T01:30:05Z',
    level: 50,
    msg: 'boom "1"',
    error: { type: 'E', stack: 'at x' },
    took_ms: 70,
  },
  { '@timestamp': '2026-02-11T01:30:09Z', level: 60, msg: 'ü 😀', error: null, took_ms: 70 },
  { '@timestamp': '2026-02-11T01:31:00Z', level: 20, msg: null },
]

const logs: [string, string][] = [
  ['the example', readFileSync(new URL('../../../../../examples/data/events.jsonl', import.meta.url), 'utf8')],
  ['a clean log', `${eventLines(500).join('\n')}\n`],
  ['a log with faults', plantedLog().text],
  ['numeric levels and odd names', `${odd.map(record => JSON.stringify(record)).join('\n')}\n`],
  ['no level, but errors', `${odd.map(({ level: _, ...record }) => JSON.stringify(record)).join('\n')}\n`],
  [
    'nested fields and records that are no objects',
    `${[
      { time: '2026-01-01T00:00:00Z', log: { level: 'ERROR' }, msg: 'a', http: { status: 500 }, service: 'b' },
      [1],
      { time: '2026-01-01T00:00:01Z', log: { level: 'info' }, msg: 'c', http: { status: 200 }, service: 'a' },
      { time: '2026-01-01T00:00:02Z', log: null, msg: 'd', http: null, service: 'a' },
    ]
      .map(record => JSON.stringify(record))
      .join('\n')}\n`,
  ],
]

describe.each(jqs)('with jq $version', ({ run, mostLines }) => {
  it.each(logs)('recipes of %s give what jq gives', async (_, whole) => {
    const content = `${whole.trimEnd().split('\n').slice(0, mostLines).join('\n')}\n`
    const survey = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl' })
    const { log } = survey.figures as never as { log: { recipes: Recipe[] } }
    expect(log.recipes.length).toBeGreaterThan(2)
    for (const { title, jq, args, result } of log.recipes)
      expect({ title, result: JSON.parse(await run(content, jq, args)) }).toEqual({ title, result })
  })
})

describe('recipes', () => {
  it.each(logs)(
    'of %s end early nowhere: up to jq 1.6 a `?` inside keeps limit and first from ending',
    async (_, content) => {
      const survey = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl' })
      const { log } = survey.figures as never as { log: { recipes: Recipe[] } }
      for (const { jq } of log.recipes) expect(jq).not.toMatch(/\b(?:limit|first|until|label|isempty)\s*\(/)
    },
  )

  it('cover levels, errors, services, times and what is slow', async () => {
    const survey = await surveyLawfully({ name: 'x.jsonl', content: logs[0]![1], type: 'jsonl' })
    const { log } = survey.figures as never as { log: { recipes: Recipe[] } }
    expect(log.recipes.map(({ title }) => title)).toEqual([
      'count by level',
      'count errors',
      'first 5 errors',
      'count by service',
      'errors by service',
      'first error of each service',
      'slowest by duration_ms',
      'average duration_ms by service',
      'first and last time',
      'errors by hour',
    ])
  })
})
