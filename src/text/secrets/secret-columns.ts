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

const BLOCK = 1 << 18
const MOST_EVIDENCE = 300
/** Units of the file that are looked at: more of the same say no more, and rows that are quoted are looked at again. */
const LOOKED_AT = 1 << 20

export class ColumnWatch {
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

  /** The secrets of rows, given as text that starts at the start of one. */
  inRows(text: string, most = Number.POSITIVE_INFINITY): (Verdict & { value: string; at: number; end: number })[] {
    let at = 0
    return readRecords(text, this.dialect, this.eol, most).flatMap(({ fields, end }) => {
      const row = { at, end }
      at = end
      return this.columns.flatMap(([index, name]) => {
        const value = fields[index] ?? ''
        const verdict = judgeAssignment(name, value, true)
        return verdict ? [{ ...verdict, value, ...row }] : []
      })
    })
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
