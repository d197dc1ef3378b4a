// Cells that look wrong: one finding per column and kind, with every cell and what should stand there.
import type { FindingDraft } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import { isMissing, type Suspect, type Suspicion } from '../../../../text/cells/cell-table.ts'
import type { Cells } from '../cells.ts'
import type { Drafts } from '../draft.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { count, counted, listed, quoted } from '../words.ts'
import { tellsMissing } from './missing.ts'

type Told = Exclude<Suspicion, 'stray'>

export function suspectFindings(profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  if (!cells) return []
  const groups = new Map<string, Suspect[]>()
  for (const suspect of cells.suspects) {
    if (suspect.kind === 'stray' || isToldAsMissing(suspect, profile, cells)) continue
    const by = suspect.kind === 'dependency' ? 'x' : ''
    const key = `${suspect.kind}:${suspect.column}:${by}`
    addTo(groups, key, suspect)
  }
  return [...groups.values()].flatMap(group => finding(profile, cells, group, drafts))
}

/** Cells without a value are told with all others of their column. */
function isToldAsMissing({ kind, column, row }: Suspect, { columns, table }: TableProfile, cells: Cells): boolean {
  if (kind !== 'lacking' && kind !== 'missing-word') return false
  const own = cells.table.columns[column]!
  const value = own.values[own.codes[row]!]
  return value !== undefined && isMissing(value) && cells.table.whole && tellsMissing(columns[column]!, table.rows)
}

function finding(profile: TableProfile, cells: Cells, group: readonly Suspect[], drafts: Drafts): FindingDraft[] {
  const kind = group[0]!.kind as Told
  const column = profile.columns[group[0]!.column]!
  const own = cells.table.columns[column.index]!
  const textAt = ({ row }: Suspect) => own.values[own.codes[row]!]?.text ?? ''
  const seen = new Set<string>()
  const examples = group.flatMap(suspect => {
    const value = textAt(suspect)
    if (seen.has(value)) return []
    seen.add(value)
    return [
      suspect.expected === undefined || kind === 'missing-word'
        ? quoted(value)
        : `${quoted(value)} for ${quoted(suspect.expected)}`,
    ]
  })
  const by = group.find(suspect => suspect.by !== undefined)?.by
  const other = by === undefined ? null : profile.columns[by]!
  const { says, advice, severity, weight, confidence } = KINDS[kind]
  const place = cells.table.whole ? '' : ` (in the first ${counted(cells.table.rows, 'row')})`
  const rows = group.map(({ row }) => row)
  return drafts.make({
    type: 'anomaly',
    key: kind === 'dependency' ? `dependency:${other!.name}:${column.name}` : `${kind}:${column.name}`,
    summary: `${says(group.length, column, other)}: ${listed(examples)} at ${drafts.lines(rows)}${place}`,
    severity,
    confidence,
    nature: 'problem',
    advice,
    column,
    row: rows[0],
    rows,
    cells: group.map(suspect => ({
      value: textAt(suspect),
      ...(suspect.expected !== undefined && { expected: suspect.expected }),
    })),
    count: group.length,
    stats: {
      count: group.length,
      rows: cells.table.rows,
      ...(other && { other: other.name }),
      examples: [...seen].slice(0, 5),
    },
    topics: [...(other ? [other.name] : []), kind, 'invalid', 'inconsistent'],
    weight,
  })
}

interface Kind {
  says(n: number, column: ColumnProfile, other: ColumnProfile | null): string
  readonly advice: string
  readonly severity: FindingDraft['severity']
  readonly confidence: FindingDraft['confidence']
  readonly weight: number
}

const is = (n: number, one: string, many: string) => (n === 1 ? one : many)
const sure = { severity: 'medium', confidence: 'high' } as const
const likely = { severity: 'medium', confidence: 'medium' } as const

const KINDS: Readonly<Record<Told, Kind>> = {
  typo: {
    ...likely,
    says: (n, { name }) => `${counted(n, 'value')} of \`${name}\` ${is(n, 'looks', 'look')} mistyped`,
    advice: 'Correct the values that are a few letters away from a frequent one',
    weight: 0.78,
  },
  format: {
    ...sure,
    says: (n, { name, present }) =>
      `${counted(n, 'value')} of \`${name}\` ${is(n, 'is', 'are')} written in another form than the other ${count(present - n)}`,
    advice: 'Write all values of the column in one form and one unit',
    weight: 0.76,
  },
  merged: {
    ...sure,
    says: (n, { name }, other) =>
      `${counted(n, 'cell')} of \`${name}\` and \`${other?.name ?? ''}\` ${is(n, 'holds', 'hold')} two fields in one, or none`,
    advice: 'Split the cells that hold two fields',
    weight: 0.77,
  },
  swapped: {
    ...sure,
    says: (n, { name }, other) =>
      `${counted(n, 'cell')} of \`${name}\` ${is(n, 'holds', 'hold')} what belongs in \`${other?.name ?? ''}\`, and the other way round`,
    advice: 'Put these cells into each other’s column',
    weight: 0.8,
  },
  'missing-word': {
    ...sure,
    severity: 'low',
    says: (n, { name }) =>
      `${counted(n, 'cell')} of \`${name}\` ${is(n, 'holds', 'hold')} a word that stands for a missing value`,
    advice: 'Leave cells without a value empty, in one way for the whole table',
    weight: 0.62,
  },
  century: {
    ...sure,
    says: (n, { name }) =>
      `${counted(n, 'date')} of \`${name}\` ${is(n, 'lies', 'lie')} a century away from the others`,
    advice: 'Correct the century of these dates',
    weight: 0.8,
  },
  decimal: {
    ...likely,
    says: (n, { name }) =>
      `${counted(n, 'value')} of \`${name}\` ${is(n, 'is', 'are')} a power of ten away from all others`,
    advice: 'Check the decimal point of these values',
    weight: 0.74,
  },
  dependency: {
    ...likely,
    says: (n, { name }, other) =>
      `\`${other?.name ?? ''}\` decides \`${name}\`, but ${counted(n, 'row')} ${is(n, 'says', 'say')} otherwise than the rest of the group`,
    advice: 'Check the rows that break the rule, and correct those that are wrong',
    weight: 0.75,
  },
  lacking: {
    ...likely,
    severity: 'low',
    says: (n, { name }, other) =>
      `${counted(n, 'cell')} of \`${name}\` ${is(n, 'is', 'are')} empty though \`${other?.name ?? ''}\` says elsewhere what belongs there`,
    advice: 'Fill in the value that the other rows of the group have',
    weight: 0.65,
  },
}
