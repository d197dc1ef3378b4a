// Cuts XML, HTML and SVG between elements, below the wrappers they all stand in; start tags of the wrappers head later
// pieces.
import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { headingLabel } from '../../text/structure/heading-label.ts'
import { scanMarked } from '../../text/structure/marked-headings.ts'
import type { Mark, Scope } from '../../text/structure/outline.ts'
import type { Cut } from '../../text/structure/piece-plan.ts'
import { cutStructure, lineReader } from '../../text/structure/structured-cut.ts'
import { readElements } from '../../text/structure/xml.ts'
import { commandMarks, dialectOf } from './dialect.ts'

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  const marks = commandMarks(source, request.language)
  if (marks) {
    const read = lineReader(scanMarked(marks))
    return cutStructure(source, request, { read, method: 'headings', kind: 'sections', label: headingLabel })
  }
  const html = dialectOf(source, request.language) === 'html'
  const cutting = await cutStructure(source, request, {
    read: (text, outline, signal) => readElements(text, outline, signal, html),
    method: 'elements',
    kind: 'elements',
    label,
  })
  return { ...cutting, facts: { dialect: html ? 'html' : 'xml' } }
}

/** `<entry> 201-400`: the elements that start in the piece, counted among their siblings. */
function label(source: SourceText, { mark, first }: Cut, next: Mark | null): string {
  const scope = mark.opens ?? (mark.offset === 0 ? (next?.opens ?? first) : null)
  if (!scope) return mark.scope ? `${tagOf(source, mark.scope)} (continued)` : `line ${mark.line}`
  const from = mark.opens ? mark.opens.ordinal : 1
  const to = lastSibling(scope, next)
  const tag = tagOf(source, scope)
  return to > from ? `${tag} ${from}-${to}` : `${tag} ${from}`
}

/** The ordinal of the last sibling of `scope` that starts before `next`. */
function lastSibling(scope: Scope, next: Mark | null): number {
  for (let at: Scope | null = next?.opens ?? next?.scope ?? null; at; at = at.parent) {
    if (at.parent === scope.parent) return at === next?.opens ? at.ordinal - 1 : at.ordinal
  }
  return scope.parent?.children ?? scope.ordinal
}

function tagOf(source: SourceText, scope: Scope): string {
  const text = source.text(scope.start, Math.min(scope.end, scope.start + 2048))
  return `<${/<([^\s<>/!?]+)/.exec(text)?.[1] ?? '?'}>`
}
