// Records are read as entries from the tokens that the census counts: the same as if every line were parsed by itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EntryWatch } from '../../../src/content/jsonl/analyst/entry-watch.ts'
import { LogWatch } from '../../../src/content/jsonl/analyst/log-watch.ts'
import { learnJsonFormat } from '../../../src/content/log/analyst/learn-format.ts'
import { readStretch } from '../../../src/content/log/analyst/read-stretch.ts'
import { readLines } from '../../../src/text/json-census/line-reader.ts'
import { briefOf } from '../../../src/text/question.ts'
import { openSource } from '../../../src/text/source-file.ts'

const ROLES = {
  time: '.ts',
  level: '.level',
  message: '.msg',
  source: '.service',
  status: null,
  duration: null,
  errors: [],
  identifiers: [],
  scale: 'words',
} as const

const text = fc.oneof(
  fc.constantFrom(
    'GET /pay 502 30ms',
    'Failed password for invalid user eve from 10.0.0.7',
    'zwölf',
    'a "b" \\ c\n\td',
    '',
  ),
  fc.string({ maxLength: 20 }),
)
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant({ code: 'E1' }),
  fc.constant([1]),
)
const record = fc.record(
  {
    ts: fc.oneof(
      fc.integer({ min: 0, max: 9e6 }).map(k => new Date(1.77e12 + k * 1000).toISOString()),
      fc.integer({ min: 1.7e9, max: 1.8e9 }),
    ),
    level: fc.constantFrom('info', 'ERROR', 'warn', 30, 50, null, { a: 1 }),
    msg: text,
    service: fc.constantFrom('billing', 'mail', 7),
    'log.level': fc.constantFrom('error', 'info'),
    log: fc.record({ level: fc.constantFrom('fatal', 'info') }, { requiredKeys: [] }),
    error: fc.oneof(scalar, fc.record({ code: scalar, message: text }, { requiredKeys: [] })),
    host: scalar,
    pid: scalar,
    other: scalar,
  },
  { requiredKeys: ['ts'] },
)
const line = fc.oneof(
  { weight: 12, arbitrary: record.map(value => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.constantFrom('', 'no json', '[1,2]', '7', '"x"', '    at f (a.js:1:2)', '{"ts":') },
)

it('gives the tally of every line parsed by itself', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-entries-'))
  const file = join(directory, 'x.jsonl')
  const brief = briefOf(null)
  const signal = new AbortController().signal
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        async (lines, eol) => {
          writeFileSync(file, lines.join(eol) + eol)
          const source = openSource(file)
          const all = { start: 0, end: source.size, line: 1, chunks: [] }
          const format = learnJsonFormat(source)
          const watch = new EntryWatch(format, brief.question, new LogWatch(ROLES, brief.question))
          const onOther = watch.onOther.bind(watch)
          await readLines(source, all, { watch, onOther, signal, onRead() {} })
          const about = { path: file, contentType: 'jsonl', language: null, sizeBytes: 0, lineCount: 0, chunks: [] }
          const alone = await readStretch(source, all, { about, brief, signal, onRead() {} }, format)
          source.close()
          expect(watch.done()).toEqual(alone)
        },
      ),
      { numRuns: 150 },
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
})
