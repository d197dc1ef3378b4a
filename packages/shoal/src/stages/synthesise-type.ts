// Phase 1 of the synthesis: the reports on all files of one type become one. Linear in what was reported.
import type { Answer, BuiltInAnalyst, SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import type { Anchor, AnchorRole } from '@shoal/base/model/anchor'
import type { ContentType } from '@shoal/base/model/content-type'
import type { Finding, FindingDraft, ImportedFinding } from '@shoal/base/model/finding'
import type { ConfiguredIgnore, IgnoreNote, PlacedNote } from '@shoal/base/model/ignore'
import type { Json } from '@shoal/base/model/json'
import { groupBy, pushAll } from '@shoal/base/model/lists'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystReport, AnalystResult, FileAnchors, FileWide, TypeReport } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { MASK } from '@shoal/base/secrets/mask-value'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { roleOf } from '../text/file-role.ts'
import { FileSecrets } from '../text/gate/file-secrets.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { withoutSharedFolder } from '../text/path-labels.ts'
import { behindMask } from '../text/quotes/behind-mask.ts'
import { LineFinder } from '../text/quotes/line-finder.ts'
import { countsOfFiles } from './file-counts.ts'
import { joinImported } from './imported/join-imported.ts'
import { keptFile, keptReports, keptSurvey } from './kept-reports.ts'
import { byImportance } from './rank.ts'
import { Suppressions } from './suppress.ts'
import { timelineOf } from './timeline.ts'
import { uniteByKey } from './unite.ts'
import { addVerifications, NOTHING_VERIFIED } from './verification.ts'
import { verifyFindings } from './verify.ts'
import { weighByRole } from './weigh-by-role.ts'

export interface TypeContext {
  readonly type: Pick<ContentType, 'name' | 'title'>
  readonly analyst: Pick<BuiltInAnalyst, 'synthesise' | 'secrets' | 'isData' | 'looksFor'>
  readonly brief: Brief
  /** The files of the type; those without a report are passed over. */
  readonly files: readonly Pick<SurveyedFile, 'path' | 'language' | 'sizeBytes' | 'lineCount'>[]
  /** Opens a file to check what the synthesis quotes; it is closed here. */
  readonly openSource: (path: string) => SourceText | Promise<SourceText>
  readonly signal: AbortSignal
  /** Findings that the config file accepts. */
  readonly ignores?: readonly ConfiguredIgnore[]
  /** What other scanners found in these files. */
  readonly imported?: readonly ImportedFinding[]
}

/** Findings kept, the most important first; `findingCount` says how many there are. */
export const MOST_FINDINGS = 10_000
const MOST_ANSWERS = 50
const MOST_REJECTED = 1000
/** Of a longer line only the beginning is looked at for what a quote hides. */
const LONGEST_LINE = 1 << 20
const LONGEST_QUOTE = 400
/** Anchors handed on. Beyond it whole roles are left out, those that many files have and few checks need first. */
const MOST_ANCHORS = 200_000
const EXPENDABLE: readonly AnchorRole[] = [
  'reference',
  'url',
  'definition',
  'literal',
  'figure',
  'field-use',
  'log-call',
]

/** What readers found, one after the other where it is more than memory should hold at once. */
export type Results = Iterable<AnalystResult> | AsyncIterable<AnalystResult>

export async function synthesiseType(results: Results, context: TypeContext): Promise<TypeReport> {
  const { type, analyst, brief, files, signal } = context
  const gathered = await gather(results, signal)
  const accepted = new Suppressions(context.ignores)
  for (const [path, notes] of gathered.ignores) accepted.note(path, notes)
  const surveyed = files.flatMap(file => {
    const parts = gathered.files.get(file.path)
    if (!parts?.survey) return []
    const kept = keptFile({ ...file, findings: uniteByKey(accepted.withoutIgnored(parts.findings)) }, parts.survey)
    parts.survey = null
    return [kept]
  })
  const together = shownValue(analyst.synthesise(surveyed, brief))
  const told = withoutParts(surveyed, together.parts)
  const all = await checkQuotes(together.findings, context)
  const others = await checkQuotes(context.imported ?? [], context)
  const checked = { ...all, findings: accepted.withoutIgnored(all.findings) }
  const own = uniteByKey([...told.flatMap(file => file.findings), ...checked.findings])
  const imported = uniteByKey(accepted.withoutIgnored(others.findings))
  const findings = joinImported(own, imported).sort(byImportance)
  const { anchors, dropped } = keptAnchors(gathered.files, files, type.name)
  const counts = countsOfFiles(told, [...checked.findings, ...imported])
  return {
    contentType: type.name,
    title: type.title,
    summary: together.summary,
    ...(analyst.looksFor !== undefined && { lookedFor: analyst.looksFor }),
    metadata: withExtras(together.metadata, {
      ...timelineOf(findings),
      ...(dropped.length > 0 && { anchors_left_out: dropped }),
      ...(together.notes && together.notes.length > 0 && { left_out: [...together.notes] }),
    }),
    panels: together.panels.filter(panel => !('rows' in panel) || panel.rows.length > 0),
    findings: findings.slice(0, MOST_FINDINGS),
    findingCount: findings.length,
    answers: bestAnswers(together.answers, surveyed),
    files: keptReports(told, ({ path }) => counts.of(path)),
    rejected: [...others.rejected, ...gathered.rejected, ...checked.rejected].slice(0, MOST_REJECTED),
    verification: addVerifications([gathered.verification, checked.verification, others.verification]),
    read: gathered.read,
    ...(gathered.ignores.size > 0 && { ignores: placedNotes(gathered.ignores) }),
    ...(accepted.suppressed.length > 0 && { suppressed: accepted.suppressed.slice(0, MOST_FINDINGS) }),
    ...(together.unjudged && together.unjudged.length > 0 && { unjudged: together.unjudged }),
    unread: gathered.unread,
    ...(gathered.unusable.length > 0 && { unusable: gathered.unusable }),
    anchors,
    reading: null,
  }
}

/** What is told as part of a whole is not told again. */
function withoutParts<T extends Pick<SurveyedFile, 'path' | 'findings'>>(
  files: readonly T[],
  parts: TypeSynthesis['parts'] = [],
): readonly T[] {
  if (parts.length === 0) return files
  const keys = new Map(
    [...groupBy(parts, ({ path }) => path)].map(([path, own]) => [path, new Set(own.map(({ key }) => key))]),
  )
  return files.map(file => {
    const own = keys.get(file.path)
    return own ? { ...file, findings: file.findings.filter(({ key }) => !own.has(key)) } : file
  })
}

function placedNotes(ignores: ReadonlyMap<string, readonly IgnoreNote[]>): PlacedNote[] {
  return [...ignores].flatMap(([path, notes]) => notes.map(note => ({ path, ...note })))
}

interface FileParts {
  survey: FileWide | null
  findings: Finding[]
  anchors: Anchor[]
}

async function gather(results: Results, signal: AbortSignal) {
  const turn = yieldToEventLoop()
  const files = new Map<string, FileParts>()
  const ignores = new Map<string, readonly IgnoreNote[]>()
  const unread: AnalystResult['unread'][number][] = []
  const unusable: NonNullable<TypeReport['unusable']>[number][] = []
  const rejected: AnalystReport['rejected'][number][] = []
  const read = { files: 0, bytes: 0, lines: 0 }
  let verification = NOTHING_VERIFIED
  for await (const result of results) {
    await turn()
    signal.throwIfAborted()
    for (const item of result.unread) unread.push(item)
    const [first] = result.reports
    if (result.unusable && first) unusable.push({ what: partOf(first, result.reports.length), reason: result.unusable })
    for (const report of result.reports) {
      let parts = files.get(report.filePath)
      if (!parts) files.set(report.filePath, (parts = { survey: null, findings: NONE, anchors: NONE }))
      if (report.survey?.ignores) ignores.set(report.filePath, report.survey.ignores)
      parts.survey ??= report.survey && keptSurvey(withPath(report.survey, report.filePath))
      parts.findings = joined(parts.findings, report.findings)
      parts.anchors = joined(parts.anchors, report.anchors)
      for (const quote of report.rejected) rejected.push(quote)
      verification = addVerifications([verification, report.verification])
      read.bytes += report.bytes
      read.lines += report.lines
    }
  }
  for (const { findings } of files.values()) findings.sort((a, b) => a.line - b.line)
  return { files, ignores, unread, unusable, rejected, verification, read: { ...read, files: files.size } }
}

/** Of very many files most say nothing of a kind. */
const NONE: never[] = []

function joined<T>(list: T[], more: readonly T[]): T[] {
  if (more.length === 0) return list
  const own = list === NONE ? [] : list
  pushAll(own, more)
  return own
}

function withPath(survey: FileWide, path: string): FileWide {
  return { ...survey, answers: survey.answers.map(answer => ({ ...answer, path })) }
}

/** `chunk 3 of 10 of app.log`, for people. */
function partOf({ filePath, index, of }: AnalystReport, files: number): string {
  if (files > 1) return `${filePath} and ${files - 1} more`
  return of === 1 ? filePath : `chunk ${index} of ${of} of ${filePath}`
}

/** What only shows when files are seen together, and what other scanners say, is checked like everything else. */
async function checkQuotes(
  findings: readonly ImportedFinding[],
  { type, analyst, brief, files, openSource, signal }: TypeContext,
) {
  const places = new Map(withoutSharedFolder(files.map(({ path }) => path)).map((place, k) => [files[k]!.path, place]))
  const { secrets: stand } = analyst
  const byPath = groupBy(findings, ({ path }) => path)
  const checked: Finding[] = []
  const rejected: AnalystReport['rejected'][number][] = []
  let verification = NOTHING_VERIFIED
  for (const [path, drafts] of byPath) {
    const about = { path, contentType: type.name, chunks: [] }
    let source: SourceText
    try {
      source = await openSource(path)
    } catch {
      const lost = drafts.map(({ line, summary, evidence }) =>
        shownValue({ path, line, summary, quote: evidence, reason: 'the file could not be opened again' }),
      )
      pushAll(rejected, lost)
      verification = addVerifications([
        verification,
        { quotes: lost.length, verified: 0, relocated: 0, rejected: lost.length },
      ])
      continue
    }
    try {
      const secrets = await FileSecrets.sweep(source, { signal, isTable: stand === 'tabled' })
      const gated = await verifyFindings(
        weighByRole(quoted(drafts, source), roleOf(places.get(path) ?? path, source), {
          isData: analyst.isData ?? false,
        }),
        source,
        {
          about,
          chunk: null,
          brief,
          secrets,
          signal,
        },
      )
      pushAll(checked, gated.findings)
      pushAll(rejected, gated.rejected)
      verification = addVerifications([verification, gated.verification])
    } finally {
      source.close()
    }
  }
  return { findings: checked, rejected, verification }
}

/**
 * What the files said was masked: the gate looks for what really stands there, and masks it again. Who quotes nothing means
 * the line that it names.
 */
function quoted<Draft extends FindingDraft>(drafts: readonly Draft[], source: SourceText): Draft[] {
  const lines = new LineFinder(source, [])
  return drafts.map(draft => {
    const { evidence, line } = draft
    const at = evidence === '' || evidence.includes(MASK) ? lines.find(line) : null
    if (!at) return draft
    const text = source.text(at.start, at.end ?? Math.min(source.size, at.start + LONGEST_LINE))
    if (evidence === '') return { ...draft, evidence: text.trim().slice(0, LONGEST_QUOTE) }
    return { ...draft, evidence: behindMask(text, evidence) ?? evidence }
  })
}

function keptAnchors(
  parts: ReadonlyMap<string, FileParts>,
  files: TypeContext['files'],
  contentType: string,
): { anchors: FileAnchors[]; dropped: AnchorRole[] } {
  const counts = new Map<AnchorRole, number>()
  for (const { anchors } of parts.values())
    for (const { role } of anchors) counts.set(role, (counts.get(role) ?? 0) + 1)
  let total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const dropped: AnchorRole[] = []
  for (const role of EXPENDABLE) {
    if (total <= MOST_ANCHORS) break
    total -= counts.get(role) ?? 0
    if (counts.has(role)) dropped.push(role)
  }
  const kept = files.flatMap(({ path, language }) => {
    const all = parts.get(path)?.anchors ?? []
    const anchors = dropped.length === 0 ? all : all.filter(({ role }) => !dropped.includes(role))
    return anchors.length === 0 ? [] : [{ path, contentType, language, anchors }]
  })
  return { anchors: kept, dropped }
}

/**
 * What all files say together stands for what each of them says. Where the analyst only hands on what its files say, each
 * is heard: the first in full, the others in a word, for they are counted.
 */
function bestAnswers(together: readonly Answer[], files: readonly SurveyedFile[]): Answer[] {
  const isJoint = together.some(({ path }) => path === undefined)
  const all = isJoint || together.length === 0 ? [...together] : files.flatMap(({ answers }) => answers)
  all.sort(byAnswer)
  const heard = new Set<string>()
  return all.flatMap((answer, k) => {
    const isFirst = answer.path !== undefined && !heard.has(answer.path)
    if (answer.path !== undefined) heard.add(answer.path)
    if (k < MOST_ANSWERS) return [answer]
    const { panel: _, ...lean } = answer
    return isFirst ? [{ ...lean, evidence: [] }] : []
  })
}

/** The surest first, then those with most of what was asked for. */
function byAnswer(a: Answer, b: Answer): number {
  return b.relevance - a.relevance || (b.amount?.count ?? 0) - (a.amount?.count ?? 0)
}

function withExtras(metadata: Json, extras: { readonly [key: string]: Json }): Json {
  if (Object.keys(extras).length === 0) return metadata
  const isRecord = metadata !== null && typeof metadata === 'object' && !Array.isArray(metadata)
  return isRecord ? { ...metadata, ...extras } : { figures: metadata, ...extras }
}
