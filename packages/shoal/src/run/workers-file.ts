// What workers do at the moment, in a file of their run's directory: for whoever watches from another process. Masked and bounded; gone with the work.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveWorker } from '@shoal/base/model/live'
import { isRecord } from '@shoal/base/model/option-values'
import type { Glimpse, Worker } from '@shoal/base/model/worker'
import { printable } from '@shoal/base/text/printable'
import type { TeamDraft } from '@shoal/team/draft'
import { shownText } from '../text/gate/shown.ts'

const PACE_MS = 500
const MOST_WORKERS = 50
const MOST_LINES = 5
const LINE_LENGTH = 200

type Seen = { -readonly [K in keyof LiveWorker]: LiveWorker[K] }

/** Nobody depends on it: a disk that does not take it is no reason to fail. */
export class WorkersFile {
  private readonly seen = new Set<Seen>()
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly directory: string | undefined,
    private readonly onLine: (worker: LiveWorker) => void = () => {},
  ) {}

  /** The same draft, its members watched. */
  watched(draft: TeamDraft): TeamDraft {
    return { ...draft, members: draft.members.map(member => ({ ...member, worker: this.watch(member.worker) })) }
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    if (this.directory !== undefined) rmSync(workersFile(this.directory), { force: true })
  }

  watch(worker: Worker): Worker {
    return {
      kind: worker.kind,
      work: async (assignment, signal) => {
        const { member, task } = assignment
        const seen: Seen = { member, task: task.id, lines: [], turns: 0 }
        this.seen.add(seen)
        try {
          return await worker.work({ ...assignment, onGlimpse: glimpse => this.take(seen, glimpse) }, signal)
        } finally {
          this.seen.delete(seen)
          this.writeSoon()
        }
      },
    }
  }

  private take(seen: Seen, { line, turns, tokens, costUsd }: Glimpse): void {
    seen.turns = Math.max(seen.turns, turns ?? 0)
    if (tokens !== undefined) seen.tokens = tokens
    if (costUsd !== undefined) seen.costUsd = costUsd
    const shown = line === undefined ? '' : shownLine(line)
    if (shown !== '' && shown !== seen.lines.at(-1)) {
      seen.lines = [...seen.lines, shown].slice(-MOST_LINES)
      this.onLine({ ...seen })
    }
    this.writeSoon()
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => this.write(), PACE_MS).unref()
  }

  private write(): void {
    this.timer = null
    if (this.directory === undefined) return
    const file = workersFile(this.directory)
    try {
      writeFileSync(`${file}.new`, JSON.stringify([...this.seen].slice(-MOST_WORKERS)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {}
  }
}

/** Those that were seen last; empty where nothing is known. */
export function readWorkers(directory: string | null): readonly LiveWorker[] {
  if (directory === null) return []
  try {
    const read: unknown = JSON.parse(readFileSync(workersFile(directory), 'utf8'))
    return Array.isArray(read) ? read.filter(isWorker).slice(0, MOST_WORKERS) : []
  } catch {
    return []
  }
}

function isWorker(value: unknown): value is LiveWorker {
  if (!isRecord(value)) return false
  const { member, task, lines, turns, tokens = 0, costUsd = 0 } = value
  const isText = (text: unknown) => typeof text === 'string'
  const areCounts = [turns, tokens, costUsd].every(count => typeof count === 'number')
  return isText(member) && isText(task) && areCounts && Array.isArray(lines) && lines.every(isText)
}

/** Hidden before it is cut: half a secret has no shape. */
function shownLine(line: string): string {
  const shown = printable(shownText(line.trim().replace(/\s+/g, ' ')))
  return shown.length > LINE_LENGTH ? `${shown.slice(0, LINE_LENGTH)}…` : shown
}

function workersFile(directory: string): string {
  return join(directory, 'workers.json')
}
