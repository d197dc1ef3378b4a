// The record of a run's calls for whoever looks on while another process writes it: only what is new is read.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { IndexedLog } from './call-log.ts'
import { lookIntoLines, memoryLines } from './line-file.ts'

export class CallWatch {
  private readonly file: string
  private log = new IndexedLog(memoryLines())
  private seen = { ino: 0, size: 0 }

  constructor(directory: string) {
    this.file = join(directory, 'calls.jsonl')
  }

  /** As the record is now; empty when there is none. */
  current(): IndexedLog {
    const { ino = 0, size = 0 } = statSync(this.file, { throwIfNoEntry: false }) ?? {}
    const isSame = ino === this.seen.ino && size >= this.seen.size
    if (!isSame) this.log = new IndexedLog(ino === 0 ? memoryLines() : lookIntoLines(this.file))
    else if (size > this.seen.size) this.log.catchUp()
    this.seen = { ino, size }
    return this.log
  }
}
