// What was reported on a task: read, and checked quote by quote against what its reader was shown. Whoever reads, an agent of a client or
// a worker of a pattern, passes through here.

import type { FindingDraft } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import { isRecord } from '@shoal/base/model/option-values'
import type { AnalystResult, PartReply } from '@shoal/base/model/report'
import { plural, printable } from '@shoal/base/text/printable'
import { MOST_FINDINGS, MOST_REPORT } from '../../stages/reading/contract.ts'
import { believed } from '../../stages/reading/corrections.ts'
import { NOTHING_SAID, partReply } from '../../stages/reading/drafts.ts'
import { type Fault, type Judged, judge, type ReadPart, sameness, verificationOf } from '../../stages/reading/judge.ts'
import { mergedReport } from '../../stages/reading/merge-report.ts'
import type { PartView } from '../../stages/reading/part-view.ts'
import { readReply } from '../../stages/reading/read-reply.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import type { OpenTask } from './delegated-run.ts'

export interface JudgedReports {
  /** Null when nothing of it could be read. */
  readonly fresh: Parts | null
  /** Of these reports. */
  readonly accepted: number
  readonly relocated: number
  readonly refused: readonly Refusal[]
  /** What is wrong with their form. */
  readonly complaints: readonly string[]
  /** What became of the rest; nothing needs to be done about it. */
  readonly notes: readonly string[]
}

export interface Refusal extends Pick<Fault, 'nearest'> {
  readonly path: string
  readonly summary: string
  readonly evidence: string
  readonly problem: string
}

export interface JudgeOptions {
  /** Who says so: `claude-code:rlm-code-analyzer`. */
  readonly by: string
  /** There is nothing to say about files that no report is on. */
  readonly nothingElse: boolean
  /** Something was said before. */
  readonly isAddition: boolean
  /** What others left open, where that alone was asked. */
  readonly asked?: readonly string[]
}

export async function judgeReports(
  open: OpenTask,
  reports: readonly Json[],
  { nothingElse, isAddition, ...reporting }: JudgeOptions,
): Promise<JudgedReports> {
  const { views, focus } = open
  const sorted = sortReports(reports, open)
  const read = readReply(JSON.stringify({ reports: sorted.own }), pathsOf(open), focus, {
    isAddition: isAddition || nothingElse,
  })
  const complaints = [...new Set([...sorted.complaints, ...read.complaints, ...droppedLine(read.dropped)])]
  if (read.reports === null) return { fresh: null, accepted: 0, relocated: 0, refused: [], complaints, notes: [] }
  const fresh = await judgeAll(
    views.map((view, k) => {
      const report = read.reports![k]
      return report
        ? partReply(report, view, { ...reporting, views, result: () => null })
        : nothingElse
          ? NOTHING_SAID
          : null
    }),
    open,
  )
  const judged = fresh.flatMap(part => (part ? [part.judged] : []))
  return {
    fresh,
    accepted: judged.reduce((sum, one) => sum + one.findings.length, 0),
    relocated: judged.reduce((sum, one) => sum + one.relocated, 0),
    refused: judged.flatMap(({ faults }) => faults.map(refusalOf)),
    complaints,
    notes: notesOf(judged, sorted.own.reduce<number>((sum, one) => sum + findingsIn(one), 0) - read.dropped),
  }
}

/** What stands on the exact reports; a file that nobody spoke of is said to be so. */
export function resultOf(whole: Parts, { exact, views }: OpenTask): AnalystResult {
  const unsaid = views.filter((_, k) => whole[k] === null).map(({ part }) => part.about.path)
  return {
    ...exact,
    reports: whole.map((part, k) => (part ? mergedReport(views[k]!, part) : views[k]!.part.report)),
    said: whole.map((part, k) => part && withoutSecrets(part.reply, views[k]!)),
    ...(unsaid.length > 0 && { unusable: `no agent has reported on ${unsaid.slice(0, 5).join(', ')}` }),
  }
}

/** What is new in a part that was reported on before: its lines are counted there. */
export function additionsOf(parts: Parts, { views }: OpenTask): Required<Pick<AnalystResult, 'reports' | 'said'>> {
  const fresh = parts.flatMap((part, k) => (part ? [{ part, view: views[k]! }] : []))
  return {
    reports: fresh.map(({ part, view }) => {
      const { report: known } = view.part
      const { findings, missing, suggestedQueries, rejected, ...whole } = mergedReport(view, part)
      return {
        ...whole,
        findings: findings.slice(known.findings.length),
        missing: missing.slice(known.missing.length),
        suggestedQueries: suggestedQueries.slice(known.suggestedQueries.length),
        rejected: rejected.slice(known.rejected.length),
        anchors: [],
        verification: verificationOf(part.judged),
        lines: 0,
        bytes: 0,
        survey: null,
      }
    }),
    said: fresh.map(({ part, view }) => withoutSecrets(part.reply, view)),
  }
}

interface SortedReports {
  readonly own: readonly Json[]
  readonly complaints: readonly string[]
}

/** A report is of the file and the chunk that it names, or it is not read. */
function sortReports(reports: readonly Json[], { task, views, exact, stamps }: OpenTask): SortedReports {
  const complaints: string[] = []
  const own = reports.filter(report => {
    if (!isRecord(report)) return true
    const { file_path: path, chunk_id: chunk } = report
    if (typeof path !== 'string' || path === '') {
      if (views.length === 1 && task.batch?.files.length !== 1 && exact.unread.length > 0)
        complaints.push('a report does not say its `file_path`')
      return true
    }
    const name = path.replace(/^\.\//, '')
    const view = views.find(({ part: { about } }) =>
      [about.path, printable(about.path), lookup(stamps, about.path)?.file].includes(name),
    )
    const unread = exact.unread.find(file => file.path === name)
    const right = view?.part.chunk.id
    if (view && (typeof chunk !== 'string' || chunk === '' || chunk === right)) return true
    complaints.push(
      unread
        ? `${printable(name)} cannot be reported on: ${unread.reason}`
        : view
          ? `chunk ${printable(String(chunk)).slice(0, 80)} is not the one of this task, which is ${right}`
          : `${printable(name).slice(0, 200)} is no file of task ${task.id}`,
    )
    return false
  })
  return { own: own.map(report => withPath(report, views)), complaints }
}

/** Under the name that the plan has for it. */
function withPath(report: Json, views: OpenTask['views']): Json {
  return isRecord(report) && views.length === 1 ? ({ ...report, file_path: views[0]!.part.about.path } as Json) : report
}

function droppedLine(dropped: number): string[] {
  if (dropped === 0) return []
  const most = `a report has at most ${MOST_FINDINGS} findings and ${MOST_REPORT} characters`
  return [`${plural(dropped, 'finding')} left out, malformed or too many (${most}): hand them in again by themselves`]
}

/** Null where nothing was said of a file. */
export type Parts = readonly (ReadPart | null)[]

async function judgeAll(replies: readonly (PartReply | null)[], { views, viewing }: OpenTask): Promise<Parts> {
  return await Promise.all(
    replies.map(async (reply, k) => reply && { reply, judged: await judge(reply, views[k]!, { ...viewing, views }) }),
  )
}

/** What was said before and what is said now: nothing twice, and what was corrected is no longer held against it. */
export async function added(said: readonly (PartReply | null)[], now: Parts, open: OpenTask): Promise<Parts> {
  const before = await judgeAll(said, open)
  return await judgeAll(
    before.map((part, k) => {
      const fresh = now[k]
      return part && fresh ? repliesTogether(part, fresh) : ((part ?? fresh)?.reply ?? null)
    }),
    open,
  )
}

function repliesTogether(before: ReadPart, now: ReadPart): PartReply {
  const held = believed(before)
  const known = new Set(held.map(sameness))
  const corrected = believed(now).filter(draft => !known.has(sameness(draft)))
  const uncorrected = before.judged.faults.flatMap(({ draft }) => (corrected.some(isOf(draft)) ? [] : [draft]))
  const drafts = new Map([...held, ...now.reply.findings, ...uncorrected].map(draft => [sameness(draft), draft]))
  return {
    ...before.reply,
    relevant: before.reply.relevant || now.reply.relevant,
    findings: [...drafts.values()],
    missing: distinct([...before.reply.missing, ...now.reply.missing]),
    suggestedQueries: distinct([...before.reply.suggestedQueries, ...now.reply.suggestedQueries]),
    completeAnswer: now.reply.completeAnswer ?? before.reply.completeAnswer,
  }
}

/** It says the same as a finding that was refused, or something of the same kind at the same place. */
function isOf(refused: FindingDraft): (draft: FindingDraft) => boolean {
  return ({ key, type, line }) => key === refused.key || (type === refused.type && line === refused.line)
}

/** As it might have been said by somebody who saw only placeholders: it is stored. */
function withoutSecrets(reply: PartReply, { hider, secrets }: PartView): PartReply {
  const { findings, ...rest } = reply
  const hidden = findings.map(draft => ({ ...draft, evidence: hider.hide(draft.evidence) }))
  return shownValue({ ...rest, findings: hidden }, secrets.known)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function refusalOf({ rejected, nearest }: Fault): Refusal {
  const { path, summary, quote, reason } = rejected
  return { path, summary, evidence: quote, problem: reason, nearest }
}

/** Nothing that was handed in disappears without a word. */
function notesOf(judged: readonly Judged[], handedIn: number): string[] {
  const borrowed = judged.reduce((sum, one) => sum + one.borrowed, 0)
  const known = judged.reduce((sum, { findings, faults }) => sum + findings.length + faults.length, borrowed)
  const twice = handedIn - known
  return [
    ...(borrowed > 0 ? [`${plural(borrowed, 'finding')} left to the reader of the chunk that owns the lines`] : []),
    ...(twice > 0 ? [`${plural(twice, 'finding')} said twice in the same words and kept once`] : []),
  ]
}

/** How many findings a report holds, in whichever form it has them. */
function findingsIn(report: Json): number {
  const found = isRecord(report) ? (report.findings ?? report.relevant) : null
  return Array.isArray(found) ? found.length : 0
}

function pathsOf({ views }: OpenTask): string[] {
  return views.map(({ part }) => part.about.path)
}
