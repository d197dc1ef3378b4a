// Files as relations, in a DuckDB of this process: what content types tell of them, and JSON and CSV as tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { ColumnKind, FactRow, FactsAbout, Relation, RelationKind } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { loggedRows } from '../../../src/content/jsonl/facts.ts'
import { entryRows } from '../../../src/content/log/facts.ts'
import { createRegistry } from '../../../src/content/registry.ts'
import type { Asked, Cell } from '../../../src/question/asked.ts'
import { openSource } from '../../../src/text/source-file.ts'

export type Files = Readonly<Record<string, string>>

const TYPES: Readonly<Record<string, string>> = {
  log: 'log',
  jsonl: 'jsonl',
  md: 'prose',
  yaml: 'config',
  properties: 'config',
}
const TIMES = new Set(['time', 'at', 'when', 'date'])

export async function askedOfFiles(files: Files): Promise<Asked> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-incident-'))
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const rows = async (sql: string): Promise<Cell[][]> =>
    (await connection.runAndReadAll(sql))
      .getRows()
      .map(row =>
        row.map(cell =>
          cell === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof cell)
            ? (cell as Cell)
            : String(cell),
        ),
      )
  const all: Relation[] = []
  const describe = async (name: string, kind: RelationKind, paths: readonly string[]) => {
    const columns = (await rows(`DESCRIBE "${name}"`))
      .map(([column, type]) => ({ name: String(column), type: String(type) }))
      .filter(({ name: column }) => column !== 'path' && column !== 'line')
    const [counts = []] = await rows(
      `SELECT count(*), ${columns.map(one => `count("${one.name}")`).join(', ')} FROM "${name}"`,
    )
    all.push({
      name,
      kind,
      paths,
      columns: columns.map(({ name: column, type }, k) => ({
        name: column,
        type,
        kind: kindOf(type),
        unit: null,
        ambiguousDate: false,
        note: Number(counts[k + 1]) === 0 ? 'has no values' : null,
      })),
      place: { path: 'path', line: 'line' },
      rows: Number(counts[0]),
      notes: [],
    })
  }
  try {
    const facts = new Map<RelationKind, { lines: string[]; paths: Set<string> }>()
    for (const [path, content] of Object.entries(files)) {
      const file = join(directory, basename(path))
      writeFileSync(file, content)
      const ending = path.split('.').at(-1)!
      const type = TYPES[ending]
      if (type) {
        const source = openSource(file, { path })
        const about = { path, language: null, signal: new AbortController().signal, onRead: () => {} }
        for await (const { relation, line, values } of rowsOf(type, source, about)) {
          const told = facts.get(relation) ?? { lines: [], paths: new Set() }
          facts.set(relation, told)
          told.paths.add(path)
          told.lines.push(JSON.stringify({ ...values, path, line }))
        }
        source.close()
      } else {
        const name = basename(path).replace(/\..*$/, '')
        const read = ending === 'csv' ? `read_csv('${file}')` : `read_json('${file}')`
        const columns = (await rows(`DESCRIBE SELECT * FROM ${read}`)).map(([column]) => String(column))
        const list = columns.map(column =>
          TIMES.has(column) ? `CAST("${column}" AS TIMESTAMP) AS "${column}"` : `"${column}"`,
        )
        await rows(
          `CREATE TABLE "${name}" AS SELECT ${list.join(', ')}, '${path}' AS path, row_number() OVER () AS line FROM ${read}`,
        )
        await describe(name, 'table', [path])
      }
    }
    for (const [kind, { lines, paths }] of facts) {
      const file = join(directory, `${kind}.ndjson`)
      writeFileSync(file, lines.join('\n'))
      const time = kind === 'entries' ? ' REPLACE (CAST(time AS TIMESTAMP) AS time)' : ''
      await rows(
        `CREATE TABLE ${kind} AS SELECT *${time} FROM read_json('${file}', format = 'newline_delimited', sample_size = -1)`,
      )
      await describe(kind, kind, [...paths])
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
  return { all, rows }
}

/** Logs here hold no secrets, and are not looked through for any: that takes most of the time. */
async function* rowsOf(type: string, source: SourceText, about: FactsAbout): AsyncGenerator<FactRow> {
  const logs = type === 'log' ? entryRows : type === 'jsonl' ? loggedRows : null
  if (logs) for await (const rows of logs(source, about)) yield* rows
  else yield* createRegistry().get(type)!.facts!(source, about)
}

function kindOf(type: string): ColumnKind {
  if (['DOUBLE', 'FLOAT'].includes(type) || type.startsWith('DECIMAL')) return 'number'
  if (['BIGINT', 'INTEGER', 'HUGEINT'].includes(type)) return 'whole'
  if (type === 'BOOLEAN') return 'truth'
  return type === 'TIMESTAMP' ? 'time' : type === 'DATE' ? 'date' : 'text'
}
