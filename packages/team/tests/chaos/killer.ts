// Kills at random, by a seed: hosts and leads with work in hand, any of them at any moment, all at once, and commands.
import { setTimeout as pause } from 'node:timers/promises'
import { LOSS_LIMIT } from '@shoal/base/model/task'
import { isAlive } from '../live-processes.ts'
import type { Scene } from './scene.ts'
import type { Supervised } from './supervised.ts'

/** After so many tasks, or at most so long, the next one dies: the run gets on, but never to its end. */
const TASKS_BETWEEN_KILLS = 3
const LONGEST_MS_BETWEEN_KILLS = 200

/** A task that was this unlucky is let be: too many losses would rightly make it fail. */
const UNLUCKY = LOSS_LIMIT / 2

export interface Killed {
  readonly hosts: number
  readonly leads: number
  /** On top of the others. */
  readonly commands: number
  /** Times when everything was killed at once; each is counted above too. */
  readonly everything: number
}

/** Kills until so many hosts and leads are dead. */
export async function killAtRandom(scene: Scene, kills: number, random: () => number): Promise<Killed> {
  const { ledger, lead, hosts } = scene
  const killed = { hosts: 0, leads: 0, commands: 0, everything: 0 }
  const kill = (victims: readonly (Supervised | undefined)[]) => {
    for (const victim of victims) if (victim?.kill()) killed[victim === lead ? 'leads' : 'hosts']++
  }
  const spared = new Set<number>()
  let completedThen = 0
  let next = 0
  while (killed.hosts + killed.leads < kills) {
    await pause(1 + random() * 5)
    killed.commands += killCommands(scene, spared, random)
    const { completed } = await ledger.counts('chaos')
    if (completed - completedThen < TASKS_BETWEEN_KILLS && performance.now() < next) continue
    const luck = random()
    if (luck < 0.03) killed.everything++
    if (luck < 0.03) kill([lead, ...hosts])
    else if (luck < 0.2) kill([pick([lead, ...hosts], random)])
    else kill([pick(await atWork(scene), random)])
    completedThen = completed
    next = performance.now() + (0.2 + 0.8 * random()) * LONGEST_MS_BETWEEN_KILLS
    if ((await ledger.team('chaos')).ended !== null) throw new Error('the run ended before the killing did')
  }
  return killed
}

/** The same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** Those with a task in hand. */
async function atWork({ ledger, lead, hosts }: Scene): Promise<readonly Supervised[]> {
  const spared = (await ledger.tasks('chaos', { status: 'in_progress' })).filter(({ attempts }) => attempts > UNLUCKY)
  const working = (await ledger.members('chaos')).filter(({ task }) => task !== null)
  return [lead, ...hosts].filter(({ pid }) => {
    const inHand = working.flatMap(({ process, task }) => (process?.pid === pid ? [task] : []))
    return inHand.length > 0 && !spared.some(({ id }) => inHand.includes(id))
  })
}

/**
 * Each command has one chance to die. Only the newest are looked at, and only by their mark: an older number may belong
 * to somebody else by now.
 */
function killCommands({ mark, commandPids }: Scene, spared: Set<number>, random: () => number): number {
  const running = commandPids()
    .slice(-6)
    .filter(pid => !spared.has(pid) && isAlive(pid) && mark.isOn(pid))
  const victims = running.filter(pid => random() < 0.4 || !spared.add(pid))
  for (const pid of victims) process.kill(pid, 'SIGKILL')
  return victims.length
}
