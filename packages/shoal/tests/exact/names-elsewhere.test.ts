// A name is only a name outside of the content of files, too: of files and directories, runs, agents, templates, models, columns, and
// fields of logs, replies and calls. None is lost, and none is found that nobody gave.

import { keeper, keptText } from '@shoal/base/text/kept-json'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { EntryColumns, emptyEntry } from '../../src/content/log/facts/entry-columns.ts'
import { checkWritten } from '../../src/mcp/answer.ts'
import type { Tool } from '../../src/mcp/tool.ts'
import { providerNamed } from '../../src/models/providers/providers.ts'
import { answerQuestion } from '../../src/question/answer.ts'
import { analyzePaths } from '../../src/run/analysis/analyze.ts'
import { readReply } from '../../src/stages/model-synthesis/reply.ts'
import { reportJson } from '../../src/stages/report/json.ts'
import { assertBuilt } from '../cli/built-bin.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { askedOf } from '../question/asked.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const
const dir = tempDir()

beforeAll(assertBuilt)

it('files, directories and runs of such names are read and listed', async () => {
  const paths = NAMES.flatMap(name => [`data/${name}/${name}`, `data/${name}.csv`, `data/${name}.json`])
  for (const path of paths)
    dir.write(path, path.endsWith('.csv') ? 'a,b\n1,2\n' : path.endsWith('.json') ? '[{"a":1}]' : 'one\ntwo\n')
  const around = { signal: new AbortController().signal, env: {}, cwd: dir.path, name: 'constructor' }
  const { run, report } = await analyzePaths(['data'], null, settingsFrom(), { ...around, ledger: memoryLedger() })
  expect({ run, read: report!.coverage.filesRead }).toEqual({ run: 'constructor', read: paths.length })
  const told = JSON.stringify(reportJson(report!))
  expect(paths.filter(path => !told.includes(JSON.stringify(path).slice(1)))).toEqual([])
})

describe.each(NAMES)('%s', name => {
  it('as a field of a log has its value', () => {
    const columns = new EntryColumns([])
    for (const field of [name, 'other']) columns.count(field)
    const row = emptyEntry()
    columns.put(row, name, 'given')
    columns.put(row, 'other', 'value')
    const others = Object.entries((row.other_fields as object | undefined) ?? {})
    expect([...Object.entries(row), ...others].filter(([, value]) => value === 'given')).toEqual([[name, 'given']])
  })

  it('as a column is compared as any other is', async () => {
    const ask = async (column: string) => {
      const asked = await askedOf({ name: 'visits', sql: `SELECT * FROM (VALUES (1), (3), (5)) t("${column}")` })
      const { sql, rows } = await answerQuestion(`How many visits have a ${column} over 2 seconds?`, asked)
      return JSON.stringify({ sql, rows }).replaceAll(column, '*')
    }
    expect(await ask(name)).toBe(await ask('zonstructer'))
  })

  it('as the only field of a reply is none that was asked for', () => {
    expect(readReply(`{"${name}": []}`)).toMatchObject({ complaint: expect.stringContaining('none of the fields') })
  })

  it('as a field of what is kept packed is kept', () => {
    const object = JSON.parse(`{"${name}": 1, "b": 2}`)
    const kept = keeper<{ c: number }>(['c'])(object, { c: 3 })
    expect(keptText(kept)).toBe(`{"${name}":1,"b":2,"c":3}`)
  })

  it('as the provider of a model is unknown', () => {
    expect(() => providerNamed(name)).toThrow(expect.objectContaining({ code: expect.any(String) }))
  })
})

it('a field of a call that a schema would drop is refused', () => {
  const tool = { name: 'plan' } as Tool
  expect(() => checkWritten(tool, JSON.parse('{"types": {"__proto__": "log"}}'))).toThrow(/types\.__proto__/)
  expect(() => checkWritten(tool, JSON.parse('{"types": {"constructor": "log"}}'))).not.toThrow()
})
