// What earlier queries found out about files, so that the next one over the same file starts at once. Tables that were
// read by way of a copy are not kept: the copy is gone with its query.
import type { FileStamp } from '../plan.ts'
import type { DataTable } from './data-table.ts'

const MOST = 200

export class TableMemory {
  private readonly known = new Map<string, { readonly stamp: FileStamp; readonly table: DataTable }>()

  /** Undefined for a file that is not known, or no longer the same. */
  recall({ file, sizeBytes, mtimeMs }: FileStamp): DataTable | undefined {
    const entry = this.known.get(file)
    const isSame = entry?.stamp.sizeBytes === sizeBytes && entry.stamp.mtimeMs === mtimeMs
    return isSame ? entry.table : undefined
  }

  keep(stamp: FileStamp, table: DataTable): void {
    if (table.reads !== stamp.file) return
    this.known.delete(stamp.file)
    this.known.set(stamp.file, { stamp, table })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest)
  }

  close(): void {
    this.known.clear()
  }
}
