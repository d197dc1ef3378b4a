// What models say is read by a sceptic before it is shown, where it is grave or says why something happened: findings, and sentences of the
// answer, each against its quotes. What it objects to stays, with the objection beside it, and is trusted less.
import type { AskNote } from '@shoal/base/model/asking'
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { CallContext, LanguageModel, ModelFailure } from '@shoal/base/model/language-model'
import type { ResultCache } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import type { Claim, CrossFinding, TypeReport } from '@shoal/base/model/report'
import { digestText } from '../../text/text-digest.ts'
import { groundsOf, saysWhy } from '../asking/claim-words.ts'
import type { KeptResult } from '../asking/note-book.ts'
import { type Challenged, challenge, challengedSize, challengeRoom } from '../asking/sceptic.ts'
import { byImportance } from '../rank.ts'
import type { CrossSynthesis } from '../synthesise-cross.ts'
import { withAnswer } from './across-types.ts'

export interface Sceptic {
  readonly question: string | null
  readonly model: LanguageModel
  readonly context: Omit<CallContext, 'purpose'>
  readonly cache: ResultCache
}

export interface Doubts {
  /** By the text of a sentence, or of a link between files. */
  readonly claims: ReadonlyMap<string, string>
  /** By the id of a finding. */
  readonly findings: ReadonlyMap<string, string>
  /** Another explanation that fits as well. */
  readonly rival: string | null
}

const NO_DOUBTS: Doubts = { claims: new Map(), findings: new Map(), rival: null }

/** Findings that are read beside the answer. */
const MOST_FINDINGS = 24
const MOST_QUOTES = 6
/** Counted up when what the sceptic is told changes. */
const VERSION = 3

/** Of a model, and grave, or a cause, or in words of which no quote has one: that its quotes are there shows little. */
export function isDoubtful({ by, severity, nature, summary, places, results = [], ...rest }: Finding): boolean {
  if (by === undefined || rest.distribution !== undefined || rest.totalRows !== undefined) return false
  if ((severity === 'high' && nature === 'problem') || saysWhy(summary)) return true
  const restsOn = [...places.flatMap(({ path, evidence }) => [path, evidence]), ...results.map(({ text }) => text)]
  return !groundsOf(summary, restsOn, []).areOfIt
}

/** What is to be challenged. */
export interface Doubtful {
  /** Sentences that answer: those that say why, or cite a grave finding, are read. */
  readonly answer: readonly Claim[]
  /** Other sentences: those that say why are read. */
  readonly summary: readonly Claim[]
  readonly links: readonly CrossFinding[]
  readonly findings: readonly Finding[]
  /** What is said to be open. */
  readonly missing: readonly string[]
}

/** What the sceptic reads of it, and what becomes of what it says; null where nothing is doubtful. */
export function challengedIn(
  { answer: said, summary, links, findings, missing }: Doubtful,
  question: string | null,
): {
  readonly challenged: Challenged & { readonly book: Proofs }
  doubts(objections: Iterable<readonly [number, string]>, rival: string | null): Doubts
} | null {
  const doubtful = findings.filter(isDoubtful).sort(byImportance).slice(0, MOST_FINDINGS)
  const grave = new Set(doubtful.map(({ id }) => id))
  const stated = said.filter(({ text, findings: cited }) => saysWhy(text) || cited.some(id => grave.has(id)))
  const linked = links.filter(
    ({ by, severity, nature, summary: text }) =>
      by !== undefined && ((severity === 'high' && nature === 'problem') || saysWhy(text)),
  )
  const also = [...summary.filter(({ text }) => saysWhy(text)), ...linked.map(claimOf)]
  const answer = [...new Map([...stated, ...also].map(one => [one.text, one])).values()]
  if (answer.length + doubtful.length === 0) return null
  const book = new Proofs()
  const sentences = [
    ...answer.map(({ text, evidence }) => ({ text, cites: [book.add(text, evidence)] })),
    ...doubtful.map(finding => ({
      text: finding.summary,
      cites: [book.add(finding.summary, quotesOf(finding), finding)],
    })),
  ]
  const challenged = {
    question: question ?? '(none: what matters in the files)',
    sentences,
    only: null,
    missing,
    book,
    isWhole: false,
  }
  return {
    challenged,
    doubts(objections, rival) {
      const claims = new Map<string, string>()
      const doubted = new Map<string, string>()
      for (const [k, why] of objections) {
        if (k < answer.length) claims.set(answer[k]!.text, why)
        else doubted.set(doubtful[k - answer.length]!.id, why)
      }
      return { claims, findings: doubted, rival: stated.length > 0 ? rival : null }
    },
  }
}

export async function doubtsOf(
  doubtful: Doubtful,
  { question, model, context, cache }: Sceptic,
): Promise<
  | { readonly doubts: Doubts; readonly isCached: boolean }
  | { readonly failure: ModelFailure }
  | { readonly unusable: string }
> {
  const read = challengedIn(doubtful, question)
  if (read === null) return { doubts: NO_DOUBTS, isCached: false }
  const { challenged } = read
  const { sentences, missing, book } = challenged
  let other: { readonly failure: ModelFailure } | { readonly unusable: string } | null = null
  const depends = {
    version: VERSION,
    asked: digestText(JSON.stringify([challenged.question, sentences, missing, book.notes, book.shown])),
  }
  const { value, isCached } = await cache.once<Json>({ kind: 'sceptic', model: model.id, depends }, async () => {
    const all: { objections: [number, string][]; rival: string | null } = { objections: [], rival: null }
    for (const { from, to } of groupsOf(challenged, challengeRoom(model))) {
      const found = await challenge({ ...challenged, sentences: sentences.slice(from, to) }, model, context)
      if ('failure' in found || 'unusable' in found) {
        other = found
        return null
      }
      for (const [k, why] of found.objections) all.objections.push([from + k, why])
      // The sentences of the answer come first.
      if (from === 0) all.rival = found.rival
    }
    return all
  })
  if (value === null) return other ?? { unusable: 'the sceptic said nothing' }
  const { objections, rival } = value as unknown as { objections: [number, string][]; rival: string | null }
  return { doubts: read.doubts(objections, rival), isCached }
}

/** Sentences that fit into a request together, in their order; one that fits into none is asked alone. */
function groupsOf(challenged: Challenged, room: number): { readonly from: number; readonly to: number }[] {
  const { sentences } = challenged
  const groups: { from: number; to: number }[] = []
  for (const k of sentences.keys()) {
    const last = groups.at(-1)
    const fits = last && challengedSize({ ...challenged, sentences: sentences.slice(last.from, k + 1) }) <= room
    if (fits) last.to = k + 1
    else groups.push({ from: k, to: k + 1 })
  }
  return groups
}

function quotesOf({ places }: Finding) {
  return places.map(({ path, line, evidence }) => ({ path, line, quote: evidence }))
}

/** What sentences rest on, under ids, as the sceptic asks for it. */
class Proofs {
  readonly notes: AskNote[] = []
  /** What the results say, which their ids do not. */
  get shown(): readonly KeptResult[] {
    return [...this.results.values()]
  }
  private readonly results = new Map<string, KeptResult>()

  add(
    claim: string,
    evidence: readonly { path: string; line: number; quote: string }[],
    { results = [] }: Pick<Finding, 'results'> = {},
  ): string {
    const id = `N${this.notes.length + 1}`
    const quotes = evidence.slice(0, MOST_QUOTES).map(({ path, line, quote }) => ({ path, line, quote }))
    const refs = results.map(({ asked, text }) => {
      const ref = `R${this.results.size + 1}`
      this.results.set(ref, { id: ref, asked, text, proof: text })
      return ref
    })
    this.notes.push({ id, claim, isCause: saysWhy(claim), quotes, results: refs })
    return id
  }

  named(id: string): AskNote | undefined {
    return this.notes.find(note => note.id === id)
  }

  result(id: string): KeptResult | null {
    return this.results.get(id) ?? null
  }
}

/** What is doubted is shown with the objection. */
export function withDoubts(
  { types, cross }: { readonly types: readonly TypeReport[]; readonly cross: CrossSynthesis },
  doubts: Doubts,
  brief: Brief,
): CrossSynthesis {
  const { reading } = cross
  const findings = doubtedFindings(cross.findings, doubts)
  const doubted = { ...cross, findings, crossFile: doubtedLinks(cross.crossFile, doubts) }
  if (reading === null) return doubted
  const rival = doubts.rival === null ? [] : [`Another explanation fits as well: ${doubts.rival}`]
  const more = {
    ...reading,
    answer: doubtedClaims(reading.answer, doubts),
    summary: doubtedClaims(reading.summary, doubts),
    missing: [...reading.missing, ...rival],
  }
  return withAnswer(types, doubted, more, brief)
}

function claimOf({ summary: text, evidence }: CrossFinding): Pick<Claim, 'text' | 'evidence'> {
  return { text, evidence }
}

function doubtedLinks(links: readonly CrossFinding[], { claims: doubts }: Doubts): CrossFinding[] {
  return links.map(link => {
    const objection = link.by === undefined ? undefined : doubts.get(link.summary)
    return objection === undefined ? link : { ...link, objection }
  })
}

function doubtedClaims(claims: readonly Claim[], { claims: doubts }: Doubts): Claim[] {
  return claims.map(claim => {
    const objection = doubts.get(claim.text)
    return objection === undefined ? claim : { ...claim, objection }
  })
}

function doubtedFindings(findings: readonly Finding[], { findings: doubts }: Doubts): Finding[] {
  return findings.map(finding => {
    const objection = doubts.get(finding.id)
    return objection === undefined ? finding : { ...finding, objection, confidence: 'low' as const }
  })
}
