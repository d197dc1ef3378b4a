// What a thread makes of a CSV or TSV file for DuckDB: how it is written, samples of its cells, and a copy where one is needed.

import type { SourceText } from '@shoal/base/model/source'
import { type Head, readHead } from '../../content/structured-data/head.ts'
import type { RuleName } from '../../sql/column-type.ts'
import { isPlainlyQuoted } from '../../sql/plain-quoting.ts'
import { type CopyDialect, copyTable, type TableCopy } from '../../sql/table-copy.ts'
import type { TextColumn } from '../../sql/typed-columns.ts'
import { readRecords } from '../../text/csv-dialect.ts'
import { NumberedSecrets, promisesSecrets } from '../../text/gate/numbered-secrets.ts'
import { type BlockIndex, indexBlocks } from '../../text/scan/block-index.ts'
import type { TextWalk } from '../../text/text-lines.ts'
import { endsOpen, lineTotal } from '../../text/unit-cuts.ts'
import { columnNames } from './column-names.ts'
import type { TablePlace } from './data-table.ts'

const SAMPLE_UNITS = 256 * 1024
const SAMPLE_ROWS = 500
/** At other places of a large file. */
const OTHER_UNITS = 16 * 1024
const OTHER_ROWS = 40
const RULES: readonly RuleName[] = ['boolean', 'integer', 'huge', 'decimal', 'double', 'date', 'timestamp']
/** As the scanner has it: the walk ended inside quotes. */
const QUOTED = 2
const LF = 10
/** Rows whose lines are compared with those of our scanner. */
const PLACES = 16

export interface CsvReading {
  readonly head: Head
  /** Where the rows begin. */
  readonly start: number
  /** Every quote that opens is closed. */
  readonly balanced: boolean
  readonly columns: readonly TextColumn[]
  /** As our scanner counts them, blank lines included. */
  readonly records: number
  readonly hides: boolean
  /** DuckDB reads the file itself as we do. */
  readonly isDirect: boolean
  /** Every record has as many cells as the header. */
  readonly isEven: boolean
  /** Every record stands on a line of its own. */
  readonly isLined: boolean
  readonly places: readonly TablePlace[]
}

/** `hasSecrets`: the sweep of the file found some. */
export async function csvReading(source: SourceText, hasSecrets: boolean, walk: TextWalk): Promise<CsvReading> {
  const head = readHead(source)
  const { delimiter, quote } = head
  const index = await indexBlocks(
    source,
    { kind: 'csv', eol: source.eol, delimiter, quote, expected: head.columns.length - 1 },
    walk,
  )
  const start = firstRow(head)
  const balanced = index.end.a !== QUOTED
  const columns = textColumns(source, head, { start, balanced, index })
  const records = index.events + (endsOpen(source) ? 1 : 0) - (head.header ? 1 : 0) - head.skip
  const lines = lineTotal(index, source) - (head.header ? head.lastLine : head.skip)
  const hides = hasSecrets || head.columns.some(promisesSecrets)
  // Of one column, a blank line is a row to DuckDB and none to us.
  const isPlain = balanced && columns.length > 1 && source.eol === LF && source.encoding.name === 'utf-8' && !hides
  const isDirect = isPlain && (await isPlainlyQuoted(source, head, walk))
  const places = records === lines ? [] : placesOf(index, head, records)
  return {
    head,
    start,
    balanced,
    columns,
    records,
    hides,
    isEven: !index.hasFlags,
    isLined: records === lines,
    isDirect,
    places,
  }
}

export interface CsvCopyOrder {
  readonly dialect: Omit<CopyDialect, 'hide'>
  /** Values that are hidden wherever they stand, and the names that may promise more; null where nothing is. */
  readonly hide: { readonly values: ReadonlySet<string>; readonly names: readonly string[] } | null
  readonly target: string
}

/** How many different secrets are hidden in it. */
export interface Masked {
  readonly masked: number
}

export async function csvCopy(
  source: SourceText,
  { dialect, hide, target }: CsvCopyOrder,
  walk: TextWalk,
): Promise<TableCopy & Masked> {
  const secrets = new NumberedSecrets(hide?.values ?? [])
  const hidden = hide && ((cell: string, k: number) => secrets.text(cell, hide.names[k] ?? ''))
  const copy = await copyTable(source, { ...dialect, hide: hidden }, target, walk)
  return { ...copy, masked: secrets.count }
}

/** Where the rows begin. */
function firstRow({ header, end, start }: Head): number {
  return header ? end : start
}

interface Sampling {
  readonly start: number
  readonly balanced: boolean
  readonly index: BlockIndex
}

function textColumns(source: SourceText, head: Head, { start, balanced, index }: Sampling): TextColumn[] {
  const dialect = { delimiter: head.delimiter, quote: balanced ? head.quote : -1 }
  const rowsAt = (from: number, units: number, most: number) => {
    const text = source.text(from, Math.min(source.size, from + units))
    return readRecords(text, dialect, source.eol, most).map(({ fields }) => fields)
  }
  const first = rowsAt(start, SAMPLE_UNITS, SAMPLE_ROWS)
  // The last one of each may be cut off.
  const others = (balanced ? startsOf(source, start, index) : []).flatMap(at =>
    rowsAt(at, OTHER_UNITS, OTHER_ROWS + 1).slice(0, -1),
  )
  const cells = (rows: readonly (readonly string[])[], k: number) =>
    rows.flatMap(fields => (fields[k] === undefined || fields[k] === '' ? [] : [fields[k]]))
  const given = head.header ? head.columns : head.columns.map(() => '')
  return columnNames(given).map((name, k) => ({
    sql: `c${k}`,
    name,
    sample: cells(first, k),
    others: cells(others, k),
    rules: RULES,
    type: 'VARCHAR',
  }))
}

/** Where rows begin, all over a file that is larger than its first sample. */
function startsOf(source: SourceText, start: number, index: BlockIndex): number[] {
  if (source.size - start <= SAMPLE_UNITS) return []
  const numbers = Array.from({ length: PLACES }, (_, k) => Math.floor((index.events * (k + 1)) / (PLACES + 1)))
  return index.behindEvents(numbers.filter(number => number > 0)).map(({ offset }) => offset)
}

/** Where our scanner sees some of the rows. */
function placesOf(index: BlockIndex, { header, skip }: Head, rows: number): TablePlace[] {
  const before = skip + (header ? 1 : 0)
  const some = [...new Set(Array.from({ length: PLACES }, (_, k) => Math.round(((rows - 1) * (k + 1)) / PLACES)))]
  const numbers = some.filter(row => row > 0)
  return index.behindEvents(numbers.map(row => row + before)).map(({ line }, k) => ({ row: numbers[k]!, line }))
}
