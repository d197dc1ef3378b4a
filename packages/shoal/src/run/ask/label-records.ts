// Records of files or of a query, gathered to be labelled: by a model that shoal asks, or by an agent.

import { formatCount, printable } from '@shoal/base/text/printable'
import { judgedText } from '../../stages/labels/part-records.ts'
import { RecordGathering, type RecordList } from '../../stages/labels/record-list.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { shownText } from '../../text/gate/shown.ts'
import type { FileSet } from './file-set.ts'

export interface RecordSource {
  readonly paths?: readonly string[] | undefined
  readonly query?: string | undefined
  readonly fields: readonly string[]
  readonly group_by?: string | undefined
}

/** Different records of one labelling, and records in all. */
const MOST_DIFFERENT = 20_000
const MOST_RECORDS = 200_000
const LIMITS = { rows: MOST_RECORDS, cell: 2_000, milliseconds: 60_000, characters: 64 << 20 }

/** Throws a `ToolMistake` that says what to ask for instead. */
export async function gatherRecords(set: FileSet, source: RecordSource): Promise<RecordList> {
  const { paths = [], query } = source
  if ((query === undefined) === (paths.length === 0))
    throw new ToolMistake('name the records by `query`, a SELECT, or by `paths`, one of the two')
  const list = query === undefined ? await ofFiles(set, paths, source) : await ofQuery(set, query, source)
  if (list.texts.length > MOST_DIFFERENT)
    throw new ToolMistake(
      `there are more than ${formatCount(MOST_DIFFERENT)} different records: leave out columns that the judgement does not need, or choose some rows by a query`,
    )
  if (list.records.length === 0) throw new ToolMistake('there are no records')
  return list
}

async function ofFiles(
  set: FileSet,
  paths: readonly string[],
  { fields, group_by }: RecordSource,
): Promise<RecordList> {
  const groupBy = group_by ?? null
  const gathering = new RecordGathering()
  for (const { path } of set.below(paths)) {
    const found = await set.records(path, { fields, groupBy, most: MOST_DIFFERENT })
    if (found.unknown !== null && found.records.length > 0)
      throw new ToolMistake(
        found.fields.length > 0
          ? `${printable(path)} has no field ${found.unknown}; it has ${found.fields.slice(0, 40).join(', ')}`
          : `records of ${printable(path)} have no fields: name them by \`query\``,
      )
    gathering.addAll(found)
    if (gathering.size > MOST_DIFFERENT) break
  }
  return gathering.done()
}

const PLACE: readonly string[] = ['path', 'line']

async function ofQuery(set: FileSet, query: string, { group_by: groupBy }: RecordSource): Promise<RecordList> {
  const { columns, rows, truncated } = await (await set.relations()).query(query, LIMITS)
  if (truncated) throw new ToolMistake('the query gives too many rows to be labelled: choose fewer')
  const names = columns.map(({ name }) => name)
  const [path, line] = PLACE.map(name => names.indexOf(name))
  const group = groupBy === undefined ? -1 : names.indexOf(groupBy)
  if (groupBy !== undefined && group < 0)
    throw new ToolMistake(`the query has no column ${groupBy} to group by; it has ${names.join(', ')}`)
  const judged = [...names.keys()].filter(k => k !== path && k !== line && k !== group)
  if (judged.length === 0) throw new ToolMistake('select the columns to be judged too, not only places and the group')
  const gathering = new RecordGathering()
  for (const row of rows) {
    const cell = (k: number) => (typeof row[k] === 'string' ? row[k] : JSON.stringify(row[k]))
    const told = judged.filter(k => row[k] !== null && row[k] !== '')
    // One column needs no name before every cell.
    const named = (k: number) => (judged.length === 1 ? cell(k) : `${names[k]}: ${cell(k)}`)
    const text = told.length === 0 ? null : judgedText(shownText(told.map(named).join(' | ')))
    const at = row[line!]
    gathering.add(text, {
      path: typeof row[path!] === 'string' ? String(row[path!]) : null,
      line: typeof at === 'number' || typeof at === 'string' ? Number(at) || null : null,
      group: group < 0 ? null : row[group] === null ? '' : cell(group),
    })
  }
  return gathering.done()
}
