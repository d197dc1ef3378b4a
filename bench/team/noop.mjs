// What a task costs that does nothing, through the whole runtime: members, heartbeats, claims, events, messages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '../../build/shoal/run/ledger.js'
import { commandWorker, functionWorker, hostTeam, memoryLedger } from '../../build/shoal/team.js'
import { count, figure, NONE, printTable } from '../partition-table.mjs'

const MEMBERS = 8
const NOBODY_STOPS = new AbortController().signal

/** @param {{ directory: string, scale: number }} run */
export async function measureNoop({ directory, scale }) {
  const nothing = functionWorker(async () => null)
  const many = Math.round(20_000 * scale)
  const few = Math.round(1000 * scale)
  const onDisk = await openIn(directory, 'noop')
  const memory = await hosted(memoryLedger(), nothing, many / 10, {})
  const disk = await hosted(onDisk, nothing, many, {})
  await onDisk.close()
  const bare = await spawned(few)
  const commands = await openIn(directory, 'commands')
  const command = await hosted(commands, commandWorker({ command: ['true'], cwd: directory }), few, { concurrency: 2 })
  await commands.close()
  printTable(
    `noop: cost of a task that does nothing, through the whole runtime (${MEMBERS} members, one process)`,
    ['', 'tasks', 'a task', 'tasks/s', '× bare', 'longest silence'],
    [
      row('function, in-memory ledger', memory, null),
      row('function, embedded ledger', disk, null),
      row('command `true`, two at a time', command, bare),
      row('  bare spawn of the same, two at a time', bare, bare),
    ],
  )
}

function row(title, { tasks, ms, silence }, bare) {
  const each = ms / tasks
  const ratio = bare === null ? NONE : (each / (bare.ms / bare.tasks)).toFixed(2)
  return [title, count(tasks), `${figure(each * 1000)} µs`, figure(1000 / each), ratio, `${figure(silence)} ms`]
}

async function openIn(directory, name) {
  const place = join(directory, name)
  mkdirSync(place)
  return await openLedger(place)
}

async function hosted(ledger, worker, tasks, limits) {
  await ledger.createTeam({
    name: 'noop',
    tasks: Array.from({ length: tasks }, (_, at) => ({ subject: `Task ${at}` })),
  })
  const members = Array.from({ length: MEMBERS }, (_, at) => ({ name: `worker-${at}`, worker }))
  const loop = listen()
  const began = performance.now()
  await hostTeam({ ledger, team: 'noop', draft: { members, ...limits }, leads: true, signal: NOBODY_STOPS })
  const ms = performance.now() - began
  const silence = await loop.stop()
  const { completed } = await ledger.counts('noop')
  if (completed !== tasks) throw new Error(`${completed} of ${tasks} tasks were completed`)
  return { tasks, ms, silence }
}

async function spawned(tasks) {
  let left = tasks
  const loop = listen()
  const began = performance.now()
  const lane = async () => {
    while (left-- > 0) {
      const child = spawn('true', { stdio: 'pipe' })
      child.stdin.end()
      await once(child, 'close')
    }
  }
  await Promise.all([lane(), lane()])
  const ms = performance.now() - began
  return { tasks, ms, silence: await loop.stop() }
}

/** The longest time in which the process could hear nothing else: no heartbeat, no signal, no timer. */
function listen() {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return {
    async stop() {
      await new Promise(resolve => setTimeout(resolve, 10))
      clearInterval(timer)
      return longest
    },
  }
}
