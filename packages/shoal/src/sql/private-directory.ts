// A directory for one query, that only its owner can enter; removed with all that is in it. Those of processes that were
// killed are removed by the next query.
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAliveProcess } from '@shoal/base/model/alive-process'

export interface PrivateDirectory {
  readonly path: string
  remove(): void
}

export function openPrivateDirectory(): PrivateDirectory {
  removeLeft()
  const path = mkdtempSync(join(tmpdir(), `${nameStart()}${process.pid}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Ids of processes mean nothing beyond the machine or container, and several may share a temporary directory. */
function nameStart(): string {
  return `shoal-sql-${hostname()
    .replace(/[^A-Za-z0-9]+/g, '_')
    .slice(0, 40)}-`
}

function removeLeft(): void {
  const start = nameStart()
  try {
    for (const name of readdirSync(tmpdir())) {
      const pid = name.startsWith(start) ? /^(\d+)-\w+$/.exec(name.slice(start.length))?.[1] : undefined
      if (pid === undefined || isAliveProcess(Number(pid))) continue
      const directory = join(tmpdir(), name)
      const { uid } = lstatSync(directory)
      if (uid === (process.getuid?.() ?? uid)) rmSync(directory, { recursive: true, force: true })
    }
  } catch {
    // What cannot be removed now is left to the next query, or to whoever owns it.
  }
}
