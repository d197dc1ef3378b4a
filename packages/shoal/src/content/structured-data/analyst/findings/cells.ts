// Cells that do not fit their column or their row: other types, impossible dates, other shapes, records of another length.

import type { FindingDraft } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import { CellClass, isNumber, isTime, meansMissing } from '../../../../text/table/classes.ts'
import type { Cells } from '../cells.ts'
import type { Drafts } from '../draft.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { count, counted, listed, percent, quoted } from '../words.ts'

export function cellFindings(profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  return [
    ...ragged(profile, drafts),
    ...profile.columns.flatMap(column => [
      ...badDates(column, profile, cells, drafts),
      ...strays(column, profile, cells, drafts),
      ...swappedDates(column, profile, drafts),
      ...otherShapes(column, profile, drafts),
    ]),
  ]
}

const FEW_ROWS = 10

function ragged({ table, frame }: TableProfile, drafts: Drafts): FindingDraft[] {
  const { count: rows, examples } = table.ragged
  if (rows === 0) return []
  const { expected } = frame.setup
  const widths = new Map<number, number>()
  for (const [, cells] of examples) widths.set(cells, (widths.get(cells) ?? 0) + 1)
  const usual = [...widths].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([cells]) => counted(cells, 'cell'))
  const all = rows === table.rows && widths.size === 1
  // Where many rows are merely shorter, their last cells may be left out; where most differ, the first line is no header.
  const isShort = [...widths.keys()].every(cells => cells < expected)
  const isMeant = table.rows >= FEW_ROWS && (rows > 0.5 * table.rows || (isShort && rows > 0.2 * table.rows))
  return drafts.make({
    type: 'anomaly',
    key: 'ragged-rows',
    summary: all
      ? `Every row has ${usual[0]}, the header ${counted(expected, 'column')}`
      : `${count(rows)} of ${counted(table.rows, 'row')} do not have ${counted(expected, 'cell')}: ${listed(usual)} at ${drafts.lines(examples.map(([row]) => row))}${isMeant && isShort ? '; all are shorter, as where the last cells may be left out' : ''}`,
    severity: isMeant ? 'low' : 'medium',
    nature: 'problem',
    advice: 'Give every row as many cells as the header: quote cells that hold the separator, add missing ones',
    row: examples[0]![0],
    rows: examples.map(([row]) => row),
    count: rows,
    stats: { rows, expected_cells: expected, first_widths: examples.slice(0, 10).map(([, cells]) => cells) },
    topics: ['ragged', 'columns', 'format'],
    weight: 0.8,
  })
}

function badDates(column: ColumnProfile, profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const bad = column.merged.kinds[CellClass.badDate]!
  if (bad === 0 || !['date', 'datetime', 'mixed'].includes(column.type)) return []
  const rows =
    cells?.rowsWhere(column.index, ({ kind }) => kind === CellClass.badDate) ??
    column.merged.kindRows[CellClass.badDate]!
  const texts = rows.map(row => profile.finder.cell(row, column.index, 40)).filter(value => value !== null)
  const values = [...new Set(texts)]
  return drafts.make({
    type: 'anomaly',
    key: `impossible-date:${column.name}`,
    summary: `${counted(bad, 'value')} of \`${column.name}\` ${bad === 1 ? 'is a date that does' : 'are dates that do'} not exist: ${listed(values.map(quoted))} at ${drafts.lines(rows)}`,
    severity: 'medium',
    nature: 'problem',
    advice: 'Correct the dates that do not exist',
    column,
    row: rows[0],
    rows,
    count: bad,
    stats: { count: bad, examples: values.slice(0, 5) },
    topics: ['impossible date', 'invalid'],
    weight: 0.9,
  })
}

/** Texts among numbers, numbers among dates. */
function strays(column: ColumnProfile, profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const { type, present, merged, name } = column
  const belongs = memberOf(column)
  if (!belongs) return []
  const kinds = [...merged.kinds.keys()].filter(
    kind => merged.kinds[kind]! > 0 && !meansMissing(kind) && !belongs(kind),
  )
  const known = cells?.table.whole ? strayRows(column, cells, kinds) : null
  const odd = known ? known.length : kinds.reduce((sum, kind) => sum + merged.kinds[kind]!, 0)
  if (odd === 0) return []
  const rows = known ?? kinds.flatMap(kind => merged.kindRows[kind]!).sort((a, b) => a - b)
  const values = [...new Set(rows.map(row => profile.finder.cell(row, column.index, 40) ?? ''))]
  // `+1 684` among `+44` is a code to dial as well.
  if (column.top.length > 0 && column.top.every(({ value }) => value.startsWith('+'))) return []
  const mixed = type === 'mixed'
  return drafts.make({
    type: 'anomaly',
    key: `mixed-types:${name}`,
    summary: mixed
      ? `\`${name}\` mixes types: ${count(present - odd)} of ${count(present)} values are ${belongs(CellClass.integer) ? 'numbers' : 'dates'}, ${count(odd)} are not, such as ${listed(values.map(quoted))}`
      : `${counted(odd, 'value')} of \`${name}\` ${odd === 1 ? 'is' : 'are'} no ${lookup(WORDS, type) ?? type}, unlike the other ${count(present - odd)}: ${listed(values.map(quoted))} at ${drafts.lines(rows)}`,
    severity: 'medium',
    nature: 'problem',
    advice: 'Settle on one type for the column; convert or move out the values that do not fit',
    column,
    row: rows[0],
    rows,
    count: odd,
    stats: { count: odd, share: odd / present, examples: values.slice(0, 5) },
    topics: ['mixed types', 'invalid'],
    weight: 0.75,
  })
}

/** All cells of another kind, but those that are told of with what they should be, and codes of digits. */
function strayRows({ index }: ColumnProfile, cells: Cells, kinds: readonly number[]): number[] {
  const told = new Set(
    cells.suspects.flatMap(({ column, row, kind }) => (column === index && kind !== 'stray' ? [row] : [])),
  )
  const rows = cells.rowsWhere(index, ({ kind, text }) => kinds.includes(kind) && !/^\d+$/.test(text.trim())) ?? []
  return rows.filter(row => !told.has(row))
}

const WORDS: Readonly<Record<string, string>> = {
  integer: 'number',
  id: 'number',
  number: 'number',
  datetime: 'date and time',
  email: 'e-mail address',
  url: 'URL',
  ip: 'IP address',
  boolean: 'yes or no',
  json: 'JSON',
}

function memberOf({ type, merged, typed, present }: ColumnProfile): ((kind: number) => boolean) | null {
  switch (type) {
    case 'integer':
    case 'number':
      return isNumber
    case 'date':
    case 'datetime':
    case 'time':
      return kind => isTime(kind) || kind === CellClass.badDate
    case 'email':
      return kind => kind === CellClass.email
    case 'url':
      return kind => kind === CellClass.url
    case 'ip':
      return kind => kind === CellClass.ip
    case 'boolean':
      return kind => kind === CellClass.boolean
    case 'mixed':
      return merged.numbers && merged.numbers.total === typed ? isNumber : isTime
    case 'id':
      // Keys of digits only; `typed` counts all cells where the key is text.
      return merged.numbers && merged.numbers.total === typed && typed < present ? isNumber : null
    default:
      return null
  }
}

function swappedDates(column: ColumnProfile, profile: TableProfile, drafts: Drafts): FindingDraft[] {
  const swapped = column.merged.kinds[CellClass.dateSwapped]!
  if (swapped === 0 || !['date', 'datetime'].includes(column.type)) return []
  const rows = column.merged.kindRows[CellClass.dateSwapped]!
  const values = rows.map(row => profile.finder.cell(row, column.index, 40) ?? '')
  return drafts.make({
    type: 'anomaly',
    key: `date-order:${column.name}`,
    summary: `${counted(swapped, 'date')} of \`${column.name}\` can only be read with day and month the other way round: ${listed(values.map(quoted))} at ${drafts.lines(rows)}`,
    severity: 'medium',
    nature: 'problem',
    advice: 'Write all dates in the same order',
    column,
    row: rows[0],
    count: swapped,
    topics: ['date format', 'ambiguous'],
    weight: 0.7,
  })
}

const SAME_SHAPE = 0.98
const LEAST_CODES = 50

/** `cust_17` among `cust-0017`. */
function otherShapes(column: ColumnProfile, profile: TableProfile, drafts: Drafts): FindingDraft[] {
  const { shapes } = column.merged
  const main = shapes?.[0]
  // Of versions some have more parts than others.
  if (!main || column.type !== 'id' || !/\d/.test(main.shape) || /^9\.9(?:\.9)?$/.test(main.shape)) return []
  const rest = shapes.slice(1)
  const odd = column.present - main.count
  if (main.count < LEAST_CODES || odd === 0 || main.count < column.present * SAME_SHAPE || rest.length === 0) return []
  const rows = rest.map(({ first }) => first).sort((a, b) => a - b)
  const values = rows.map(row => profile.finder.cell(row, column.index, 40) ?? '')
  return drafts.make({
    type: 'anomaly',
    key: `shape:${column.name}`,
    summary: `${counted(odd, 'value')} of \`${column.name}\` (${percent(odd, column.present)}) ${odd === 1 ? 'is' : 'are'} not written like the others (${main.shape}): ${listed(values.map(quoted))} at ${drafts.lines(rows)}`,
    severity: 'low',
    nature: 'problem',
    advice: 'Write all values in one form, or say what the others mean',
    column,
    row: rows[0],
    count: odd,
    topics: ['format', 'pattern'],
    weight: 0.6,
  })
}
