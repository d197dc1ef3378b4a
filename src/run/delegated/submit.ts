// What an agent hands in about its task: read, checked quote by quote, and stored as far as it holds. It may hand in
// corrections afterwards; they are added to what was said before.

import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../../config/values.ts'
import { ShoalError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { AnalystResult, PartReply } from '../../model/report.ts'
import { believed, sameness, stillOpen } from '../../stages/reading/corrections.ts'
import { NOTHING_SAID, partReply } from '../../stages/reading/drafts.ts'
import { type Fault, judge, type ReadPart } from '../../stages/reading/judge.ts'
import { mergedReport } from '../../stages/reading/merge-report.ts'
import type { PartView } from '../../stages/reading/part-view.ts'
import { readReply } from '../../stages/reading/read-reply.ts'
import { maskDeep } from '../../stages/verify/mask.ts'
import { plural } from '../../text/printable.ts'
import type { DelegatedRun, OpenTask } from './delegated-run.ts'

export interface SubmitOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  /** Who says so: `claude-code:rlm-code-analyzer`. */
  readonly by: string
}

export interface Submitted {
  readonly isClean: boolean
  /** Of this submission. */
  readonly accepted: number
  readonly relocated: number
  readonly refused: readonly Refusal[]
  /** What is wrong with its form. */
  readonly complaints: readonly string[]
  /** What became of the rest; nothing needs to be done about it. */
  readonly notes: readonly string[]
  /** For the lead (S4): `Chunk 3/10 complete: 4 findings (2 high, 1 medium, 1 low)`. */
  readonly line: string
}

export interface Refusal extends Pick<Fault, 'nearest'> {
  readonly path: string
  readonly summary: string
  readonly evidence: string
  readonly problem: string
}

/** A submission that cannot be read at all changes nothing. */
export async function submit(run: DelegatedRun, id: string, reports: Json, options: SubmitOptions): Promise<Submitted> {
  const { ledger, signal, by } = options
  const open = await run.open(id, signal)
  const { views, focus } = open
  const isAddition = (await ledger.result(run.run, id)) !== null
  const read = readReply(JSON.stringify(reports), pathsOf(open), focus, { isAddition })
  if (read.reports === null)
    return { isClean: false, accepted: 0, relocated: 0, refused: [], complaints: read.complaints, notes: [], line: '' }
  const said = views.map((view, k) => (read.reports![k] ? partReply(read.reports![k]!, view, by) : NOTHING_SAID))
  const fresh = await judgeAll(said, open)
  // Somebody else may hand in something on the same task meanwhile: then it is added to that.
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await sleep(PAUSE_MS, undefined, { signal })
    const stored = (await ledger.result(run.run, id)) as unknown as AnalystResult | null
    const whole = stored?.said ? await added(await judgeAll(stored.said, open), fresh, open) : fresh
    const result: AnalystResult = {
      ...open.exact,
      reports: whole.map((part, k) => mergedReport(views[k]!, part)),
      said: whole.map(({ reply }, k) => withoutSecrets(reply, views[k]!)),
    }
    const line = `${placeOf(open)} complete: ${findingsLine(whole.flatMap(({ judged }) => judged.findings))}`
    if (!(await store(run, id, { ledger, from: stored, to: result, summary: line }))) continue
    const refused = fresh.flatMap(({ judged }) => judged.faults.map(refusalOf))
    return {
      isClean: refused.length === 0 && read.complaints.length === 0,
      accepted: fresh.reduce((sum, { judged }) => sum + judged.findings.length, 0),
      relocated: fresh.reduce((sum, { judged }) => sum + judged.relocated, 0),
      refused,
      complaints: read.complaints,
      notes: notesOf(fresh, findingsIn(reports) - read.dropped),
      line,
    }
  }
  throw new ShoalError('wrong-state', `task "${id}" is in other hands`, { detail: id })
}

/** Others store what they say in no time. */
const MOST_TRIES = 30
const PAUSE_MS = 100

interface Change {
  readonly ledger: Ledger
  readonly from: AnalystResult | null
  readonly to: AnalystResult
  readonly summary: string
}

/** False when somebody else has changed it meanwhile. */
async function store(run: DelegatedRun, id: string, { ledger, from, to, summary }: Change): Promise<boolean> {
  const result = to as unknown as Json
  try {
    if (from) {
      await ledger.amend(run.run, id, { from: from as unknown as Json, to: result, summary })
      return true
    }
    return await complete(run, id, { ledger, result, summary })
  } catch (error) {
    const isPassing = error instanceof ShoalError && ['member-alive', 'lease-lost', 'has-claim'].includes(error.code)
    if (isPassing || (await hasChanged(run, id, { ledger, from }))) return false
    throw error
  }
}

async function hasChanged({ run }: DelegatedRun, id: string, { ledger, from }: Pick<Change, 'ledger' | 'from'>) {
  const now = await ledger.result(run, id)
  return now !== null && JSON.stringify(now) !== JSON.stringify(from)
}

/** An analyst is there for as long as it takes to store what it says. */
const LEASE_MS = 60_000

async function complete(
  delegated: DelegatedRun,
  id: string,
  { ledger, result, summary }: { readonly ledger: Ledger; readonly result: Json; readonly summary: string },
): Promise<boolean> {
  const { run } = delegated
  const { analyst } = delegated.reader(id)
  const role = analyst.replace(/-\d+$/, '')
  const session = await ledger.join(run, { name: analyst, role, kind: 'agent' }, LEASE_MS)
  try {
    const claim = await ledger.claim(session, { task: id })
    if (claim) await ledger.finish(claim, { status: 'completed', result, summary })
    else await checkClaimable(run, id, ledger)
    return claim !== null
  } finally {
    await ledger.leave(session)
  }
}

/** Completed meanwhile, it is amended; else what it is must be said. */
async function checkClaimable(run: string, id: string, ledger: Ledger): Promise<void> {
  const { status, reason } = await ledger.task(run, id)
  if (status === 'completed' || status === 'in_progress') return
  if (status === 'failed' || status === 'skipped') {
    await ledger.retry(run, id)
    return
  }
  throw new ShoalError(
    'wrong-state',
    `task "${id}" is ${status} and cannot be reported on${reason ? `: ${reason}` : ''}`,
    {
      detail: id,
    },
  )
}

async function judgeAll(replies: readonly PartReply[], { views, viewing }: OpenTask): Promise<ReadPart[]> {
  return await Promise.all(replies.map(async (reply, k) => ({ reply, judged: await judge(reply, views[k]!, viewing) })))
}

/** What was said before and what is said now: nothing twice, and what was corrected is no longer held against it. */
async function added(before: readonly ReadPart[], now: readonly ReadPart[], open: OpenTask): Promise<ReadPart[]> {
  return await judgeAll(
    before.map((part, k) => repliesTogether(part, now[k]!)),
    open,
  )
}

function repliesTogether(before: ReadPart, now: ReadPart): PartReply {
  const held = believed(before)
  const uncorrected = stillOpen(before.judged.faults, now.judged.findings).map(({ draft }) => draft)
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

/** As it might have been said by somebody who saw only placeholders: it is stored. */
function withoutSecrets(reply: PartReply, { hider, secrets }: PartView): PartReply {
  const { findings, ...rest } = reply
  const hidden = findings.map(draft => ({ ...draft, evidence: hider.hide(draft.evidence) }))
  return maskDeep({ ...rest, findings: hidden }, secrets.known)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function refusalOf({ rejected, nearest }: Fault): Refusal {
  const { path, summary, quote, reason } = rejected
  return { path, summary, evidence: quote, problem: reason, nearest }
}

/** Nothing that was handed in disappears without a word. */
function notesOf(parts: readonly ReadPart[], handedIn: number): string[] {
  const borrowed = parts.reduce((sum, { judged }) => sum + judged.borrowed, 0)
  const known = parts.reduce((sum, { judged }) => sum + judged.findings.length + judged.faults.length, borrowed)
  const twice = handedIn - known
  return [
    ...(borrowed > 0 ? [`${plural(borrowed, 'finding')} left to the reader of the chunk that owns the lines`] : []),
    ...(twice > 0 ? [`${plural(twice, 'finding')} said twice in the same words and kept once`] : []),
  ]
}

/** How many findings a submission holds, in whichever form they are read. */
function findingsIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + findingsIn(one), 0)
  if (!isRecord(value)) return 0
  if (value.reports !== undefined) return findingsIn(value.reports as Json)
  const found = value.findings ?? value.relevant
  return Array.isArray(found) ? found.length : 0
}

function findingsLine(findings: readonly Finding[]): string {
  const of = (severity: Finding['severity']) => findings.filter(one => one.severity === severity).length
  return `${plural(findings.length, 'finding')} (${of('high')} high, ${of('medium')} medium, ${of('low')} low)`
}

function placeOf({ task: { id, chunk, batch } }: OpenTask): string {
  if (chunk) return `Chunk ${chunk.index}/${chunk.of}`
  return batch && batch.files.length > 1 ? `Batch of ${plural(batch.files.length, 'file')}` : `File of ${id}`
}

function pathsOf({ views }: OpenTask): string[] {
  return views.map(({ part }) => part.about.path)
}
