// The one line that reaches the lead of a task that was read (S4): `Chunk 3/10 complete: 4 findings (2 high, 1 medium, 1 low)`.
import type { Finding } from '@shoal/base/model/finding'
import type { PlannedTask } from '@shoal/base/model/plan'
import { plural } from '@shoal/base/text/printable'

/** Facts are no problems of low severity: they are told apart where there are some. */
export function taskLine(
  { id, chunk, batch }: Pick<PlannedTask, 'id' | 'chunk' | 'batch'>,
  findings: readonly Pick<Finding, 'severity' | 'nature'>[],
): string {
  const problems = findings.filter(({ nature }) => nature !== 'fact')
  const of = (severity: Finding['severity']) => problems.filter(one => one.severity === severity).length
  const facts = findings.length - problems.length
  const parts = [`${of('high')} high`, `${of('medium')} medium`, `${of('low')} low`]
  if (facts > 0) parts.push(plural(facts, 'fact'))
  const many = batch && batch.files.length > 1
  const what = chunk
    ? `Chunk ${chunk.index}/${chunk.of}`
    : many
      ? `Batch of ${plural(batch.files.length, 'file')}`
      : `File of ${id}`
  return `${what} complete: ${plural(findings.length, 'finding')} (${parts.join(', ')})`
}
