// From kill -9 of a worker's process to its task running again in another process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { figure, printTable } from '../partition-table.mjs'
import { clock, start } from './processes.mjs'

const KILLS = 10
const LEASE_MS = 3000

/** @param {{ directory: string, scale: number }} run */
export async function measureRecovery({ directory, scale }) {
  const kills = Math.max(2, Math.round(KILLS * scale))
  const rows = [row('  its parent hears of its end', await timesOf(kills, heardTime))]
  for (const [title, isKnown] of [
    ['its process is on this machine', true],
    ['by its lease alone', false],
  ]) {
    const times = await timesOf(kills, async kill => {
      const place = join(directory, `recovery-${isKnown}-${kill}`)
      mkdirSync(place)
      return await recoveryTime(place, isKnown)
    })
    rows.push(row(title, times))
  }
  printTable(
    `recovery: from kill -9 to the task running again, lease ${LEASE_MS / 1000} s, ${kills} kills each`,
    ['noticed because', 'best', 'median', 'worst', 'within lease + 1 s'],
    rows,
  )
}

async function timesOf(kills, measure) {
  const times = []
  for (let kill = 0; kill < kills; kill++) times.push(await measure(kill))
  return times.sort((a, b) => a - b)
}

function row(title, times) {
  const worst = times.at(-1)
  const isSoon = worst <= LEASE_MS + 1000
  return [title, ms(times[0]), ms(times[times.length >> 1]), ms(worst), isSoon ? 'yes' : 'NO']
}

/** What is possible at all: the system tells a process that its child is gone. */
async function heardTime() {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const killed = clock()
  child.kill('SIGKILL')
  await once(child, 'exit')
  return clock() - killed
}

async function recoveryTime(directory, isKnown) {
  const victim = start('recovery-child.mjs', { act: 'victim', directory, isKnown, leaseMs: LEASE_MS })
  await victim.ready
  const survivor = start('recovery-child.mjs', { act: 'survivor', directory, leaseMs: LEASE_MS })
  await survivor.ready
  const running = survivor.said('running')
  survivor.child.send({ go: true })
  // Somewhere within the second between two heartbeats.
  await new Promise(resolve => setTimeout(resolve, 1500 + Math.random() * 1000))
  const killed = clock()
  victim.child.kill('SIGKILL')
  try {
    return (await running) - killed
  } finally {
    for (const { child, timer } of [victim, survivor]) {
      clearTimeout(timer)
      child.kill('SIGKILL')
    }
  }
}

function ms(value) {
  return `${figure(value)} ms`
}
