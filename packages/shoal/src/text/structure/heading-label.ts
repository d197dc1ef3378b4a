// What a piece of a text with headings is called.
import type { SourceText } from '@shoal/base/model/source'
import { BLOCK_LEVEL, type Scope } from './outline.ts'
import type { Cut } from './piece-plan.ts'
import { scopeText } from './structured-cut.ts'

/** The first heading of the piece as it is written; for a piece that starts inside a section, that section's. */
export function headingLabel(source: SourceText, { mark, first }: Cut): string {
  if (mark.opens) return scopeText(source, mark.opens)
  const around = heading(mark.scope)
  if (around) return `${scopeText(source, around)} (continued)`
  return first ? scopeText(source, first) : 'top of the file'
}

function heading(scope: Scope | null): Scope | null {
  let at = scope
  while (at && at.level >= BLOCK_LEVEL) at = at.parent
  return at
}
