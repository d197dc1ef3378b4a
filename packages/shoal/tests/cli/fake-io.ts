// Runs the command line inside the test, with streams that remember.
import { Writable } from 'node:stream'
import type { Io } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'

export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export interface Surroundings {
  readonly cwd?: string
  readonly env?: Record<string, string>
  readonly isTTY?: boolean
  readonly columns?: number
  readonly signal?: AbortSignal
}

export class Memory extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

export function fakeIo(around: Surroundings = {}): Io & { readonly stdout: Memory; readonly stderr: Memory } {
  return {
    stdout: new Memory(),
    stderr: new Memory(),
    isTTY: around.isTTY ?? false,
    columns: around.columns ?? 100,
    env: around.env ?? {},
    cwd: around.cwd ?? process.cwd(),
    signal: around.signal ?? new AbortController().signal,
  }
}

export async function shoal(argv: readonly string[], around: Surroundings = {}): Promise<Outcome> {
  const io = fakeIo(around)
  const status = await main(argv, io)
  return { status, stdout: io.stdout.text, stderr: io.stderr.text }
}
