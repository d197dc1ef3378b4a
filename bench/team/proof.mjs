// The proof of several machines (packages/team/tests/proof.test.ts) with 20 kills, and with a task that kills whoever takes it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../../scripts/postgres-server.mjs'
import { printTable } from '../partition-table.mjs'

/** @param {{ directory: string, rounds: number, scale: number }} run */
export async function measureProof({ directory, rounds, scale }) {
  if (findPostgres() === null) {
    console.log('skipped: no PostgreSQL here; .ci/postgres installs it')
    return
  }
  const figures = join(directory, 'proof.jsonl')
  writeFileSync(figures, '')
  const kills = Math.max(1, Math.round(20 * scale))
  for (let round = 1; round <= rounds; round++) {
    const env = { ...process.env, PROOF_KILLS: String(kills), PROOF_FIGURES: figures, CHAOS_SEED: String(round) }
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const child = spawn('npx', ['vitest', 'run', 'packages/team/tests/proof.test.ts'], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    const [status] = await once(child, 'exit')
    if (status !== 0) process.exitCode = 1
  }
  const lines = readFileSync(figures, 'utf8').split('\n').filter(Boolean)
  const told = lines.map(line => JSON.parse(line))
  printTable(
    'a run with a model on three workers, a lead and one that is cut off; what fails would be said above',
    ['kills', 'of workers', 'leads', 'PostgreSQL', 'calls', 'requests', 'asked again, killed in flight'],
    told
      .filter(({ what }) => what === 'kills')
      .map(({ kills, of, calls, requests, askedAgain }) =>
        [kills, of.worker ?? 0, of.lead ?? 0, of.postgres ?? 0, calls, requests, askedAgain].map(String),
      ),
  )
  printTable(
    'a task that kills whoever takes it, and twelve others',
    ['deaths', 'failed', 'completed'],
    told.filter(({ what }) => what === 'poison').map(one => [one.deaths, one.failed, one.completed].map(String)),
  )
}
