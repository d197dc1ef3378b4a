// Runs a program for a worker: a request on stdin, what it writes kept within bounds, its end understood. Each run is a
// process group of its own, and nothing of it is left when the run is over.
import type { Readable } from 'node:stream'
import type { Ending } from '@shoal/base/model/task'
import { formatBytes } from '@shoal/base/text/printable'
import { decodeTail, lastLine } from './command-protocol.ts'
import { type GroupEnd, type ProcessGroup, type StartError, startGroup } from './process-group.ts'
import { closed, keepLines, tellLines } from './program-lines.ts'
import { oneLine } from './rules.ts'

/** What bounds a run, and where it takes place. */
export interface ProgramSpec {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs: number
  /** Bytes of stdout that are taken. */
  readonly outputLimit: number
  /** Between TERM and KILL. */
  readonly graceMs: number
}

/** Where nobody says otherwise: ten minutes, 16 MB, 2 s. */
export const PROGRAM_BOUNDS = { timeoutMs: 600_000, outputLimit: 16_000_000, graceMs: 2000 } as const

export interface ProgramRun {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]]
  readonly spec: ProgramSpec
  readonly request: string
  /** Hears every line of stdout as it comes, and says whether it counts. Without it all of stdout does. */
  readonly keepLine?: (line: string) => boolean
  /** Hears lines of stderr as they come; of many at once the last. */
  readonly onErrorLine?: (line: string) => void
  /** What the end of a program that was not ended by a signal means. */
  readonly understand: (said: Said, code: number) => Ending
  readonly signal: AbortSignal
}

const LOG_LIMIT = 64 * 1024

/** How long after its end a program's output may still be held open by what it has left behind. */
const SETTLE_MS = 1000

/** Longer than any timer can be set. */
const TIMER_LIMIT_MS = 2 ** 31 - 1

/** Signals that come from outside: a person, a shutdown, a lack of memory. Of the others a program dies by its own doing. */
const OUTSIDE_SIGNALS: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

export const STOPPED: Ending = { status: 'released', reason: 'stopped' }

/** Never throws: a program that cannot be started has failed. */
export async function runProgram(run: ProgramRun): Promise<Ending> {
  if (run.signal.aborted) return STOPPED
  let group: ProcessGroup
  try {
    group = await startGroup(run.command, run.spec)
  } catch (thrown) {
    const { message, isPassing } = thrown as StartError
    return { status: 'failed', reason: oneLine(message), ...(isPassing ? {} : { final: true }) }
  }
  return await attend(group, run)
}

/** Feeds and watches a started command until nothing of it is left. */
async function attend(group: ProcessGroup, run: ProgramRun): Promise<Ending> {
  const { spec, request, understand, signal, keepLine, onErrorLine } = run
  const { stdin, stdout, stderr } = group.child
  let cutShort: Ending | undefined
  let onStopped = (_: null) => {}
  const stopped = new Promise<null>(resolve => {
    onStopped = resolve
  })
  const stop = async (ending: Ending) => {
    cutShort ??= ending
    await group.stop(spec)
    onStopped(null)
  }
  const tooLarge = () => stop(tooMuch(spec))
  const output = keepLine
    ? keepLines(stdout, { limit: spec.outputLimit, keepLine, onLimit: tooLarge })
    : keepStart(stdout, spec.outputLimit, tooLarge)
  if (onErrorLine) tellLines(stderr, onErrorLine)
  const log = keepEnd(stderr, LOG_LIMIT)
  const onAbort = () => stop(STOPPED)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const timer = setTimeout(() => stop(tooLong(spec)), Math.min(spec.timeoutMs, TIMER_LIMIT_MS))
  // A command need not read its input; the pipe it leaves broken is no fault.
  stdin.on('error', () => {})
  stdin.end(request)

  const end = await Promise.race([group.ended, stopped])
  clearTimeout(timer)
  const settled = await settle(output.closed, log.closed)
  const gone = await group.stop({ graceMs: spec.graceMs, groupOnly: settled })
  // Again: after a long turn of something else the first timer comes before the bytes that wait in the pipes.
  if (!settled) await settle(output.closed, log.closed)
  signal.removeEventListener('abort', onAbort)
  for (const stream of [stdin, stdout, stderr]) stream.destroy()

  const said: Said = { output: output.bytes(), errors: log.text() }
  const ending = cutShort ?? (end === null ? STOPPED : endingOf(end, said, understand))
  return withLog(gone ? ending : unstoppable(ending), said)
}

/** What a program wrote. */
export interface Said {
  readonly output: Buffer
  readonly errors: string
}

/** Whether both streams come to their end soon. */
function settle(...closed: readonly Promise<void>[]): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, SETTLE_MS, false)
    void Promise.all(closed).then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function endingOf({ code, signal }: GroupEnd, said: Said, understand: ProgramRun['understand']): Ending {
  if (signal === null) return understand(said, code ?? 0)
  if (OUTSIDE_SIGNALS.includes(signal)) return { status: 'lost', reason: `killed by ${signal}` }
  return { status: 'failed', reason: withDetail(`died of ${signal}`, lastLine(said.errors)) }
}

/** The ending of a program that says by its exit code that it failed. */
export function failedExit({ output, errors }: Said, code: number): Ending {
  return { status: 'failed', reason: withDetail(`exit ${code}`, lastLine(errors) || lastLine(tailText(output))) }
}

function tooLong({ timeoutMs }: ProgramSpec): Ending {
  return { status: 'failed', reason: `took longer than ${durationText(timeoutMs)}` }
}

function tooMuch({ outputLimit }: ProgramSpec): Ending {
  return { status: 'failed', reason: `wrote more than ${formatBytes(outputLimit)} to stdout` }
}

function unstoppable(ending: Ending): Ending {
  return ending.status === 'failed'
    ? { ...ending, reason: oneLine(`${ending.reason}, and some of its processes cannot be stopped`) }
    : ending
}

function withDetail(what: string, detail: string): string {
  return oneLine(detail === '' ? what : `${what}: ${detail}`)
}

/** What the ending says itself, then the end of stderr; of a program that failed and wrote none, the end of stdout. */
function withLog(ending: Ending, { output, errors }: Said): Ending {
  if (ending.status === 'released') return ending
  const hasFailed = ending.status === 'failed' || ending.status === 'lost'
  const written = errors === '' && hasFailed ? tailText(output) : errors
  const log = [ending.log ?? '', written].filter(text => text !== '').join('\n')
  return log === '' ? ending : { ...ending, log }
}

function tailText(bytes: Buffer): string {
  const cut = Math.max(0, bytes.length - LOG_LIMIT)
  return decodeTail(bytes.subarray(cut), cut)
}

/** Keeps what a stream says up to a limit, and says when it is passed; from then on it reads on and drops. */
function keepStart(stream: Readable, limit: number, onLimit: () => void) {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    if (length > limit) return
    length += chunk.length
    chunks.push(chunk)
    if (length > limit) onLimit()
  })
  return { closed: closed(stream), bytes: () => Buffer.concat(chunks) }
}

/** Keeps the last bytes of what a stream says. */
function keepEnd(stream: Readable, limit: number) {
  const chunks: Buffer[] = []
  let kept = 0
  let dropped = 0
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    kept += chunk.length
    while (kept - chunks[0]!.length >= limit) {
      const { length } = chunks.shift()!
      kept -= length
      dropped += length
    }
  })
  const text = () => {
    const over = Math.max(0, kept - limit)
    return decodeTail(Buffer.concat(chunks).subarray(over), dropped + over)
  }
  return { closed: closed(stream), text }
}

/** `10 min`, `90 s`, `1.5 s`. */
function durationText(ms: number): string {
  for (const [unit, size] of [
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const)
    if (ms >= size && ms % size === 0) return `${ms / size} ${unit}`
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`
}
