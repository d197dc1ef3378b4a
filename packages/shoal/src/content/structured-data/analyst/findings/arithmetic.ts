// Columns that follow from two others, and the rows that do not keep to it.
import type { FindingDraft } from '@shoal/base/model/finding'
import { computed, type RuleCheck } from '../arithmetic.ts'
import type { Drafts } from '../draft.ts'
import { count, counted, figure } from '../words.ts'

/** Beyond this the sample was not like the rest, and there is no rule. */
const MOST_BROKEN = 0.05
const FEW_BROKEN = 0.02

export function arithmeticFindings(checks: readonly RuleCheck[], drafts: Drafts): FindingDraft[] {
  return checks.flatMap(({ rule, rows, broken, examples }) => {
    if (broken > rows * MOST_BROKEN) return []
    const { a, b, c, op } = rule
    const formula = `\`${a.name}\` ${op} \`${b.name}\``
    const shared = {
      key: `arithmetic:${c.name}`,
      column: c,
      topics: [a.name, b.name, 'arithmetic', 'inconsistent'],
      stats: {
        columns: [a.name, b.name],
        operation: { '×': 'product', '+': 'sum', '−': 'difference' }[op],
        rows,
        exceptions: broken,
      },
    }
    if (broken === 0)
      return drafts.make({
        ...shared,
        type: 'pattern',
        summary: `\`${c.name}\` is ${formula} in all ${counted(rows, 'row')} that have all three`,
        severity: 'low',
        nature: 'fact',
        weight: 0.4,
      })
    const [first] = examples
    return drafts.make({
      ...shared,
      type: 'anomaly',
      summary: `\`${c.name}\` is not ${formula} in ${count(broken)} of ${counted(rows, 'row')}, at ${drafts.lines(examples.map(({ row }) => row))}: ${figure(first!.c)} where ${figure(first!.a)} ${op} ${figure(first!.b)} is ${figure(Number(computed(op, first!.a, first!.b).toPrecision(12)))}`,
      severity: broken <= Math.max(3, rows * FEW_BROKEN) ? 'medium' : 'low',
      nature: 'problem',
      advice: 'Compute the column again, or correct the values that it is made from',
      row: first!.row,
      rows: examples.map(({ row }) => row),
      count: broken,
      weight: 0.75,
    })
  })
}
