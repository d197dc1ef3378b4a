// Every jq recipe of a log is run by jq on the same file and gives the result that is shown with it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { raw } from 'jq-wasm'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
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

describe.each(logs)('recipes of %s', (_, content) => {
  it('give what jq gives', async () => {
    const survey = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl' })
    const { log } = survey.figures as never as { log: { recipes: Recipe[] } }
    expect(log.recipes.length).toBeGreaterThan(2)
    for (const { title, jq, args, result } of log.recipes) {
      const { stdout, stderr, exitCode } = await raw(content, jq, args)
      expect({ title, stderr, exitCode }).toEqual({ title, stderr: '', exitCode: 0 })
      expect({ title, result: JSON.parse(stdout) }).toEqual({ title, result })
    }
  })
})

/** The jq of this machine, where it has one: Debian's are 1.6 and 1.7, which differ from the one above. */
const version = spawnSync('jq', ['--version'], { encoding: 'utf8' }).stdout?.trim() || null

describe.runIf(version).each(logs)(`recipes of %s with ${version}`, (_, content) => {
  it('give what it gives', async () => {
    const survey = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl' })
    const { log } = survey.figures as never as { log: { recipes: Recipe[] } }
    for (const { title, jq, args, result } of log.recipes) {
      const { stdout, stderr, status } = spawnSync('jq', [...args, jq], { input: content, encoding: 'utf8' })
      expect({ title, stderr, status }).toEqual({ title, stderr: '', status: 0 })
      expect({ title, result: JSON.parse(stdout) }).toEqual({ title, result })
    }
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
