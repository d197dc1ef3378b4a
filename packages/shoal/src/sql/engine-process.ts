// The processes that DuckDB runs in. A query can take memory and time faster than DuckDB notices, so the limits are held from
// outside: the process is killed, and the next query gets a new one. One that did its work is kept warm for the next.
import { type ChildProcess, spawn } from 'node:child_process'
import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'
import { packageFile } from '@shoal/base/model/package-files'
import { gaveUpAfter } from '@shoal/base/text/worked-time'
import type { EngineCalls } from './engine-calls.ts'
import { TOOK_TOO_LONG, TOOK_TOO_MUCH } from './engine-limits.ts'

/** One that holds on to more than this is not kept. */
const MOST_KEPT = 400_000_000
const KEPT_MS = 60_000
const MOST_PROCESSES = 4
/** Characters of its last words. */
const SAID = 100

export interface EngineOrder {
  readonly id: number
  readonly name: keyof EngineCalls
  readonly given: readonly unknown[]
  /** Milliseconds of work after which it ends itself; null for as much as it takes. */
  readonly workMs: number | null
}

export type EngineReply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: SentError })

export interface SentError {
  readonly code: ErrorCode
  readonly message: string
  readonly detail: string | null
  readonly advice: string
}

interface Asking {
  readonly signal: AbortSignal
  /** The process is ended after so long; null for as long as it takes. */
  readonly milliseconds: number | null
  /** And after so much work. */
  readonly workMs?: number | null
}

export class EngineProcess {
  private readonly child: ChildProcess
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  private serial = 0
  /** Of the last call. */
  private workMs: number | null = null
  private said = ''
  /** Why it was killed. */
  private reason: unknown = null
  private ended: { readonly error: unknown } | null = null

  constructor() {
    // Processes always run the built file, also where the sources run.
    const file = fileURLToPath(packageFile('dist/sql/engine-worker.js'))
    this.child = spawn(process.execPath, [file], {
      // Keys and tokens of the user are no business of a query.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      cwd: parse(file).root,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      windowsHide: true,
    })
    this.child.stdout!.on('data', (bytes: Buffer) => {
      this.said = (this.said + bytes).slice(-SAID)
    })
    this.child.on('message', reply => this.hear(reply as EngineReply))
    this.child.on('error', error => this.end(error))
    this.child.on('close', (code, signal) => this.end(this.reason ?? this.whyEnded(signal ?? code)))
    this.keepAlive(false)
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  get isAlive(): boolean {
    return this.ended === null && this.reason === null
  }

  /** Throws what the process throws, or why it was ended; then every later call throws the same. */
  async ask<Name extends keyof EngineCalls>(
    name: Name,
    given: Parameters<EngineCalls[Name]>,
    { signal, milliseconds, workMs = null }: Asking,
  ): Promise<ReturnType<EngineCalls[Name]>> {
    signal.throwIfAborted()
    if (this.ended) throw this.ended.error
    const id = ++this.serial
    this.workMs = workMs
    const abort = () => this.kill(signal.reason)
    const alarm = milliseconds === null ? undefined : setTimeout(() => this.kill(tooLate(milliseconds)), milliseconds)
    signal.addEventListener('abort', abort, { once: true })
    this.keepAlive(true)
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve: value => resolve(value as ReturnType<EngineCalls[Name]>), reject })
        // A process that is gone is heard of by its end.
        this.child.send({ id, name, given, workMs } satisfies EngineOrder, () => {})
      })
    } finally {
      this.waiting.delete(id)
      clearTimeout(alarm)
      signal.removeEventListener('abort', abort)
      if (this.waiting.size === 0) this.keepAlive(false)
    }
  }

  /** What is under way fails with `reason`, once the process is gone. */
  kill(reason: unknown): void {
    if (!this.isAlive) return
    this.reason = reason
    this.child.kill('SIGKILL')
  }

  /** A process at work keeps ours alive, an idle one does not. */
  private keepAlive(isBusy: boolean): void {
    const how = isBusy ? 'ref' : 'unref'
    this.child[how]()
    this.child.channel?.[how]()
    ;(this.child.stdout as unknown as Record<'ref' | 'unref', () => void> | null)?.[how]?.()
  }

  private hear(reply: EngineReply): void {
    const asked = this.waiting.get(reply.id)
    if ('value' in reply) asked?.resolve(reply.value)
    else {
      const { code, message, detail, advice } = reply.error
      asked?.reject(new ShoalError(code, message, { ...(detail === null ? {} : { detail }), advice }))
    }
  }

  private end(error: unknown): void {
    this.ended ??= { error }
    for (const { reject } of this.waiting.values()) reject(this.ended.error)
  }

  private whyEnded(how: string | number | null): ShoalError {
    if (this.said.endsWith(TOOK_TOO_LONG)) return new ShoalError('gave-up', gaveUpAfter(this.workMs ?? 0))
    if (this.said.endsWith(TOOK_TOO_MUCH))
      return new ShoalError('sql-failed', 'the query was stopped: it took more than 1 GB of memory', {
        advice: 'ask for less at once: filter first, or aggregate; build no long texts or lists',
      })
    return new ShoalError('sql-failed', `the process of the query ended unexpectedly (${how})`, {
      advice: 'ask again; if it ends again, ask in another way',
    })
  }
}

function tooLate(milliseconds: number): ShoalError {
  return new ShoalError('sql-failed', `the query was stopped after ${milliseconds / 1000} s`, {
    advice: 'ask for less at once: filter first, or aggregate',
  })
}

let kept: { readonly engine: EngineProcess; readonly until: NodeJS.Timeout } | null = null
let running = 0
const queue: (() => void)[] = []

/** Whoever holds a process and does nothing with it, the longest first: each gives it back when it is asked to. */
const idle = new Set<() => Promise<void>>()

/** Until it is withdrawn, by what is returned, `giveBack` is called when somebody waits for a process. */
export function offerIdle(giveBack: () => Promise<void>): () => void {
  idle.add(giveBack)
  return () => void idle.delete(giveBack)
}

/** One query has a process to itself: what it does costs no other query. */
export async function takeEngine(signal: AbortSignal): Promise<EngineProcess> {
  signal.throwIfAborted()
  if (running >= MOST_PROCESSES) {
    const free = turn(signal)
    const [longest] = idle
    if (longest) {
      idle.delete(longest)
      void longest()
    }
    await free
  }
  running++
  if (!kept) return new EngineProcess()
  const { engine, until } = kept
  kept = null
  clearTimeout(until)
  return engine.isAlive ? engine : new EngineProcess()
}

export async function releaseEngine(engine: EngineProcess): Promise<void> {
  const never = new AbortController().signal
  const bytes = engine.isAlive
    ? await engine.ask('close', [], { signal: never, milliseconds: 5_000 }).catch(() => null)
    : null
  if (bytes !== null && bytes <= MOST_KEPT && engine.isAlive && kept === null)
    kept = { engine, until: setTimeout(forget, KEPT_MS, engine).unref() }
  else engine.kill(new ShoalError('interrupted', 'the process of the query was ended'))
  running--
  queue.shift()?.()
}

function forget(engine: EngineProcess): void {
  if (kept?.engine === engine) kept = null
  engine.kill(new ShoalError('interrupted', 'the process of the query was ended'))
}

/** Until one of the processes is free. */
async function turn(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      queue.splice(queue.indexOf(go), 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    queue.push(go)
  })
}
