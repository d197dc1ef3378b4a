// The lines of a region as a page may show them: decoded, without line ends, secrets masked. Lines stay lines.
import type { Shown } from '@shoal/base/model/shown'
import type { SourceText } from '@shoal/base/model/source'
import { hideSpans, type Stretch } from '@shoal/base/secrets/hide-spans'
import type { KnownSecrets } from '@shoal/base/secrets/known'
import { MASK } from '@shoal/base/secrets/mask-value'
import { findSecrets } from '@shoal/base/secrets/secrets'
import { placesIn } from '@shoal/base/secrets/swept-places'
import { syntaxOf } from '@shoal/base/secrets/syntax'
import type { ColumnWatch } from '../secrets/secret-columns.ts'
import { hideValue } from './quoted-secret.ts'
import type { Region } from './region.ts'

export interface Hiding {
  readonly known: KnownSecrets
  /** Where secrets stand in the source, as the whole file shows. */
  readonly spans: readonly Stretch[]
  /** By line, what is hidden there whatever it looks like. */
  readonly quoted?: ReadonlyMap<number, readonly string[]>
  /** Lines of which nothing is shown. */
  readonly closed?: ReadonlySet<number>
  /** Columns of a table whose names promise secrets. */
  readonly columns: ColumnWatch | null
}

/** What was hidden may have hidden a name: then the next round finds what is assigned to it. */
const MOST_ROUNDS = 8
/** Units of a line that are looked at beyond where it is cut: half a secret must be known as one. */
const REACH = 4096

export function shownLines(
  source: SourceText,
  region: Region,
  { known, spans, quoted, closed, columns }: Hiding,
): Shown[] {
  const eol = String.fromCharCode(source.eol)
  const lines = hidden(source, region, { known, spans, columns, eol }).split(eol)
  // A line end at the end of the file opens no further line.
  if (region.end === source.size && lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines.map((line, k) => {
    const number = region.line + k
    if (closed?.has(number)) return MASK as Shown
    const shown = known.mask(source.eol === 10 && line.endsWith('\r') ? line.slice(0, -1) : line)
    return (quoted?.get(number) ?? []).reduce(hideValue, shown) as Shown
  })
}

/** The same as one text, line ends and all. */
export function shownStretch(
  source: SourceText,
  { start, end }: Stretch,
  { known, spans, columns }: Pick<Hiding, 'known' | 'spans' | 'columns'>,
): Shown {
  const region = { start, end, line: 1, isCutBefore: false, isCutBehind: false }
  return known.mask(hidden(source, region, { known, spans, columns, eol: String.fromCharCode(source.eol) })) as Shown
}

function hidden(
  source: SourceText,
  region: Region,
  { known, spans: swept, columns, eol }: Pick<Hiding, 'known' | 'spans' | 'columns'> & { readonly eol: string },
): string {
  const { start, end } = region
  const before = start === 0 ? '' : lineBefore(source, start)
  const text = source.text(start, end)
  const behind = lineBehind(source, end)
  const [from, to] = [before.length, before.length + text.length]
  const all = before + text + behind
  const cells = columns ? (columns.inStretch(source, start, end) ?? [{ start: 0, end: text.length }]) : []
  const cut: readonly Stretch[] = before + behind === '' ? [] : known.find(all)
  const spans = [
    ...findSecrets(all, syntaxOf(source.path)),
    ...placesIn(swept, source, region).map(place => ({ start: place.start + from, end: place.end + from })),
    ...cells.map(cell => ({ start: cell.start + from, end: cell.end + from })),
    ...cut.filter(span => span.start < from || span.end > to),
  ]
  let masked = wholeCharacters(hideSpans(all, spans, { from, to, eol }), region)
  for (let round = 1; round < MOST_ROUNDS; round++) {
    const more = findSecrets(masked)
    if (more.length === 0) break
    masked = hideSpans(masked, more, { from: 0, to: masked.length, eol })
  }
  return masked
}

/** What stands on the same line before a place, which is not the start of the source. */
function lineBefore(source: SourceText, at: number): string {
  if (source.bytes(at - 1, at)[0] === source.eol) return ''
  const from = Math.max(0, at - REACH)
  return source.text(from + source.bytes(from, at).lastIndexOf(source.eol) + 1, at)
}

function lineBehind(source: SourceText, at: number): string {
  if (at >= source.size || source.bytes(at, at + 1)[0] === source.eol) return ''
  const to = Math.min(source.size, at + REACH)
  const end = source.bytes(at, to).indexOf(source.eol)
  return source.text(at, end < 0 ? to : at + end)
}

/** Half a character at an end that is cut is none. */
function wholeCharacters(text: string, { isCutBefore, isCutBehind }: Region): string {
  const whole = isCutBefore ? text.replace(/^\ufffd{1,3}/, '') : text
  return isCutBehind ? whole.replace(/\ufffd{1,3}$/, '') : whole
}
