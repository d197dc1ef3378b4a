// Makes findings of a table: each with the row, or the header, that it quotes.
import { type CellPlace, type FindingDraft, MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import { clippedText } from '../../../text/clipped-text.ts'
import { draftPlaces } from '../../../text/draft-places.ts'
import { LeftOut } from '../../../text/left-out.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { type FoundRow, type Quote, recordAt } from './rows.ts'
import { count } from './words.ts'

export interface FindingSpec
  extends Pick<
    FindingDraft,
    | 'type'
    | 'key'
    | 'summary'
    | 'severity'
    | 'nature'
    | 'count'
    | 'stats'
    | 'distribution'
    | 'weight'
    | 'panel'
    | 'advice'
  > {
  readonly column?: ColumnProfile
  /** The row to quote; without one the header is. */
  readonly row?: number | undefined
  /** The rows it speaks of, as far as they are known: all of them when there are as many as `count` says. */
  readonly rows?: readonly number[]
  /** What stands in each of `rows` and what should. */
  readonly cells?: readonly { readonly value?: string; readonly expected?: string }[]
  readonly confidence?: FindingDraft['confidence']
  readonly topics?: readonly string[]
}

const LONGEST_NAME = 200

export class Drafts {
  /** What is bounded is cut by it. */
  readonly leftOut = new LeftOut()
  private readonly header: FoundRow | null
  /** Rows that are told of as a whole: records of another length, and repetitions. */
  private readonly told: ReadonlySet<number>

  constructor(
    readonly profile: TableProfile,
    private readonly source: SourceText,
  ) {
    this.header = headerOf(profile, source)
    const { ragged, whole } = profile.table
    this.told = new Set([
      ...ragged.examples.map(([row]) => row),
      ...whole.repeated.examples.map(({ second }) => second),
    ])
  }

  /** No finding where nothing can be quoted, nor where all its rows are told of as a whole. */
  make({ column, row, rows, cells, topics, confidence, ...spec }: FindingSpec): FindingDraft[] {
    if (column && spec.nature === 'problem' && this.isTold(rows ?? (row === undefined ? [] : [row]), spec.count ?? 1))
      return []
    const place = row === undefined ? this.ofColumn(column?.index ?? null) : this.ofRow(row, column?.index ?? null)
    if (!place) return []
    return [
      {
        ...spec,
        confidence: confidence ?? 'high',
        ...draftPlaces(
          [
            { ...place, row: row ?? null, k: row === undefined || !rows ? -1 : rows.indexOf(row) },
            ...this.otherRows(rows ?? [], row, column),
          ].map(({ line, quote, row: own, k }) => ({
            line,
            evidence: quote,
            ...(column && own !== null && rows && { cell: this.cellOf(own, column, cells?.[k]) }),
          })),
          rows === undefined ? 1 : spec.count,
        ),
        totalRows: this.profile.table.rows,
        ...(column ? { column: column.name } : {}),
        topics: [...(column ? [column.name] : []), ...(topics ?? [])],
      },
    ]
  }

  /** Where a problem stands in rows that are known, each of them is a place. */
  private otherRows(
    rows: readonly number[],
    first: number | undefined,
    column: ColumnProfile | undefined,
  ): (Quote & { row: number; k: number })[] {
    return rows.flatMap((row, k) => {
      if (row === first || k >= MOST_PLACES_IN_A_FILE) return []
      const place = this.ofRow(row, column?.index ?? null)
      return place ? [{ ...place, row, k }] : []
    })
  }

  private cellOf(
    row: number,
    { index, name }: ColumnProfile,
    known: { readonly value?: string; readonly expected?: string } | undefined,
  ): CellPlace {
    const value = known?.value ?? this.profile.finder.cell(row, index, LONGEST_NAME) ?? ''
    const { expected } = known ?? {}
    return {
      row: row + 1,
      column: name,
      value: value.slice(0, LONGEST_NAME),
      ...(expected !== undefined && { expected: expected.slice(0, LONGEST_NAME) }),
    }
  }

  private isTold(rows: readonly number[], count: number): boolean {
    return rows.length > 0 && rows.length >= count && rows.every(row => this.told.has(row))
  }

  ofRow(row: number, column: number | null): Quote | null {
    return this.profile.finder.quote(row, column)
  }

  /** The name of a column where it stands in the header, else the first row. */
  ofColumn(column: number | null): Quote | null {
    const cell = column === null ? null : this.header?.cells[column]
    const place = cell ?? this.header ?? { start: 0, end: 0, line: 1 }
    const { line } = place
    const quote = clippedText(this.source, place, LONGEST_NAME).replace(/^\ufeff/, '')
    if (quote.trim() !== '') return { line, quote }
    if (cell && this.header) return this.ofColumn(null)
    return this.profile.table.rows > 0 ? this.ofRow(0, column) : null
  }

  /** `lines 12, 40 and 77`; a single one more is named. */
  lines(rows: readonly number[], most = 3): string {
    const found = rows
      .slice(0, rows.length === most + 1 && most > 1 ? most + 1 : most)
      .flatMap(row => this.profile.finder.lineOf(row) ?? [])
    if (found.length === 0) return ''
    const words = found.map(count)
    const text = words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
    return `${found.length === 1 ? 'line' : 'lines'} ${text}`
  }
}

function headerOf({ frame }: TableProfile, source: SourceText): FoundRow | null {
  if (!frame.head.header) return null
  return recordAt(source, { ...frame.setup, quote: frame.head.quote }, frame.head.start, 1 + frame.head.skip)
}
