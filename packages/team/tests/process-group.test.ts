import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { type ProcessGroup, StartError, startGroup } from '../src/process-group.ts'
import { allProcessStats, processExists } from '../src/process-identity.ts'
import { hasProc, isAlive, readPids, until } from './live-processes.ts'

const dir = tempDir()
const fixtures = fileURLToPath(new URL('../../../fixtures/workers/', import.meta.url))
const hasTimeout = ['/bin', '/usr/bin'].some(bin => existsSync(join(bin, 'timeout')))
const started: ProcessGroup[] = []
let runs = 0

afterAll(async () => {
  await Promise.all(started.map(group => group.stop({ graceMs: 0 })))
})

/** Starts a shell line that writes the numbers of its processes to PIDS, and waits until it has written so many. */
async function start(line: string, processes = 1) {
  const pids = join(dir.path, `pids-${runs++}`)
  const group = await startGroup(['sh', '-c', line], { cwd: fixtures, env: { ...process.env, PIDS: pids } })
  started.push(group)
  await until('it has begun', () => readPids(pids).length >= processes)
  return { group, pids: readPids(pids), leader: group.child.pid! }
}

const hostile: Readonly<Record<string, readonly [line: string, processes: number]>> = {
  'sleeps in a child': ['echo $$ > $PIDS; sleep 300', 1],
  'ignores TERM with all it starts': ['. ./stubborn.sh', 2],
  'is suspended': ['echo $$ > $PIDS; kill -STOP $$', 1],
  'forks on TERM': [`trap 'sleep 300 & sleep 300 & exit' TERM; echo $$ > $PIDS; while :; do sleep 0.1; done`, 1],
  'starts ever new children': ['echo $$ > $PIDS; while :; do sleep 300 & sleep 0.01; done', 1],
  'has ended and left children of children': ['. ./leave-child.sh', 1],
}

describe('a stopped group', () => {
  for (const [name, [line, processes]] of Object.entries(hostile))
    it(`is gone when it ${name}`, async () => {
      const { group, pids, leader } = await start(line, processes)
      expect(await group.stop({ graceMs: 300 })).toBe(true)
      await group.ended
      expect(pids.filter(isAlive)).toEqual([])
      expect(membersAlive(leader)).toEqual([])
    })

  it.runIf(hasProc)('was asked kindly first, also when it is suspended', async () => {
    const { group } = await start(`trap 'exit 7' TERM; echo $$ > $PIDS; kill -STOP $$`)
    await until('it is suspended', () => isSuspended(group.child.pid!))
    await group.stop({ graceMs: 5000 })
    expect(await group.ended).toEqual({ code: 7, signal: null })
  })

  it('gives the same answer to everybody who asks', async () => {
    const { group } = await start('. ./stubborn.sh', 2)
    expect(await Promise.all([group.stop({ graceMs: 100 }), group.stop({ graceMs: 9e9 })])).toEqual([true, true])
    expect(await group.ended).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it.runIf(hasProc && hasTimeout)('takes along the other groups of its session', async () => {
    const { group, pids } = await start(`timeout 300 sh -c 'echo $$ > $PIDS; sleep 300; true'; true`)
    await group.stop({ graceMs: 300 })
    expect(pids.filter(isAlive)).toEqual([])
  })

  it.runIf(hasProc && existsSync('/usr/bin/setsid'))('is not held up by members that nobody reaps', async () => {
    // The subshell leaves the session without having looked after its child; a shell that looks after it all the same is no such case.
    const line = `(sh -c 'echo $$ >> $PIDS' & exec setsid sh -c 'echo $$ >> $PIDS; exec sleep 300') & exec sleep 300`
    const tried = async () => {
      const { group, pids, leader } = await start(line, 2)
      await until('one has ended', () => pids.some(pid => !isAlive(pid)))
      expect(await group.stop({ graceMs: 9e6 })).toBe(true)
      const isStillThere = processExists(-leader)
      for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
      return isStillThere
    }
    expect((await tried()) || (await tried()) || (await tried())).toBe(true)
  })
})

describe('a command that cannot be started', () => {
  const script = dir.write('script', '#!/bin/sh\necho\n')
  const orphan = dir.write('orphan', '#!/no/such/interpreter\n')
  chmodSync(orphan, 0o755)

  const cases: Readonly<Record<string, readonly [command: string, cwd: string, says: string]>> = {
    'a command that does not exist': ['no-such-command', dir.path, 'cannot start no-such-command: no such command'],
    'a missing directory': ['true', '/no/such', 'cannot start true in /no/such: no such file or directory'],
    'a directory that is a file': ['true', script, `cannot start true in ${script}: not a directory`],
    'a file that may not be executed': ['./script', dir.path, 'cannot start ./script: it may not be executed'],
    'a script without its interpreter': ['./orphan', dir.path, 'cannot start ./orphan: its interpreter is missing'],
    'a directory as command': [dir.path, dir.path, `cannot start ${dir.path}: it may not be executed`],
  }
  for (const [name, [command, cwd, says]] of Object.entries(cases))
    it(`says so in one line: ${name}`, async () => {
      const thrown = await startGroup([command], { cwd, env: process.env }).catch(error => error)
      expect(thrown).toBeInstanceOf(StartError)
      expect(thrown).toMatchObject({ message: says, isPassing: false })
    })

  it('says so for arguments that no system takes', async () => {
    const starting = startGroup(['true', 'a\0b'], { cwd: dir.path, env: process.env })
    await expect(starting).rejects.toThrow(/^cannot start true: [^\n\0]+$/)
    const huge = startGroup(['true', 'x'.repeat(20_000_000)], { cwd: dir.path, env: process.env })
    await expect(huge).rejects.toThrow(/^cannot start true: [^\n]+$/)
  })
})

/** Of the whole session where the system lists processes, else of the group. */
function membersAlive(leader: number): readonly number[] {
  const stats = allProcessStats()
  if (stats) return stats.filter(({ session, isDead }) => session === leader && !isDead).map(({ pid }) => pid)
  return processExists(-leader) ? [leader] : []
}

function isSuspended(pid: number): boolean {
  return / [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1)!.slice(0, 3))
}
