// The record of a run's calls in one file of its directory. Memory holds where things stand, not what they say.
import { join } from 'node:path'
import type { CallLog, CallRecord, CallTotals } from '@shoal/base/model/call-log'
import { toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { ModelReply } from '@shoal/base/model/language-model'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { type CallLine, fold, readCallLine, type StoredCall, unfold } from './call-line.ts'
import { partDigest } from './digest.ts'
import { type LineStore, memoryLines, openLineFile, type Place } from './line-file.ts'

/**
 * The record in the run's directory, made when it is not there; null for one in memory. `isReadOnly`: for whoever looks
 * on or replays; leaves no trace, and forgets what is added.
 */
export async function openCallLog(
  directory: string | null,
  { isReadOnly = false, shared = null }: { readonly isReadOnly?: boolean; readonly shared?: SharedRecord | null } = {},
): Promise<CallLog> {
  if (directory === null) return new IndexedLog(memoryLines())
  const file = join(directory, 'calls.jsonl')
  try {
    const log = new IndexedLog(openLineFile(file, isReadOnly ? 'read' : 'append'), shared)
    await log.catchUp()
    return log
  } catch (error) {
    throw toShoalError(error, file)
  }
}

/** A record that several machines write to: the directory is this process's copy of it. */
export interface SharedRecord {
  /** Takes in what others have written. */
  refresh(): Promise<void>
  /** Returns once others can see what was written here. */
  keep(): Promise<void>
  nextCall(): Promise<number>
  /** See `RunFiles.turn`. */
  turn(what: string, forMs: number): Promise<number>
}

/** Where a call stands, and what came of it. */
interface Entry {
  readonly call: Place
  verdict: Place | null
  readonly task: string
}

/** Calls are written as they end, but for those that ended so close to each other. */
const OUT_OF_ORDER_MS = 60_000

/** A call without what was asked. */
export type CallHead = Omit<CallRecord, 'request'>

/** Knows what was added here, and of what others wrote what it has caught up with. */
export class IndexedLog implements CallLog {
  private readonly entries = new Map<number, Entry>()
  private readonly replies = new Map<string, Place>()
  private readonly parts = new Map<string, Place>()
  private readonly lastOf = new Map<string, number>()
  private newest = 0
  private sums = NO_CALLS
  private readTo = 0
  /** When calls ended, in the order in which they were written. Milliseconds since 1970. */
  private readonly ends: number[] = []

  /** Where lines of this process begin: they are known when they are caught up with. */
  private readonly own = new Set<number>()
  private refreshing: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly store: LineStore,
    private readonly shared: SharedRecord | null = null,
  ) {}

  /**
   * Takes in what another process has written since, once at a time. Half a line at the end is read again once it is whole.
   * A long record is read in turns: others are not kept waiting.
   */
  async catchUp(): Promise<void> {
    const turn = yieldToEventLoop()
    for (const [place, text] of this.store.lines(this.readTo)) {
      await turn()
      const line = readCallLine(text)
      this.readTo = line ? place.at + place.bytes : place.at
      if (this.own.delete(place.at)) continue
      if (line) this.index(line, place)
      if (line && 'call' in line) this.sums = withCall(this.sums, line.call)
    }
  }

  /** One after the other: two that read the same lines would count them twice. */
  refresh(): Promise<void> {
    const { shared } = this
    if (!shared) return Promise.resolve()
    const next = this.refreshing
      .catch(() => {})
      .then(async () => {
        await shared.refresh()
        await this.catchUp()
      })
    this.refreshing = next
    return next
  }

  replyTo(digest: string): ModelReply | null {
    const place = this.replies.get(digest)
    const call = place ? this.callAt(place) : null
    return call?.digest === digest && call.outcome.ok ? call.outcome.reply : null
  }

  async add(call: Omit<CallRecord, 'number' | 'verdict'>): Promise<number> {
    // A store that is away is no reason to lose a reply that is paid for.
    const given = await this.shared?.nextCall().catch(() => null)
    const number = given ?? this.newest + 1
    this.newest = Math.max(this.newest, number)
    // Counted first: what cannot be written was paid for all the same.
    this.sums = withCall(this.sums, call)
    const request = fold(call.request, part => this.keep(part))
    this.append({ call: { ...call, number, request } })
    await this.shared?.keep()
    return number
  }

  async judge(task: string, verdict: Json): Promise<void> {
    const of = this.lastOf.get(task)
    try {
      if (of !== undefined) this.append({ verdict, of })
    } catch {
      // For people who look at the record: a disk that does not take it is no reason to fail.
    }
  }

  totals(): CallTotals {
    return this.sums
  }

  async *records(): AsyncGenerator<CallRecord> {
    for (const number of this.entries.keys()) {
      const record = this.record(number)
      if (record) yield record
    }
  }

  /** Null when there is none, or it cannot be read any more. */
  record(number: number): CallRecord | null {
    const call = this.stored(number)
    return call && { ...call, request: unfold(call.request, digest => this.part(digest)) }
  }

  head(number: number): CallHead | null {
    const call = this.stored(number)
    if (!call) return null
    const { request: _, ...head } = call
    return head
  }

  /** In the order in which they ended. */
  numbers({ after = 0, task }: { readonly after?: number; readonly task?: string } = {}): readonly number[] {
    const numbers: number[] = []
    for (const [number, entry] of this.entries)
      if (number > after && (task === undefined || entry.task === task)) numbers.push(number)
    return numbers
  }

  endedSince(time: number): number {
    let count = 0
    for (let at = this.ends.length - 1; at >= 0 && this.ends[at]! >= time - OUT_OF_ORDER_MS; at--)
      if (this.ends[at]! >= time) count++
    return count
  }

  async close(): Promise<void> {
    await this.shared?.keep().finally(() => this.store.close())
    if (!this.shared) this.store.close()
  }

  /** The digest of a part, which stands in the file from now on. */
  private keep(value: unknown): string {
    const part = partDigest(value)
    if (!this.parts.has(part)) this.append({ part, value })
    return part
  }

  private append(line: CallLine): void {
    const place = this.store.append(JSON.stringify(line))
    if (place && this.shared) this.own.add(place.at)
    if (place) this.index(line, place)
  }

  private index(line: CallLine, place: Place): void {
    if ('part' in line) this.parts.set(line.part, place)
    else if ('call' in line) this.indexCall(line.call, place)
    else {
      const judged = this.entries.get(line.of)
      if (judged) judged.verdict = place
    }
  }

  private indexCall(call: StoredCall, place: Place): void {
    this.newest = Math.max(this.newest, call.number)
    const { task, at, tookMs } = call
    this.entries.set(call.number, { call: place, verdict: null, task })
    this.ends.push(at + tookMs)
    this.lastOf.set(call.task, call.number)
    if (call.outcome.ok) this.replies.set(call.digest, place)
  }

  private stored(number: number): (StoredCall & Pick<CallRecord, 'verdict'>) | null {
    const entry = this.entries.get(number)
    const call = entry ? this.callAt(entry.call) : null
    return call && { ...call, verdict: entry?.verdict ? this.verdictAt(entry.verdict) : null }
  }

  private callAt(place: Place): StoredCall | null {
    const line = this.lineAt(place)
    return line && 'call' in line ? line.call : null
  }

  private verdictAt(place: Place): Json {
    const line = this.lineAt(place)
    return line && 'verdict' in line ? line.verdict : null
  }

  private part(digest: string): unknown {
    const place = this.parts.get(digest)
    const line = place ? this.lineAt(place) : null
    return line && 'part' in line && line.part === digest ? line.value : undefined
  }

  /** What cannot be read any more counts as not recorded. */
  private lineAt(place: Place): CallLine | null {
    try {
      return readCallLine(this.store.read(place))
    } catch {
      return null
    }
  }
}

const NO_CALLS: CallTotals = {
  calls: 0,
  failed: 0,
  microUsd: 0,
  guessed: false,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
}

function withCall(sums: CallTotals, { outcome, microUsd }: Pick<CallRecord, 'outcome' | 'microUsd'>): CallTotals {
  const usage = outcome.ok ? outcome.reply.usage : outcome.failure.usage
  return {
    calls: sums.calls + 1,
    failed: sums.failed + (outcome.ok ? 0 : 1),
    microUsd: sums.microUsd === null || microUsd === null ? null : sums.microUsd + microUsd,
    guessed: sums.guessed || usage?.isGuess === true,
    input: sums.input + (usage?.input ?? 0),
    output: sums.output + (usage?.output ?? 0),
    cacheRead: sums.cacheRead + (usage?.cacheRead ?? 0),
    cacheWrite: sums.cacheWrite + (usage?.cacheWrite ?? 0),
  }
}
