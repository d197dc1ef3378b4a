// Phase 2 of the synthesis: what files of all types say about each other, the answer, and what to do.
import type { Answer } from '@shoal/base/model/analyst'
import type { AskedAnswer } from '@shoal/base/model/asked'
import type { Finding, Panel } from '@shoal/base/model/finding'
import type { ConfiguredIgnore, Suppressed } from '@shoal/base/model/ignore'
import { groupBy } from '@shoal/base/model/lists'
import type { Brief } from '@shoal/base/model/question'
import type {
  ComparedType,
  CrossFinding,
  FileAnchors,
  ModelSynthesis,
  RejectedQuote,
  UnlistedLinks,
  Verification,
} from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { composeAnswer } from './answer.ts'
import { AnchorIndex, type CrossDraft } from './cross/check.ts'
import { draftsOf } from './cross/checks.ts'
import { verifyEnds } from './cross/verify-ends.ts'
import { byImportance, importance } from './rank.ts'
import { recommend } from './recommend.ts'
import { Suppressions } from './suppress.ts'

export interface CrossContext {
  readonly brief: Brief
  /** Opens a file to check both ends of what is found; it is closed here. */
  readonly openSource: (path: string) => SourceText
  /** Files and directories (with a slash at the end) that are there but were not read. */
  readonly skipped?: readonly string[]
  /** Models were asked, and some of what they were to say could not be had. */
  readonly lacksReading?: boolean
  /** What the relations of the files say to the question. */
  readonly asked?: AskedAnswer | null
  /** Findings that the config file accepts. */
  readonly ignores?: readonly ConfiguredIgnore[]
}

export interface CrossSynthesis {
  readonly crossFile: readonly CrossFinding[]
  /** Left out when all are listed. */
  readonly unlisted?: readonly UnlistedLinks[]
  /** Left out when nothing was accepted. */
  readonly suppressed?: readonly Suppressed[]
  /** What the config file accepts; left out when it accepts nothing. */
  readonly configuredIgnores?: readonly ConfiguredIgnore[]
  /** What the checks did not look at, one sentence each; left out when they looked at all. */
  readonly leftOut?: readonly string[]
  /** Of all types, ranked. */
  readonly findings: readonly Finding[]
  readonly answer: string | null
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
  /** How the question was read, and what came out; runs of before 0.2.0 and those without a question have none. */
  readonly question?: AskedAnswer | null
  readonly recommendations: readonly string[]
  /** Of the ends of the cross findings. */
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
  /** What a model made of it; null when none was asked or its reply could not be used. */
  readonly reading: ModelSynthesis | null
}

/** Cross findings listed: of each kind, and altogether. `unlisted` counts what is beyond. */
const MOST_OF_A_KIND = 1000
const MOST_CROSS = 5000

/** `links`: left out where the anchors of all files are at hand. */
export function synthesiseCross(
  types: readonly ComparedType[],
  context: CrossContext,
  links: Links = linksOf(
    indexOf(
      types,
      context,
      types.flatMap(type => type.anchors),
    ),
  ),
): CrossSynthesis {
  const { listed, unlisted, leftOut } = links
  const checked = verifyEnds(listed, context)
  const accepted = new Suppressions(context.ignores)
  const notes = groupBy(
    types.flatMap(type => type.ignores ?? []),
    ({ path }) => path,
  )
  for (const [path, own] of notes) accepted.note(path, own)
  const crossFile = accepted.linksWithoutIgnored(checked.findings).sort((a, b) => importance(b) - importance(a))
  const findings = types.flatMap(type => type.findings).sort(byImportance)
  const asked = context.asked ?? null
  return {
    crossFile,
    ...(unlisted.length > 0 && { unlisted }),
    ...(accepted.suppressed.length > 0 && { suppressed: accepted.suppressed }),
    ...(context.ignores && context.ignores.length > 0 && { configuredIgnores: context.ignores }),
    ...(leftOut.length > 0 && { leftOut }),
    findings,
    ...composeAnswer(types, crossFile, context.brief, null, {
      asked,
      ...(context.lacksReading !== undefined && { lacksReading: context.lacksReading }),
    }),
    recommendations: recommend(findings, crossFile),
    verification: checked.verification,
    rejected: checked.rejected,
    reading: null,
  }
}

/** What files say of each other, before it is looked up in them again. */
export interface Links {
  readonly listed: readonly CrossDraft[]
  readonly unlisted: readonly UnlistedLinks[]
  readonly leftOut: readonly string[]
}

/** Of the files of all types; `anchors` may be heard one after the other instead. */
export function indexOf(
  types: readonly ComparedType[],
  { skipped = [] }: Pick<CrossContext, 'skipped'>,
  anchors: readonly FileAnchors[] = [],
): AnchorIndex {
  return new AnchorIndex(
    anchors,
    types.flatMap(({ files }) => files.map(({ path }) => path)),
    skipped,
  )
}

export function linksOf(anchors: AnchorIndex): Links {
  const found = bounded(draftsOf(anchors).map(draft => weighed(draft, anchors)))
  return { ...found, leftOut: anchors.leftOut.notes }
}

/** What tests, examples and foreign code say of each other, or of the program, is worth knowing and no more. */
function weighed(draft: CrossDraft, { files }: AnchorIndex): CrossDraft {
  return draft.ends.every(({ file }) => /^(?:own|example)$/.test(files.roleOf(file)))
    ? draft
    : { ...draft, severity: 'low' }
}

const GRAVITY = { high: 2, medium: 1, low: 0 } as const

/**
 * None twice, the gravest first, not too many of a kind. They are ranked before any is left out, within a kind and
 * altogether, so that nothing is hidden behind something weaker.
 */
export function bounded(drafts: readonly CrossDraft[]): { listed: CrossDraft[]; unlisted: UnlistedLinks[] } {
  const ranked = [...drafts].sort(
    (a, b) =>
      Number(b.nature === 'problem') - Number(a.nature === 'problem') ||
      GRAVITY[b.severity] - GRAVITY[a.severity] ||
      (b.weight ?? 0.5) - (a.weight ?? 0.5),
  )
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  const unlisted = new Map<string, { kind: string; problems: number; facts: number }>()
  const listed: CrossDraft[] = []
  for (const draft of ranked) {
    const { kind, summary, nature } = draft
    if (seen.has(`${kind} ${summary}`)) continue
    seen.add(`${kind} ${summary}`)
    const count = counts.get(kind) ?? 0
    if (count < MOST_OF_A_KIND && listed.length < MOST_CROSS) {
      counts.set(kind, count + 1)
      listed.push(draft)
      continue
    }
    const rest = unlisted.get(kind) ?? { kind, problems: 0, facts: 0 }
    unlisted.set(kind, rest)
    rest[nature === 'problem' ? 'problems' : 'facts']++
  }
  return { listed, unlisted: [...unlisted.values()] }
}
