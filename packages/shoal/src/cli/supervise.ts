// The main thread of the process. It only listens: the program runs in a thread of its own, so that a signal is heard and
// obeyed whatever that thread, and those it has started, do meanwhile.
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { type ExitStatus, toShoalError } from '@shoal/base/model/errors'
import { cacheDir, unpackedDir } from '../config/cache-dir.ts'
import { removeOwnPartials } from '../run/unpacking/partial.ts'

/** What the process is told of at its start. */
export interface ProgramData {
  readonly stdout: Terminal
  readonly stderr: Terminal
}

interface Terminal {
  readonly isTTY: boolean
  readonly columns: number | undefined
}

/** `closed`: nobody reads stdout any more. `columns`: the terminal of stderr is as wide now. */
export type ToProgram = { readonly stop: 'signal' | 'closed' } | { readonly columns: number }

/** `resume`: what goes on with the work when it is cut short, as a clause. */
export type FromProgram =
  | { readonly stdin: 'wanted' | 'unwanted' }
  | { readonly resume: string }
  /** How long it may take to end in order. */
  | { readonly patienceMs: number }

/** From a signal to the end of what does not end in order; with `LAST_MS` it is less than two seconds. */
const ORDER_MS = 1400
/** A thread in a call of the system cannot be ended: then the process is, with all it has. */
const LAST_MS = 250

/** From 2 GB on V8 lets garbage grow to four times of what is in use, below it to twice of that. */
const PROGRAM_MB = 2000
/** As in the threads that read files: what is left of values that live for a moment is freed sooner. */
const YOUNG_MB = 12

/** Whoever sets the limit by hand is let have it. */
function asksForMemory(): boolean {
  return /--max[-_]old[-_]space[-_]size/.test([...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' '))
}

/**
 * Garbage grows to so many hundredths of what is in use, in all threads; V8 would let it grow as large as that. It
 * costs 2 to 7 % of the processor time, and takes a fifth of the memory away where files are very many.
 */
const GARBAGE_PERCENT = 40

/**
 * Work of a function before V8 compiles it anew for speed; by itself it would begin at a ninth of that. Three threads read with code of
 * their own, and of what small files need little ever pays for being compiled in each. Large files take no longer.
 */
const WORK_BEFORE_COMPILING = 600_000

/** Runs the program, and ends with its status; within two seconds of a signal in any case, unless it has asked for more. */
export function supervise(program: URL): void {
  const { stdin, stdout, stderr } = process
  setFlagsFromString(`--interrupt-budget=${WORK_BEFORE_COMPILING}`)
  if (!asksForMemory()) setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
  const data: ProgramData = { stdout: terminal(stdout), stderr: terminal(stderr) }
  const thread = new Worker(program, {
    argv: process.argv.slice(2),
    stdin: true,
    workerData: data,
    ...(asksForMemory()
      ? {}
      : { resourceLimits: { maxOldGenerationSizeMb: PROGRAM_MB, maxYoungGenerationSizeMb: YOUNG_MB } }),
  })
  let advice = 'run the command again'
  let orderMs = ORDER_MS
  let isAsked = false
  let isCut = false
  const endWith = (status: ExitStatus, line: string) => {
    stderr.write(`shoal: ${line}\n`)
    process.exit(status)
  }
  const say = (message: ToProgram) => thread.postMessage(message)
  const stop = () => {
    if (isAsked) return endHard()
    isAsked = true
    say({ stop: 'signal' })
    setTimeout(cutShort, orderMs).unref()
  }
  const cutShort = () => {
    if (!isCut) stderr.write(`shoal: interrupted — ${advice}\n`)
    endHard()
  }
  // In this order: a thread that still writes would put back what is removed.
  const endHard = () => {
    if (isCut) return
    isCut = true
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_MS).unref()
    void thread.terminate()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Started by a server of ours: once that is gone, killed perhaps, nobody else would ask for an end.
  if (process.channel) {
    process.once('disconnect', () => (isAsked ? undefined : stop()))
    process.channel.unref()
  }
  stdout.on('error', error => {
    if (isClosed(error)) return say({ stop: 'closed' })
    const { message, advice: help, exit } = toShoalError(error, 'stdout')
    endWith(exit, `${message} — ${help}`)
  })
  stderr.on('resize', () => say({ columns: stderr.columns }))
  // Notes that nobody reads, or that have no room, are no reason to stop.
  stderr.on('error', () => {})
  // Node would end with 1, which means findings.
  process.on('uncaughtException', error => endWith(5, `internal error: ${error.message} — ${advice}`))
  thread.on('message', (message: FromProgram) => {
    if ('resume' in message) advice = message.resume
    else if ('patienceMs' in message) orderMs = message.patienceMs
    else if (message.stdin === 'wanted') stdin.pipe(thread.stdin!)
    else {
      stdin.unpipe()
      thread.stdin!.end()
    }
  })
  thread.on('error', (error: NodeJS.ErrnoException) => {
    // It catches what is thrown in it; what comes here is its end.
    const what = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'there is not enough memory' : error.message
    stderr.write(`shoal: internal error: ${what} — ${advice}\n`)
    process.exitCode = 5
  })
  thread.on('exit', status => {
    process.exitCode ??= isCut ? 130 : status
    if (isCut) {
      removeOwnPartials(unpackedDir(cacheDir(process.env)))
      process.exit()
    }
    // What stdout still has to take is written to its end.
    stdin.unpipe().pause()
    if ('unref' in stdin) stdin.unref()
  })
}

function terminal({ isTTY, columns }: NodeJS.WriteStream): Terminal {
  return { isTTY: isTTY === true, columns }
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE'
}
