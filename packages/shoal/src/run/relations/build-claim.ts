// Who makes an entry of the cache says so in a file beside it: another process that wants the same waits, and then finds it made. A claim
// whose process is gone, or that nobody has renewed for long, counts for nothing; the worst that comes of it is that something is made twice.
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { isAliveProcess } from '@shoal/base/model/alive-process'
import { markUsed } from '../cache-files.ts'
import { hostWord } from './host-word.ts'

const LOOK_EVERY_MS = 25
const RENEW_MS = 2_000
/** A claim that was not renewed for so long. */
const STALE_MS = 60_000

interface Claimed<T> {
  /** What another process has made by now. */
  known(): T | null
  make(): Promise<T>
  readonly signal: AbortSignal
}

export async function withClaim<T>(file: string, { known, make, signal }: Claimed<T>): Promise<T> {
  while (!take(file)) {
    await setTimeout(LOOK_EVERY_MS, undefined, { signal })
    const made = known()
    if (made) return made
    if (!isHeld(file)) rmSync(file, { force: true })
  }
  const renewing = setInterval(() => markUsed(file), RENEW_MS).unref()
  try {
    return known() ?? (await make())
  } finally {
    clearInterval(renewing)
    rmSync(file, { force: true })
  }
}

/** False when somebody else has it. Where no claim can be written, nobody waits for anybody. */
function take(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600)
    try {
      writeSync(fd, `${hostWord()} ${process.pid}`)
    } finally {
      closeSync(fd)
    }
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
}

/** Also for a claim that is just being written. */
export function isHeld(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return false
    const [host, pid] = readFileSync(file, 'utf8').split(' ')
    return host !== hostWord() || pid === undefined || isAliveProcess(Number(pid))
  } catch {
    return false
  }
}
