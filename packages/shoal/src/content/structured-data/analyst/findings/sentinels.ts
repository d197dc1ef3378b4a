// Numbers and dates that probably stand for "missing".
import type { FindingDraft } from '@shoal/base/model/finding'
import { isNumber, isTime } from '../../../../text/table/classes.ts'
import type { Cells } from '../cells.ts'
import type { Drafts } from '../draft.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { sentinelText } from '../sentinels.ts'
import { count, counted, listed, percent } from '../words.ts'

export function sentinelFindings({ columns }: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  return columns.flatMap(column => standIns(column, cells, drafts))
}

function standIns(column: ColumnProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const { name, numbers, times, type, present } = column
  const dated = type === 'date' || type === 'datetime'
  const sentinels = (dated ? times : numbers)?.sentinels ?? []
  if (sentinels.length === 0) return []
  const total = sentinels.reduce((sum, { count }) => sum + count, 0)
  const rows = sentinels.flatMap(({ row }) => row ?? []).sort((a, b) => a - b)
  const [first, ...others] = sentinels
  const known = new Set(sentinels.map(({ value }) => value))
  const all = cells?.rowsWhere(
    column.index,
    ({ kind, value }) => (dated ? isTime(kind) : isNumber(kind)) && known.has(value),
  )
  const words = [
    `${counted(first!.count, dated ? 'date' : 'value')} of \`${name}\` are ${sentinelText(first!.value, type)}`,
    ...others.map(({ value, count: n }) => `${count(n)} are ${sentinelText(value, type)}`),
  ]
  return drafts.make({
    type: 'missing_data',
    key: `sentinel:${name}`,
    summary: `${listed(words, words.length)} (${percent(total, present)}${rows.length > 0 ? `; first at ${drafts.lines(rows, 1)}` : ''}): ${sentinels.length === 1 ? 'it probably stands' : 'they probably stand'} for missing${dated ? ' or unlimited' : ''}. ${dated ? 'The range counts them' : 'Mean, range and quantiles count them; outliers, jumps and correlations leave them out'}`,
    severity: 'medium',
    nature: 'problem',
    advice: 'Leave cells without a value empty, or write down what stands for a missing one',
    confidence: 'medium',
    column,
    row: rows[0],
    ...(all && all.length > 0 && { rows: all }),
    count: total,
    stats: {
      values: sentinels.map(({ value, count: n }) => ({ value: dated ? sentinelText(value, type) : value, count: n })),
      share: total / present,
    },
    topics: ['missing', 'sentinel', 'outliers'],
    weight: 0.8,
  })
}
