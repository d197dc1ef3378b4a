// Reads the records of a JSON-lines log as entries while the census counts them: no line is parsed twice.
import { isAscii } from 'node:buffer'
import type { Question } from '@shoal/base/model/question'
import { stepOf } from '../../../text/json-census/path.ts'
import type { RecordWatch, WatchedRecord } from '../../../text/json-census/record-watch.ts'
import {
  ARRAY,
  BEYOND_ASCII,
  BOOLEAN,
  ESCAPED,
  NULL,
  OBJECT,
  STRING,
  stringOf,
  type Tape,
} from '../../../text/json-census/tape.ts'
import type { FieldOf, RecordFormat } from '../../../text/log/record-format.ts'
import type { LogFormat } from '../../log/analyst/learn-format.ts'
import { wantsOf } from '../../log/analyst/question-filters.ts'
import { StretchReader } from '../../log/analyst/read-stretch.ts'
import type { LogTally as EntryTally } from '../../log/analyst/tally.ts'
import type { LogWatch } from './log-watch.ts'

/** Of a longer line only its beginning is looked at for words. */
const LONGEST = 16 * 1024

/** Stands for an object or array, of which nothing is told. */
const CONTAINER = {}

/** Where a name may stand in a record: under itself, or inside the objects that its dots part. */
interface Candidate {
  readonly name: string
  readonly index: number
}

export class EntryWatch implements RecordWatch {
  readonly room: number
  private readonly paths: string[] = []
  private readonly candidates = new Map<string, readonly Candidate[]>()
  private readonly reader: StretchReader
  /** For every path the number under which the other watch knows it, or -1. */
  private readonly others: Int32Array
  private readonly seenByOther: Int32Array
  private lines = 0
  private cut = 0
  /** What texts are cut from, and how: bytes that are all plain are read far faster. */
  private window: Uint8Array | null = null
  private bytes: Buffer = Buffer.alloc(0)
  private encoding: 'latin1' | 'utf8' = 'utf8'
  private now: WatchedRecord | null = null

  constructor(
    private readonly format: LogFormat<RecordFormat>,
    question: Question,
    private readonly other: LogWatch,
  ) {
    this.reader = new StretchReader(format, wantsOf(question))
    for (const names of format.lines.asks)
      this.candidates.set(
        names,
        names.split('|').flatMap(name => {
          const dotted = name.split('.')
          const plain = { name, index: this.indexOrNew(stepOf(name)) }
          return dotted.length === 1 ? [plain] : [plain, { name, index: this.indexOrNew(dotted.map(stepOf).join('')) }]
        }),
      )
    for (const path of other.paths) if (path !== '') this.indexOrNew(path)
    this.others = Int32Array.from(this.paths, path => other.indexOf(path))
    this.seenByOther = new Int32Array(other.room)
    this.room = this.paths.length
  }

  indexOf(within: string): number {
    return this.paths.indexOf(within)
  }

  onRecord(record: WatchedRecord): void {
    const { tape, buffer, at, line } = record
    this.tellOther(record)
    const text = this.textOf(buffer, tape.at[0]!, tape.end[0]!)
    this.lines++
    if (tape.kind[0] === ARRAY || record.blind) {
      this.reader.add(text, line, at)
      return
    }
    this.now = record
    this.reader.add(text, line, at, this.format.lines.partsOf(text, this.fieldOf))
  }

  /** A line that is no record. */
  onOther(bytes: Uint8Array, at: number, line: number): void {
    this.lines++
    if (bytes.length > LONGEST) this.cut++
    const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length
    this.reader.add(Buffer.from(bytes.subarray(0, Math.min(end, LONGEST))).toString('utf8'), line, at)
  }

  done(): EntryTally {
    return this.reader.done(this.lines, this.cut)
  }

  private readonly fieldOf: FieldOf = names => {
    const { seen, tape, buffer } = this.now!
    for (const { name, index } of this.candidates.get(names)!) {
      const token = seen[index]!
      if (token >= 0 && tape.kind[token] !== NULL) return { name, value: this.valueOf(buffer, tape, token) }
    }
    return undefined
  }

  private valueOf(buffer: Uint8Array, tape: Tape, token: number): unknown {
    const kind = tape.kind[token]!
    if (kind === STRING) {
      const odd = tape.flags[token]! & (ESCAPED | BEYOND_ASCII)
      const start = tape.at[token]!
      if (odd === ESCAPED && buffer[start] === 34) return JSON.parse(this.asciiOf(buffer, start, tape.end[token]!))
      if (odd !== 0) return stringOf(buffer, tape, token)
      return this.textOf(buffer, tape.at[token]! + 1, tape.end[token]! - 1)
    }
    if (kind === BOOLEAN) return tape.lo[token] === 1
    if (kind !== OBJECT && kind !== ARRAY) return tape.num[token]
    return CONTAINER
  }

  /** The other watch knows no containers. */
  private tellOther(record: WatchedRecord): void {
    const { seen, tape } = record
    const { others, seenByOther } = this
    seenByOther.fill(-1)
    for (let k = 0; k < others.length; k++) {
      const token = seen[k]!
      if (others[k]! >= 0 && token >= 0 && tape.kind[token]! < OBJECT) seenByOther[others[k]!] = token
    }
    this.other.onRecord({ ...record, seen: seenByOther })
  }

  private indexOrNew(path: string): number {
    const known = this.paths.indexOf(path)
    return known >= 0 ? known : this.paths.push(path) - 1
  }

  private textOf(buffer: Uint8Array, from: number, to: number): string {
    return this.bytesOf(buffer).toString(this.encoding, from, Math.min(to, from + LONGEST))
  }

  /** Bytes that are known to be plain. */
  private asciiOf(buffer: Uint8Array, from: number, to: number): string {
    return this.bytesOf(buffer).toString('latin1', from, to)
  }

  private bytesOf(buffer: Uint8Array): Buffer {
    if (this.window !== buffer) {
      this.window = buffer
      this.bytes = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength)
      this.encoding = isAscii(buffer) ? 'latin1' : 'utf8'
    }
    return this.bytes
  }
}
