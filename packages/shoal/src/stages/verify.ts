// The evidence gate. Every quote is looked up in its source before it is believed; what is not there is rejected and
// listed. It serves programs and models alike and has no switch. Secrets leave it masked.
import type { Answer, AnswerDraft, ChunkSpan, FileAbout } from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import type { CellPlace, Finding, FindingDraft, Place, PlaceDraft } from '@shoal/base/model/finding'
import type { Brief } from '@shoal/base/model/question'
import type { RejectedQuote, Verification } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import type { FileSecrets } from '../text/gate/file-secrets.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { hashText } from '../text/hash.ts'
import { charactersOf } from '../text/quotes/characters.ts'
import { type Claim, isTelling, locateQuotes } from '../text/quotes/locate.ts'
import { normaliseQuote } from '../text/quotes/normalise.ts'
import type { Spot } from '../text/quotes/search.ts'
import { relevanceTo } from './rank.ts'

export interface GateContext {
  /** The file. Its chunks lead to lines without reading it from the start; they may be left out. */
  readonly about: Pick<FileAbout, 'path' | 'contentType' | 'chunks'>
  /** Whose findings these are. What really stands outside its body belongs to another chunk. Null: the whole file. */
  readonly chunk: ChunkSpan | null
  readonly brief: Brief
  /** Secrets of the file, hidden wherever they are repeated. Without it, only what shows by itself to be one. */
  readonly secrets?: FileSecrets
  readonly signal: AbortSignal
}

export interface Gated {
  /** Verified and masked, in the order they came. */
  readonly findings: readonly Finding[]
  /** Verified, but standing in borrowed context: their own chunk counts them. Not part of `verification`. */
  readonly borrowed: readonly Finding[]
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
  /** The drafts of `rejected`, in the same order. */
  readonly rejectedDrafts: readonly FindingDraft[]
}

/**
 * - exact on its line, or the same but for white space and Unicode form: verified, the evidence as the file has it
 * - elsewhere in the chunk or file: verified at the place nearest to its line, and counted as relocated
 * - nowhere: rejected; so are quotes with fewer than three letters and digits that do not stand on their line
 */
export async function verifyFindings(
  drafts: readonly FindingDraft[],
  source: SourceText,
  context: GateContext,
): Promise<Gated> {
  // The other places of all drafts follow behind the first ones.
  const claims = [...drafts, ...drafts.flatMap(({ more = [] }) => more)].map(asClaim)
  const spots = await locate(claims, source, context)
  const characters = charactersOf(spots, source)
  let nextMore = drafts.length
  const relevance = relevanceTo(context.brief)
  const ids = new IdMaker(context.about)
  const findings: Finding[] = []
  const borrowed: Finding[] = []
  const rejected: RejectedQuote[] = []
  const rejectedDrafts: FindingDraft[] = []
  let relocated = 0
  let verified = 0
  const placeAt = (k: number, said: PlaceDraft): Place | null => {
    const spot = spots[k]
    return spot ? placeOf(said, { ...spot, character: characters[k] }, source, context) : null
  }
  for (const [k, draft] of drafts.entries()) {
    const { more = [] } = draft
    const others = more.map((said, n) => ({ said, place: placeAt(nextMore + n, said) }))
    nextMore += more.length
    const first = placeAt(k, draft)
    const lost = others.flatMap(({ said, place }) => (place ? [] : [{ ...draft, ...said }]))
    for (const missing of first ? lost : [draft]) {
      rejected.push(rejection(missing, context))
      rejectedDrafts.push(missing)
    }
    if (!first) continue
    const places = [first, ...others.flatMap(({ place }) => place ?? []), ...(draft.placed ?? [])]
    const finding = finished(draft, places, context, ids)
    const own = isOwn(spots[k]!, source, context.chunk)
    ;(own ? findings : borrowed).push({ ...finding, relevance: relevance(finding) })
    if (!own) continue
    verified += places.length
    relocated += [{ said: draft, place: first }, ...others].filter(
      ({ said, place }) => place && place.line !== said.line,
    ).length
  }
  return {
    findings,
    borrowed,
    rejected,
    rejectedDrafts,
    verification: { quotes: verified + rejected.length, verified, relocated, rejected: rejected.length },
  }
}

/** Anchors that stand where they say or elsewhere in the file, masked; the others are dropped. They are no claims yet
 * and so are not counted: what the synthesis across types makes of them is. */
export async function verifyAnchors(
  anchors: readonly Anchor[],
  source: SourceText,
  context: GateContext,
): Promise<Anchor[]> {
  const spots = await locate(anchors, source, context)
  const characters = charactersOf(spots, source)
  return anchors.flatMap(({ at: _, ...anchor }, k) => {
    const spot = spots[k]
    if (!spot || !isOwn(spot, source, context.chunk)) return []
    return [
      shownValue(
        { ...anchor, line: spot.line, ...onCharacter(characters[k]), quote: spot.text },
        context.secrets?.known,
      ),
    ]
  })
}

/**
 * Answers whose quotes stand in the file, masked. One that loses a quote loses its standing with it: it is dropped when
 * none is left, and doubted when some are. Not counted, for their quotes are those of findings or figures.
 */
export async function verifyAnswers(
  answers: readonly AnswerDraft[],
  source: SourceText,
  context: GateContext,
): Promise<Answer[]> {
  const claims = answers.flatMap(({ evidence }) => evidence)
  const spots = await locate(claims, source, { ...context, chunk: null })
  const characters = charactersOf(spots, source)
  let next = 0
  return answers.flatMap(({ evidence, ...answer }) => {
    const found = evidence.flatMap(() => {
      const spot = spots[next++]
      return spot ? [{ ...spot, character: characters[next - 1] }] : []
    })
    if (evidence.length > 0 && found.length === 0) return []
    const share = evidence.length === 0 ? 1 : found.length / evidence.length
    return [
      shownValue(
        {
          ...(context.secrets?.words.hide(answer) ?? answer),
          relevance: answer.relevance * (0.5 + share / 2),
          evidence: found.map(spot => ({
            path: context.about.path,
            line: spot.line,
            ...onCharacter(spot.character),
            quote: context.secrets?.mask(spot, source) ?? spot.text,
          })),
        },
        context.secrets?.known,
      ),
    ]
  })
}

async function locate(
  claims: readonly Claim[],
  source: SourceText,
  { about, chunk, secrets, signal }: GateContext,
): Promise<(Spot | null)[]> {
  const { unit } = source.encoding
  const spots = await locateQuotes(claims, source, {
    milestones: about.chunks.map(({ startLine, startByte }) => ({ line: startLine, offset: startByte / unit })),
    first: chunk && { start: chunk.startByte / unit, end: Math.ceil(chunk.endByte / unit), line: chunk.startLine },
    signal,
  })
  secrets?.learn(spots, source)
  return spots
}

function asClaim({ line, evidence, at }: PlaceDraft): Claim {
  return { line, quote: evidence, ...(at === undefined ? {} : { at }) }
}

/** Where a quote really stands, as the file has it, secrets masked. */
function placeOf(
  { line, endLine = line, cell }: PlaceDraft,
  spot: Spot & { readonly character: number | undefined },
  source: SourceText,
  { about, secrets }: GateContext,
): Place {
  const evidence = shownValue(secrets?.mask(spot, source) ?? spot.text, secrets?.known)
  return {
    path: about.path,
    line: spot.line,
    ...onCharacter(spot.character),
    endLine: Math.max(spot.endLine, spot.line + endLine - line),
    evidence,
    ...(cell && { cell: shownCell(cell, evidence === spot.text, secrets) }),
    chunkId: chunkAt(spot, source, about.chunks)?.id ?? null,
  }
}

/** Where something of the row was masked, the texts of the cell might tell it. */
function shownCell(cell: CellPlace, isPlain: boolean, secrets: FileSecrets | undefined): CellPlace {
  const { row, column } = cell
  if (!isPlain) return { row, column }
  const shown = shownValue(cell, secrets?.known)
  return secrets?.words.hide(shown) ?? shown
}

function finished(
  {
    endLine: _,
    count = 1,
    weight = 0.5,
    at: __,
    more = [],
    cell: _______,
    placeTotal = 1 + more.length,
    evidence: ___,
    proof: ____,
    placed: _____,
    ...draft
  }: FindingDraft,
  places: readonly Place[],
  { about: { contentType }, secrets }: GateContext,
  ids: IdMaker,
): Finding {
  const { chunkId: ______, cell: ________, ...first } = places[0]!
  const { key, ...masked } = shownValue(draft, secrets?.known)
  return {
    ...(secrets?.words.hide(masked) ?? masked),
    key,
    id: ids.make(draft.key, first.evidence),
    contentType,
    ...first,
    verified: true,
    chunkIds: [...new Set(places.flatMap(({ chunkId }) => chunkId ?? []))],
    count,
    weight,
    places,
    placeCount: Math.max(places.length, placeTotal - (1 + more.length - places.length)),
    relevance: 0,
  }
}

function onCharacter(character: number | undefined): { readonly character?: number } {
  return character === undefined ? {} : { character }
}

function rejection({ line, summary, evidence }: FindingDraft, { about, secrets }: GateContext): RejectedQuote {
  const reason =
    evidence.trim() === ''
      ? 'it quotes nothing'
      : isTelling(evidence)
        ? 'the quote does not stand in the file'
        : 'the quote is too short to be looked for anywhere but on its line, and does not stand there'
  return shownValue({ path: about.path, line, summary, quote: evidence, reason }, secrets?.known)
}

/** By byte, since several chunks may share a line. */
function chunkAt({ offset }: Spot, source: SourceText, chunks: readonly ChunkSpan[]): ChunkSpan | null {
  const at = source.byteAt(offset)
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (chunks[middle]!.startByte <= at) low = middle
    else high = middle - 1
  }
  return chunks[low] ?? null
}

function isOwn({ offset }: Spot, source: SourceText, chunk: ChunkSpan | null): boolean {
  const at = source.byteAt(offset)
  return chunk === null || (at >= chunk.startByte && at < chunk.endByte)
}

/**
 * Ids that survive edits elsewhere in the file: of what a finding is and quotes, never of line numbers. Of the masked
 * quote, so that no secret can be guessed from them.
 */
class IdMaker {
  private readonly seen = new Map<string, number>()

  constructor(private readonly about: GateContext['about']) {}

  make(key: string, evidence: string): string {
    const { contentType, path } = this.about
    const base = [contentType, key, path, normaliseQuote(evidence)].join('\0')
    const occurrence = this.seen.get(base) ?? 0
    this.seen.set(base, occurrence + 1)
    return hashText(`${base}\0${occurrence}`).slice(0, 16)
  }
}
