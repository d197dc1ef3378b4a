// Turns chosen boundaries into pieces: what each holds, what it is called, and which lines it borrows.
import type { Piece } from '@shoal/base/model/chunk'
import type { Extent } from '@shoal/base/model/source'
import type { Boundary, Outline } from '../../text/code/outline.ts'
import type { Reading } from './read-outline.ts'

interface Terms {
  /** What a piece may weigh with all that it borrows. */
  readonly maxTokens: number
  readonly repeatsImports: boolean
  readonly byLines: boolean
}

const NAMED = 3
/** Lines behind the imports that go without saying. */
const MOSTLY_IMPORTS = 10

export function describePieces(reading: Reading, chosen: readonly number[], terms: Terms): Piece[] {
  const { outline } = reading
  return chosen.map((from, k) => {
    const to = chosen[k + 1] ?? outline.boundaries.length
    const start = outline.boundaries[from]!
    const end = outline.boundaries[to]
    const last = end ? end.line - 1 : outline.lineCount
    const preamble = borrow(start, end?.offset ?? reading.size, reading, terms)
    const tail = end ? closing(end, outline) : ''
    return {
      start: start.offset,
      line: start.line,
      kind: terms.byLines ? 'lines' : kindOf(outline.boundaries, from, to),
      label: terms.byLines ? `lines ${start.line}-${last}` : labelOf(outline, from, to, last),
      ...(start.continuation ? { continuation: true } : {}),
      ...(preamble.length > 0 ? { preamble } : {}),
      ...(tail ? { tail } : {}),
    }
  })
}

function kindOf(boundaries: readonly Boundary[], from: number, to: number): string {
  const start = boundaries[from]!
  if (start.continuation) return 'statements'
  if (start.scope >= 0) return 'members'
  for (let i = from; i < to; i++) if (boundaries[i]!.signature) return 'definitions'
  return 'statements'
}

function labelOf(outline: Outline, from: number, to: number, last: number): string {
  const { boundaries, imports } = outline
  const start = boundaries[from]!
  const names: string[] = []
  let more = 0
  for (let i = from; i < to; i++) {
    const boundary = boundaries[i]!
    if (!boundary.signature || isInside(boundary, start, outline)) continue
    if (names.length < NAMED) names.push(nameOf(boundary, outline))
    else more++
  }
  const listed = names.join(', ') + (more > 0 ? ` (+${more})` : '')
  if (start.continuation && !start.signature) {
    const name = scopeNames(start.scope, outline)
    return [`${name || 'code'} (continued)`, listed].filter(Boolean).join(', ')
  }
  if (listed) return listed
  if (!imports || imports.first > last || imports.last < start.line) return `lines ${start.line}-${last}`
  return last - imports.last <= MOSTLY_IMPORTS ? 'imports' : `imports, lines ${imports.last + 1}-${last}`
}

/** It belongs to something that starts in the same piece and is named there already. */
function isInside(boundary: Boundary, start: Boundary, { scopes }: Outline): boolean {
  for (let scope = boundary.scope; scope >= 0; scope = scopes[scope]!.parent) {
    // Those around it start before it.
    if (scopes[scope]!.name !== null) return scopes[scope]!.header.first >= start.line
  }
  return false
}

function nameOf({ signature, scope }: Boundary, outline: Outline): string {
  const { word, name } = signature!
  const within = scopeNames(scope, outline)
  return within ? `${within}.${name}` : `${word} ${name}`
}

/** The names of the enclosing scopes, outermost first; no more than two, so that a label stays one. */
function scopeNames(scope: number, { scopes }: Outline): string {
  const names: string[] = []
  for (let at = scope; at >= 0 && names.length < 2; at = scopes[at]!.parent) {
    const { name } = scopes[at]!
    if (name) names.unshift(name)
  }
  return names.join('.')
}

/** Closes what is still open where a piece ends, innermost first. */
function closing(end: Boundary, { scopes }: Outline): string {
  const marks: string[] = []
  for (let at = end.scope; at >= 0; at = scopes[at]!.parent) if (scopes[at]!.close) marks.push(`${scopes[at]!.close}\n`)
  return marks.join('')
}

/** The import block and the headers of what the piece starts inside of, as far as it has room and does not own them. */
function borrow(start: Boundary, end: number, reading: Reading, terms: Terms): Extent[] {
  const { outline, tokens } = reading
  const wanted: Extent[] = []
  if (start.opener) pushBefore(wanted, start.opener, start)
  // Where text stands instead of code, imports would be text.
  if (outline.imports && terms.repeatsImports && start.opener !== null) pushBefore(wanted, outline.imports, start)
  for (let at = start.scope; at >= 0; at = outline.scopes[at]!.parent)
    pushBefore(wanted, outline.scopes[at]!.header, start)
  if (wanted.length === 0) return wanted
  let room = terms.maxTokens - tokens(start.offset, end)
  const borrowed = wanted.filter(extent => {
    room -= tokens(extent.start, extent.end)
    return room >= 0
  })
  borrowed.sort((a, b) => a.start - b.start || b.end - a.end)
  return borrowed.filter((extent, i) => i === 0 || extent.start >= borrowed[i - 1]!.end)
}

/** The part of `extent` that stands before the piece. */
function pushBefore(extents: Extent[], extent: Extent, piece: Boundary): void {
  if (extent.end <= piece.offset) extents.push(extent)
  else if (extent.start < piece.offset) extents.push({ ...extent, end: piece.offset, last: piece.line - 1 })
}
