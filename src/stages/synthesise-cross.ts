// Phase 2 of the synthesis: what files of all types say about each other, the answer, and what to do.
import type { Answer } from '../model/analyst.ts'
import type { Finding, Panel } from '../model/finding.ts'
import type { Brief } from '../model/question.ts'
import type { CrossFinding, ModelSynthesis, RejectedQuote, TypeReport, Verification } from '../model/report.ts'
import type { SourceText } from '../model/source.ts'
import { composeAnswer } from './answer.ts'
import { AnchorIndex, type CrossDraft } from './cross/check.ts'
import { checks } from './cross/checks.ts'
import { verifyEnds } from './cross/verify-ends.ts'
import { byImportance, importance } from './rank.ts'
import { recommend } from './recommend.ts'

export interface CrossContext {
  readonly brief: Brief
  /** Opens a file to check both ends of what is found; it is closed here. */
  readonly openSource: (path: string) => SourceText
  /** Files and directories (with a slash at the end) that are there but were not read. */
  readonly skipped?: readonly string[]
  /** Models were asked, and some of what they were to say could not be had. */
  readonly lacksReading?: boolean
}

export interface CrossSynthesis {
  readonly crossFile: readonly CrossFinding[]
  /** Of all types, ranked. */
  readonly findings: readonly Finding[]
  readonly answer: string | null
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
  readonly recommendations: readonly string[]
  /** Of the ends of the cross findings. */
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
  /** What a model made of it; null when none was asked or its reply could not be used. */
  readonly reading: ModelSynthesis | null
}

/** Cross findings listed: of each kind, and altogether. */
const MOST_OF_A_KIND = 25
const MOST_CROSS = 150

export function synthesiseCross(types: readonly TypeReport[], context: CrossContext): CrossSynthesis {
  const anchors = new AnchorIndex(
    types.flatMap(type => type.anchors),
    types.flatMap(({ files }) => files.map(({ path }) => path)),
    context.skipped ?? [],
  )
  const checked = verifyEnds(bounded(checks.flatMap(check => check(anchors))), context)
  const crossFile = [...checked.findings].sort((a, b) => importance(b) - importance(a))
  const findings = types.flatMap(type => type.findings).sort(byImportance)
  return {
    crossFile,
    findings,
    ...composeAnswer(types, crossFile, context.brief, null, context.lacksReading),
    recommendations: recommend(findings, crossFile),
    verification: checked.verification,
    rejected: checked.rejected,
    reading: null,
  }
}

const GRAVITY = { high: 2, medium: 1, low: 0 } as const

/** None twice, the gravest first, not too many of a kind. */
function bounded(drafts: readonly CrossDraft[]): CrossDraft[] {
  const distinct = new Map(drafts.map(draft => [`${draft.kind} ${draft.summary}`, draft]))
  const ranked = [...distinct.values()].sort(
    (a, b) =>
      Number(b.nature === 'problem') - Number(a.nature === 'problem') ||
      GRAVITY[b.severity] - GRAVITY[a.severity] ||
      (b.weight ?? 0.5) - (a.weight ?? 0.5),
  )
  const counts = new Map<string, number>()
  return ranked
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= MOST_OF_A_KIND
    })
    .slice(0, MOST_CROSS)
}
