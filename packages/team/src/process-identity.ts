// Which process this is, and whether another one is gone, told apart from a later process that got its number. What
// /proc says of processes is read here; where it is missing, or counts processes of another namespace, it is not used.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessIdentity } from '@shoal/base/model/team'

export function processIdentity(): ProcessIdentity {
  return { host: thisHost(), pid: process.pid, started: processStat(process.pid)?.started ?? '' }
}

/** True only when it is certain: a process of another machine or container may live, whatever is seen from here. */
export function isGone({ host, pid, started }: ProcessIdentity): boolean {
  if (host !== thisHost() || !Number.isSafeInteger(pid) || pid <= 0) return false
  if (!processExists(pid)) return true
  const stat = processStat(pid)
  if (stat === null) return false
  return stat.isDead || (started !== '' && stat.started !== started)
}

/** Whether there is a process of this number, or for a negative one a member of that group; zombies count. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** What the system says of a process. */
export interface ProcessStat {
  readonly pid: number
  readonly group: number
  readonly session: number
  /** It has ended and only waits for its parent to notice. */
  readonly isDead: boolean
  /** Clock ticks between the start of the machine and its own. */
  readonly started: string
}

/** Null when there is no such process or the system does not say. */
export function processStat(pid: number): ProcessStat | null {
  try {
    return hasProc() ? readStat(pid) : null
  } catch {
    return null
  }
}

/** All processes that can be seen; null where the system does not say. */
export function allProcessStats(): readonly ProcessStat[] | null {
  try {
    if (!hasProc()) return null
    return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []))
  } catch {
    return null
  }
}

/** Bytes that all processes of a session hold; null where the system does not say. */
export function sessionMemory(session: number): number | null {
  const own = allProcessStats()?.filter(stat => stat.session === session && !stat.isDead)
  return own?.reduce((sum, { pid }) => sum + residentBytes(pid), 0) ?? null
}

function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    // It has ended.
    return 0
  }
}

/** Null when there is no such process. Throws when it cannot be known, as for want of a file descriptor. */
function readStat(pid: number): ProcessStat | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch (thrown) {
    if (['ENOENT', 'ESRCH'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return null
    throw thrown
  }
}

/** The name of a program may hold spaces and brackets; everything behind the last bracket is numbers. */
function parseStat(text: string): ProcessStat | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, group, session, threads, started] = [fields[0], fields[2], fields[3], fields[17], fields[19]]
  if (started === undefined) return null
  return {
    pid: Number.parseInt(text, 10),
    group: Number(group),
    session: Number(session),
    // A process lives on while any of its threads does, even if the first one has ended.
    isDead: state === 'X' || (state === 'Z' && Number(threads) <= 1),
    started,
  }
}

let cachedHost: string | undefined
let cachedHasProc: boolean | undefined

/**
 * Process numbers mean something within one pid namespace of one start of one machine. A Linux that does not tell which
 * ones these are gets a name of its own for every process, so that nothing is concluded about others.
 */
export function thisHost(): string {
  return (cachedHost ??= [hostname(), ...numberSpace()].join('/'))
}

function numberSpace(): readonly string[] {
  if (process.platform !== 'linux') return [process.platform]
  try {
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(), readlinkSync('/proc/self/ns/pid')]
  } catch {
    return [randomUUID()]
  }
}

/** False also for the /proc of an outer namespace, where our numbers belong to other processes. */
function hasProc(): boolean {
  return (cachedHasProc ??= readsOwnNumber())
}

function readsOwnNumber(): boolean {
  try {
    return readlinkSync('/proc/self') === String(process.pid)
  } catch {
    return false
  }
}
