// `shoal sql PATH… [QUERY]`: what files hold as relations, and one SELECT over them.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { cacheDir } from '../config/cache-dir.ts'
import type { FaceOptions } from '../config/options.ts'
import type { DataAnswer } from '../run/query-data.ts'
import type { Command, CommandInput } from './command.ts'
import { csvLine } from './csv.ts'
import { type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { readablePaths, splitQuery } from './paths.ts'
import { ProgressLine } from './progress-line.ts'
import { answerText, relationsText } from './sql-text.ts'

export const sql: Command = {
  name: 'sql',
  summary: 'files as tables: one SELECT, with the place of each row',
  usage: 'PATH… [QUERY]',
  examples: [
    { line: 'shoal sql data', does: 'what there is to ask: tables, their columns, types and rows' },
    {
      line: "shoal sql orders.csv 'SELECT status, count(*) FROM orders GROUP BY ALL'",
      does: 'one query over one file',
    },
    {
      line: "shoal sql orders.csv users.json 'SELECT * FROM orders JOIN users ON user_id = users.id' --csv",
      does: 'two files joined, the rows as CSV',
    },
    {
      line: "shoal sql logs 'SELECT time, message, path, line FROM entries ORDER BY time' --limit 50 --offset 50",
      does: 'the second page of all log entries',
    },
  ],
  run,
}

/** Of all rows together; text has less room for one cell. */
const MOST_CHARACTERS = 64_000_000
const CELL = 1_000_000
const TEXT_CELL = 500
const PATIENCE_MS = 600_000

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const { paths: given, query } = splitQuery(io, args, face.query)
  const paths = readablePaths(io, given, 'sql')
  if (paths.length === 0) return 2
  if (face.csv && face.format === 'json')
    throw new ShoalError('bad-value', '--csv and --json contradict each other', { detail: '--csv' })
  if (face.csv && query === null)
    throw new ShoalError('missing-argument', '--csv needs a query', { advice: 'give a SELECT behind the paths' })
  const { queriedFiles, queryData } = await import('../run/query-data.ts')
  const { files, notes, isPartial } = await queriedFiles(paths, settings, io.signal, io.cwd)
  const progress = new ProgressLine(io, face)
  const isText = !face.csv && face.format !== 'json'
  const limits = {
    rows: face.limit,
    offset: face.offset,
    characters: MOST_CHARACTERS,
    cell: isText ? TEXT_CELL : CELL,
    milliseconds: PATIENCE_MS,
  }
  const cache = cacheDir(io.env, process.platform, io.cwd)
  const how = { settings, signal: io.signal, cache, limits, onFile: progress.onFile }
  const answer = await queryData({ sql: query, files, ...how })
    .catch((error: unknown) => {
      throw query === null ? error : aboutQuestion(error, query)
    })
    .finally(progress.end)
  await writeDocument(io, { output: face.output, inputs: paths, force: face.force }, write =>
    writeAnswer(io, write, { answer, query, face }),
  )
  if (!face.quiet) {
    for (const warning of answer.warnings) io.stderr.write(`warning: ${printable(warning)}\n`)
    for (const note of [...answer.notes, ...notes]) io.stderr.write(`left out ${printable(note)}\n`)
  }
  if (answer.isPartial || isPartial) return 6
  return paths.length === given.length ? 0 : 2
}

/** Words with which a statement begins; what begins otherwise and is none may be a question. */
const STATEMENT = /^[\s(]*(?:select|with|from|values|table|describe|show|summarize|explain|pivot|unpivot)\b/i

function aboutQuestion(error: unknown, query: string): unknown {
  if (!(error instanceof ShoalError) || error.code !== 'sql-failed' || STATEMENT.test(query)) return error
  const advice = 'write a SELECT; `shoal analyze PATH QUESTION` takes a plain question'
  return new ShoalError(error.code, error.message, { ...(error.detail !== null && { detail: error.detail }), advice })
}

interface Shown {
  readonly answer: DataAnswer
  readonly query: string | null
  readonly face: FaceOptions
}

async function writeAnswer(io: Io, write: Write, { answer, query, face }: Shown): Promise<void> {
  const { result, relations, used } = answer
  const notes = [...answer.warnings, ...answer.notes]
  if (face.csv) return await writeCsv(write, result!)
  if (face.format !== 'json')
    return await write(
      query === null
        ? relationsText(io, face, relations)
        : answerText(io, face, { answer, query, offset: face.offset }),
    )
  const tables = (result ? used : relations).map(({ name, kind, paths, rows, columns, place, notes }) => ({
    name,
    kind,
    paths: paths.length > MOST_PATHS ? undefined : paths,
    files: paths.length,
    rows,
    columns: columns.map(({ ambiguousDate, ...column }) => ({ ...column, ambiguous_date: ambiguousDate })),
    place,
    notes,
  }))
  const asked = result && {
    query,
    columns: result.columns,
    rows: result.rows,
    row_count: result.rowCount,
    offset: face.offset,
    truncated: result.truncated,
  }
  await writeJsonObject(write, { ...asked, tables, notes })
}

/** A relation of more files names none of them: the relation `files` does. */
const MOST_PATHS = 100

async function writeCsv(write: Write, { columns, rows }: NonNullable<DataAnswer['result']>): Promise<void> {
  await write(csvLine(columns.map(({ name }) => name)))
  for (const row of rows) await write(csvLine(row))
}
