// The stage of the chaos test: a ledger, a lead and several hosts, each a process that is started again when killed.
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { openSqliteLedger } from '../../src/sqlite/ledger.ts'
import { hasProc, readPids } from '../live-processes.ts'
import { fileOf, fixture } from './homes.ts'
import { type Mark, newMark } from './marked-processes.ts'
import { Supervised } from './supervised.ts'

const HOSTS = ['ann', 'bob', 'cid']

export interface Scene {
  readonly home: string
  readonly ledger: Ledger
  readonly mark: Mark
  readonly lead: Supervised
  readonly hosts: readonly Supervised[]
  /** Of every command that was ever started. */
  readonly commandPids: () => readonly number[]
  /** Ends whatever is left, for tests that fail. */
  clear(): void
}

/** `home` is a state directory of its own. */
export async function openScene(home: string): Promise<Scene> {
  const file = fileOf(home)
  const pids = join(home, 'command-pids')
  const mark = newMark()
  const env = { ...mark.env, CHAOS_PIDS: pids }
  const ledger = openSqliteLedger(file)
  const lead = new Supervised([fixture('lead.mjs'), file], env)
  while ((await ledger.lastEvent()) === 0) await ledger.changed(0, 1000)
  const hosts = HOSTS.map(name => new Supervised([fixture('host.mjs'), file, name], env))
  const clear = () => {
    for (const one of [lead, ...hosts]) one.giveUp()
    if (hasProc) for (const { pid } of mark.alive()) process.kill(pid, 'SIGKILL')
  }
  return { home, ledger, mark, lead, hosts, commandPids: () => readPids(pids), clear }
}

/** What the lead and the hosts said when they ended by themselves. */
export async function lastWords({ lead, hosts }: Scene): Promise<readonly unknown[]> {
  const ends = await Promise.all([lead, ...hosts].map(({ ended }) => ended))
  return ends.map(({ code, stdout, stderr }) => {
    if (code !== 0 || stderr !== '') throw new Error(`a process ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  })
}

/** All that a user could tell a run by, but for who did what, how often and when. */
export async function finalState(ledger: Ledger) {
  const tasks = []
  for (const task of await ledger.tasks('chaos')) {
    const { owner: _, attempts: __, createdAt: ___, claimedAt: ____, endedAt, blockedBy, ...rest } = task
    const input = await ledger.input('chaos', task.id)
    const result = await ledger.result('chaos', task.id)
    // What was asked for on the way came to be in the order in which its askers were done.
    tasks.push({ ...rest, blockedBy: [...blockedBy].sort(), hasEnded: endedAt !== null, input, result })
  }
  tasks.sort((a, b) => (a.id < b.id ? -1 : 1))
  const { ended, endedReason } = await ledger.team('chaos')
  return { tasks, counts: await ledger.counts('chaos'), ended, endedReason }
}
