// Cuts source code between its definitions: a parser's outline where there is one, else the shape of the lines; packed
// into pieces of the wanted size by the cheapest path over all boundaries.
import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import type { Boundary } from '../../text/code/outline.ts'
import { pack, packInto } from '../../text/pack.ts'
import { aim } from './piece-count.ts'
import { describePieces } from './pieces.ts'
import { type Reading, readOutline } from './read-outline.ts'

/** A target of this many lines means "as full as the budget allows": pieces are packed by tokens alone. */
const SIZE_ONLY = 1e6
/** Pairs of boundaries up to which the exact number of pieces is searched for: a tenth of a second or two. */
const EXACT_SEARCH = 2e7
/** What each piece may cost more for the sake of the exact number. */
const EXACT_PRICE = 0.15
/** An import block over this share of the budget does not head every piece. */
const PREAMBLE_SHARE = 1 / 8

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  request.signal.throwIfAborted()
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: 'lines' }
  const reading = await readOutline(source, request)
  const { outline } = reading
  const notes = [...reading.notes]
  const importTokens = outline.imports ? reading.tokens(outline.imports.start, outline.imports.end) : 0
  const repeatsImports = importTokens <= request.maxTokens * PREAMBLE_SHARE
  if (!repeatsImports) notes.push(`The import block is too long (${importTokens} tokens) to head every chunk.`)
  const byLines = isFlat(reading, request)
  const boundaries = byLines ? lineBoundaries(reading, request) : outline.boundaries
  const chosen = byLines ? boundaries.map((_, i) => i) : choose(reading, request, repeatsImports ? importTokens : 0)
  const opener = outline.boundaries.find(boundary => boundary.opener)?.opener
  const preamble = [...(opener ? [opener] : []), ...(outline.imports && repeatsImports ? [outline.imports] : [])]
  return {
    lineCount: outline.lineCount,
    pieces: describePieces({ ...reading, outline: { ...outline, boundaries } }, chosen, {
      maxTokens: request.maxTokens,
      repeatsImports,
      byLines,
    }),
    overlap: outline.definitions === 0 ? request.sizing.overlap(request.sizing.target) : 0,
    ...(preamble.length > 0 ? { preamble } : {}),
    method: byLines ? 'lines' : reading.method,
    facts: {
      language: reading.language || null,
      parser: reading.method,
      import_lines: outline.imports ? [outline.imports.first, outline.imports.last] : null,
      definitions: outline.definitions,
    },
    notes,
  }
}

/** The indices of the boundaries to cut at. */
function choose(reading: Reading, request: CutRequest, importTokens: number): number[] {
  const { lineCount, boundaries, imports } = reading.outline
  const budget = request.maxTokens - importTokens
  const weighed = weigh(boundaries, reading)
  const end = { offset: weighed.total, line: lineCount + 1 }
  if (request.mode === 'whole' || request.sizing.target >= SIZE_ONLY) {
    // One piece owns its imports: nothing is borrowed, and the whole budget is there for it.
    if (weighed.total <= request.maxTokens) return [0]
    return pack(weighed.candidates, end, { measure: 'offsets', target: budget, max: budget, maxOffsets: budget })
  }
  const { pieces, target } = aim(lineCount, request)
  const uncounted = importTokens > 0 ? imports : null
  const limits = { measure: 'lines', target, max: request.sizing.max, maxOffsets: budget, uncounted } as const
  const natural = pack(weighed.candidates, end, limits)
  const pairs = boundaries.length * (boundaries.length / lineCount) * limits.max
  if (natural.length === pieces || pairs > EXACT_SEARCH) return natural
  const exact = packInto(weighed.candidates, end, limits, pieces)
  const price = (chosen: number[]) => chosen.reduce((sum, i) => sum + boundaries[i]!.cost, 0)
  return exact && price(exact) <= price(natural) + EXACT_PRICE * pieces ? exact : natural
}

/** The boundaries with the tokens before them as their offset, which is what the budget counts. */
function weigh(boundaries: readonly Boundary[], reading: Reading) {
  let total = 0
  const candidates = boundaries.map((boundary, i) => {
    const offset = total
    // From the line end before it: the estimate counts runs of blanks, and parts must not weigh less than the whole.
    total += reading.tokens(Math.max(0, boundary.offset - 1), boundaries[i + 1]?.offset ?? reading.size)
    return { offset, line: boundary.line, cost: boundary.cost }
  })
  return { candidates, total }
}

/** Nothing is defined in it and no statement is long, so no place to cut is better than another. */
function isFlat({ outline }: Reading, request: CutRequest): boolean {
  const { definitions, lineCount, boundaries } = outline
  const wantsPieces = request.mode !== 'whole' && lineCount > request.sizing.target && request.sizing.target < SIZE_ONLY
  return wantsPieces && definitions === 0 && boundaries.every(({ scope }) => scope === -1)
}

/** Every so many lines, between statements where they are known. */
function lineBoundaries({ outline, marks }: Reading, request: CutRequest): Boundary[] {
  const places = outline.boundaries.length > 1 ? outline.boundaries : marks.map(plainBoundary)
  const step = request.sizing.target
  const chosen = [places[0]!]
  let at = 0
  for (let wanted = step + 1; wanted <= outline.lineCount; wanted += step) {
    const distance = (k: number) => Math.abs(places[k]!.line - wanted)
    while (at + 1 < places.length && distance(at + 1) <= distance(at)) at++
    if (places[at] !== chosen.at(-1)) chosen.push(places[at]!)
  }
  return chosen
}

function plainBoundary({ offset, line }: Reading['marks'][number]): Boundary {
  return { offset, line, cost: 0, signature: null, scope: -1, continuation: false }
}
