// The command that is run when something is found: its words, without a shell unless one is asked for.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ShoalError } from '@shoal/base/model/errors'
import type { Io } from './io.ts'

/** Words parted by blanks; quotes hold together, a backslash takes away the meaning of the next sign. Nothing is expanded. */
export function wordsOf(command: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let k = 0; k < command.length; k++) {
    const sign = command[k]!
    if (sign === '\\' && quote !== "'" && k + 1 < command.length) word = (word ?? '') + command[++k]!
    else if (quote !== null) {
      if (sign === quote) quote = null
      else word += sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + sign
  }
  if (quote !== null)
    throw new ShoalError('bad-value', `--run: a ${quote} is not closed`, { detail: '--run', advice: 'close it' })
  if (word !== null) words.push(word)
  if (words.length === 0) throw new ShoalError('bad-value', '--run names no command', { detail: '--run' })
  return words
}

export interface ToldCommand {
  readonly words: readonly string[]
  readonly shell: boolean
  readonly env: Readonly<Record<string, string>>
  /** Goes to its stdin. */
  readonly input: string
}

/** Its output goes to stderr: stdout has the document. Ends with it, or when it is to end; says how it went wrong, or null. */
export async function runTold(io: Io, { words, shell, env, input }: ToldCommand): Promise<string | null> {
  const [program, ...args] = words as [string, ...string[]]
  const child = spawn(program, args, {
    cwd: io.cwd,
    env: { ...io.env, ...env },
    shell,
    signal: io.signal,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdout.on('data', text => void io.stderr.write(String(text)))
  child.stderr.on('data', text => void io.stderr.write(String(text)))
  // Who does not read it is not to be bothered.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [status, signal] = await once(child, 'close')
    return status === 0 ? null : `${program} ended with ${status ?? signal}`
  } catch (error) {
    io.signal.throwIfAborted()
    return `${program}: ${(error as Error).message}`
  }
}
