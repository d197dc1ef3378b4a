// What is not whole yet in the store: made under a name that tells whose it is, and then renamed. Such a name goes with the process: when it
// is done, when it is ended hard, and when nobody could do either, the next one that uses the store removes it.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAliveProcess } from '@shoal/base/model/alive-process'
import { namesIn } from '../cache-files.ts'

/** Of a file or directory that is not whole yet. */
export function partialName(): string {
  return `${nameStart()}${process.pid}-${randomBytes(6).toString('hex')}`
}

/** Fills a directory of the store that nobody else looks at; what of it `fill` has not renamed is removed. */
export async function inPartial<T>(store: string, fill: (partial: string) => Promise<T>): Promise<T> {
  mkdirSync(store, { recursive: true, mode: 0o700 })
  removePartials(store, pid => pid !== process.pid && !isAliveProcess(pid))
  const partial = join(store, partialName())
  mkdirSync(partial, { mode: 0o700 })
  try {
    return await fill(partial)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** For the end of this process, when nothing of it writes any more. Throws nothing: there is nobody to hear it. */
export function removeOwnPartials(store: string): void {
  removePartials(store, pid => pid === process.pid)
}

function removePartials(store: string, isLeft: (pid: number) => boolean): void {
  const own = nameStart()
  for (const name of namesIn(store)) {
    const pid = name.startsWith(own) ? Number(name.slice(own.length).split('-')[0]) : Number.NaN
    if (!Number.isInteger(pid) || !isLeft(pid)) continue
    try {
      rmSync(join(store, name), { recursive: true, force: true })
    } catch {}
  }
}

/** Processes of other machines that share the store are not known here. */
function nameStart(): string {
  const host = hostname().replace(/[^A-Za-z0-9]+/g, '_')
  return `partial-${host.slice(0, 40)}-`
}
