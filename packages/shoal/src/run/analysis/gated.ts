// A survey behind the evidence gate: every quote checked against the file, every secret masked, shared out by chunk.
import type { BuiltInAnalyst, ChunkSpan, FileAbout, FileSurvey } from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import type { Finding } from '@shoal/base/model/finding'
import type { JsonObject } from '@shoal/base/model/json'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystReport, FileWide, RejectedQuote } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { secretDrafts } from '../../stages/verify/secret-findings.ts'
import { verifyAnchors, verifyAnswers, verifyFindings } from '../../stages/verify.ts'
import { weighByRole } from '../../stages/weigh-by-role.ts'
import { roleOf } from '../../text/file-role.ts'
import { FileSecrets } from '../../text/gate/file-secrets.ts'
import { secretsUnderNames } from '../../text/gate/shown-value.ts'
import { hashText } from '../../text/hash.ts'
import { notLookedThrough, readIgnoreNotes } from '../../text/ignore-notes.ts'
import { lineNumbers } from '../../text/line-numbers.ts'

/** What of a file is believed. JSON, and free of secrets: it is kept on disk as it is. */
export interface GatedSurvey extends FileWide {
  readonly findings: readonly Finding[]
  readonly anchors: readonly Anchor[]
  readonly rejected: readonly RejectedQuote[]
  /** How many findings stood elsewhere than was said. */
  readonly relocated: number
}

export interface GateOptions {
  /** The file; whoever opened it closes it. */
  readonly source: SourceText
  readonly about: FileAbout
  readonly brief: Brief
  readonly analyst: Pick<BuiltInAnalyst, 'secrets' | 'isData' | 'chunkFacts' | 'comments'>
  readonly signal: AbortSignal
}

/** The file is swept for secrets meanwhile, so that each is hidden and reported whoever read the file. */
export async function gate(
  makeSurvey: () => Promise<FileSurvey>,
  { source, about, brief, analyst, signal }: GateOptions,
): Promise<GatedSurvey> {
  const sweeping = FileSecrets.sweep(source, { signal, isTable: analyst.secrets === 'tabled' })
  const [made, secrets] = await settled(makeSurvey(), sweeping)
  const survey = withChunkFacts(made, { source, about, analyst, signal })
  const { findings: drafts, anchors, answers, ...wide } = survey
  for (const secret of secretsUnderNames(survey)) secrets.add(secret)
  const own = secretDrafts(secrets.sweep, {
    path: about.path,
    place: about.place ?? about.path,
    stand: analyst.secrets,
    findings: drafts,
    lineNumbers: offsets => lineNumbers(source, offsets, milestones(about, source)),
  })
  const told = own.length === 0 ? drafts : [...drafts, ...own].sort((a, b) => a.line - b.line)
  const role = about.isNamed ? 'own' : roleOf(about.place ?? about.path, source)
  const all = weighByRole(told, role, { isData: analyst.isData ?? false })
  const context = { about, brief, secrets, signal, chunk: null }
  const { findings, rejected, verification } = await verifyFindings(all, source, context)
  const checked = {
    anchors: await verifyAnchors(anchors, source, context),
    answers: await verifyAnswers(answers, source, context),
  }
  // Last, for every quote may have told of one more secret.
  const marks = analyst.comments?.(about.language)
  const ignores = marks ? readIgnoreNotes(source, marks) : []
  const unread = marks ? notLookedThrough(source) : null
  const notes = unread === null ? wide.notes : [...wide.notes, unread]
  const shown = secrets.words.hide(secrets.value({ ...wide, notes, ...(ignores.length > 0 && { ignores }) }))
  return { ...shown, findings, rejected, relocated: verification.relocated, ...checked }
}

/** Up to this size a file is read once more for what its chunks hold. */
const READ_AGAIN = 64 * 1024 * 1024

function withChunkFacts(
  survey: FileSurvey,
  { source, about, analyst, signal }: Pick<GateOptions, 'source' | 'about' | 'analyst' | 'signal'>,
): FileSurvey {
  if (!analyst.chunkFacts || about.isOneTask) return survey
  const mayRead = about.sizeBytes <= READ_AGAIN
  const chunkFacts = about.chunks.map(chunk => {
    signal.throwIfAborted()
    return analyst.chunkFacts!(source, chunk, { figures: survey.figures, mayRead })
  })
  return { ...survey, chunkFacts }
}

/** Both, or the first error once neither goes on. */
async function settled<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b])
  return await Promise.all([a, b])
}

function milestones({ chunks }: FileAbout, { encoding: { unit } }: SourceText) {
  return chunks.map(({ startLine, startByte }) => ({ line: startLine, offset: startByte / unit }))
}

/** Findings relevant to this degree make their chunk relevant. */
export const RELEVANT = 0.3

/** The reports of a file's chunks (A4): each has what stands in its body, the first what holds for the whole file. Or the one on the file. */
export function chunkReports(survey: GatedSurvey, about: FileAbout): AnalystReport[] {
  const { findings, anchors, rejected, relocated, chunkFacts, ...wide } = survey
  const { path } = about
  const chunks = about.isOneTask ? [wholeSpan(about)] : about.chunks
  const byChunk = <T>(items: readonly T[], lineOf: (item: T) => number) => {
    const shares: T[][] = chunks.map(() => [])
    for (const item of items) shares[chunkOfLine(chunks, lineOf(item))]!.push(item)
    return shares
  }
  const ownFindings = byChunk(findings, ({ line }) => line)
  const ownAnchors = byChunk(anchors, ({ line }) => line)
  const ownRejected = byChunk(rejected, ({ line }) => line)
  const answered = wide.answers.find(({ relevance }) => relevance >= 0.5)
  return chunks.map((chunk, k): AnalystReport => {
    const own = ownFindings[k]!
    return {
      filePath: path,
      chunkId: chunk.id,
      index: chunk.index,
      of: chunks.length,
      relevant: own.some(({ relevance }) => relevance >= RELEVANT),
      findings: own,
      anchors: ownAnchors[k]!,
      missing: [],
      suggestedQueries: [],
      completeAnswer: k === 0 ? (answered?.text ?? null) : null,
      metadata: { ...metadataOf(chunk, about, wide.topics), ...chunkFacts?.[k] },
      verification: {
        quotes: own.length + ownRejected[k]!.length,
        verified: own.length,
        relocated: k === 0 ? relocated : 0,
        rejected: ownRejected[k]!.length,
      },
      rejected: ownRejected[k]!,
      lines: linesOf(chunk, chunks[k + 1]),
      bytes: chunk.endByte - chunk.startByte,
      survey: k === 0 ? wide : null,
    }
  })
}

function wholeSpan({ chunks, lineCount, sizeBytes }: FileAbout): ChunkSpan {
  const id = hashText(chunks.map(chunk => chunk.id).join())
  return { id, index: 1, startLine: 1, endLine: lineCount, startByte: 0, endByte: sizeBytes, continuation: false }
}

function metadataOf(chunk: ChunkSpan, { contentType, language }: FileAbout, topics: readonly string[]): JsonObject {
  const { startLine, endLine } = chunk
  return { content_type: contentType, language, start_line: startLine, end_line: endLine, key_topics: [...topics] }
}

/** A line that two chunks share is counted with the first. */
function linesOf({ startLine, endLine }: ChunkSpan, next: ChunkSpan | undefined): number {
  return endLine - startLine + 1 - (next !== undefined && next.startLine === endLine ? 1 : 0)
}

/** The first chunk that reaches the line. */
function chunkOfLine(chunks: readonly ChunkSpan[], line: number): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (chunks[middle]!.endLine >= line) high = middle
    else low = middle + 1
  }
  return low
}
