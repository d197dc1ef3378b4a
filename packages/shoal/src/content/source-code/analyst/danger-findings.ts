// Turns what the security rules found into findings.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Goal } from '@shoal/base/model/goal'
import type { Danger } from '@shoal/flow/danger'
import type { CodeReading } from './reading.ts'
import { weigh } from './weigh.ts'

export function dangerFindings(
  dangers: readonly Danger[],
  goals: readonly Goal[],
  reading: CodeReading,
): FindingDraft[] {
  return dangers.map(({ rule, line, endLine, evidence, scope, severity, confidence, message, key, topics }) => ({
    type: 'vulnerability',
    key,
    summary: message,
    severity,
    confidence,
    nature: 'problem',
    line,
    endLine,
    evidence,
    scope: scope === 'module' ? scope : reading.scopeAt(line),
    rule,
    topics: [...new Set(['security', ...topics])],
    weight: weigh(goals, { security: 0.95, general: 0.75, otherwise: 0.5 }),
  }))
}
