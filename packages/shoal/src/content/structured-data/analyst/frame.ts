// How one file is read as a table: dialect, header, names of the columns, and the sections its chunks make.
import type { ChunkSpan } from '@shoal/base/model/analyst'
import type { SourceText } from '@shoal/base/model/source'
import { decodeText } from '../../../text/source-file.ts'
import type { Section, TableText } from '../../../text/table/read.ts'
import { setUp, type TableSetup } from '../../../text/table/setup.ts'
import { type Head, NEVER, readHead } from '../head.ts'

export interface TableFrame {
  readonly head: Head
  /** Unique and never empty. */
  readonly names: readonly string[]
  readonly setup: TableSetup
  readonly text: TableText
  /** Offset of the first row, and its line. */
  readonly start: number
  readonly line: number
  /** Text of bytes that the kernel saw. */
  decode(bytes: Uint8Array): string
  readonly notes: readonly string[]
}

/** Columns beyond this are counted, not read. */
const MOST_COLUMNS = 2000
const SAMPLE_UNITS = 256 * 1024
const UTF_8 = { name: 'utf-8', unit: 1, bom: 0 } as const

/** `quotes: false` where they never balance: then they are ordinary characters. */
export function frameOf(source: SourceText, quotes: boolean): TableFrame {
  const head = readHead(source)
  const start = head.header ? head.end : head.start
  const text = textOf(source)
  const expected = Math.max(1, head.columns.length)
  const dialect = {
    delimiter: head.delimiter,
    quote: quotes ? head.quote : NEVER,
    eol: source.eol,
    expected,
    columns: Math.min(MOST_COLUMNS, expected),
    sizeBytes: source.sizeBytes,
  }
  const to = Math.max(start, Math.min(source.size, text.between(start + SAMPLE_UNITS)))
  const notes = [...head.notes]
  if (!quotes) notes.push('a quoted field never closes, so every line was taken as a record')
  if (expected > MOST_COLUMNS) notes.push(`only the first ${MOST_COLUMNS} of ${expected} columns were read`)
  return {
    head,
    names: namesOf(head, dialect.columns),
    setup: withSafeBorders(setUp(dialect, text.bytes(start, to), { start, sampled: to, end: source.size }), text),
    text,
    start,
    line: head.header ? head.lastLine + 1 : 1 + head.skip,
    decode: bytes => decodeText(bytes, text.exact ? source.encoding : UTF_8, false),
    notes,
  }
}

function textOf(source: SourceText): TableText {
  if (source.encoding.unit === 1)
    return { exact: true, bytes: (start, end) => source.bytes(start, end), between: offset => offset }
  return {
    exact: false,
    bytes: (start, end) => Buffer.from(source.text(start, end)),
    // Two units of UTF-16 may make one character.
    between: offset => (source.text(offset - 1, offset + 1).codePointAt(0)! > 0xffff ? offset + 1 : offset),
  }
}

function withSafeBorders(setup: TableSetup, text: TableText): TableSetup {
  return { ...setup, borders: setup.borders.map(border => text.between(border)) }
}

function namesOf({ header, columns }: Head, count: number): string[] {
  const used = new Set<string>()
  return Array.from({ length: count }, (_, k) => {
    const given = header ? (columns[k] ?? '').replace(/\s+/g, ' ').trim().slice(0, 120) : ''
    const base = given === '' ? `column_${k + 1}` : given
    let name = base
    for (let n = 2; used.has(name); n++) name = `${base}_${n}`
    used.add(name)
    return name
  })
}

/** Chunks of a file, joined where one goes on inside a record. */
export function sectionsOf(frame: TableFrame, source: SourceText, own: readonly ChunkSpan[]): Section[] {
  const { unit } = source.encoding
  const sections: Section[] = []
  for (const chunk of own) {
    const end = Math.ceil(chunk.endByte / unit)
    const last = sections.at(-1)
    if (chunk.continuation && last) sections[sections.length - 1] = { ...last, end }
    else sections.push({ start: Math.floor(chunk.startByte / unit), end, line: chunk.startLine })
  }
  return sections
    .filter(({ end }) => end > frame.start)
    .map(section => (section.start < frame.start ? { ...section, start: frame.start, line: frame.line } : section))
}
