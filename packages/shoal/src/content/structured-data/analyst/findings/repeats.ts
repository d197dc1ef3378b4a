// What occurs more than once and should not, what is spelled in several ways, and what never changes.
import type { FindingDraft } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import { sameEntities } from '../../../../text/cells/same-entities.ts'
import type { TableValue } from '../../../../text/table/table-value.ts'
import type { Cells } from '../cells.ts'
import { ID_NAME, isNamedKey } from '../column-type.ts'
import type { Drafts } from '../draft.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { about, count, counted, listed, percent, quoted } from '../words.ts'

/** A key that repeats more often than this is no key but a reference. */
const NEARLY_UNIQUE = 0.9
const MOST_VARIANTS = 5
/** So many times as frequent as another spelling is the usual one. */
const MORE = 4

export function repeatFindings(profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  return [
    ...duplicateRows(profile, drafts),
    ...sameThings(profile, cells, drafts),
    ...profile.columns.flatMap(column => [
      ...duplicateKeys(column, profile, drafts),
      ...variants(column, profile, cells, drafts),
    ]),
    ...constants(profile, drafts),
  ]
}

function duplicateRows({ table, columns }: TableProfile, drafts: Drafts): FindingDraft[] {
  const { distinct, repeated } = table.whole
  const surplus = table.rows - distinct
  if (surplus === 0 || table.rows < 2) return []
  // Rows of a few categories repeat by nature; rows with a key or many columns do not.
  const rare =
    surplus < table.rows * (1 - NEARLY_UNIQUE) && (columns.length >= 4 || columns.some(({ type }) => type === 'id'))
  const rows = repeated.examples.map(({ second }) => second)
  return drafts.make({
    type: 'anomaly',
    key: 'duplicate-rows',
    summary: `${about(table.whole, 'About ')}${counted(surplus, 'row')} of ${count(table.rows)} ${surplus === 1 ? 'repeats an earlier one' : 'repeat earlier ones'} cell for cell, the first at ${drafts.lines(rows, 1)} (${drafts.lines([repeated.examples[0]!.first], 1)} again)`,
    severity: rare ? 'medium' : 'low',
    nature: rare ? 'problem' : 'fact',
    advice: 'Remove the repeated rows, or add what tells them apart',
    row: rows[0]!,
    count: surplus,
    stats: { duplicate_rows: surplus, distinct_rows: distinct, repeated_rows: repeated.values, ...marked(table.whole) },
    topics: ['duplicates', 'duplicate rows'],
    weight: 0.8,
  })
}

/** Rows that tell of one thing in other words. */
function sameThings({ columns }: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const found = cells ? sameEntities(cells.table) : []
  if (!cells || found.length === 0) return []
  const textAt = (row: number, index: number) => {
    const { codes, values } = cells.table.columns[index]!
    return values[codes[row]!]?.text ?? ''
  }
  const texts = found.map(({ first, second, column }) => ({
    value: textAt(second, column),
    expected: textAt(first, column),
  }))
  const rows = found.map(({ second }) => second)
  return drafts.make({
    type: 'anomaly',
    key: 'same-entities',
    summary: `${counted(found.length, 'row')} ${found.length === 1 ? 'tells' : 'tell'} of the same as an earlier one, written differently: ${listed(texts.map(({ value, expected }) => `${quoted(value)} and ${quoted(expected)}`))} at ${drafts.lines(rows)}${cells.table.whole ? '' : ` (in the first ${counted(cells.table.rows, 'row')})`}`,
    severity: 'medium',
    confidence: 'medium',
    nature: 'problem',
    advice: 'Keep one row of each thing, and settle on one way to write it',
    column: columns[found[0]!.column]!,
    row: rows[0]!,
    rows,
    cells: texts,
    count: found.length,
    stats: { rows: found.slice(0, 100).map(({ first, second }) => [first + 1, second + 1]) },
    topics: ['duplicates', 'entities', 'spelling'],
    weight: 0.75,
  })
}

/** In figures: whether they rest on hashes. */
function marked({ about }: { readonly about: boolean }): { about?: true } {
  return about ? { about } : {}
}

/** The first id of a table, or a column called nothing but id: others refer to other tables and repeat by nature. */
function isKey({ type, name, index, format }: ColumnProfile, { columns }: TableProfile): boolean {
  if (type !== 'id') return false
  if (format === 'uuid' || /^(?:id|uuid|guid|key)$/i.test(name)) return true
  return columns.find(column => column.type === 'id')?.index === index && (ID_NAME.test(name) || index === 0)
}

function duplicateKeys(column: ColumnProfile, profile: TableProfile, drafts: Drafts): FindingDraft[] {
  const { merged, name, present, distinct } = column
  const { repeated } = merged
  if (repeated.values === 0 || distinct < present * NEARLY_UNIQUE || present < 10 || !isKey(column, profile)) return []
  const cells = present - distinct + repeated.values
  const values = repeated.examples.slice(0, 3).map(value => profile.textOf(value, column.index))
  const rows = repeated.examples.map(({ second }) => second)
  return drafts.make({
    type: 'anomaly',
    key: `duplicate-key:${name}`,
    summary: `${about(merged, 'About ')}${counted(repeated.values, 'value')} of \`${name}\` ${repeated.values === 1 ? 'occurs' : 'occur'} more than once (${counted(cells, 'row')}), such as ${listed(values.map(quoted))}; again at ${drafts.lines(rows)}`,
    // What only looks like a key may as well repeat by chance.
    severity: !isNamedKey(name) ? 'low' : column.index === 0 ? 'high' : 'medium',
    nature: 'problem',
    advice: 'Make the key unique, or take another column as the key',
    column,
    row: rows[0],
    rows,
    count: repeated.values,
    stats: { repeated_values: repeated.values, rows: cells, examples: values, ...marked(merged) },
    topics: ['duplicates', 'key', 'unique'],
    weight: 0.85,
  })
}

/** One category spelled in several ways: upper and lower case, spaces around it. */
function variants(column: ColumnProfile, profile: TableProfile, table: Cells | null, drafts: Drafts): FindingDraft[] {
  const { merged, type, name } = column
  if (!merged.values || (type !== 'category' && type !== 'text' && type !== 'boolean')) return []
  const groups = new Map<string, TableValue[]>()
  for (const value of merged.values) {
    // Of a long text only the start is known.
    if (value.length > value.start.length) continue
    const plain = profile.frame
      .decode(value.start)
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
    addTo(groups, plain, value)
  }
  // Two that are about as frequent may be two things.
  const spelled = [...groups.values()].filter(group => group.length > 1 && group[0]!.count >= group[1]!.count * MORE)
  if (spelled.length === 0) return []
  const rare = spelled.flatMap(group => group.slice(1)).sort((a, b) => a.first - b.first)
  const cells = rare.reduce((sum, value) => sum + value.count, 0)
  const words = spelled.slice(0, MOST_VARIANTS).map(group =>
    group
      .slice(0, 4)
      .map(value => `${quoted(profile.textOf(value, column.index))} ${count(value.count)} ×`)
      .join(', '),
  )
  return drafts.make({
    type: 'anomaly',
    key: `variants:${name}`,
    summary: `${counted(spelled.length, 'value')} of \`${name}\` ${spelled.length === 1 ? 'is' : 'are'} spelled in several ways: ${words.join('; ')}${spelled.length > MOST_VARIANTS ? ' …' : ''}`,
    severity: type === 'text' ? 'low' : 'medium',
    nature: 'problem',
    advice: 'Settle on one spelling for each value and rewrite the others',
    column,
    row: rare[0]!.first,
    ...variantCells(column, spelled, profile, table),
    count: cells,
    stats: {
      values: spelled.length,
      rows: cells,
      groups: spelled
        .slice(0, 10)
        .map(group => group.map(value => ({ value: profile.textOf(value, column.index), count: value.count }))),
    },
    topics: ['variants', 'spelling', 'case', 'whitespace', 'inconsistent'],
    weight: 0.7,
  })
}

/** Every cell that is not spelled as most are. */
function variantCells(
  { index }: ColumnProfile,
  spelled: readonly (readonly TableValue[])[],
  { textOf }: TableProfile,
  cells: Cells | null,
) {
  const usual = new Map(
    spelled.flatMap(([main, ...others]) => others.map(value => [textOf(value, index), textOf(main!, index)] as const)),
  )
  const rows = cells?.rowsWhere(index, ({ text }) => usual.has(text))
  if (!cells || !rows || rows.length === 0) return {}
  const column = cells.table.columns[index]!
  const texts = rows.map(row => column.values[column.codes[row]!]!.text)
  return { rows, cells: texts.map(value => ({ value, expected: usual.get(value)! })) }
}

function constants({ columns, table }: TableProfile, drafts: Drafts): FindingDraft[] {
  if (table.rows < 10) return []
  const constant = columns.filter(({ distinct, missingCells }) => distinct === 1 && missingCells === 0)
  if (constant.length === 0) return []
  const words = constant.map(({ name, top }) => `\`${name}\` ${quoted(top[0]?.value ?? '')}`)
  return drafts.make({
    type: 'pattern',
    key: `constant:${constant
      .map(({ name }) => name)
      .join(',')
      .slice(0, 200)}`,
    summary: `${counted(constant.length, 'column')} ${constant.length === 1 ? 'has' : 'have'} the same value in all ${counted(table.rows, 'row')}: ${listed(words, 5)}`,
    severity: 'low',
    nature: 'fact',
    column: constant[0]!,
    count: constant.length,
    stats: { columns: constant.map(({ name }) => name), share: percent(constant.length, columns.length) },
    topics: ['constant', ...constant.slice(0, 8).map(({ name }) => name)],
    weight: 0.3,
  })
}
