// What the categories of a table are, the most telling first: facts that help to understand the file.
import type { FindingDraft } from '@shoal/base/model/finding'
import { cutShares } from '../../../../text/left-out.ts'
import type { Drafts } from '../draft.ts'
import { barsOf } from '../panels.ts'
import type { TableProfile } from '../profile.ts'
import { isCategory } from '../relations.ts'
import { count, counted, percent, quoted } from '../words.ts'

const MOST = 8
const MOST_VALUES = 50

export function categoryFindings(profile: TableProfile, drafts: Drafts): FindingDraft[] {
  const categories = profile.columns.filter(
    column => isCategory(column) && column.distinct <= MOST_VALUES && column.present >= 5,
  )
  return drafts.leftOut.first(categories, MOST, 'columns with few values are listed').flatMap(column => {
    const shown = column.top.slice(0, 4).map(({ value, count: n }) => `${quoted(value)} ${percent(n, column.present)}`)
    const more = column.distinct - shown.length
    return drafts.make({
      type: 'distribution',
      key: `distribution:${column.name}`,
      summary: `\`${column.name}\` has ${counted(column.distinct, 'value')} in ${count(column.present)} rows: ${shown.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`,
      severity: 'low',
      nature: 'fact',
      column,
      row: column.top[0]?.row,
      count: column.present,
      ...cutShares(
        column.top.map(({ value, count: n }) => ({ value: value.slice(0, 120), count: n })),
        MOST_VALUES,
        column.distinct,
      ),
      topics: ['distribution', ...column.top.slice(0, 4).map(({ value }) => value.slice(0, 40))],
      weight: 0.4,
      panel: barsOf(column),
    })
  })
}
