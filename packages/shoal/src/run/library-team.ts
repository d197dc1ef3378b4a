// The typed API of teams: carry out a draft, and open ledgers.

import { ShoalError } from '@shoal/base/model/errors'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { TeamDraft } from '@shoal/team/draft'
import { stateDir } from '../config/state-dir.ts'
import { openLedger as openIn } from './ledger.ts'
import { type Ongoing, ongoing, type Teller } from './library-ongoing.ts'
import { createRun, type LedRun, leadRun } from './run-team.ts'

export interface RunTeamOptions {
  readonly name: string
  readonly purpose?: string
  /** Where the run is kept; the ledger of the command line if left out. */
  readonly ledger?: Ledger
  /** Ends all work at once; the run can be resumed. */
  readonly signal?: AbortSignal
  onEvent?(event: LedgerEvent): void
}

export interface TeamOutcome extends LedRun {
  /** Of the completed tasks that no other task waits for. */
  readonly results: Readonly<Record<string, Json>>
}

/**
 * Carries out a drafted team as a run of that name. A run of that name that has not been completed is resumed: its
 * tasks are the stored ones, the workers those of the draft. Throws `run-alive` while another process leads it. Await it for
 * the outcome, iterate it for the events of the ledger; only `signal` ends it early.
 */
export function runTeam(draft: TeamDraft, options: RunTeamOptions): Ongoing<TeamOutcome, LedgerEvent> {
  return ongoing(teller => leadTeam(draft, options, teller))
}

async function leadTeam(draft: TeamDraft, options: RunTeamOptions, teller: Teller<LedgerEvent>): Promise<TeamOutcome> {
  const ledger = options.ledger ?? (await openLedger())
  const { name, purpose, signal = new AbortController().signal, onEvent } = options
  try {
    const definition = { kind: 'library' }
    try {
      await createRun(ledger, { name, isExact: true, definition, ...(purpose ? { purpose } : {}) }, draft)
    } catch (error) {
      if (!(error instanceof ShoalError) || error.code !== 'team-exists') throw error
      await checkSame(ledger, name, draft, error)
    }
    const observer = {
      onEvent: (event: LedgerEvent) => {
        teller.tell(event)
        onEvent?.(event)
      },
    }
    const led = await leadRun(name, draft, { ledger, signal, observer })
    return { ...led, results: await finalResults(ledger, name) }
  } finally {
    if (!options.ledger) await ledger.close()
  }
}

/** The ledger in `directory`, the one of a server at `postgres://…`, or the one that the command line uses. */
export async function openLedger(place?: string): Promise<Ledger> {
  if (place === undefined) return await openIn(stateDir(process.env), process.env)
  const isServer = /^postgres(?:ql)?:\/\//.test(place)
  return isServer ? await openIn('', { ...process.env, SHOAL_STORE: place }) : await openIn(place)
}

/** A run of that name with other tasks is another run. */
async function checkSame(ledger: Ledger, name: string, { tasks }: TeamDraft, taken: ShoalError): Promise<void> {
  const stored = new Set((await ledger.tasks(name)).map(({ id }) => id))
  if (tasks.some(({ id }) => id !== undefined && !stored.has(id))) throw taken
}

async function finalResults(ledger: Ledger, team: string): Promise<Readonly<Record<string, Json>>> {
  const tasks = await ledger.tasks(team)
  const waitedFor = new Set(tasks.flatMap(({ blockedBy }) => blockedBy))
  const final = tasks.filter(({ id, status }) => status === 'completed' && !waitedFor.has(id))
  return Object.fromEntries(
    await Promise.all(final.map(async ({ id }) => [id, await ledger.result(team, id)] as const)),
  )
}
