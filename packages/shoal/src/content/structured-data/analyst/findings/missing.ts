// Cells without a value: how many, how they are spelled, where they begin, and whether they become more.

import type { FindingDraft } from '@shoal/base/model/finding'
import { smallest } from '@shoal/base/model/lists'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { isCodeAmong } from '../../../../text/code-words.ts'
import { FEW_TO_TELL, foldedDraft } from '../../../../text/folded-draft.ts'
import { CellClass, meansMissing } from '../../../../text/table/classes.ts'
import type { Cells } from '../cells.ts'
import type { Drafts } from '../draft.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { count, counted, listed, percent, quoted } from '../words.ts'

/** A column with more than this missing is optional, not broken. */
const OPTIONAL = 0.2
/** A table of thousands of columns. */
const MOST_FINDINGS = 2000

export function missingFindings(profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const { rows } = profile.table
  if (rows === 0) return []
  // Cells that short records lack are told of with those records.
  const affected = profile.columns.filter(
    ({ missingCells, type, merged }) => missingCells > merged.absent && type !== 'empty',
  )
  const ranked = affected.toSorted((a, b) => a.missingCells / rows - b.missingCells / rows)
  const worst = drafts.leftOut.first(ranked, MOST_FINDINGS, 'columns with missing values are listed')
  return [
    ...emptyColumns(profile, drafts),
    ...folded(
      worst.flatMap(column => {
        const growth = growthOf(profile, column)
        return growth ? growing(column, growth, profile, drafts) : plain(column, profile, cells, drafts)
      }),
      rows,
    ),
  ]
}

/** Many columns that lack some cells are one thing to know. */
function folded(found: readonly FindingDraft[], rows: number): FindingDraft[] {
  const isPlain = ({ nature, severity }: FindingDraft) => nature === 'problem' && severity === 'low'
  const own = found.filter(isPlain).toSorted((a, b) => b.count! - a.count!)
  if (own.length <= FEW_TO_TELL) return [...found]
  const words = own.map(({ column, count: n }) => `\`${column}\` ${count(n!)} (${percent(n!, rows)})`)
  return [
    ...found.filter(finding => !isPlain(finding)),
    foldedDraft(own, {
      key: 'missing:several',
      summary: `${count(own.length)} columns have no value in some of ${counted(rows, 'row')}: ${listed(words, 5)}`,
      topics: ['missing', ...own.flatMap(({ column }) => column ?? [])],
      stats: { columns: Object.fromEntries(own.map(({ column, stats }) => [column, stats ?? {}])) },
    }),
  ]
}

function emptyColumns({ columns, table }: TableProfile, drafts: Drafts): FindingDraft[] {
  const empty = columns.filter(({ type }) => type === 'empty')
  if (empty.length === 0) return []
  const names = empty.map(({ name }) => `\`${name}\``)
  return drafts.make({
    type: 'missing_data',
    key: `empty-columns:${empty
      .map(({ name }) => name)
      .join(',')
      .slice(0, 200)}`,
    summary: `${counted(empty.length, 'column')} ${empty.length === 1 ? 'has' : 'have'} no value in any of ${count(table.rows)} rows: ${listed(names, 8)}`,
    severity: 'low',
    nature: 'fact',
    column: empty[0]!,
    count: empty.length,
    topics: ['missing', 'empty', ...empty.slice(0, 8).map(({ name }) => name)],
  })
}

function spellings(column: ColumnProfile, profile: TableProfile): Record<string, number> {
  const out = emptyRecord<number>()
  for (const value of column.missing) {
    const text = profile.textOf(value, column.index)
    const name = text.trim() === '' ? '(empty)' : text
    out[name] = (lookup(out, name) ?? 0) + value.count
  }
  if (column.merged.absent > 0) out['(no cell)'] = column.merged.absent
  return out
}

function firstMissing({ missing }: ColumnProfile): number | undefined {
  return missing.length === 0 ? undefined : smallest(missing.map(({ first }) => first))
}

/** NA among AD, AE and AF is Namibia. */
function isCodeAmongCodes(column: ColumnProfile, spelled: readonly string[], profile: TableProfile): boolean {
  const { top, distinct, merged, index, present } = column
  if (spelled.length !== 1) return false
  const known = new Set(column.missing)
  const others = merged.values?.filter(value => !known.has(value)).map(value => profile.textOf(value, index)) ?? []
  if (isCodeAmong(spelled[0]!, others, distinct >= present)) return true
  const codes = top.filter(({ value }) => /^[A-Z]{2}$/.test(value)).length
  return spelled[0] === 'NA' && distinct >= 10 && top.length >= 5 && codes >= 0.8 * top.length
}

function plain(column: ColumnProfile, profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const { rows } = profile.table
  const { missingCells, name, merged } = column
  const spelled = spellings(column, profile)
  const forms = Object.entries(spelled).filter(([form]) => !form.startsWith('('))
  if (isCodeAmongCodes(column, Object.keys(spelled), profile)) return []
  const first = firstMissing(column)
  // All of them behind a point that chance would hardly leave free.
  const late =
    first !== undefined && merged.absent === 0 && missingCells >= 5 && (1 - first / rows) ** missingCells < 1e-4
  const line = late && first !== undefined ? profile.finder.lineOf(first) : null
  const optional = missingCells > rows * OPTIONAL || isCode(column, cells)
  return drafts.make({
    type: 'missing_data',
    key: `missing:${name}`,
    summary:
      `${count(missingCells)} of ${counted(rows, 'row')} (${percent(missingCells, rows)}) have no \`${name}\`` +
      (line === null ? '' : `, all from line ${count(line)} on`) +
      (forms.length === 0
        ? ''
        : `; spelled ${listed(
            forms.map(([form, n]) => `${quoted(form)} ${count(n)} ×`),
            4,
          )}`),
    severity: column.type === 'id' && !optional ? 'medium' : 'low',
    nature: optional && !late ? 'fact' : 'problem',
    advice: 'Fill in the missing values, or write down why they may be missing',
    column,
    row: first,
    ...missingCellsOf(column, optional, cells),
    count: missingCells,
    stats: { missing: missingCells, share: missingCells / rows, spellings: spelled },
    topics: ['missing'],
    weight: optional ? 0.3 : 0.6,
  })
}

const NEARLY = 0.85

/** `NA` that nearly always goes with one and the same value of another column, and that value with it, is a code. */
function isCode({ index, missing }: ColumnProfile, cells: Cells | null): boolean {
  if (missing.length !== 1 || missing[0]!.length === 0 || missing[0]!.count < 3) return false
  const rows = cells?.rowsWhere(index, ({ kind }) => meansMissing(kind))
  if (!cells || !rows || rows.length < missing[0]!.count) return false
  return cells.table.columns.some(column => {
    if (column.index === index) return false
    const counts = new Map<number, number>()
    for (const row of rows) counts.set(column.codes[row]!, (counts.get(column.codes[row]!) ?? 0) + 1)
    const [code, count] = [...counts].sort((a, b) => b[1] - a[1])[0]!
    const value = column.values[code]
    if (!value || meansMissing(value.kind) || column.values.length < 3) return false
    return count >= rows.length * NEARLY && count >= value.count * NEARLY
  })
}

/** Columns whose missing cells are all told of as such. */
export function tellsMissing({ missingCells, merged }: ColumnProfile, rows: number): boolean {
  return missingCells > 0 && missingCells <= rows * OPTIONAL && merged.absent === 0
}

/** Every cell where missing is the exception. */
function missingCellsOf({ index, merged }: ColumnProfile, optional: boolean, cells: Cells | null) {
  const rows = optional || merged.absent > 0 ? null : cells?.rowsWhere(index, ({ kind }) => meansMissing(kind))
  if (!cells || !rows || rows.length === 0) return {}
  const known = new Map(
    cells.suspects.flatMap(({ column, row, expected }) => (column === index ? [[row, expected]] : [])),
  )
  return {
    rows,
    cells: rows.map(row => {
      const expected = known.get(row)
      return expected ? { expected } : {}
    }),
  }
}

interface Growth {
  readonly rates: readonly number[]
  readonly from: number
  readonly to: number
}

/** Of the rate at the start: a smaller rise may be of anything. */
const LEAST_RISE = 1.4

/**
 * The missing rate per part of the file, if it rises: much higher in the last quarter than in the first, and nowhere on the
 * way clearly lower than before. A rate that goes up and down does not become more.
 */
function growthOf({ table }: TableProfile, { index, missing: spelled }: ColumnProfile): Growth | null {
  const parts = table.bins
  if (parts.length < 3) return null
  const softCounts = spelled.some(({ kind }) => kind === CellClass.nullSoft)
  const missing = parts.map(bin => bin.empty[index]! + bin.hard[index]! + (softCounts ? bin.soft[index]! : 0))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const rows = parts.map(part => part.rows)
  const size = Math.max(1, Math.floor(parts.length / 4))
  const stops = [0, size, Math.floor(parts.length / 2), parts.length - size, parts.length]
  const quarters = stops.slice(1).flatMap((stop, k) => {
    const count = sum(rows.slice(stops[k], stop))
    return count === 0 ? [] : [{ count, rate: sum(missing.slice(stops[k], stop)) / count }]
  })
  const [{ count: n1, rate: p1 }, { count: n2, rate: p2 }] = [quarters[0]!, quarters.at(-1)!]
  const p = (p1 * n1 + p2 * n2) / (n1 + n2)
  const z = (p2 - p1) / Math.sqrt(p * (1 - p) * (1 / n1 + 1 / n2))
  if (!(z > 5) || p2 - p1 < 0.02 || p2 < p1 * LEAST_RISE) return null
  if (quarters.some(({ rate }, k) => k > 0 && rate < quarters[k - 1]!.rate - 0.2 * (p2 - p1))) return null
  return { rates: parts.map((part, k) => missing[k]! / part.rows), from: p1, to: p2 }
}

function growing(
  column: ColumnProfile,
  { rates, from, to }: Growth,
  profile: TableProfile,
  drafts: Drafts,
): FindingDraft[] {
  const { rows, bins } = profile.table
  return drafts.make({
    type: 'missing_data',
    key: `missing:${column.name}`,
    summary: `\`${column.name}\` is missing more and more often: ${percent(from, 1)} of the rows at the start of the file, ${percent(to, 1)} at its end; ${count(column.missingCells)} of ${counted(rows, 'row')} in all`,
    severity: 'medium',
    nature: 'problem',
    advice: 'Find out what changed at the source of the values, then fill in the missing ones',
    column,
    row: firstMissing(column),
    count: column.missingCells,
    stats: {
      missing: column.missingCells,
      share: column.missingCells / rows,
      share_at_start: from,
      share_at_end: to,
      rates: [...rates],
    },
    topics: ['missing', 'trend'],
    weight: 0.8,
    panel: {
      kind: 'series',
      title: `Share of rows without ${column.name}`,
      from: `line ${count(bins[0]!.first)}`,
      to: `line ${count(bins.at(-1)!.last)}`,
      values: rates,
    },
  })
}
