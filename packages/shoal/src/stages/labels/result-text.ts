// Counts of labels as a model or an agent is told them: all labels, the groups, who has most of each, and examples with their places.
import type { LabelTally } from '@shoal/base/model/label'
import { pushAll } from '@shoal/base/model/lists'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { UNLABELLED } from './label-set.ts'
import { countOf, totalOf } from './tally.ts'
import { percent, tellTally } from './tell-tally.ts'

export interface ToldResult extends LabelTally {
  readonly judged: string
  /** Labels that were chosen. */
  readonly own: readonly string[]
  readonly groupBy: string | null
  /** Who labelled. */
  readonly by: string
  readonly different: number
  readonly empty: number
  readonly wordings: readonly { readonly label: string; readonly text: string; readonly count: number }[]
  readonly examples: readonly {
    readonly label: string
    readonly path: string
    readonly line: number
    readonly text: string
  }[]
}

const MOST_GROUPS = 40
const FEW_GROUPS = 12

/** In at most `room` characters: of groups and examples the first; all that is different, or else examples. */
export function labelResult(result: ToldResult, room: number): string {
  const { total, counts, groups, own, groupBy, by, judged, different, empty } = result
  const head = [
    `${plural(total, 'record')} (${formatCount(different)} different), each judged by ${by} and counted by code: ${judged}`,
    'label | records | share',
    ...counts.map(({ label, count }) => `${label} | ${count} | ${percent(count, total)}`),
    ...own.filter(name => counts.every(({ label }) => label !== name)).map(name => `${name} | 0 | 0%`),
    ...(countOf(counts, [UNLABELLED]) > 0
      ? [`${UNLABELLED}: no usable label was given, although asked for twice`]
      : []),
    ...(empty > 0 ? [`${plural(empty, 'record')} without any text left out`] : []),
  ]
  // Of few groups the table shows it.
  if (groupBy !== null && groups.length > FEW_GROUPS) {
    const top = (label: string) =>
      tellTally(result, [{ tell: 'top', labels: [label], perGroup: true, byShare: false, n: 3 }], { own, groupBy })
    head.push('')
    pushAll(head, own.flatMap(top))
  }
  const table = groupBy === null ? [] : groupTable(groups, counts, groupBy)
  const examples = result.examples.map(
    ({ label, path, line, text }) => `${label} ${printable(path)}:${line}| ${printable(text)}`,
  )
  const spare = room - head.join('\n').length
  const half = table.length > 0 ? spare / 2 : spare
  const all = ['label | records | each different record', ...wordingLines(result)]
  const isAll = all.length > 1 && all.join('\n').length <= half
  const shownExamples = isAll ? all : fitting(['Examples:', ...examples], half)
  const shownTable = fitting(table, spare - shownExamples.join('\n').length - 40)
  const left = groups.length - Math.max(0, shownTable.length - 1)
  const more = groupBy !== null && left > 0 ? [`and ${formatCount(left)} more of ${formatCount(groups.length)}`] : []
  return [
    ...head,
    ...(shownTable.length > 0 ? ['', ...shownTable, ...more] : []),
    ...(shownExamples.length > 1 ? ['', ...shownExamples] : []),
  ].join('\n')
}

/** By label, those that most records are first. */
function wordingLines({ wordings, counts }: Pick<ToldResult, 'wordings' | 'counts'>): string[] {
  const order = new Map(counts.map(({ label }, k) => [label, k]))
  return [...wordings]
    .sort((a, b) => order.get(a.label)! - order.get(b.label)! || b.count - a.count)
    .map(({ label, text, count }) => `${label} | ${count} | ${printable(text.replace(/\s+/g, ' '))}`)
}

function groupTable(groups: LabelTally['groups'], counts: LabelTally['counts'], groupBy: string): string[] {
  const labels = counts.map(({ label }) => label)
  return [
    [printable(groupBy), ...labels, 'records'].join(' | '),
    ...groups.slice(0, MOST_GROUPS).map(({ group, counts: own }) => {
      const total = totalOf(own)
      const cells = labels.map(label => countOf(own, [label])).map(count => `${count} (${percent(count, total)})`)
      return [group === '' ? '(none)' : printable(group), ...cells, total].join(' | ')
    }),
  ]
}

function fitting(lines: readonly string[], room: number): string[] {
  let used = 0
  return lines.filter(line => {
    used += line.length + 1
    return used <= room
  })
}
