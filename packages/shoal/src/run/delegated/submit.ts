// What an agent hands in about its task: read, checked quote by quote, and stored as far as it holds. It may hand in
// corrections afterwards; they are added to what was said before.

import { setTimeout as sleep } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { AnalystResult } from '@shoal/base/model/report'
import { taskLine } from '../../stages/task-line.ts'
import { analystResults } from '../analysis/stored-results.ts'
import type { DelegatedRun } from './delegated-run.ts'
import { added, type JudgedReports, judgeReports, resultOf } from './judge-reports.ts'

export interface SubmitOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  /** Who says so: `claude-code:rlm-code-analyzer`. */
  readonly by: string
  /** There is nothing to say about files that no report is on. */
  readonly nothingElse?: boolean
  /** Hears of the bytes that had to be read for it. */
  onRead?(bytes: number): void
}

export interface Submitted extends Omit<JudgedReports, 'fresh'> {
  readonly isClean: boolean
  /** For the lead (S4): `Chunk 3/10 complete: 4 findings (2 high, 1 medium, 1 low)`. */
  readonly line: string
}

/** A submission that cannot be read at all changes nothing. */
export async function submit(
  run: DelegatedRun,
  id: string,
  reports: readonly Json[],
  options: SubmitOptions,
): Promise<Submitted> {
  const { ledger, signal, by, onRead, nothingElse = false } = options
  const open = await run.open(id, { signal, ...(onRead && { onRead }) })
  const isAddition = (await ledger.result(run.run, id)) !== null
  const { fresh, ...read } = await judgeReports(open, reports, { by, nothingElse, isAddition })
  if (fresh === null) return { ...read, isClean: false, line: '' }
  // Somebody else may hand in something on the same task meanwhile: then it is added to that.
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await sleep(PAUSE_MS, undefined, { signal })
    const stored = analystResults.read(await ledger.result(run.run, id))
    const whole = stored?.said ? await added(stored.said, fresh, open) : fresh
    const findings = whole.flatMap(part => part?.judged.findings ?? [])
    const line = taskLine(open.task, findings)
    if (!(await store(run, id, { ledger, from: stored, to: resultOf(whole, open), summary: line }))) continue
    return { ...read, isClean: read.refused.length === 0 && read.complaints.length === 0, line }
  }
  throw new ShoalError('wrong-state', `task "${id}" is in other hands`, {
    detail: id,
    advice: 'somebody is storing a report on it: hand in yours again in a minute',
  })
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
  const result = analystResults.toJson(to)
  try {
    if (from) {
      await ledger.amend(run.run, id, { from: analystResults.toJson(from), to: result, summary })
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
