import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { ProcessIdentity } from '@shoal/base/model/team'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allProcessStats, isGone, processIdentity, processStat } from '../src/process-identity.ts'
import { hasProc, until } from './live-processes.ts'

const self = processIdentity()

function identityOf(pid: number): ProcessIdentity {
  return { host: self.host, pid, started: processStat(pid)?.started ?? '' }
}

describe('isGone', () => {
  it('this process is here, and stays the same one', () => {
    expect(self.pid).toBe(process.pid)
    expect(processIdentity()).toEqual(self)
    expect(isGone(self)).toBe(false)
  })

  it('a living child is here; once it has ended it is gone', async () => {
    const child = spawn('sleep', ['300'])
    const identity = identityOf(child.pid!)
    expect(isGone(identity)).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isGone(identity)).toBe(true)
  })

  it('nothing is known of another host, whatever is seen here', () => {
    const { pid } = spawnSync('true')
    expect(isGone({ ...self, pid, started: '' })).toBe(true)
    fc.assert(
      fc.property(fc.string(), fc.integer(), fc.string(), (host, number, started) => {
        fc.pre(host !== self.host)
        expect(isGone({ host, pid: number, started })).toBe(false)
        expect(isGone({ host, pid, started })).toBe(false)
      }),
    )
  })

  it('a number that no process can have says nothing', () => {
    for (const pid of [0, -1, -process.pid, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40])
      expect(isGone({ ...self, pid, started: '' })).toBe(false)
  })

  it('without a start time a living process of that number counts as the same', () => {
    expect(isGone({ ...self, started: '' })).toBe(false)
  })
})

describe.runIf(hasProc)('where the system tells of processes', () => {
  it('a process that got the number later is another one', () => {
    expect(isGone({ ...self, started: String(Number(self.started) - 1) })).toBe(true)
  })

  it('the name of a program cannot mislead', async () => {
    const name = ') Z 1 1 1 ('
    const script = `process.title = ${JSON.stringify(name)}; console.log(1); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
    await once(child.stdout, 'data')
    expect(processStat(child.pid!)).toMatchObject({ group: child.pid!, session: child.pid!, isDead: false })
    expect(isGone(identityOf(child.pid!))).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  it('one that has ended and is not reaped counts as gone', async () => {
    // The shell turns into `sleep`, which does not look after the child it inherits.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 300'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const pid = Number(String((await once(parent.stdout, 'data'))[0]))
    const identity = identityOf(pid)
    expect(isGone(identity)).toBe(false)
    await until('the child has ended', () => isGone(identity))
    expect(() => process.kill(pid, 0)).not.toThrow()
    parent.kill('SIGKILL')
    await once(parent, 'exit')
  })

  it('lists all processes, this one included', () => {
    expect(allProcessStats()).toContainEqual(processStat(process.pid))
  })
})
