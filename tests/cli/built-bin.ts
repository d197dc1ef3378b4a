// Runs the built command as a process of its own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './fake-io.ts'

export const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

export interface ProcessOptions {
  readonly cwd?: string
  readonly env?: Record<string, string>
  /** Runs as this user, for tests about permissions that root would pass. */
  readonly uid?: number
}

export function runBin(args: readonly string[], options: ProcessOptions = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
    env: { PATH: process.env.PATH, ...options.env },
  })
  return { status: status ?? -1, stdout, stderr }
}
