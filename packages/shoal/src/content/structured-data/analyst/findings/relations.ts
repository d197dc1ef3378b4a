// Findings about columns that hang together, and about the rows in which they do not as they usually do.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { TableValue } from '../../../../text/table/table-value.ts'
import type { Cells } from '../cells.ts'
import type { Drafts } from '../draft.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { type ColumnDependency, leftOut, type Relations } from '../relations.ts'
import { correlation, count, counted, percent, quoted } from '../words.ts'

const STRONG_R = 0.7
const STRONG_V = 0.4
const MOST_EACH = 10
/** A rule of dates that fails more often is none. */
const SELDOM = 0.02

export function relationFindings(
  profile: TableProfile,
  relations: Relations,
  cells: Cells | null,
  drafts: Drafts,
): FindingDraft[] {
  // Where all cells are known, broken rules are told cell by cell.
  return [
    ...correlated(relations, drafts),
    ...associated(relations, drafts),
    ...dependent(profile, relations, cells?.table.whole ?? false, drafts),
    ...ordered(relations, drafts),
  ]
}

function correlated({ numbers, compared }: Relations, drafts: Drafts): FindingDraft[] {
  const left = leftOut(compared.numbers, 'numbers')
  const strong = numbers
    .filter(({ r, rows }) => Math.abs(r) >= STRONG_R && rows >= 20)
    .toSorted((x, y) => Math.abs(y.r) - Math.abs(x.r))
  return drafts.leftOut.first(strong, MOST_EACH, 'strong correlations are listed').flatMap(({ a, b, r, rows }) =>
    drafts.make({
      type: 'correlation',
      key: `correlation:${a.name}:${b.name}`,
      summary: `\`${a.name}\` and \`${b.name}\` ${r > 0 ? 'rise and fall together' : 'run against each other'}: Pearson's r = ${correlation(r)} over ${counted(rows, 'row')}${left === '' ? '' : ` (${left})`}`,
      severity: 'low',
      nature: 'fact',
      column: a,
      stats: {
        other: b.name,
        pearson: r,
        rows,
        columns_compared: compared.numbers.columns,
        columns: compared.numbers.of,
      },
      topics: [b.name, 'correlation'],
      weight: Math.min(0.6, Math.abs(r) * 0.6),
    }),
  )
}

function associated({ categories, dependencies, compared }: Relations, drafts: Drafts): FindingDraft[] {
  const left = leftOut(compared.categories, 'categories')
  const decided = new Set(
    dependencies.flatMap(({ from, to }) => [`${from.index}:${to.index}`, `${to.index}:${from.index}`]),
  )
  const strong = categories
    .filter(
      ({ a, b, v, steady, rows }) =>
        Math.min(v, steady) >= STRONG_V && rows >= 50 && !decided.has(`${a.index}:${b.index}`),
    )
    .toSorted((x, y) => y.v - x.v)
  return drafts.leftOut.first(strong, MOST_EACH, 'strong associations are listed').flatMap(({ a, b, v, rows }) =>
    drafts.make({
      type: 'correlation',
      key: `association:${a.name}:${b.name}`,
      summary: `\`${a.name}\` and \`${b.name}\` go together: Cramér's V = ${correlation(v)} over ${counted(rows, 'row')}${left === '' ? '' : ` (${left})`}`,
      severity: 'low',
      nature: 'fact',
      column: a,
      stats: { other: b.name, cramers_v: v, rows },
      topics: [b.name, 'correlation', 'association'],
      weight: 0.4,
    }),
  )
}

function dependent(profile: TableProfile, { dependencies }: Relations, told: boolean, drafts: Drafts): FindingDraft[] {
  const broken = dependencies.filter(
    (found, k) => found.violations > 0 && !told && !isVariant(profile, found) && !isMirrored(dependencies, k),
  )
  const kept = dependencies.filter(({ violations }) => violations === 0)
  return [
    ...broken
      .toSorted((a, b) => a.violations / a.rows - b.violations / b.rows)
      .flatMap(({ from, to, rows, violations, examples }) => {
        const [first] = examples
        const detail = first
          ? `; ${drafts.lines([first.row], 1)} has ${quoted(profile.textOf(first.to, to.index))} for ${quoted(profile.textOf(first.from, from.index))}, elsewhere ${quoted(profile.textOf(first.expected, to.index))}`
          : ''
        return drafts.make({
          type: 'anomaly',
          key: `dependency:${from.name}:${to.name}`,
          summary: `\`${from.name}\` decides \`${to.name}\` in ${count(rows - violations)} of ${counted(rows, 'row')}, but not in ${count(violations)}${detail}`,
          severity: 'medium',
          nature: 'problem',
          advice: 'Check the rows that break the rule, and correct those that are wrong',
          confidence: 'medium',
          column: to,
          row: first?.row,
          rows: examples.map(({ row }) => row),
          count: violations,
          stats: { determinant: from.name, rows, violations },
          topics: [from.name, 'dependency', 'inconsistent'],
          weight: 0.7,
        })
      }),
    ...drafts.leftOut
      .first(kept, MOST_EACH, 'columns that decide another are listed')
      .flatMap(({ from, to, rows, sources }) =>
        drafts.make({
          type: 'pattern',
          key: `dependency:${from.name}:${to.name}`,
          summary: `\`${from.name}\` decides \`${to.name}\`: each of its ${counted(sources, 'value')} always goes with the same \`${to.name}\`, in all ${counted(rows, 'row')}`,
          severity: 'low',
          nature: 'fact',
          column: to,
          stats: { determinant: from.name, rows, violations: 0 },
          topics: [from.name, 'dependency'],
          weight: 0.35,
        }),
      ),
  ]
}

/** Only spelled differently: told of as variants. */
function isVariant({ textOf }: TableProfile, { to, from, examples }: ColumnDependency): boolean {
  const plain = (value: TableValue, column: ColumnProfile) => normalised(textOf(value, column.index))
  const respelled = (value: TableValue, column: ColumnProfile) =>
    column.merged.values?.some(other => other.count > value.count && plain(other, column) === plain(value, column)) ??
    false
  return examples.every(
    example =>
      plain(example.to, to) === plain(example.expected, to) ||
      respelled(example.from, from) ||
      respelled(example.to, to),
  )
}

/** The same rows break the dependency in the other direction, which stands before this one. */
function isMirrored(dependencies: readonly ColumnDependency[], index: number): boolean {
  const { from, to, examples } = dependencies[index]!
  const rows = new Set(examples.map(({ row }) => row))
  return dependencies
    .slice(0, index)
    .some(other => other.from === to && other.to === from && other.examples.some(({ row }) => rows.has(row)))
}

/** `shipped_at` before `ordered_at` in a few rows, while all others have it behind. */
function ordered({ orders }: Relations, drafts: Drafts): FindingDraft[] {
  return orders.flatMap(({ first, second, earlier, same, later, earlierRows, laterRows }) => {
    const total = earlier + same + later
    const usual = earlier > later
    const [odd, rows] = usual ? [later, laterRows] : [earlier, earlierRows]
    if (odd === 0 || total < 50 || odd > total * SELDOM || Math.max(earlier, later) < total * 0.5) return []
    const [before, behind] = usual ? [first, second] : [second, first]
    return drafts.make({
      type: 'anomaly',
      key: `date-before:${before.name}:${behind.name}`,
      summary: `\`${behind.name}\` lies before \`${before.name}\` in ${counted(odd, 'row')} (${percent(odd, total)}), in all others not: ${drafts.lines(rows)}`,
      severity: 'medium',
      nature: 'problem',
      advice: 'Check which of the two dates is wrong in these rows',
      column: behind,
      row: rows[0],
      count: odd,
      stats: { other: before.name, rows: total, violations: odd },
      topics: [before.name, 'order of dates', 'invalid'],
      weight: 0.8,
    })
  })
}

function normalised(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}
