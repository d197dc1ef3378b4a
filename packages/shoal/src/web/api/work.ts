// What a run's tasks are about: what each reads, and the stage it belongs to. From the plan of an analysis; a run of a
// pattern has stages by what waits for what.
import { addTo } from '@shoal/base/model/lists'
import type { LivePiece, LiveTask } from '@shoal/base/model/live'
import type { Plan, PlannedTask, TaskKind } from '@shoal/base/model/plan'

export type Reading = Pick<LiveTask, 'contentType' | 'path' | 'startLine' | 'endLine' | 'bytes' | 'tokens'>

/** What a task reads of one file. */
export interface Piece extends LivePiece {
  readonly startByte: number
  readonly endByte: number
}

/** Pieces that are shown of a task. */
export const MOST_PIECES = 1000

const stageTitles: Readonly<Record<TaskKind, string>> = {
  choose_labels: 'Choose labels',
  analyze: 'Read',
  follow_up: 'Follow up',
  synthesize_type: 'Merge per type',
  synthesize_cross: 'Merge across types',
}

const kinds = Object.keys(stageTitles) as readonly TaskKind[]

export const NOTHING_READ: Reading = {
  contentType: null,
  path: null,
  startLine: null,
  endLine: null,
  bytes: null,
  tokens: null,
}

/** The work of an analysis. */
export class PlannedTasks {
  readonly titles: readonly string[]
  readonly bytes: number
  private readonly stageOf: ReadonlyMap<TaskKind, number>
  private readonly tasks: ReadonlyMap<string, PlannedTask>
  private readonly sizes: ReadonlyMap<string, number>
  private readonly types: ReadonlyMap<string, string>

  constructor({ tasks, files }: Plan) {
    const there = new Set(tasks.map(({ kind }) => kind))
    const stages = kinds.filter(kind => there.has(kind))
    this.titles = stages.map(kind => stageTitles[kind])
    this.stageOf = new Map(stages.map((kind, at) => [kind, at]))
    this.tasks = new Map(tasks.map(task => [task.id, task]))
    this.sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]))
    this.types = new Map(files.map(({ path, detection }) => [path, detection.contentType]))
    this.bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  stage(id: string): number {
    const task = this.tasks.get(id)
    return task ? this.stageOf.get(task.kind)! : 0
  }

  /** It has a reader's report for a result. */
  reads(id: string): boolean {
    const kind = this.tasks.get(id)?.kind
    return kind === 'analyze' || kind === 'follow_up'
  }

  reading(id: string): Reading {
    const task = this.tasks.get(id)
    if (!task) return NOTHING_READ
    const { contentType, tokens } = task
    const about = { ...NOTHING_READ, contentType, tokens }
    const pieces = this.pieces(id)
    const [first] = pieces
    if (!first) return about
    const bytes = pieces.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)
    const { path, startLine } = first
    if (pieces.some(piece => piece.path !== path)) return { ...about, bytes }
    return { ...about, path, startLine, endLine: pieces.at(-1)!.endLine, bytes }
  }

  typeOf(path: string): string | null {
    return this.types.get(path) ?? null
  }

  /** Of a file that is one task its chunks, of very many some together: a page of it is found from the nearest. */
  pieces(id: string): readonly Piece[] {
    const { chunk, batch, file } = this.tasks.get(id) ?? {}
    const { path, chunks } = file ?? { path: chunk?.path ?? '', chunks: chunk ? [chunk] : [] }
    const together = Math.ceil(chunks.length / MOST_PIECES)
    if (together > 0)
      return chunks.flatMap(({ startLine, startByte }, k) => {
        const { endLine, endByte } = chunks[Math.min(k + together, chunks.length) - 1]!
        return k % together === 0 ? [{ path, startLine, endLine, startByte, endByte }] : []
      })
    return (batch?.files ?? []).map(({ path, lineCount }) => ({
      path,
      startLine: 1,
      endLine: lineCount,
      startByte: 0,
      endByte: this.sizes.get(path) ?? 0,
    }))
  }
}

/** How many others have to be done before each, one after the other. A task comes behind those it waits for. */
export function depths(tasks: ReadonlyMap<string, Pick<LiveTask, 'blockedBy'>>): ReadonlyMap<string, number> {
  const depth = new Map<string, number>()
  const waiting = new Map<string, string[]>()
  const open = new Map<string, number>()
  for (const [id, { blockedBy }] of tasks) {
    const known = blockedBy.filter(blocker => tasks.has(blocker))
    open.set(id, known.length)
    for (const blocker of known) addTo(waiting, blocker, id)
  }
  const next = [...tasks.keys()].filter(id => open.get(id) === 0)
  for (let at = 0; at < next.length; at++) {
    const id = next[at]!
    for (const dependent of waiting.get(id) ?? []) {
      depth.set(dependent, Math.max(depth.get(dependent) ?? 0, (depth.get(id) ?? 0) + 1))
      open.set(dependent, open.get(dependent)! - 1)
      if (open.get(dependent) === 0) next.push(dependent)
    }
  }
  return depth
}
