// One ledger on a server: transactions, what they lock, and news of other processes' moves.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { blobsIn } from './blobs.ts'
import type { Address } from './connect.ts'
import { isCutOff, isTakenBack, toLedgerError } from './errors.ts'
import type { News } from './events.ts'
import type { Objects } from './objects.ts'
import { newerError } from './open.ts'
import { hasEndings, resolve } from './resolver.ts'
import { type Blobs, calling, Turn, type Value } from './turn.ts'

/** A move gives up when others hold what it needs, or the server is away, for so long. */
const GIVE_UP_MS = 60_000
const AWAY_MS = 15_000
/** How often other processes' moves are looked for while somebody waits for news: at first, and when nothing happens. */
const LOOK_EVERY_MS = 20
const LOOK_SELDOM_MS = 250

/** What a lock is about. Locks of transactions only: those of sessions would stay behind in a pooler. */
const Lock = { team: 0x73_68_6f_6c, resolver: 0x73_68_6f_72, files: 0x73_68_6f_66 } as const

/** A bare one is one statement, without a transaction around it; a step is one that cannot be made twice. */
type Access = 'look' | 'shared' | 'alone' | 'free' | 'step' | 'bare'

export class Store {
  private readonly blobs: Blobs
  private readonly waiting = new Map<() => void, number>()
  private look: NodeJS.Timeout | null = null
  private lookAfter = LOOK_EVERY_MS
  private closing: Promise<void> | null = null

  constructor(
    private readonly pool: Pool,
    private readonly address: Pick<Address, 'place' | 'schema'>,
    private readonly version: number,
    readonly objects: Objects,
  ) {
    this.blobs = blobsIn(objects)
  }

  /** Several looks that agree with each other. */
  async read<T>(act: (turn: Turn) => Promise<T>): Promise<T> {
    return await this.transact('look', null, act)
  }

  /** Looks that need not agree with each other. Where nothing is asked nothing is begun. */
  async looking<T>(act: (turn: Turn) => Promise<T>): Promise<T> {
    const query = (sql: string, values: Value[]) => this.read(turn => turn.ask(sql, values))
    return await act(new Turn({ query }, this.blobs))
  }

  /** Like `read`, and those that waited for a task that is done are ready: in `team`, or in all. */
  async readSettled<T>(team: string | null, act: (turn: Turn) => Promise<T>): Promise<T> {
    await this.settle(team)
    return await this.read(act)
  }

  /** A move that others on the team may make at the same time, because it locks the rows it depends on. */
  async share<T>(team: string, act: (turn: Turn) => Promise<T>): Promise<T> {
    return await this.transact('shared', team, act)
  }

  /** A move during which nobody else makes one on the team. All that is done has been told to those that wait for it. */
  async alone<T>(team: string, act: (turn: Turn) => Promise<T>): Promise<T> {
    const move = async (turn: Turn) => {
      for (const one of await hasEndings(turn, team)) await resolve(turn, one.team)
      return await act(turn)
    }
    return await this.transact('alone', team, move)
  }

  /** A move on rows of whichever teams. */
  async free<T>(act: (turn: Turn) => Promise<T>): Promise<T> {
    return await this.transact('free', null, act)
  }

  /**
   * A shared move that is a function of the server (`functions.ts`), in one way there and back. When the connection breaks meanwhile, whether it
   * was made is not known, and `io-failed` is thrown.
   */
  async step<T extends object>(name: 'finish_task' | 'claim_task', team: string, values: readonly Value[]): Promise<T> {
    const locks = name === 'finish_task' ? [Lock.team, Lock.resolver] : [Lock.team]
    const all = [this.version, ...locks, this.lockNumber(team), ...values]
    const answer = await this.call<T>('step', name, all)
    if ('isOther' in answer) await this.read(async () => {})
    if ('ended' in answer || ('taken' in answer && answer.taken)) this.wake()
    return answer
  }

  private async call<T>(access: 'step' | 'bare', name: string, values: readonly Value[] = []): Promise<T> {
    const sql = calling(`${this.address.schema}.${name}`, values)
    return (await this.transact(access, null, turn => turn.one<{ answer: T }>(sql, ...values)))!.answer
  }

  /** Within a shared move: true when this one is to tell those that wait; somebody does already when it is false. */
  async mayResolve(turn: Turn, team: string): Promise<boolean> {
    const found = await turn.one<{ mine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS mine',
      Lock.resolver,
      this.lockNumber(team),
    )
    return found!.mine
  }

  /** Within a free move on the files of a run: until it ends, nobody else changes them. */
  async oneWriter(turn: Turn, run: string): Promise<void> {
    await turn.one('SELECT pg_advisory_xact_lock($1, $2)', Lock.files, this.lockNumber(run))
  }

  /** Tells those that wait for what is done, where nobody has yet. Whoever looks does it, so that no process has to stay for it. */
  async settle(team: string | null): Promise<void> {
    const open = await this.read(turn => hasEndings(turn, team))
    for (const { name, team: number } of open)
      await this.share(name, async turn => {
        await turn.one('SELECT pg_advisory_xact_lock($1, $2)', Lock.resolver, this.lockNumber(name))
        await resolve(turn, number)
      })
  }

  /** The same for all teams, and every event has its number. */
  async lastEvent(): Promise<number> {
    const { last, unresolved } = await this.call<News>('bare', 'last_event')
    if (!unresolved) return last
    await this.settle(null)
    return (await this.call<News>('bare', 'last_event')).last
  }

  /** Resolves at the next move of anybody, when the time is over, or at once when there is news already. */
  async changed(seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (this.closing || signal?.aborted) return
    await new Promise<void>(resolved => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        this.waiting.delete(done)
        if (this.waiting.size === 0) this.stopLooking()
        resolved()
      }
      const timer = setTimeout(done, timeoutMs)
      signal?.addEventListener('abort', done, { once: true })
      this.waiting.set(done, seen)
      this.lookAfter = LOOK_EVERY_MS
      this.lookIn(0)
    })
  }

  async close(): Promise<void> {
    this.closing ??= this.pool.end()
    this.wake()
    await this.closing
  }

  private wake(): void {
    for (const done of [...this.waiting.keys()]) done()
  }

  private lookIn(ms: number): void {
    if (this.look) clearTimeout(this.look)
    this.look = setTimeout(() => void this.lookForNews(), ms)
  }

  private stopLooking(): void {
    if (this.look) clearTimeout(this.look)
    this.look = null
  }

  /** What cannot be read just now is no news; whoever looks after the wait learns why. */
  private async lookForNews(): Promise<void> {
    const found = await this.call<News>('bare', 'has_news').catch(() => null)
    if (found) for (const [done, seen] of [...this.waiting]) if (found.unnumbered || found.last > seen) done()
    if (this.waiting.size === 0 || this.closing) return
    this.lookAfter = Math.min(this.lookAfter * 1.5, LOOK_SELDOM_MS)
    this.lookIn(this.lookAfter)
  }

  /** Of a transaction that the server took back, or that never reached its end, nothing was made: it is made again. */
  private async transact<T>(access: Access, team: string | null, act: (turn: Turn) => Promise<T>): Promise<T> {
    const since = performance.now()
    for (;;) {
      if (this.closing) throw new ShoalError('internal', 'the ledger is closed')
      const attempt = await this.attempt(access, team, act)
      if ('value' in attempt) return attempt.value
      const { error, mayRepeat } = attempt
      const patience = isCutOff(error) ? AWAY_MS : GIVE_UP_MS
      if (!mayRepeat || performance.now() - since > patience) throw toLedgerError(error, this.address.place)
      await pause(isCutOff(error) ? 200 : 1 + Math.random() * 10)
    }
  }

  private async attempt<T>(
    access: Access,
    team: string | null,
    act: (turn: Turn) => Promise<T>,
  ): Promise<{ readonly value: T } | { readonly error: unknown; readonly mayRepeat: boolean }> {
    let client: PoolClient | null = null
    let isEnding = false
    try {
      client = await this.pool.connect()
      isEnding = access === 'step'
      const isBare = isEnding || access === 'bare'
      if (!isBare) this.checkVersion(await client.query(this.begin(access, team)))
      const turn = new Turn(client, this.blobs)
      const value = await act(turn)
      isEnding ||= turn.isNews
      if (!isBare) await client.query('COMMIT')
      client.release()
      for (const act of turn.after) await act()
      if (turn.isNews && team !== null) this.wake()
      return { value }
    } catch (error) {
      const isBroken = isCutOff(error)
      if (!isBroken) await client?.query('ROLLBACK').catch(() => {})
      client?.release(isBroken)
      // Whether a move was made whose end was not heard of is not known.
      return { error, mayRepeat: isTakenBack(error) || (isBroken && !isEnding) }
    }
  }

  /** All in one text, so that it costs one way to the server; nothing of it outlives the transaction. */
  private begin(access: Access, team: string | null): string {
    const mode = access === 'look' ? ' ISOLATION LEVEL REPEATABLE READ READ ONLY' : ' ISOLATION LEVEL READ COMMITTED'
    const lock = access === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
    return [
      `BEGIN${mode}`,
      `SET LOCAL search_path TO ${this.address.schema}`,
      // A client that went away in the middle must not keep its locks.
      ...(access === 'look'
        ? []
        : [`SET LOCAL lock_timeout = ${GIVE_UP_MS}`, `SET LOCAL idle_in_transaction_session_timeout = ${GIVE_UP_MS}`]),
      `SELECT version${team === null ? '' : `, ${lock}(${Lock.team}, ${this.lockNumber(team)})`} FROM shoal_version`,
    ].join('; ')
  }

  /** A newer shoal may have changed the schema while this process uses it. */
  private checkVersion(results: unknown): void {
    const [{ version }] = (results as QueryResult<{ version: number }>[]).at(-1)!.rows as [{ version: number }]
    if (version !== this.version) throw newerError(this.address, version, this.version)
  }

  private lockNumber(team: string): number {
    return createHash('sha256').update(`${this.address.schema}/${team}`).digest().readInt32BE(0)
  }
}
