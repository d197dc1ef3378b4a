// What synthesizer agents make of the findings: checked sentence by sentence, and added to the exact synthesis, which
// programs have made before.

import { ShoalError } from '@shoal/base/model/errors'
import type { Finding } from '@shoal/base/model/finding'
import { goalsOf } from '@shoal/base/model/goal'
import type { Ledger } from '@shoal/base/model/ledger'
import type { ModelSynthesis, TypeReport } from '@shoal/base/model/report'
import { withReading } from '../../stages/model-synthesis/across-types.ts'
import { type CheckedReply, checkReply, type Shown } from '../../stages/model-synthesis/check-reply.ts'
import { findingExhibits } from '../../stages/model-synthesis/exhibits.ts'
import { figuresText } from '../../stages/model-synthesis/figures.ts'
import { leftOpen } from '../../stages/model-synthesis/left-open.ts'
import type { ReplyClaim, SynthesisReply } from '../../stages/model-synthesis/reply.ts'
import { recounted, redirected, uniteSame } from '../../stages/model-synthesis/unite-same.ts'
import { byImportance } from '../../stages/rank.ts'
import { shownText } from '../../text/gate/shown.ts'
import { briefOf } from '../../text/question.ts'
import type { AnalysisDefinition } from '../analysis/definition.ts'
import { type FinalResult, finalResults } from '../analysis/stored-results.ts'
import { finalOf } from './standing.ts'

/** Sentences with the ids of the findings that they rest on. */
export interface Synthesis {
  /** Of one content type; null for all types together. */
  readonly contentType: string | null
  readonly answer: readonly Sentence[]
  readonly summary: readonly Sentence[]
  readonly recommendations: readonly Sentence[]
  readonly connections: readonly (Sentence & Pick<SynthesisReply['links'][number], 'severity' | 'nature'>)[]
  /** Groups of findings that are one and the same thing. */
  readonly same: readonly (readonly string[])[]
  readonly missing: readonly string[]
}

export interface Sentence {
  readonly text: string
  readonly findings: readonly string[]
}

export interface Added {
  /** Sentences that were kept. */
  readonly kept: number
  readonly rejected: ModelSynthesis['rejected']
}

export interface AddOptions {
  readonly ledger: Ledger
  readonly definition: AnalysisDefinition
  readonly by: string
  readonly signal: AbortSignal
}

/** Throws `wrong-state` before the exact synthesis is there. What does not hold is left out, and said. */
export async function addSynthesis(run: string, synthesis: Synthesis, options: AddOptions): Promise<Added> {
  const { ledger, definition, signal } = options
  for (;;) {
    signal.throwIfAborted()
    const final = await finalOf(ledger, run, definition)
    if (final === null)
      throw new ShoalError('wrong-state', `run "${run}" has not been synthesised yet`, {
        detail: run,
        advice: 'call `synthesize` with the run alone first: programs merge what was found',
      })
    const { next, checked } = synthesised(final, synthesis, options)
    try {
      const last = definition.plan.tasks.at(-1)!
      await ledger.amend(run, last.id, { from: finalResults.toJson(final), to: finalResults.toJson(next) })
    } catch (error) {
      // Another synthesizer was faster: this one's sentences are added to those.
      const now = await finalOf(ledger, run, definition)
      if (JSON.stringify(now) !== JSON.stringify(final)) continue
      throw error
    }
    const { answer, summary, recommendations, rejected } = checked
    const links = next.cross.crossFile.length - final.cross.crossFile.length
    return {
      kept: answer.length + summary.length + recommendations.length + links,
      rejected: rejected.map(withoutMark),
    }
  }
}

/** The same as a value: what the last result becomes with it. */
export function synthesised(
  final: FinalResult,
  synthesis: Synthesis,
  options: Pick<AddOptions, 'definition' | 'by'>,
): { readonly next: FinalResult; readonly checked: CheckedReply } {
  const { contentType } = synthesis
  const checked = withoutLinks(
    checkReply(replyOf(synthesis), shownOf(final, contentType, options.definition)),
    contentType !== null && final.types.length > 1,
  )
  return { next: withSynthesis(final, contentType, checked, options), checked }
}

/** What files say about each other is told once, of all types together. */
function withoutLinks(checked: CheckedReply, isOfOneType: boolean): CheckedReply {
  if (!isOfOneType) return checked
  const reason = 'a connection between files belongs to the synthesis of all types: hand it in without `content_type`'
  return {
    ...checked,
    links: [],
    rejected: [...checked.rejected, ...checked.links.map(({ text }) => ({ text, reason }))],
  }
}

/** Findings are cited by id; `F` marks them as findings, as in all syntheses. */
function replyOf({ answer, summary, recommendations, connections, same, missing }: Synthesis): SynthesisReply {
  const claims = (sentences: readonly Sentence[]): ReplyClaim[] =>
    sentences.map(({ text, findings }) => ({ text: said(text), cites: findings.map(refOf) }))
  return {
    answer: claims(answer),
    summary: claims(summary),
    recommendations: claims(recommendations),
    links: connections.map(({ text, findings, severity, nature }) => ({
      summary: said(text),
      cites: findings.map(refOf),
      severity,
      nature,
    })),
    same: same.map(group => group.map(refOf)),
    missing: missing.map(said),
  }
}

function said(text: string): string {
  return shownText(text.replace(/\s+/g, ' ').trim())
}

/** Whoever cites by id is told ids. */
function withoutMark({ text, reason }: ModelSynthesis['rejected'][number]) {
  return {
    text,
    reason: reason.replace(
      /^there is no F(\S+)((?:, F\S+)*) to cite$/,
      (_, first, rest) => `there is no finding ${first}${rest.replaceAll(', F', ', ')} to cite`,
    ),
  }
}

function refOf(id: string): string {
  return `F${id}`
}

function shownOf({ types, cross }: FinalResult, contentType: string | null, { plan }: AnalysisDefinition): Shown {
  const findings = cross.findings.filter(finding => contentType === null || finding.contentType === contentType)
  const exhibits = findingExhibits(findings).map((exhibit, k) => ({ ...exhibit, ref: refOf(findings[k]!.id) }))
  const told = types.filter(type => contentType === null || type.contentType === contentType)
  return {
    exhibits: new Map(exhibits.map(exhibit => [exhibit.ref, exhibit])),
    figures: [plan.query ?? '', figuresText(told)],
  }
}

function withSynthesis(
  final: FinalResult,
  contentType: string | null,
  { links, same, ...said }: CheckedReply,
  { definition, by }: Pick<AddOptions, 'definition' | 'by'>,
): FinalResult {
  const { plan } = definition
  const united = uniteSame(final.cross.findings, same)
  const findings = [...united.findings].sort(byImportance)
  const types = final.types.map(type => ({
    ...type,
    reading: type.reading && redirected(type.reading, united.into),
    findingCount: type.findingCount - lost(final.cross.findings, findings, type),
    files: recounted(type.files, final.cross.findings, findings),
  }))
  const fresh = redirected({ by, ...said }, united.into)
  const earlier = final.cross.reading && redirected(final.cross.reading, united.into)
  const whole = { ...final, types, cross: { ...final.cross, findings, reading: earlier } }
  const readBy = (type: TypeReport) => ({ ...type, reading: together(type.reading, fresh) })
  if (contentType !== null && types.length > 1)
    return { ...whole, types: types.map(type => (type.contentType === contentType ? readBy(type) : type)) }
  const reading = together(earlier, fresh)
  const read = types.length === 1 ? types.map(readBy) : types
  const brief = briefOf(plan.query, goalsOf(plan))
  return {
    ...whole,
    types: read,
    cross: withReading(withFindings(read, findings), whole.cross, reading, links, { brief, by }),
  }
}

/** Corrections are handed in alone: they join what was kept before. */
function together(earlier: ModelSynthesis | null, fresh: ModelSynthesis): ModelSynthesis {
  const { by } = fresh
  if (earlier === null) return { ...fresh, missing: leftOpen(fresh.missing, []) }
  const joined = <T extends { readonly text: string }>(of: (reading: ModelSynthesis) => readonly T[]) => [
    ...new Map([...of(earlier), ...of(fresh)].map(one => [one.text, one])).values(),
  ]
  return {
    by,
    answer: joined(reading => reading.answer),
    summary: joined(reading => reading.summary),
    recommendations: joined(reading => reading.recommendations),
    ...(earlier.complete && { complete: earlier.complete }),
    missing: leftOpen(earlier.missing, fresh.missing),
    rejected: joined(reading => reading.rejected),
  }
}

/** What is stored of a type leaves its findings to the ranking of all types. */
function withFindings(types: readonly TypeReport[], findings: readonly Finding[]): TypeReport[] {
  return types.map(type => ({
    ...type,
    findings: findings.filter(({ contentType }) => contentType === type.contentType),
  }))
}

/** Findings of a type that were united with others. */
function lost(before: readonly Finding[], after: readonly Finding[], type: TypeReport): number {
  const own = (findings: readonly Finding[]) =>
    findings.filter(({ contentType }) => contentType === type.contentType).length
  return own(before) - own(after)
}
