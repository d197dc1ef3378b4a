// Recipes on logs with broken lines of every kind give what jq gives, whichever jq reads them.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { jqs } from '../../conformance/jqs.ts'

interface Recipe {
  title: string
  jq: string
  args: string[]
  result: unknown
}

const records = Array.from({ length: 12 }, (_, k) =>
  JSON.stringify({
    time: `2026-02-11T0${k % 3}:00:${10 + k}Z`,
    level: k % 4 === 0 ? 'ERROR' : 'info',
    service: k % 2 === 0 ? 'api' : 'Ä "1"',
    msg: `m${k}`,
    took_ms: k * 7,
    status: k === 5 ? 500 : 200,
  }),
)

/** What is no record, or is one in a strange coat. */
const strange = [
  ...['', '   ', '{"level":"error"', 'plain words', '{"a":1}}', '{"a":1} {"b":2}', '{"a":1}{"level":"error"}'],
  ...['nan', 'NaN', '-Infinity', 'Infinity', '{"a":nan}', '{"a":NaN}', '{"a":-Infinity}', '{"a":infinity}'],
  ...["{'a': 1}", '{"a":01}', '{"a":.5}', '{"a":1.}', '{"a":+1}', '{"a":1,}', '[1,2', '"text"', '12', 'null', 'true'],
  ...[
    '[{"level":"error"}]',
    '\u0000',
    '{"level":"error"}\u0000',
    '\u001e{"level":"error"}',
    '# comment',
    '{"a":"\u0001"}',
  ],
  ...[
    '{"msg":"\\ud800"}',
    '{"msg":"\\udc00x"}',
    '{"level":"error"} # why',
    '{"level":"error"}\r',
    '\uFEFF{"level":"error"}',
    '{"a":"b',
  ],
  ...[
    'tru',
    '{"level" "error"}',
    '{} x',
    '{"a":1e400}',
    '{"a":"\\x41"}',
    '{"a":"\\u12"}',
    `${'['.repeat(300)}${']'.repeat(300)}`,
    '{a:1}',
  ],
]

/** Written after the reader was mended by those above. */
const later = [
  ...['{"a":0x1F}', '{"a":1_000}', '{"a":-}', '{"a":--1}', '{"a":1e}', '{"level":"error",}', '{"a":undefined}'],
  ...[
    '{"a":1}\t',
    '{"a":1}\u00a0',
    '{"a":"x\ty"}',
    '{"":nan1}',
    '{"a":-nan}',
    '{"a":1.e5}',
    '{"a":1E+}',
    '{"a":00}',
    '{"a":-01}',
  ],
  ...[
    '{"a":"\\ud83d\\ude00"}',
    '{"a":"\\udbff\\udbff"}',
    'nan nan',
    '{"a":[nan,]}',
    '\ufeff',
    '-',
    '+',
    '.',
    '{"a":1e5.5}',
  ],
  ...[
    '{"a":true1}',
    '{"a":nul}',
    '{"a":Null}',
    '{"a":"b"c}',
    '{"a":1}{',
    '}{',
    '[]',
    '{}',
    '{"level":"error","level":"info"}',
    '0',
    '-0',
    '1e999',
  ],
]

const recipesOf = async (content: string) => {
  const survey = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl' })
  const { log } = survey.figures as never as { log?: { recipes: Recipe[] } }
  return log?.recipes ?? []
}

describe('recipes of a log with a strange line', () => {
  it.each([...strange, ...later])('%j', async line => {
    const content = `${[...records.slice(0, 6), line, ...records.slice(6)].join('\n')}\n`
    for (const { title, jq, args, result } of await recipesOf(content))
      for (const { version, run } of jqs) {
        const told = JSON.parse((await run(content, jq, args)) || '"none"')
        expect({ title, version, told }).toEqual({ title, version, told: result })
      }
  })
})
