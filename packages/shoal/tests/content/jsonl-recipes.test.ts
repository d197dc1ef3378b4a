// The jq recipes that come with a JSON-lines log really run, on the records they were made from.
import { raw } from 'jq-wasm'
import { describe, expect, it } from 'vitest'
import { classifyFields, jqRecipes } from '../../src/content/jsonl/log-fields.ts'
import { shapeOf } from '../../src/text/json-shape.ts'

const records = [
  {
    '@timestamp': '2026-02-11T01:30:00Z',
    level: 'info',
    message: 'started',
    http: { status_code: 200 },
    'service name': 'api',
    request_id: 'a1',
  },
  {
    '@timestamp': '2026-02-11T01:30:05Z',
    level: 'ERROR',
    message: 'boom',
    http: { status_code: 500 },
    error: { stack: 'at x' },
    service: 'db',
    request_id: 'a2',
  },
  {
    '@timestamp': '2026-02-11T01:31:00Z',
    level: 'warn',
    message: 'slow',
    http: null,
    service: 'api',
    request_id: 'a3',
  },
]

describe('recipes', () => {
  const classes = classifyFields(shapeOf(records))
  const recipes = jqRecipes(classes)

  it('find the fields of a log record, however deep or named', () => {
    expect(classes).toEqual({
      timestamp: ['.["@timestamp"]'],
      level: ['.level'],
      message: ['.message'],
      source: ['.service'],
      identifier: ['.request_id'],
      error: ['.error', '.error.stack'],
      status: ['.http.status_code'],
    })
  })

  it.each(recipes)('$name: $program', async ({ program, slurp }) => {
    const { stdout, stderr, exitCode } = await raw(records.map(record => JSON.stringify(record)).join('\n'), program, [
      '-c',
      ...(slurp ? ['-s'] : []),
    ])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout.trim()).not.toBe('')
  })

  it('answer right', async () => {
    const run = async (name: string) => {
      const { program, slurp } = recipes.find(recipe => recipe.name === name)!
      const { stdout } = await raw(records.map(record => JSON.stringify(record)).join('\n'), program, [
        '-c',
        ...(slurp ? ['-s'] : []),
      ])
      return stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    }
    expect(await run('errors')).toEqual([['2026-02-11T01:30:05Z', 'ERROR', 'boom', { stack: 'at x' }]])
    expect((await run('count by level'))[0]).toHaveLength(3)
    expect((await run('first and last time'))[0]).toEqual({
      first: '2026-02-11T01:30:00Z',
      last: '2026-02-11T01:31:00Z',
      count: 3,
    })
  })
})
