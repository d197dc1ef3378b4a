// From kill -9 of a worker's process to its task running again in another process.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { figure, printTable } from '../partition-table.mjs'
import { clock, start } from './processes.mjs'

const KILLS = 10
const LEASE_MS = 3000

/** @param {{ directory: string, scale: number }} run */
export async function measureRecovery({ directory, scale }) {
  const kills = Math.max(2, Math.round(KILLS * scale))
  const rows = []
  for (const [title, isKnown] of [
    ['its process is on this machine', true],
    ['by its lease alone', false],
  ]) {
    const times = []
    for (let kill = 0; kill < kills; kill++) {
      const place = join(directory, `recovery-${isKnown}-${kill}`)
      mkdirSync(place)
      times.push(await recoveryTime(place, isKnown))
    }
    times.sort((a, b) => a - b)
    const [median, worst] = [times[times.length >> 1], times.at(-1)]
    rows.push([title, ms(times[0]), ms(median), ms(worst), worst <= LEASE_MS + 1000 ? 'yes' : 'NO'])
  }
  printTable(
    `recovery: from kill -9 to the task running again, lease ${LEASE_MS / 1000} s, ${kills} kills each`,
    ['noticed because', 'best', 'median', 'worst', 'within lease + 1 s'],
    rows,
  )
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
