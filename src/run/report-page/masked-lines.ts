// The lines of a region as a page may show them: decoded, without line ends, secrets masked. Lines stay lines.
import type { SourceText } from '../../model/source.ts'
import type { KnownSecrets } from '../../text/secrets/known.ts'
import { MASK, maskValue } from '../../text/secrets/mask-value.ts'
import type { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { findSecrets } from '../../text/secrets.ts'
import type { Region } from './region.ts'

export interface Hiding {
  readonly known: KnownSecrets
  /** By line, what is hidden there whatever it looks like. */
  readonly quoted?: ReadonlyMap<number, readonly string[]>
  /** Lines of which nothing is shown. */
  readonly closed?: ReadonlySet<number>
  /** Columns of a table whose names promise secrets. */
  readonly columns: ColumnWatch | null
}

/** What was hidden may have hidden a name: then the next round finds what is assigned to it. */
const MOST_ROUNDS = 8

export function maskedLines(source: SourceText, region: Region, { known, quoted, closed, columns }: Hiding): string[] {
  const eol = String.fromCharCode(source.eol)
  const text = wholeCharacters(source.text(region.start, region.end), region)
  const cells = region.isCutBefore ? [] : cellsIn(text, columns, region.start === 0)
  let masked = text
  let spans: readonly Stretch[] = [...findSecrets(text), ...cells].sort((a, b) => a.start - b.start)
  for (let round = 0; spans.length > 0 && round < MOST_ROUNDS; round++) {
    masked = hide(masked, spans, eol)
    spans = findSecrets(masked)
  }
  const lines = masked.split(eol)
  for (const k of lines.keys()) {
    for (const value of quoted?.get(region.line + k) ?? [])
      lines[k] = lines[k]!.replaceAll(value, () => maskValue(value))
    if (closed?.has(region.line + k)) lines[k] = MASK
  }
  // A line end at the end of the file opens no further line.
  if (region.end === source.size && lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines.map(line => known.mask(source.eol === 10 && line.endsWith('\r') ? line.slice(0, -1) : line))
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** Half a character at an end that is cut is none. */
function wholeCharacters(text: string, { isCutBefore, isCutBehind }: Region): string {
  const whole = isCutBefore ? text.replace(/^\ufffd{1,3}/, '') : text
  return isCutBehind ? whole.replace(/\ufffd{1,3}$/, '') : whole
}

function cellsIn(text: string, columns: ColumnWatch | null, isFirst: boolean): Stretch[] {
  return (
    (columns?.inRows(text) ?? [])
      // The row that names the columns holds none.
      .filter(({ at }) => !isFirst || at > 0)
      .map(({ value, at }) => ({ start: text.indexOf(value, at), end: text.indexOf(value, at) + value.length }))
      .filter(({ start }) => start >= 0)
  )
}

/** A secret over several lines is hidden in each of them. */
function hide(text: string, spans: readonly Stretch[], eol: string): string {
  let out = ''
  let from = 0
  for (const { start, end } of spans) {
    if (end <= from) continue
    const first = Math.max(from, start)
    const [head = '', ...rest] = text.slice(first, end).split(eol)
    out += text.slice(from, first) + [maskValue(head), ...rest.map(hiddenLine)].join(eol)
    from = end
  }
  return out + text.slice(from)
}

function hiddenLine(part: string): string {
  return part.trim() === '' ? part : MASK
}
