// Starts the child processes of the bench and reads what they report.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('./partition-child.mjs', import.meta.url))
/** Milliseconds for a whole job; what it has reported until then counts. */
const PATIENCE = 60_000

/**
 * Runs a job and returns the steps it reported, with the chunks of the last one if they were asked for.
 * @param {string} directory for the files that go between the processes
 * @param {Partial<import('./partition-child.mjs').Job>} job
 * @returns {{ steps: any[], cut: any[] | null, error: string | null }}
 */
export function runChild(directory, { wantsChunks = false, patience = PATIENCE, ...job }) {
  const jobFile = join(directory, 'job.json')
  const result = join(directory, 'result.json')
  rmSync(result, { force: true })
  writeFileSync(
    jobFile,
    JSON.stringify({ rounds: 1, limit: 12, steps: [], ...job, ...(wantsChunks ? { result } : {}) }),
  )
  const child = spawnSync(process.execPath, [CHILD, jobFile], {
    encoding: 'utf8',
    timeout: patience,
    maxBuffer: 1 << 28,
  })
  const steps = child.stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  const cut = wantsChunks && existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null
  rmSync(result, { force: true })
  return { steps, cut, error: child.status === 0 ? null : failure(child) }
}

function failure({ signal, stderr, error }) {
  if (/heap out of memory|Array buffer allocation failed/.test(stderr)) return 'out of memory'
  if (error?.code === 'ETIMEDOUT') return 'out of time'
  return (
    stderr
      .split('\n')
      .find(line => /Error/.test(line))
      ?.trim() ?? `ended by ${signal}`
  )
}
