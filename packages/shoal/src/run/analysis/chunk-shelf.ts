// The chunks of a run's files with all that models are told of them. Cut again as the plan has cut them, a few files at a
// time: the plan keeps only where chunks are.

import type { Chunk, Partition } from '@shoal/base/model/chunk'
import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import type { PlannedFile } from '@shoal/base/model/plan'
import type { PlannedWork } from '../plan.ts'
import { type WorkSettings, workOn } from '../threads/work-on.ts'
import type { CutDefinition } from './definition.ts'

export interface ShelfOptions extends PlannedWork {
  readonly cut: CutDefinition
  readonly settings: WorkSettings
}

/** Files whose chunks are remembered: analysts of one file work side by side. */
const REMEMBERED = 16

export class ChunkShelf {
  private readonly cut = new Map<string, Promise<Partition>>()
  private readonly files: ReadonlyMap<string, PlannedFile>

  constructor(private readonly options: ShelfOptions) {
    this.files = new Map(options.plan.files.map(file => [file.path, file]))
  }

  /** The chunk of that number, as planned; throws `file-changed` when it is not the one of that id any more. */
  async chunk(path: string, index: number, id: string, signal: AbortSignal): Promise<[Chunk, Partition['facts']]> {
    const { chunks, facts } = await this.partition(path, signal)
    const found = chunks[index - 1]
    if (found?.id !== id) throw new ShoalError('file-changed', `${path} changed since it was planned`, { detail: path })
    return [found, facts]
  }

  /** A file that is read whole. */
  async whole(path: string, id: string, signal: AbortSignal): Promise<[Chunk, Partition['facts']]> {
    const { chunks, facts, sizeBytes, lineCount } = await this.partition(path, signal)
    const first = chunks[0]!
    const body = { startLine: 1, endLine: lineCount, startByte: 0, endByte: sizeBytes }
    const flags = chunks.flatMap(chunk => chunk.flags)
    const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
    const whole: Chunk = { ...first, id, of: 1, body, flags, tokens, lines: lineCount, bytes: sizeBytes, label: '' }
    return [whole, facts]
  }

  partition(path: string, signal: AbortSignal): Promise<Partition> {
    const known = this.cut.get(path)
    if (known) return known
    const cut = this.make(path, signal)
    cut.catch(() => this.cut.delete(path))
    this.cut.set(path, cut)
    const [oldest] = this.cut.keys()
    if (this.cut.size > REMEMBERED && oldest !== undefined) this.cut.delete(oldest)
    return cut
  }

  private async make(path: string, signal: AbortSignal): Promise<Partition> {
    const { stamps, cut, settings } = this.options
    const { detection, partitions } = this.files.get(path)!
    const { file, sizeBytes } = lookup(stamps, path)!
    const size = { ...cut, mode: partitions === 0 ? ('whole' as const) : cut.mode }
    const how = { settings, signal, type: detection.contentType, bytes: sizeBytes }
    return await workOn('cut', { file, path, sizeBytes, detection, size }, how)
  }
}
