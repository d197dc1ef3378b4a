// What the findings about JSON are made from: the fields of a file, its records, and a way back to its text.
import type { FileAbout } from '@shoal/base/model/analyst'
import type { Brief } from '@shoal/base/model/question'
import type { SourceText } from '@shoal/base/model/source'
import { formatNumber } from '@shoal/base/text/printable'
import { type Field, fieldsOf } from '../../../text/json-census/fields.ts'
import { Quoter, type Spot } from '../../../text/json-census/quoter.ts'
import type { Slot } from '../../../text/json-census/slot.ts'
import { LeftOut } from '../../../text/left-out.ts'

export interface Subject {
  readonly about: FileAbout
  readonly brief: Brief
  readonly source: SourceText
  readonly quoter: Quoter
  readonly fields: readonly Field[]
  /** The field whose values are the records: `$` of JSON lines, the largest array of objects of a document. */
  readonly records: Field | null
  /** What one record is called: `record`, `element`. */
  readonly noun: string
  /** What is bounded is cut by it. */
  readonly leftOut: LeftOut
  spotOf(offset: number): Spot
}

export function subjectOf(
  root: Slot,
  source: SourceText,
  about: FileAbout,
  brief: Brief,
  noun: 'record' | 'element',
): Subject {
  const fields = fieldsOf(root)
  const candidates = fields.filter(({ slot, counts }) => slot.record && counts.object > 0)
  const records = candidates.sort((a, b) => b.counts.object - a.counts.object || a.at - b.at)[0] ?? null
  const quoter = new Quoter(source)
  const leftOut = new LeftOut()
  return { about, brief, source, quoter, fields, records, noun, leftOut, spotOf: at => spotOf(source, about, at) }
}

/** `41 of 2,400 records`, `3 of 12 objects at $.users[*]`. */
export function shareOf(count: number, { parent }: Field, { records, noun }: Subject): string {
  const total = parent?.counts.object ?? 0
  const what = parent === records ? `${noun}s` : `objects at ${parent?.path ?? '$'}`
  return `${number(count)} of ${number(total)} ${what}`
}

export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? value.toLocaleString('en-US') : String(value)
  const digits = Math.abs(value) >= 100 ? 2 : 4
  return Math.abs(value) >= 1e-4 ? formatNumber(value, digits) : value.toPrecision(4)
}

/** Said to be rough where it was counted in narrow ranges. */
export function roughly(value: number, error: number): string {
  return `${error === 0 ? '' : 'about '}${number(value)}`
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const share = (part / whole) * 100
  if (share > 0 && share < 0.1) return '< 0.1 %'
  if (share < 100 && share > 99.9) return '> 99.9 %'
  return `${Number(share.toFixed(share < 10 ? 1 : 0))} %`
}

export function lines(spots: readonly Spot[], count: number): string {
  const list = [...new Set(spots.map(({ line }) => number(line)))]
  const more = count > spots.length ? ' …' : ''
  return `${list.length === 1 ? 'line' : 'lines'} ${list.join(', ')}${more}`
}

/** Places as slots keep them: offset, line, offset, line … */
export function spotsOf(places: readonly number[], most = 5): Spot[] {
  const spots: Spot[] = []
  for (let k = 0; k + 1 < places.length && spots.length < most; k += 2)
    spots.push({ at: places[k]!, line: places[k + 1]! })
  return spots
}

const STEP = 1024 * 1024

/** The line of an offset: counted from the start of its chunk. */
function spotOf(source: SourceText, { chunks }: FileAbout, offset: number): Spot {
  const { unit } = source.encoding
  const chunk = chunks.findLast(({ startByte }) => Math.floor(startByte / unit) <= offset)
  let line = chunk?.startLine ?? 1
  for (let at = chunk ? Math.floor(chunk.startByte / unit) : 0; at < offset; at += STEP) {
    const bytes = source.bytes(at, Math.min(offset, at + STEP))
    for (let end = bytes.indexOf(source.eol); end >= 0; end = bytes.indexOf(source.eol, end + 1)) line++
  }
  return { at: offset, line }
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function list(names: readonly string[], most = 4): string {
  const shown = names.slice(0, most).map(name => `\`${name}\``)
  if (names.length > most) return `${shown.join(', ')} and ${names.length - most} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
