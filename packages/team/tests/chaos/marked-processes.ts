// Finds everything that a test has started, however far down: the search path of every process that descends from it
// ends with a mark. A guardian is given nothing but that path, so nothing else would find it.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { processStat } from '../../src/process-identity.ts'

export interface Mark {
  /** The environment for what is started. */
  readonly env: Readonly<Record<string, string>>
  isOn(pid: number): boolean
  /** Those of the marked that are alive, with their command lines; none where the system does not tell. */
  alive(): readonly { readonly pid: number; readonly command: string }[]
}

export function newMark(): Mark {
  const mark = `/nowhere/${randomUUID()}`
  const isOn = (pid: number) => textOf(`/proc/${pid}/environ`).includes(mark)
  return {
    isOn,
    env: { ...(process.env as Record<string, string>), PATH: `${process.env.PATH}:${mark}` },
    alive: () =>
      readdirSync('/proc', { withFileTypes: true })
        .filter(({ name }) => /^\d+$/.test(name))
        .flatMap(({ name }) => {
          const pid = Number(name)
          if (!isOn(pid) || processStat(pid)?.isDead !== false) return []
          return [{ pid, command: textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200) }]
        }),
  }
}

/** Empty when the process has gone in the meantime or belongs to somebody else. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
