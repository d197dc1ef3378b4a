// The jq recipes that readers of a JSON-lines log are told really run, on the records they were made from, and where a line is broken.
import { describe, expect, it } from 'vitest'
import { classifyFields, JQ_ARGS, jqRecipes } from '../../src/content/jsonl/log-fields.ts'
import { shapeOf } from '../../src/text/json-shape.ts'
import { jqs } from '../conformance/jqs.ts'

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

  const lines = records.map(record => JSON.stringify(record))
  const told = async (name: string, text: string, { run }: (typeof jqs)[number]) => {
    const { program } = recipes.find(recipe => recipe.name === name)!
    const printed = (await run(text, program, JQ_ARGS)).trim()
    return printed.split('\n').map(line => JSON.parse(line))
  }

  describe.each(jqs)('with jq $version', jq => {
    it.each(recipes)('$name: $program', async ({ name }) => {
      const whole = await told(name, lines.join('\n'), jq)
      expect(whole).not.toEqual([])
      // Cut off, no JSON at all, no record, and one whose `http` is no object.
      const broken = ['{"level":"error","message":"cut', 'plain words', '12', '', ...lines].join('\n')
      expect(await told(name, broken, jq)).toEqual(whole)
      const text = `${lines.join('\n')}\n{"http":"down"}\n`
      expect(await told(name, text, jq)).not.toEqual([])
    })

    it('answer right', async () => {
      const text = lines.join('\n')
      expect(await told('errors', text, jq)).toEqual([['2026-02-11T01:30:05Z', 'ERROR', 'boom', { stack: 'at x' }]])
      expect((await told('count by level', text, jq))[0]).toHaveLength(3)
      expect(await told('count by status', text, jq)).toEqual([[null, 200, 500].map(value => ({ value, count: 1 }))])
      expect((await told('first and last time', text, jq))[0]).toEqual({
        first: '2026-02-11T01:30:00Z',
        last: '2026-02-11T01:31:00Z',
        count: 3,
      })
    })
  })
})
