// The rows of a Parquet file as text.
import { ShoalError } from '@shoal/base/model/errors'
import { Damaged, type PackedFile, Refused } from '../../forms/form.ts'
import { Database } from '../../sql/database.ts'
import { openPrivateDirectory } from '../../sql/private-directory.ts'
import { identifier, literal } from '../../text/sql-text.ts'
import { promises } from '../data/parquet-table.ts'

/** Characters that are asked for at once, about. */
const AT_ONCE = 8e6
const FEWEST_ROWS = 100
/** Pages are packed to about so much of what they hold as text. */
const SHRUNK = 6

/** The names of the columns, and then the rows. */
export async function* parquetRows({
  file,
  sizeBytes,
  signal,
  onStep,
}: PackedFile): AsyncGenerator<readonly unknown[]> {
  const directory = openPrivateDirectory()
  let database: Database | null = null
  try {
    database = await Database.open({ directory: directory.path, signal })
    const from = `read_parquet(${literal(await database.attach(file))}, hive_partitioning = false, file_row_number = true)`
    const all = await database.columns(`SELECT * FROM ${from}`)
    // DuckDB puts the number of the row behind the columns of the file.
    const columns = all.slice(0, -1)
    const number = identifier(all.at(-1)!.name)
    yield columns.map(({ name }) => name)
    const [[counted] = []] = await database.rows(`SELECT count(*) FROM ${from}`)
    const rows = Number(counted)
    const step = Math.max(FEWEST_ROWS, Math.floor((AT_ONCE * rows) / (sizeBytes * SHRUNK)))
    const list = columns.map(textOf).join(', ')
    for (let at = 0; at < rows; at += step) {
      onStep()
      const some = `${number} >= ${at} AND ${number} < ${at + step} ORDER BY ${number}`
      yield* await database.rows(`SELECT ${list} FROM ${from} WHERE ${some}`)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ShoalError)) throw error
    if (error.code === 'package-missing') throw new Refused(`${error.message} — ${error.advice}`, 'absent')
    throw new Damaged(
      'the table cannot be read to its end: it is damaged, or written in a way that DuckDB does not know',
    )
  } finally {
    await database?.close()
    directory.remove()
  }
}

/** Exact, as text: lists and fields within a column as JSON, of bytes how many they are. What is named like a secret is hidden. */
function textOf({ name, type }: { readonly name: string; readonly type: string }): string {
  const column = identifier(name)
  if (promises({ name, type })) return `CASE WHEN ${column} IS NULL THEN NULL ELSE '[masked]' END`
  if (/^(?:STRUCT|MAP)|\]$/.test(type)) return `CAST(to_json(${column}) AS VARCHAR)`
  return type === 'BLOB' ? `'(' || octet_length(${column}) || ' bytes)'` : `CAST(${column} AS VARCHAR)`
}
