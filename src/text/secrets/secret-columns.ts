// Columns of a table whose names promise secrets, and the cells under them that hold some.
import type { SourceText } from '../../model/source.ts'
import { type CsvDialect, findDialect, readRecords } from '../csv-dialect.ts'
import { PREFIX_BYTES } from '../source-file.ts'
import { turnTaker } from '../turns.ts'
import { judgeAssignment, kindOfName, type Verdict } from './value.ts'

export interface SecretCell extends Verdict {
  readonly value: string
  /** Of its row, in code units of the source. */
  readonly offset: number
  /** The row up to the cell, and the cell. */
  readonly evidence: string
}

const BLOCK = 1 << 20
const MOST_EVIDENCE = 300
const MOST_REMEMBERED = 4096
/** Units of the file that are looked at: more of the same say no more, and rows that are quoted are looked at again. */
const LOOKED_AT = 4 << 20

export class ColumnWatch {
  private readonly judged = new Map<string, Verdict | null>()

  private constructor(
    private readonly columns: readonly (readonly [index: number, name: string])[],
    private readonly dialect: CsvDialect,
    private readonly eol: number,
  ) {}

  static of(source: SourceText): ColumnWatch | null {
    const text = source.text(0, Math.min(source.size, PREFIX_BYTES))
    const dialect = findDialect(text)
    const [header] = readRecords(text, dialect, source.eol, 1)
    const columns = (header?.fields ?? [])
      .map((name, index) => [index, name.trim()] as const)
      .filter(([, name]) => name.length <= 60 && kindOfName(name) !== null)
    return columns.length === 0 ? null : new ColumnWatch(columns, dialect, source.eol)
  }

  /** The secrets of rows, given as text that starts at the start of one. A cell over several lines ends with its line. */
  inRows(text: string): (Verdict & { value: string; at: number; end: number })[] {
    const { eol, dialect } = this
    const delimiter = String.fromCharCode(dialect.delimiter)
    const quote = String.fromCharCode(dialect.quote)
    const found: (Verdict & { value: string; at: number; end: number })[] = []
    let at = 0
    for (const line of text.split(String.fromCharCode(eol))) {
      const end = at + line.length + 1
      const fields = line.includes(quote)
        ? (readRecords(line, dialect, eol, 1)[0]?.fields ?? [])
        : line.split(delimiter)
      for (const [index, name] of this.columns) {
        const value = (fields[index] ?? '').replace(/\r$/, '')
        const verdict = this.judge(name, value)
        if (verdict) found.push({ ...verdict, value, at, end })
      }
      at = end
    }
    return found
  }

  private judge(name: string, value: string): Verdict | null {
    if (value === '' || value.includes(' ')) return null
    const key = `${name}\0${value}`
    let verdict = this.judged.get(key)
    if (verdict === undefined) {
      verdict = judgeAssignment(name, value, true)
      if (this.judged.size < MOST_REMEMBERED) this.judged.set(key, verdict)
    }
    return verdict
  }

  /** Rows of the source were left unseen. */
  leavesRows({ size }: SourceText): boolean {
    return size > LOOKED_AT
  }

  /** Row after row from the top of the file, as far as is needed to know what they hold. */
  async *cells(source: SourceText, signal: AbortSignal): AsyncGenerator<SecretCell> {
    const turn = turnTaker()
    for (let start = 0; start < Math.min(source.size, LOOKED_AT); ) {
      signal.throwIfAborted()
      await turn()
      const bytes = source.bytes(start, Math.min(source.size, start + BLOCK))
      const last = bytes.lastIndexOf(source.eol)
      const end = start + (last < 0 || start + bytes.length >= source.size ? bytes.length : last + 1)
      const text = source.text(start, end)
      const isWide = source.encoding.name !== 'utf-8'
      let units = start
      let counted = 0
      for (const { value, rule, confidence, at, end: rowEnd } of this.inRows(text)) {
        if (start === 0 && at === 0) continue
        units += isWide ? at - counted : Buffer.byteLength(text.slice(counted, at))
        counted = at
        yield { value, rule, confidence, offset: units, evidence: rowQuote(text.slice(at, rowEnd), value) }
      }
      start = end
    }
  }
}

function rowQuote(row: string, value: string): string {
  const line = row.trim()
  if (line.length <= MOST_EVIDENCE) return line
  const at = line.indexOf(value)
  return at < 0
    ? line.slice(0, 80)
    : line.slice(Math.max(0, at - 80), Math.min(line.length, at + Math.min(value.length, 200)))
}
