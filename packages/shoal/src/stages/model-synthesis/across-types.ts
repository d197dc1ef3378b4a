// Phase 2 by a model: what all types say together, links between files, and with both the answer of the run.
import type { Finding } from '@shoal/base/model/finding'
import type { Brief } from '@shoal/base/model/question'
import type { Claim, Closing, CrossFinding, ModelSynthesis, TypeReport } from '@shoal/base/model/report'
import { placeName, placesOf } from '@shoal/base/report/places'
import { plural } from '@shoal/base/text/printable'
import { bounded } from '../../text/bounded-work.ts'
import { composeAnswer } from '../answer.ts'
import { byImportance, importance, relevanceTo } from '../rank.ts'
import { MOST_RECOMMENDATIONS } from '../recommend.ts'
import type { CrossSynthesis } from '../synthesise-cross.ts'
import { type CheckedLink, type CheckedReply, isGiven } from './check-reply.ts'
import {
  answerExhibits,
  claimExhibits,
  distinctEvidence,
  type Exhibit,
  findingExhibits,
  linkExhibits,
} from './exhibits.ts'
import { figuresText } from './figures.ts'
import { leftOpen } from './left-open.ts'
import { layDesk } from './prompt.ts'
import { nothingSaid, type SynthesisInput, type SynthesisResult } from './synthesis.ts'
import { synthesiseTree } from './tree.ts'
import { recounted, redirected, uniteSame } from './unite-same.ts'

/** Findings shown of each type: its own synthesis has seen them all, if it has one. */
const FINDINGS_OF_A_TYPE = 150
const FINDINGS_BESIDE_CLAIMS = 40
const MOST_LINKS = 10
const MOST_ADVICE = 6

/** All types with what is found between them. */
export interface Together {
  readonly types: readonly TypeReport[]
  readonly cross: CrossSynthesis
}

/** What it says of itself that it does not know, apart from what analysts missed. */
export interface Across extends Together {
  readonly open: readonly string[]
}

export async function synthesiseCrossByModel(
  types: readonly TypeReport[],
  cross: CrossSynthesis,
  input: SynthesisInput,
): Promise<SynthesisResult<Across>> {
  const files = types.reduce((sum, { read }) => sum + read.files, 0)
  const written = { brief: input.brief, by: input.model.id }
  const exhibits = exhibitsOf(types, cross)
  const desk = layDesk({
    ...input,
    title: titleOf(types, files),
    figures: figuresText(types),
    hasLinks: files > 1,
  })
  const shown = { exhibits: new Map(exhibits.map(exhibit => [exhibit.ref, exhibit])), figures: desk.figures }
  const noted = input.notes.missing.filter(text => isGiven(text, shown))
  if (exhibits.length === 0) {
    const missing = leftOpen([], noted)
    const reading = missing.length > 0 ? { ...nothingSaid(input.model.id), missing } : null
    const value = { types, cross: withReading(types, cross, reading, [], written), open: missing }
    return { status: 'done', value, cached: 0 }
  }
  const closed = input.notes.closing ? closedReply(input.notes.closing, types, cross.findings) : null
  const outcome = closed
    ? ({ status: 'done', reply: closed, cached: 0 } as const)
    : await synthesiseTree(exhibits, desk, input)
  if (outcome.status === 'failed') return outcome
  if (outcome.status === 'unusable') return { ...outcome, value: { types, cross, open: [] } }
  const { links, same, ...said } = outcome.reply
  // Each type was asked the question of the run: what one could not answer, all of them may have.
  const answered = said.answer.length > 0 ? [input.brief.question.text ?? ''] : []
  const by = closed ? input.notes.closing!.by : input.model.id
  const bound = { what: 'what it says was not merged', size: cross.findings.length, ms: input.workMs }
  const value = bounded(bound, (): Across => {
    const missing = leftOpen(said.missing, noted, answered)
    const united = unitedAcross({ types, cross }, same)
    const reading = redirected({ by, ...said, missing }, united.into)
    return {
      types: united.types,
      cross: withReading(united.types, united.cross, reading, links, written),
      open: leftOpen(said.missing, said.answer.length > 0 ? [] : noted),
    }
  })
  return { status: 'done', value, cached: outcome.cached }
}

/** What whoever read all files said of them, with the places of what it cites; null where some of that is no finding any more. */
function closedReply(
  { answer, summary, recommendations, open, rejected }: Closing,
  types: readonly TypeReport[],
  findings: readonly Finding[],
): CheckedReply | null {
  let isLost = false
  const claims = (sentences: Closing['answer']) =>
    sentences.map(({ text, cites }): Claim => {
      const cited = findings.filter(({ key, places }) =>
        cites.some(cite => 'key' in cite && cite.key === key && places.some(({ path }) => path === cite.path)),
      )
      const answers = cites.some(cite => 'isAnswer' in cite) ? types.flatMap(type => type.answers) : []
      const quotes = cited.flatMap(({ places }) =>
        places.map(({ path, line, evidence: quote }) => ({ path, line, quote })),
      )
      const evidence = distinctEvidence([...quotes, ...answers.flatMap(one => one.evidence)])
      isLost ||= evidence.length === 0
      return { text, evidence, findings: cited.map(({ id }) => id) }
    })
  const said = { answer: claims(answer), summary: claims(summary), recommendations: claims(recommendations) }
  return isLost ? null : { ...said, links: [], same: [], missing: open, rejected }
}

function titleOf(types: readonly TypeReport[], files: number): string {
  const isCut = types.some(({ findings }) => findings.length > FINDINGS_OF_A_TYPE)
  const all = `${plural(files, 'file')} of ${plural(types.length, 'content type')}`
  return types.some(({ reading }) => reading !== null)
    ? `Phase 2: ${all} together. Of each type: what an earlier synthesis says (T…), and its foremost findings (F…).`
    : `${isCut ? `The foremost ${FINDINGS_OF_A_TYPE} findings of each type` : 'All findings'} in ${all}.`
}

/** The same with findings united that are one thing. */
export function unitedAcross(
  { types, cross }: Together,
  same: readonly (readonly string[])[],
): Together & { readonly into: ReadonlyMap<string, string> } {
  const { findings: all, into } = uniteSame(cross.findings, same)
  const findings = [...all].sort(byImportance)
  if (into.size === 0) return { types, cross, into }
  const own = (list: readonly Finding[], name: string) => list.filter(({ contentType }) => contentType === name)
  return {
    types: types.map(type => ({
      ...type,
      findings: own(findings, type.contentType),
      reading: type.reading && redirected(type.reading, into),
      findingCount:
        type.findingCount - own(cross.findings, type.contentType).length + own(findings, type.contentType).length,
      files: recounted(type.files, cross.findings, findings),
    })),
    cross: { ...cross, findings, reading: cross.reading && redirected(cross.reading, into) },
    into,
  }
}

function exhibitsOf(types: readonly TypeReport[], cross: CrossSynthesis): Exhibit[] {
  const claims = types.flatMap(({ reading }) => (reading ? [reading] : []))
  return [
    ...answerExhibits(types.flatMap(({ answers }) => answers)),
    ...claimExhibits(
      {
        answer: claims.flatMap(({ answer }) => answer),
        summary: claims.flatMap(({ summary }) => summary),
        recommendations: claims.flatMap(({ recommendations }) => recommendations),
      },
      'T',
    ),
    ...linkExhibits(cross.crossFile),
    ...findingExhibits(foremost(types, cross.findings)),
  ]
}

/** In the order of importance. */
function foremost(types: readonly TypeReport[], findings: readonly Finding[]): Finding[] {
  const left = new Map(
    types.map(({ contentType, reading }) => [contentType, reading ? FINDINGS_BESIDE_CLAIMS : FINDINGS_OF_A_TYPE]),
  )
  return findings.filter(({ contentType }) => {
    const more = left.get(contentType) ?? 0
    left.set(contentType, more - 1)
    return more > 0
  })
}

/** The exact synthesis with what a model, or an agent, makes of it. */
export function withReading(
  types: readonly TypeReport[],
  cross: CrossSynthesis,
  reading: ModelSynthesis | null,
  links: readonly CheckedLink[],
  { brief, by }: { readonly brief: Brief; readonly by: string },
): CrossSynthesis {
  // It has read and found nothing to say: that is no reason to offer a model.
  if (reading === null)
    return {
      ...cross,
      ...composeAnswer(types, cross.crossFile, brief, nothingSaid(by), { asked: cross.question ?? null }),
    }
  const crossFile = [...cross.crossFile, ...newLinks(links, cross.crossFile, reading.by, brief)].sort(
    (a, b) => importance(b) - importance(a),
  )
  return {
    ...cross,
    findings: answersFirst(cross.findings, reading),
    crossFile,
    ...composeAnswer(types, crossFile, brief, reading, { asked: cross.question ?? null }),
    recommendations: withAdvice(cross.recommendations, reading.recommendations),
    reading,
  }
}

/** The same with what was found out, or is held against it, since the synthesis. */
export function withAnswer(
  types: readonly TypeReport[],
  cross: CrossSynthesis,
  reading: ModelSynthesis,
  brief: Brief,
): CrossSynthesis {
  return {
    ...cross,
    findings: answersFirst(cross.findings, reading),
    ...composeAnswer(types, cross.crossFile, brief, reading, { asked: cross.question ?? null }),
    reading,
  }
}

/** What the answer to the question rests on comes before all else that was found. */
function answersFirst(findings: readonly Finding[], { answer }: ModelSynthesis): readonly Finding[] {
  const cited = new Set(answer.flatMap(claim => claim.findings))
  if (cited.size === 0) return findings
  return [...findings.filter(({ id }) => cited.has(id)), ...findings.filter(({ id }) => !cited.has(id))]
}

/** Links that quote the same places as another say nothing new. */
function newLinks(
  links: readonly CheckedLink[],
  known: readonly CrossFinding[],
  by: string,
  brief: Brief,
): CrossFinding[] {
  const relevance = relevanceTo(brief)
  const seen = new Set(known.map(({ evidence }) => endsOf(evidence)))
  const found = links.map(({ text, evidence, severity, nature }): CrossFinding => {
    const files = [...new Set(evidence.map(({ path }) => path))]
    const subject = { summary: text, type: 'model-link', nature }
    return { kind: 'model-link', summary: text, severity, nature, files, evidence, relevance: relevance(subject), by }
  })
  return found
    .filter(({ evidence }) => !seen.has(endsOf(evidence)) && seen.add(endsOf(evidence)))
    .sort((a, b) => importance(b) - importance(a))
    .slice(0, MOST_LINKS)
}

function endsOf(evidence: CrossFinding['evidence']): string {
  return evidence
    .map(({ path, line }) => `${path}:${line}`)
    .sort()
    .join(' ')
}

/** What the model advises, with its places, then what follows from the findings at other places. */
function withAdvice(exact: readonly string[], claims: readonly Claim[]): string[] {
  const advised = claims.slice(0, MOST_ADVICE)
  const places = new Set(advised.flatMap(({ evidence }) => evidence.map(end => `${placeName(end)} `)))
  const others = exact.filter(text => ![...places].some(place => text.startsWith(place)))
  const texts = advised.map(({ text, evidence }) => `${placesOf(evidence, 2)} — ${text}`)
  return [...texts, ...others].slice(0, MOST_RECOMMENDATIONS)
}
