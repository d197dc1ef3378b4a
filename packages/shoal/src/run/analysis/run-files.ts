// The files of a run as queries and steps reach them: opened when somebody first asks, for relations take a while to be made.
import { FileSet, type FileSetOptions } from '../ask/file-set.ts'
import type { PlannedWork } from '../plan.ts'
import { plannedRelationFiles } from '../relations/relation-file.ts'

export class RunFiles {
  private opened: Promise<FileSet> | null = null

  constructor(
    private readonly work: PlannedWork,
    private readonly how: FileSetOptions,
  ) {}

  open(): Promise<FileSet> {
    return (this.opened ??= FileSet.of(plannedRelationFiles(this.work.plan, this.work.stamps), this.how))
  }

  options(signal: AbortSignal): FileSetOptions {
    return { ...this.how, signal }
  }

  async close(): Promise<void> {
    const set = await this.opened?.catch(() => null)
    await set?.close()
  }
}
