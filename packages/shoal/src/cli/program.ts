// The thread that the program runs in: what it hears from the main thread, and what it says to it.
import type { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { ClosedOutput, type Io, workingDirectory } from './io.ts'
import type { FromProgram, ProgramData, ToProgram } from './supervise.ts'

/** The real process, seen from the thread of the program. */
export function programIo(): Io {
  const { stdout, stderr } = workerData as ProgramData
  const stop = new AbortController()
  parentPort!.on('message', (message: ToProgram) => {
    if ('columns' in message) Object.assign(process.stderr, message)
    else stop.abort(message.stop === 'closed' ? new ClosedOutput() : undefined)
  })
  // Listening is no reason to stay.
  parentPort!.unref()
  return {
    stdout: process.stdout,
    stderr: Object.assign(process.stderr, stderr),
    isTTY: stdout.isTTY,
    columns: stdout.columns ?? 100,
    env: process.env,
    cwd: workingDirectory(),
    signal: stop.signal,
  }
}

/** The run that is at work: when this thread cannot say any more how to go on, the main thread does. */
export function sayRun(run: string): void {
  say({ resume: howToResume(run) })
}

/** Work that is at hand may be finished after a first signal; a second one ends it at once. */
export function sayPatience(patienceMs: number): void {
  say({ patienceMs })
}

export function howToResume(run: string): string {
  return `go on with \`shoal resume ${run}\``
}

/** Read only by commands that need it: what they leave is for others. */
export function ownStdin(): Readable {
  isReading = true
  say({ stdin: 'wanted' })
  return process.stdin
}

/** The command is done: what others may still write to it is no reason to stay. */
export function leaveStdin(): void {
  if (!isReading) return
  say({ stdin: 'unwanted' })
  // The thread stays until it has come to the end of it.
  process.stdin.resume()
}

let isReading = false

/** Tests and libraries have no main thread that listens. */
function say(message: FromProgram): void {
  if (isProgram()) parentPort!.postMessage(message)
}

function isProgram(): boolean {
  return parentPort !== null && typeof workerData === 'object' && workerData !== null && 'stderr' in workerData
}
