// What a run's definition says of it. Apart from what carries it out, so that looking at runs loads little.

import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'

/** The name of the pattern that a run was started with; `analyze` for an analysis, `ask` for a question, `run` for another origin. */
export function patternOf(definition: Json): string {
  if (isRecord(definition) && definition.kind === 'analyze') return 'analyze'
  if (isRecord(definition) && definition.kind === 'ask') return 'ask'
  if (isRecord(definition) && definition.kind === 'planning') return String(definition.pattern)
  const { pattern } = specOf(definition)
  return typeof pattern === 'string' ? pattern : 'run'
}

/** Plans are decided on by a program; people decide only what it leaves to them. */
export function hasReviewer(definition: Json): boolean {
  return specOf(definition).reviewer !== undefined
}

function specOf(definition: Json): Readonly<Record<string, unknown>> {
  const file = isRecord(definition) ? definition.file : null
  const spec = isRecord(file) ? file.spec : null
  return isRecord(spec) ? spec : {}
}
