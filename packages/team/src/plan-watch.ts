// Phase plan is for looking: what a program changed where it works is noticed, told to the lead, and fails the task where the file says
// that plans are read-only. Others that work at the same time are not blamed on it.
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Ending } from '@shoal/base/model/task'
import type { Assignment, Worker } from '@shoal/base/model/worker'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { oneLine } from './rules.ts'

/** `read-only`: a change fails the task. `noticed`: it is told with the plan. */
export type PlanMode = 'read-only' | 'noticed'

/** Files that are looked at; beyond them nothing is noticed, and that is said. */
const MOST_FILES = 20_000
const SHOWN = 10
/** What looking itself may touch, and what is too large to look at. */
const LEFT_OUT = ['.git', 'node_modules']

/** The programs of a run in this process: who worked while somebody planned. */
export class PlanWatch {
  private working = 0
  private begun = 0

  /** `apart`: directories in which others keep things of their own meanwhile, shoal among them. */
  constructor(private readonly apart: readonly string[] = []) {}

  watched(worker: Worker, cwd: string, mode: PlanMode | null): Worker {
    return {
      kind: worker.kind,
      work: (assignment, signal) => {
        if (assignment.phase === 'work') return this.during(worker, assignment, signal)
        return mode === null
          ? worker.work(assignment, signal)
          : this.plan({ worker, cwd: assignment.cwd ?? cwd, mode }, assignment, signal)
      },
    }
  }

  private async during(worker: Worker, assignment: Assignment, signal: AbortSignal): Promise<Ending> {
    this.working++
    this.begun++
    try {
      return await worker.work(assignment, signal)
    } finally {
      this.working--
    }
  }

  private async plan(
    { worker, cwd, mode }: { readonly worker: Worker; readonly cwd: string; readonly mode: PlanMode },
    assignment: Assignment,
    signal: AbortSignal,
  ): Promise<Ending> {
    const [before, begun, isShared] = [await filesIn(cwd, this.apart), this.begun, this.working > 0]
    const ending = await worker.work(assignment, signal)
    const after = await filesIn(cwd, this.apart)
    const changed = differing(before.files, after.files)
    const notes: string[] = []
    if (!(before.isWhole && after.isWhole)) notes.push(`only the first ${formatCount(MOST_FILES)} files were watched`)
    if (changed.length === 0) return withNotes(ending, notes)
    const names = changed.slice(0, SHOWN).map(printable).join(', ')
    const more = changed.length > SHOWN ? ` and ${formatCount(changed.length - SHOWN)} more` : ''
    const others = isShared || this.begun !== begun
    const told = `${plural(changed.length, 'file')} changed in phase plan${others ? ', by it or by another that worked meanwhile' : ''}: ${names}${more}`
    if (mode === 'read-only' && !others && ending.status === 'planned')
      return { status: 'failed', reason: oneLine(told), log: changed.join('\n') }
    return withNotes(ending, [told, ...notes])
  }
}

/** What was noticed stands before what is said of the plan, where the lead reads it first. */
function withNotes(ending: Ending, notes: readonly string[]): Ending {
  if (notes.length === 0 || ending.status !== 'planned') return ending
  const said = notes.join('; ')
  const log = ending.log === undefined ? said : `${said}\n${ending.log}`
  return { ...ending, summary: oneLine(ending.summary === undefined ? said : `${said}; ${ending.summary}`), log }
}

interface Snapshot {
  /** What changes with every write, by path. */
  readonly files: ReadonlyMap<string, string>
  readonly isWhole: boolean
}

async function filesIn(root: string, apart: readonly string[]): Promise<Snapshot> {
  const files = new Map<string, string>()
  const folders = ['']
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const whole = join(root, folder)
    const entries: Dirent[] = await readdir(whole, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (apart.includes(join(whole, entry.name)) || isKeptByPrograms(whole, entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!LEFT_OUT.includes(entry.name)) folders.push(path)
        continue
      }
      if (files.size === MOST_FILES) return { files, isWhole: false }
      const stats = await lstat(join(root, path), { bigint: true }).catch(() => null)
      if (stats) files.set(path, `${stats.mtimeNs} ${stats.size} ${stats.ino} ${stats.mode}`)
    }
  }
  return { files, isWhole: true }
}

function differing(before: Snapshot['files'], after: Snapshot['files']): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter(path => before.get(path) !== after.get(path)).sort()
}

/** `~/.claude`, `~/.claude.json`, `~/.cache`: agents write there whatever they do. */
function isKeptByPrograms(folder: string, name: string): boolean {
  return name.startsWith('.') && folder === homedir()
}
