// Quotes from the log by offset: a line, or a whole entry where it is short.
import type { SourceText } from '@shoal/base/model/source'
import type { LineFormat } from '../../../text/log/format.ts'

const LONGEST = 300
const LONGEST_ENTRY = 400
/** Bytes that hold so many characters in any encoding, in code units. */
const REACH = LONGEST_ENTRY * 4

export interface Quote {
  readonly text: string
  /** Lines it goes over. */
  readonly lines: number
}

/** The beginning of the line at an offset, as it stands there. */
export function lineAt(source: SourceText, offset: number, longest = LONGEST): string {
  const text = source.text(offset, Math.min(source.size, offset + REACH))
  const end = text.indexOf(String.fromCharCode(source.eol))
  return shortened((end < 0 ? text : text.slice(0, end)).trimEnd(), longest)
}

/** What is read of a line to take it apart: as much as was read of it when it was counted. */
const LONGEST_READ = 16 * 1024

/** The line at an offset, as it was taken apart when it was counted. */
export function fullLineAt(source: SourceText, offset: number): string {
  for (let reach = 2048; ; reach *= 4) {
    const text = source.text(offset, Math.min(source.size, offset + reach))
    const end = text.indexOf(String.fromCharCode(source.eol))
    if (end < 0 && reach < LONGEST_READ && offset + reach < source.size) continue
    const line = end < 0 ? text : text.slice(0, end)
    return (line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, LONGEST_READ)
  }
}

/** What a record says, from the name of its field on, where the beginning of the line would not show it. */
export function saidAt(source: SourceText, offset: number, format: LineFormat): string {
  const line = fullLineAt(source, offset)
  if (format.record !== 'json' || line.length <= LONGEST) return lineAt(source, offset)
  const said = JSON.stringify(format.split(line).message ?? format.split(line).content).slice(1, 41)
  const at = line.indexOf(said)
  const start = at < 0 ? 0 : Math.max(0, line.lastIndexOf(',', at) + 1)
  return shortened(line.slice(start).trimEnd(), LONGEST)
}

/** The entry at an offset with all its lines if it is short enough, else its first line. */
export function entryAt(source: SourceText, offset: number, lines: number): Quote {
  const text = source.text(offset, Math.min(source.size, offset + REACH))
  const eol = String.fromCharCode(source.eol)
  let end = -1
  for (let k = 0; k < lines; k++) {
    const next = text.indexOf(eol, end + 1)
    if (next < 0) {
      end = k === lines - 1 ? text.length : -2
      break
    }
    end = next
  }
  const entry = end < 0 ? '' : text.slice(0, end).trimEnd()
  if (entry === '' || entry.length > LONGEST_ENTRY) return { text: lineAt(source, offset), lines: 1 }
  return { text: entry, lines }
}

function shortened(text: string, longest: number): string {
  const cut = text.slice(0, longest)
  // Half a character at the end is no quote.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
