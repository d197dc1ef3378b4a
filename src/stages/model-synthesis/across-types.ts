// Phase 2 by a model: what all types say together, links between files, and with both the answer of the run.
import type { Finding } from '../../model/finding.ts'
import type { Brief } from '../../model/question.ts'
import type { Claim, CrossFinding, ModelSynthesis, TypeReport } from '../../model/report.ts'
import { plural } from '../../text/printable.ts'
import { composeAnswer } from '../answer.ts'
import { placeName, placesOf } from '../places.ts'
import { importance, relevanceTo } from '../rank.ts'
import { MOST_RECOMMENDATIONS } from '../recommend.ts'
import type { CrossSynthesis } from '../synthesise-cross.ts'
import type { CheckedLink } from './check-reply.ts'
import { answerExhibits, claimExhibits, type Exhibit, findingExhibits, linkExhibits } from './exhibits.ts'
import { figuresText } from './figures.ts'
import { leftOpen } from './left-open.ts'
import { layDesk } from './prompt.ts'
import { nothingSaid, type SynthesisInput, type SynthesisResult } from './synthesis.ts'
import { synthesiseTree } from './tree.ts'

/** Findings shown of each type: its own synthesis has seen them all, if it has one. */
const FINDINGS_OF_A_TYPE = 150
const FINDINGS_BESIDE_CLAIMS = 40
const MOST_LINKS = 10
const MOST_ADVICE = 6

/** With a single file there is nothing between files: what its type says is all. */
export async function synthesiseCrossByModel(
  types: readonly TypeReport[],
  cross: CrossSynthesis,
  input: SynthesisInput,
): Promise<SynthesisResult<CrossSynthesis>> {
  const files = types.reduce((sum, { read }) => sum + read.files, 0)
  const written = { brief: input.brief, by: input.model.id }
  const [only] = types
  if (files < 2 && only)
    return { status: 'done', value: withReading(types, cross, only.reading, [], written), cached: 0 }
  const exhibits = exhibitsOf(types, cross)
  if (exhibits.length === 0) {
    const missing = leftOpen([], input.notes.missing)
    const reading = missing.length > 0 ? { ...nothingSaid(input.model.id), missing } : null
    return { status: 'done', value: withReading(types, cross, reading, [], written), cached: 0 }
  }
  const desk = layDesk({
    ...input,
    title: `Phase 2: ${plural(files, 'file')} of ${plural(types.length, 'content type')} together. Of each type: what an earlier synthesis says (T…), and its foremost findings (F…).`,
    figures: figuresText(types),
    hasLinks: true,
  })
  const outcome = await synthesiseTree(exhibits, desk, input)
  if (outcome.status === 'failed') return outcome
  if (outcome.status === 'unusable') return { ...outcome, value: cross }
  const { links, same: _, ...said } = outcome.reply
  // Each type was asked the question of the run: what one could not answer, all of them may have.
  const answered = said.answer.length > 0 ? [input.brief.question.text ?? ''] : []
  const missing = leftOpen(said.missing, input.notes.missing, answered)
  const reading = { by: input.model.id, ...said, missing }
  return { status: 'done', value: withReading(types, cross, reading, links, written), cached: outcome.cached }
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
    crossFile,
    ...composeAnswer(types, crossFile, brief, reading, { asked: cross.question ?? null }),
    recommendations: withAdvice(cross.recommendations, reading.recommendations),
    reading,
  }
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
