// Relations in DuckDB: views over what the cache holds, in a database that is locked from its first moment. It is opened when it is
// first asked, and again when a query had to be ended with its process.

import { join } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { pushAll } from '@shoal/base/model/lists'
import type { Relation } from '@shoal/base/model/relation'
import { Database } from '../../sql/database.ts'
import type { PlainValue, QueryLimits, QueryResult } from '../../sql/engine-calls.ts'
import { offerIdle } from '../../sql/engine-process.ts'
import { openPrivateDirectory, type PrivateDirectory } from '../../sql/private-directory.ts'
import { TextFile } from '../../sql/text-file.ts'
import { shownText } from '../../text/gate/shown.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { identifier, literal, struct } from '../../text/sql-text.ts'
import type { KeptRows } from '../kept/kept-rows.ts'
import type { DescribedRelation, DescribedRelations } from './described.ts'
import { FILE_COLUMNS, FILES, fileRow } from './files-relation.ts'
import type { FailedFile } from './fingerprints.ts'

/** A process that nobody asked for is given back after so long. */
const IDLE_MS = 30_000

interface Opened {
  readonly database: Database
  readonly directory: PrivateDirectory
}

interface Said {
  readonly failed: readonly FailedFile[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

export class RelationDatabase {
  readonly all: readonly Relation[]
  readonly failed: readonly FailedFile[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  private opening: Promise<Opened> | null = null
  /** Queries that are under way. */
  private users = 0
  private withdraw: () => void = () => {}

  constructor(
    private readonly described: DescribedRelations,
    { failed, notes, warnings }: Said,
    private readonly how: {
      readonly signal: AbortSignal
      readonly kept: KeptRows
      readonly workMs: number
      onClose(): void
    },
  ) {
    this.warnings = warnings
    this.failed = failed
    this.notes = [...failed.map(whyNot), ...notes]
    this.all = described.relations.map(({ relation }) => relation)
  }

  async rows(sql: string): Promise<PlainValue[][]> {
    return await this.how.kept.of(sql, () => this.use(database => database.rows(sql)))
  }

  async query(sql: string, limits: QueryLimits): Promise<QueryResult> {
    const names = this.all.map(({ name }) => name)
    try {
      const result = await this.use(database => database.query(sql, names, limits))
      return { ...result, columns: shownValue(result.columns), rows: masked(result) }
    } catch (error) {
      if (!(error instanceof ShoalError)) throw error
      const { code, message, detail, advice } = error
      // What DuckDB said is left out as the cause: it quotes values.
      const why = code === 'sql-failed' ? this.whyText(sql, message) : []
      const said = shownValue([message, ...why].join('; '))
      throw new ShoalError(code, said, { ...(detail === null ? {} : { detail }), advice })
    }
  }

  async close(): Promise<void> {
    try {
      await this.rest()
    } finally {
      this.how.kept.close()
      this.how.onClose()
    }
  }

  /** Between two queries its process is anybody's who waits for one, and given back after a while. */
  private async use<T>(act: (database: Database) => Promise<T>): Promise<T> {
    this.users++
    this.withdraw()
    try {
      return await act(await this.database())
    } finally {
      this.users--
      if (this.users === 0 && this.opening) this.offer()
    }
  }

  private offer(): void {
    const withdraw = offerIdle(() => this.rest())
    const timer = setTimeout(() => void this.rest().catch(() => {}), IDLE_MS).unref()
    this.withdraw = () => {
      withdraw()
      clearTimeout(timer)
    }
  }

  private async rest(): Promise<void> {
    this.withdraw()
    const opening = this.opening
    this.opening = null
    const opened = await opening?.catch(() => null)
    try {
      await opened?.database.close()
    } finally {
      opened?.directory.remove()
    }
  }

  private async database(): Promise<Database> {
    const opened = await this.opening?.catch(() => null)
    if (opened && !opened.database.isAlive) await this.rest()
    this.opening ??= this.open()
    return (await this.opening).database
  }

  private async open(): Promise<Opened> {
    const directory = openPrivateDirectory()
    try {
      const { signal, workMs } = this.how
      const database = (await Database.open({ directory: directory.path, signal })).within(workMs)
      try {
        await this.name(database, directory.path)
        return { database, directory }
      } catch (error) {
        await database.close()
        throw error
      }
    } catch (error) {
      directory.remove()
      throw error
    }
  }

  private async name(database: Database, directory: string): Promise<void> {
    await nameFiles(database, directory, this.described)
    const reads: string[] = []
    for (const { relation, parts, view } of this.described.relations) {
      const selects: string[] = []
      for (const { files, select } of parts) {
        const paths: string[] = []
        for (const file of files) paths.push(await database.attach(file))
        pushAll(reads, paths)
        selects.push(select(paths))
      }
      const sql = view ?? selects.join(' UNION ALL ')
      if (sql !== '') await database.rows(`CREATE VIEW ${identifier(relation.name)} AS ${sql}`)
    }
    await database.lock(reads)
  }

  /** Why columns that the query names are text, where it failed because they are. */
  private whyText(sql: string, message: string): string[] {
    if (!ABOUT_TEXT.test(message)) return []
    const asked = sql.toLowerCase()
    const columns = this.described.relations
      .flatMap(({ stored }: DescribedRelation) => stored)
      .filter(({ name }) => asked.includes(name.toLowerCase()))
    const reasons = columns.flatMap(({ name, note, almost }) =>
      note === null || almost === null
        ? []
        : [`${name} is ${note.replace(/^text, /, 'text ')}; use TRY_CAST(${identifier(name)} AS ${almost})`],
    )
    return reasons.slice(0, MOST_REASONS)
  }
}

function whyNot({ path, error }: FailedFile): string {
  const { message } = toShoalError(error, path)
  return shownText(message.includes(path) ? message : `${path}: ${message}`)
}

/** What DuckDB says of texts that are not what was expected of them. */
const ABOUT_TEXT = /\bVARCHAR\b|\bSTRING_LITERAL\b|could not convert string/i
const MOST_REASONS = 3

async function nameFiles(database: Database, directory: string, { files }: DescribedRelations): Promise<void> {
  const path = join(directory, 'files.jsonl')
  const out = new TextFile(path)
  try {
    for (const file of files) out.write(`${JSON.stringify(fileRow(file))}\n`)
  } finally {
    out.close()
  }
  const columns = struct([
    ...FILE_COLUMNS.map(({ name, type }) => [name, type] as const),
    ['path', 'VARCHAR'],
    ['line', 'BIGINT'],
  ])
  await database.rows(
    `CREATE TABLE ${FILES} AS SELECT * FROM read_json(${literal(path)}, format = 'newline_delimited', columns = ${columns})`,
  )
}

/** A column's name may be what shows that its values are secrets. */
function masked({ columns, rows }: QueryResult): (readonly Json[])[] {
  return rows.map(row =>
    row.map((cell, k) =>
      cell === null || typeof cell === 'number' ? cell : Object.values(shownValue({ [columns[k]!.name]: cell }))[0]!,
    ),
  )
}
