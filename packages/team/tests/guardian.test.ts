// The guardian, with real hosts that are really killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { guard, unguard, wakeGuardian } from '../src/guardian.ts'
import { startGroup } from '../src/process-group.ts'
import { processStat } from '../src/process-identity.ts'
import { childrenNamed, hasProc, isAlive, readPids, until } from './live-processes.ts'

const dir = tempDir()
const fixtures = fileURLToPath(new URL('../../../fixtures/workers/', import.meta.url))
const SLEEP = 'echo $$ >> "$PIDS"; exec sleep 300'
const everStarted: (() => readonly number[])[] = []
let hosts = 0

afterAll(() => {
  for (const pid of everStarted.flatMap(pids => pids()).filter(isAlive)) process.kill(pid, 'SIGKILL')
})

interface Host {
  readonly child: ChildProcess
  readonly pids: () => readonly number[]
  /** Asks for something and waits for the answer. */
  ask(line: string): Promise<void>
}

/** Starts a host with its commands and waits until they run. */
async function startHost(...args: readonly string[]): Promise<Host> {
  const file = join(dir.path, `host-${hosts++}`)
  const child = spawn(process.execPath, ['host.mjs', ...args], {
    cwd: fixtures,
    env: { ...process.env, PIDS: file },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const pids = () => readPids(file)
  everStarted.push(() => [child.pid!, ...pids()])
  expect(String((await once(child.stdout, 'data'))[0])).toBe('ready\n')
  return {
    child,
    pids,
    async ask(line) {
      child.stdin.write(`${line}\n`)
      await once(child.stdout, 'data')
    },
  }
}

async function kill({ child }: Host): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('when its process is killed', () => {
  it('stops all groups that run, with all they have started', async () => {
    const host = await startHost('run', SLEEP, `${SLEEP} & wait`, `${SLEEP} & ${SLEEP}`)
    await until('all run', () => host.pids().length === 4)
    expect(host.pids().every(isAlive)).toBe(true)
    await kill(host)
    await until('all have ended', () => !host.pids().some(isAlive))
  })

  it('stops what ignores TERM', async () => {
    const host = await startHost('run', '. ./stubborn.sh')
    await until('both run', () => host.pids().length === 2)
    await kill(host)
    await until('all have ended', () => !host.pids().some(isAlive))
  })

  it('stops a group that was started in the very moment', async () => {
    const child = spawn(process.execPath, ['host.mjs', 'at-once', 'exec sleep 300'], {
      cwd: fixtures,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = Number(String((await once(child.stdout, 'data'))[0]))
    everStarted.push(() => [pid])
    expect(pid).toBeGreaterThan(1)
    await once(child, 'exit')
    await until('it has ended', () => !isAlive(pid))
  })

  it('learns of it also when a command of its has left a process behind that lives on', async () => {
    const host = await startHost('run', `${process.execPath} escape.mjs 300 >&2`, SLEEP)
    await until('both run', () => host.pids().length === 2)
    const [escaped, other] = host.pids() as [number, number]
    await kill(host)
    await until('the command has ended', () => !isAlive(other))
    expect(isAlive(escaped), 'a session of its own has left').toBe(true)
  })
})

describe.runIf(hasProc)('the guardian itself', () => {
  it('is one process, out of reach of the terminal, and ends with its host', async () => {
    const host = await startHost('run', 'echo $$ >> "$PIDS"', SLEEP)
    const guardians = childrenNamed(host.child.pid!, 'shoal-guardian')
    expect(guardians).toHaveLength(1)
    const [guardian] = guardians as [number]
    expect(processStat(guardian)).toMatchObject({ session: guardian })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.kill(guardian, signal)
    host.child.kill('SIGINT')
    await once(host.child, 'exit')
    await until('the command has ended', () => !host.pids().some(isAlive))
    await until('the guardian has ended', () => !isAlive(guardian))
  })

  it('ends when nothing is left to stop', async () => {
    const host = await startHost('run', 'echo $$ >> "$PIDS"')
    const [guardian] = childrenNamed(host.child.pid!, 'shoal-guardian') as [number]
    host.child.stdin!.write('end\n')
    expect(await once(host.child, 'exit')).toEqual([0, null])
    await until('the guardian has ended', () => !isAlive(guardian))
  })

  it('is replaced when it was killed, and the new one knows of all that runs', async () => {
    const host = await startHost('run', SLEEP)
    const [guardian] = childrenNamed(host.child.pid!, 'shoal-guardian') as [number]
    process.kill(guardian, 'SIGKILL')
    await until('it is dead', () => !isAlive(guardian))
    await host.ask('again')
    expect(host.pids()).toHaveLength(2)
    const isNew = (pid: number) => pid !== guardian && isAlive(pid)
    await until('there is a new one', () => childrenNamed(host.child.pid!, 'shoal-guardian').some(isNew))
    await kill(host)
    await until('all have ended', () => !host.pids().some(isAlive))
  })
})

it('what is no longer guarded is left alone', async () => {
  const host = await startHost('unguard', SLEEP, SLEEP)
  const [first, second] = host.pids() as [number, number]
  await kill(host)
  await until('the other one has ended', () => !isAlive(second))
  expect(isAlive(first)).toBe(true)
})

it('without a shell to run it, commands run all the same', async () => {
  wakeGuardian('/no/such/shell')
  const group = await startGroup(['true'], { cwd: dir.path, env: process.env })
  guard(group.child.pid!)
  expect(await group.ended).toEqual({ code: 0, signal: null })
  expect(await group.stop({ graceMs: 100 })).toBe(true)
  unguard(group.child.pid!)
})
