// What only real processes show of an analysis: Ctrl-C, kill -9, and going on after both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '../../src/run/ledger.ts'
import { assertBuilt, bin, runBin } from './built-bin.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const env = { SHOAL_HOME: join(dir.path, 'home') }

beforeAll(() => {
  assertBuilt()
  const regions = ['EU', 'US', 'APAC']
  for (let file = 0; file < 3; file++) {
    const rows = ['id,region,amount']
    for (let k = 0; k < 100_000; k++) rows.push(`${k},${regions[(k * 7 + file) % 3]},${(k % 977) / 10}`)
    dir.write(`data/t${file}.csv`, `${rows.join('\n')}\n`)
  }
})

/** Starts an analysis, waits until some tasks are done, and ends it with the signal. */
async function stopped(run: string, signal: NodeJS.Signals): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, [bin, 'analyze', 'data', 'distribution by region', '--name', run], {
    cwd: dir.path,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', text => {
    stderr += text
  })
  const exited = once(child, 'close')
  const ledger = await openLedger(env.SHOAL_HOME)
  while (child.exitCode === null && child.signalCode === null) {
    const isThere = (await ledger.teams()).some(({ name }) => name === run)
    if (isThere && (await ledger.counts(run)).completed > 0) break
    await pause(10)
  }
  child.kill(signal)
  await ledger.close()
  const [status] = await exited
  return { status, stderr }
}

function reportOf(text: string): unknown {
  const { run: _, ...rest } = JSON.parse(text)
  return rest
}

describe('an analysis that is stopped', () => {
  it('is resumed, and reports the same as one that was left alone', async () => {
    const alone = runBin(['analyze', 'data', 'distribution by region', '--name', 'alone', '--json'], {
      cwd: dir.path,
      env,
    })
    expect(alone.status).toBe(0)
    const { stderr } = await stopped('asked', 'SIGINT')
    // A fast machine may be done before the signal comes.
    if (stderr !== '') expect(stderr).toBe('shoal: interrupted — go on with `shoal resume asked`\n')
    await stopped('killed', 'SIGKILL')
    for (const run of ['asked', 'killed']) {
      const resumed = runBin(['resume', run, '--json'], { cwd: dir.path, env })
      expect(resumed.status).toBe(0)
      expect(reportOf(resumed.stdout)).toEqual(reportOf(alone.stdout))
    }
  })
})
