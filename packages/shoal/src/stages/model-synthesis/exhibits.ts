// Exhibits: what a model may cite. Each has a short reference and the checked quotes that it rests on.
import type { Answer } from '@shoal/base/model/analyst'
import type { Finding } from '@shoal/base/model/finding'
import type { Claim, CrossFinding, ModelSynthesis } from '@shoal/base/model/report'
import { placesOf } from '@shoal/base/report/places'
import { clip, formatCount, printable } from '@shoal/base/text/printable'

type Evidence = Answer['evidence']

export interface Exhibit {
  /** `F12`: unique among all that are shown in one synthesis. */
  readonly ref: string
  /** What the model reads after the reference; its lines but the first are indented. */
  readonly text: string
  /** Never empty. */
  readonly evidence: Evidence
  /** Ids of the findings it stands for. */
  readonly findings: readonly string[]
}

const MOST_SUMMARY = 600
const MOST_QUOTE = 240
const MOST_QUOTE_LINES = 3
const MOST_PLACES = 4
const MOST_SHARES = 8
/** Answers from this relevance on are what was asked. */
const SURE = 0.75
/** Ends of a link that are quoted. */
const ENDS = 2
/** Quotes that one exhibit brings along. */
const MOST_EVIDENCE = 8

export function findingExhibits(findings: readonly Finding[]): Exhibit[] {
  return findings.map((finding, k) => {
    const { id, severity, nature, type, summary, placeCount, count, distribution, by } = finding
    const evidence = [finding, ...finding.places].map(({ path, line, evidence: quote }) => ({ path, line, quote }))
    const shares = distribution?.slice(0, MOST_SHARES).map(({ value, count: own }) => `${value} ${formatCount(own)}`)
    const notes = [
      count > 1 ? `count ${formatCount(count)}` : '',
      shares ? `distribution ${shares.join(', ')}` : '',
      by === undefined ? 'exact' : 'judged by a model',
    ].filter(note => note !== '')
    const head = `[${nature === 'problem' ? `${severity} problem` : 'fact'}, ${type}; ${notes.join('; ')}]`
    return {
      ref: `F${k + 1}`,
      text: shown(`${head} ${summary}`, evidence, { places: placeCount }),
      evidence: distinctEvidence(evidence),
      findings: [id],
    }
  })
}

/** Answers that quote nothing cannot be cited: they are figures. */
export function answerExhibits(answers: readonly Answer[]): Exhibit[] {
  return answers
    .filter(({ evidence }) => evidence.length > 0)
    .map(({ text, evidence, relevance }, k) => ({
      ref: `A${k + 1}`,
      text: shown(`[exact${relevance >= SURE ? ' answer' : '; may be what was asked'}] ${text}`, evidence),
      evidence: distinctEvidence(evidence),
      findings: [],
    }))
}

export function linkExhibits(links: readonly CrossFinding[]): Exhibit[] {
  return links
    .filter(({ evidence }) => evidence.length > 0)
    .map(({ kind, severity, nature, summary, evidence }, k) => ({
      ref: `X${k + 1}`,
      text: shown(
        `[${nature === 'problem' ? `${severity} problem` : 'fact'} between files, ${kind}] ${summary}`,
        evidence,
        { quotes: ENDS },
      ),
      evidence: distinctEvidence(evidence),
      findings: [],
    }))
}

const CLAIM_KINDS = ['answer', 'summary', 'recommendations'] as const

type Sentences = Pick<ModelSynthesis, (typeof CLAIM_KINDS)[number]>

export function claimsOf(reading: Sentences): { readonly kind: string; readonly claim: Claim }[] {
  return CLAIM_KINDS.flatMap(kind => reading[kind].map(claim => ({ kind, claim })))
}

/** Sentences of an earlier synthesis, with all that they rest on; `prefix` keeps their references apart. */
export function claimExhibits(reading: Sentences, prefix: string): Exhibit[] {
  return claimsOf(reading).map(({ kind, claim }, k) => ({
    ref: `${prefix}${k + 1}`,
    text: claimText(kind, claim),
    evidence: claim.evidence,
    findings: claim.findings,
  }))
}

/** As it stands in a request. */
export function exhibitLine({ ref, text }: Exhibit): string {
  return `${ref} ${text}`
}

export function distinctEvidence(evidence: Evidence, most = MOST_EVIDENCE): Evidence {
  const distinct = new Map(evidence.map(one => [`${one.path}\0${one.line}\0${one.quote}`, one]))
  return [...distinct.values()].slice(0, most)
}

/** Quotes are needed once: whoever reads a claim is told where they stand. */
function claimText(kind: string, { text, evidence }: Claim): string {
  return `[${kind} of an earlier part] ${flat(text, MOST_SUMMARY)} (${printable(placesOf(evidence, MOST_PLACES))})`
}

function shown(summary: string, evidence: Evidence, { places = evidence.length, quotes = 1 } = {}): string {
  const more = places > MOST_PLACES ? `, ${formatCount(places)} places in all` : ''
  const where = `(${printable(placesOf(evidence, MOST_PLACES))}${more})`
  const quoted = evidence.slice(0, quotes).flatMap(({ quote }) => quoteLines(quote))
  return [`${flat(summary, MOST_SUMMARY)} ${where}`, ...quoted].join('\n')
}

/** Behind a bar, so that no line of a file can pass for an exhibit of its own. */
function quoteLines(quote: string): string[] {
  const lines = clip(quote, MOST_QUOTE).split(/\r\n|\n|\r/)
  return lines.slice(0, MOST_QUOTE_LINES).map(line => `  | ${printable(line.replaceAll('\t', '  '))}`)
}

function flat(text: string, most: number): string {
  return clip(printable(text.replace(/\s+/g, ' ').trim()), most)
}
