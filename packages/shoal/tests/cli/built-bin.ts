// Runs the built command as a process of its own, and sees to it that it was built from these sources.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFiles } from '../../../../scripts/packages.mjs'
import type { Outcome } from './fake-io.ts'

export const bin = fileURLToPath(new URL('../../../../dist/bin.js', import.meta.url))

/** A test of an old build would prove nothing. */
export function assertBuilt(): void {
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const built = statSync(bin, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newer = sourceFiles(root, /./).find(name => {
    const stat = statSync(join(root, name))
    return stat.isFile() && stat.mtimeMs > built
  })
  if (newer !== undefined) throw new Error(`dist is older than ${newer}: run \`npm run build\``)
}

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
