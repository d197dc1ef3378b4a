// A program that is given a text and prints an answer; ended with everything it has started when nobody waits any more.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import type { Environment } from '@shoal/base/model/provider'
import { LONGEST_TIMER_MS } from './http.ts'

export interface ProgramOptions {
  readonly input: string
  readonly cwd: string
  readonly env: Environment
  readonly signal: AbortSignal
  readonly limitMs: number
}

export type ProgramEnd =
  | { readonly how: 'finished'; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly how: 'not-started'; readonly reason: string }
  | { readonly how: 'late' }
  | { readonly how: 'aborted' }

/** More than any answer has; what goes on beyond it is ended. */
const MOST_BYTES = 64 * 2 ** 20

/** Windows has no process groups: there only the program itself is ended. */
const HAS_GROUPS = process.platform !== 'win32'

/** Never rejects. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { input, cwd, env, signal, limitMs } = options
  return new Promise(resolve => {
    let child: ChildProcessWithoutNullStreams
    try {
      child = spawn(program, args, { cwd, env, detached: HAS_GROUPS, windowsHide: true })
    } catch (error) {
      return resolve({ how: 'not-started', reason: (error as Error).message })
    }
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let bytes = 0
    const end = (result: ProgramEnd) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const stop = (result: ProgramEnd) => {
      killAll(child)
      end(result)
    }
    const onAbort = () => stop({ how: 'aborted' })
    const timer = setTimeout(() => stop({ how: 'late' }), Math.min(limitMs, LONGEST_TIMER_MS))
    // Many calls may hang on one signal, and that is no leak.
    setMaxListeners(0, signal)
    signal.addEventListener('abort', onAbort, { once: true })
    for (const [stream, parts] of [
      [child.stdout, stdout],
      [child.stderr, stderr],
    ] as const) {
      stream.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= MOST_BYTES) parts.push(part)
        else killAll(child)
      })
    }
    child.on('error', error => end({ how: 'not-started', reason: error.message }))
    child.on('close', code => end({ how: 'finished', code, stdout: textIn(stdout), stderr: textIn(stderr) }))
    // A program that ends early does not read it all: what it says then tells why.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

function killAll({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL')
  } catch {
    // All have ended already.
  }
}

function textIn(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8')
}
