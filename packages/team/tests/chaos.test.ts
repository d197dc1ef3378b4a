// One run, a hundred kills: hosts full of workers, the commands under them and the lead die at random moments, and in
// the end everything is as if nothing had happened.
import { join } from 'node:path'
import type { LedgerEvent } from '@shoal/base/model/event'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followEvents } from '../../shoal/src/run/follow.ts'
import { assertBuilt, bin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { breaches, countOf } from './chaos/event-laws.ts'
import { integrityOf } from './chaos/homes.ts'
import { killAtRandom, randomFrom } from './chaos/killer.ts'
import { finalState, lastWords, openScene, type Scene } from './chaos/scene.ts'
import { Supervised } from './chaos/supervised.ts'
import { snapshot } from './conformance/ledger/world.ts'
import { stateViolations } from './ledger-laws.ts'
import { hasProc, isAlive, until } from './live-processes.ts'

const KILLS = 100
const seed = Number(process.env.CHAOS_SEED ?? process.env.PROPERTY_SEED)

const dir = tempDir()
const scenes: Scene[] = []

beforeAll(assertBuilt)
afterAll(() => {
  for (const scene of scenes) scene.clear()
})

async function open(name: string): Promise<Scene> {
  const scene = await openScene(join(dir.path, name))
  scenes.push(scene)
  return scene
}

describe(`a run whose processes are killed ${KILLS} times (seed ${seed})`, () => {
  it('ends as if nothing had happened', async () => {
    const undisturbed = await open('undisturbed')
    const words = await lastWords(undisturbed)
    const expected = await finalState(undisturbed.ledger)
    expect(expected).toMatchObject({ ended: 'failed', counts: { total: 473, completed: 471, failed: 1, blocked: 1 } })

    const scene = await open('chaos')
    const { ledger, home } = scene
    const here = followHere(scene)
    const there = followThere(scene)
    const killed = await killAtRandom(scene, KILLS, randomFrom(seed))
    expect(await lastWords(scene)).toEqual(words)

    // Nothing lost, nothing changed.
    expect(await finalState(ledger)).toEqual(expected)
    // Nothing completed twice, and no step out of turn.
    const events = await ledger.events({ after: 0, limit: 1_000_000 })
    expect(breaches(events)).toEqual([])
    expect(stateViolations(await snapshot(ledger))).toEqual([])
    expect(countOf(events, 'task-completed')).toBe(expected.counts.completed)
    // Whoever followed missed nothing.
    expect(await here()).toEqual(events)
    const told = await there()
    expect(told).toEqual(events.slice(0, told.length).map(({ number }) => number))
    expect(told).toContain(events.findLast(({ kind }) => kind === 'run-ended')!.number)
    // The kills hit: hosts, the lead, and tasks in hand.
    expect(killed.hosts).toBeGreaterThan(10)
    expect(killed.leads).toBeGreaterThan(10)
    expect(countOf(events, 'task-lost')).toBeGreaterThan(20)
    if (process.env.CHAOS_SEED) console.log({ ...killed, lost: countOf(events, 'task-lost'), events: events.length })
    // Nobody is left behind, and the file is sound.
    await expectNobodyLeft(scene)
    expect(integrityOf(home)).toBe('ok')
  })
})

/** Reads along in this process; the function that is given back says what was heard. */
function followHere({ ledger }: Scene): () => Promise<readonly LedgerEvent[]> {
  const stop = new AbortController()
  const heard: LedgerEvent[] = []
  const following = (async () => {
    for await (const event of followEvents(ledger, { team: 'chaos', after: 0, signal: stop.signal })) heard.push(event)
  })()
  return async () => {
    stop.abort()
    await following
    return heard
  }
}

/** Reads along as a person does; ends by itself when the run has ended. The last to leave are not heard then. */
function followThere({ home, mark }: Scene): () => Promise<readonly number[]> {
  const line = [bin, 'team', 'show', 'chaos', '--follow', '--after', '0', '--json']
  const follower = new Supervised(line, { ...mark.env, SHOAL_HOME: home })
  return async () => {
    const { code, stdout, stderr } = await follower.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The first line is the team as it stood when the following began.
    const [, ...told] = stdout.trim().split('\n')
    return told.map(event => JSON.parse(event).number)
  }
}

async function expectNobodyLeft({ lead, hosts, mark, commandPids }: Scene): Promise<void> {
  const pids = [lead, ...hosts].flatMap(one => one.pids)
  await until('all are gone', () => ![...pids, ...commandPids()].some(isAlive))
  if (hasProc) await until('nothing that they started is left', () => mark.alive().length === 0)
}
