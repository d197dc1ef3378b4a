// The questions that agents of one server answer: opened once, called in turn, and closed with the server.
import { setMaxListeners } from 'node:events'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Settings } from '../../config/resolve.ts'
import { nothingToRead, purposeOf, runName } from '../analysis/naming.ts'
import { createRun } from '../run-team.ts'
import { type AskDefinition, askDefinition, askDefinitions } from './definition.ts'
import { Looking, type LookingCall } from './looking.ts'

export interface NewLooking {
  readonly paths: readonly string[]
  readonly question: string
  readonly cwd: string
  /** Who asks: `claude-code`. */
  readonly by: string
  readonly settings: Settings
}

/** Runs whose files are open at a time: each may have a database. */
const MOST_OPEN = 3

export class Lookings {
  private readonly all = new Map<string, { readonly looking: Looking; last: Promise<unknown> }>()

  /** Stores the run, and gives back its name and its definition. */
  static async create(
    { paths, question, cwd, by, settings }: NewLooking,
    ledger: Ledger,
  ): Promise<{ readonly run: string; readonly definition: AskDefinition }> {
    const asked = { paths, question, cwd, root: by, sub: by, maxSteps: settings.maxSteps, settings }
    const definition = askDefinition({ ...asked, delegated: true })
    const wanted = { name: runName(paths, cwd, 'ask'), ...purposeOf(question) }
    const stored = { ...wanted, definition: askDefinitions.toJson(definition) }
    return { run: await createRun(ledger, stored, { tasks: [], members: [] }), definition }
  }

  /** Does one call: calls of one run take turns, so that ids run on in their order. */
  async call<T>(
    { run, definition, ledger }: { readonly run: string; readonly definition: AskDefinition; readonly ledger: Ledger },
    call: LookingCall,
    act: (looking: Looking) => Promise<T>,
  ): Promise<T> {
    const known = this.all.get(run) ?? { looking: new Looking(run, definition, ledger), last: Promise.resolve() }
    this.all.delete(run)
    this.all.set(run, known)
    const turn = known.last.then(() => inTurn(known.looking, call, act))
    known.last = turn.catch(() => {})
    const result = await turn
    for (const run of [...this.all.keys()].slice(0, -MOST_OPEN)) void this.closeIdle(run)
    return result
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.all.values()].map(({ looking }) => looking.close()))
    this.all.clear()
  }

  private async closeIdle(run: string): Promise<void> {
    const one = this.all.get(run)!
    const closing = one.last.then(() => one.looking.close()).catch(() => {})
    one.last = closing
    await closing
    // All that it knows is in the ledger. Somebody may have come meanwhile.
    if (one.last === closing) this.all.delete(run)
  }
}

async function inTurn<T>(looking: Looking, call: LookingCall, act: (looking: Looking) => Promise<T>): Promise<T> {
  const { signal, paths } = call
  signal.throwIfAborted()
  setMaxListeners(0, signal)
  const stop = () => looking.drop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const { files, skipped } = await looking.refresh(call)
    if (files === 0)
      throw nothingToRead(
        paths,
        skipped.map(one => ({ ...one, cause: 'unreadable' as const })),
      )
    return await act(looking)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
