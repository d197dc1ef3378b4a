// Which findings are listed: read from the address of the page and written to it, and applied to the list.
import { type Severity, severities } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import { placeName } from '@shoal/base/report/places'
import { filesOf, isBelieved, type Row } from './row.ts'

/** Stands for a content type where findings are of several. */
export const ACROSS = 'across_files'

export const ORDERS = ['importance', 'place', 'count'] as const

export interface Filter {
  /** Words that must all occur; several in quotation marks must occur together. */
  readonly search: string
  /** None for all. */
  readonly severity: Severity | null
  readonly nature: 'problem' | 'fact' | null
  readonly contentType: string | null
  /** The word for what it is: `burst`. */
  readonly kind: string | null
  readonly file: string | null
  /** `no`: what is not in its file, and believed by nobody. Null: all that is believed. */
  readonly verified: 'yes' | 'no' | null
  readonly by: 'program' | 'model' | null
  readonly order: (typeof ORDERS)[number]
}

export const NO_FILTER: Filter = {
  search: '',
  severity: null,
  nature: null,
  contentType: null,
  kind: null,
  file: null,
  verified: null,
  by: null,
  order: 'importance',
}

export function readFilter(params: URLSearchParams): Filter {
  const one = <T extends string>(name: string, of: readonly T[]) => of.find(word => word === params.get(name)) ?? null
  return {
    search: params.get('q') ?? '',
    severity: one('severity', severities),
    nature: one('nature', ['problem', 'fact'] as const),
    contentType: params.get('type') || null,
    kind: params.get('kind') || null,
    file: params.get('file') || null,
    verified: one('verified', ['yes', 'no'] as const),
    by: one('by', ['program', 'model'] as const),
    order: one('order', ORDERS) ?? 'importance',
  }
}

export function filterParams({ search, contentType, order, ...rest }: Filter): Record<string, string | null> {
  return { q: search, type: contentType, order: order === 'importance' ? null : order, ...rest }
}

/** All rows once; searching them does not lower their text again. */
export class RowIndex {
  private texts: readonly string[] | null = null

  constructor(readonly rows: readonly Row[]) {}

  select(filter: Filter): readonly Row[] {
    const words = wordsOf(filter.search)
    if (words.length > 0) this.texts ??= this.rows.map(searchText)
    const found = this.rows.filter(
      (row, k) => isWanted(row, filter) && words.every(word => this.texts![k]!.includes(word)),
    )
    return inOrder(found, filter.order)
  }
}

function isWanted(row: Row, filter: Filter): boolean {
  const { severity, nature, contentType, kind, file, verified, by } = filter
  if (verified === 'no' ? row.verified : !isBelieved(row) || (verified === 'yes' && !row.verified)) return false
  return (
    (severity === null || (row.severity === severity && row.nature === 'problem')) &&
    (nature === null || row.nature === nature) &&
    (contentType === null || (row.contentType ?? ACROSS) === contentType) &&
    (kind === null || row.kind === kind) &&
    (file === null || filesOf(row).includes(file)) &&
    (by === null || (by === 'model') === (row.by !== null))
  )
}

/** `"gateway timeout" order` is two: what stands in quotation marks, and a word. */
export function wordsOf(search: string): readonly string[] {
  return [...search.toLowerCase().matchAll(/"([^"]+)"|[^\s"]+/g)].map(([whole, quoted]) => quoted ?? whole)
}

function searchText(row: Row): string {
  const { summary, evidence, kind, contentType, id, by } = row
  const texts = [summary, placeName(row), evidence, kind, contentType, id, by]
  if (row.of === 'finding') {
    const { rule, scope, column, jsonPath } = row.finding
    pushAll(
      texts,
      [rule?.id, rule?.title, rule?.cwe, scope, column, jsonPath].map(text => text ?? null),
    )
  }
  if (row.of === 'across')
    pushAll(
      texts,
      row.cross.evidence.flatMap(end => [placeName(end), end.quote]),
    )
  return texts
    .filter(text => text !== null)
    .join('\n')
    .toLowerCase()
}

function inOrder(rows: readonly Row[], order: Filter['order']): readonly Row[] {
  if (order === 'place') return rows.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
  if (order === 'count') return rows.toSorted((a, b) => b.count - a.count)
  return rows
}

export interface Choice {
  readonly value: string
  readonly count: number
}

/** What can be chosen from, the most frequent first. A row may count for several, and for none. */
export function choicesOf(rows: readonly Row[], of: (row: Row) => readonly string[]): readonly Choice[] {
  const counts = new Map<string, number>()
  for (const row of rows) for (const value of of(row)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
