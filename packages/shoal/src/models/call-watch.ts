// The record of a run's calls for whoever looks on while another process writes it: only what is new is read.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { IndexedLog } from './call-log.ts'
import { lookIntoLines, memoryLines } from './line-file.ts'

export class CallWatch {
  private readonly file: string
  private log = new IndexedLog(memoryLines())
  private seen: Seen = { ino: 0, bornMs: 0, size: 0 }
  private looking: Promise<unknown> = Promise.resolve()

  /** `refresh` has what other machines wrote put into the directory. */
  constructor(
    directory: string,
    private readonly refresh: () => Promise<void> = async () => {},
  ) {
    this.file = join(directory, 'calls.jsonl')
  }

  /** As the record is now; empty when there is none. */
  current(): Promise<IndexedLog> {
    const look = this.looking.catch(() => {}).then(() => this.look())
    this.looking = look
    return look
  }

  private async look(): Promise<IndexedLog> {
    await this.refresh()
    const { ino = 0, size = 0, ...times } = statSync(this.file, { throwIfNoEntry: false }) ?? {}
    const bornMs = birthOf(times) ?? this.seen.bornMs
    const isSame = ino === this.seen.ino && bornMs === this.seen.bornMs && size >= this.seen.size
    if (!isSame) this.log = new IndexedLog(ino === 0 ? memoryLines() : lookIntoLines(this.file))
    if (!isSame || size > this.seen.size) await this.log.catchUp()
    this.seen = { ino, bornMs, size }
    return this.log
  }
}

interface Seen {
  readonly ino: number
  /** The number of a file that is deleted is given to the next: only its birth tells them apart. */
  readonly bornMs: number
  readonly size: number
}

/** Null when it is not known: where a file system keeps none, it is the time of the last change. */
function birthOf({ birthtimeMs = 0, ctimeMs = 0 }: { birthtimeMs?: number; ctimeMs?: number }): number | null {
  return birthtimeMs === ctimeMs ? null : birthtimeMs
}
