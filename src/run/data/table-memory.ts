// What earlier queries found out about files, so that the next one over the same file starts at once. Tables that were
// read by way of a copy are not kept: the copy is gone with its query.
import { type FileStamp, isUntouched } from '../file-stamp.ts'
import type { DataTable } from './data-table.ts'
import type { TableSecrets } from './table-secrets.ts'

const MOST_TABLES = 200
/** The secrets of a table may take some megabytes. */
const MOST_SECRETS = 20

export class TableMemory {
  private readonly tables = new StampedMemory<DataTable>(MOST_TABLES)
  readonly secrets = new StampedMemory<TableSecrets>(MOST_SECRETS)

  recall(stamp: FileStamp): DataTable | undefined {
    return this.tables.recall(stamp)
  }

  keep(stamp: FileStamp, table: DataTable): void {
    if (table.copy === null) this.tables.keep(stamp, table)
  }

  close(): void {
    this.tables.clear()
    this.secrets.clear()
  }
}

/** One thing about each of the last files. */
class StampedMemory<T> {
  private readonly known = new Map<string, { readonly stamp: FileStamp; readonly value: T }>()

  constructor(private readonly most: number) {}

  /** Undefined for a file that is not known, or no longer the same. */
  recall(stamp: FileStamp): T | undefined {
    const entry = this.known.get(stamp.file)
    return entry && isUntouched(entry.stamp, stamp) ? entry.value : undefined
  }

  keep(stamp: FileStamp, value: T): void {
    this.known.delete(stamp.file)
    this.known.set(stamp.file, { stamp, value })
    const [oldest] = this.known.keys()
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest)
  }

  clear(): void {
    this.known.clear()
  }
}
