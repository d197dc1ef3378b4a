// The secrets of one file as the gate knows them: what a sweep found, what names give away, what quoted lines hold.
import type { SourceText } from '../../model/source.ts'
import type { Spot } from '../../text/quotes/search.ts'
import { KnownSecrets } from '../../text/secrets/known.ts'
import { maskValue } from '../../text/secrets/mask-value.ts'
import type { SecretSweep } from '../../text/secrets/sweep.ts'
import { findSecrets } from '../../text/secrets.ts'
import { SecretWords } from './secret-words.ts'

/** A line is looked at so far to both sides of a quote. */
const REACH = 4096

export class FileSecrets {
  readonly known: KnownSecrets
  readonly words = new SecretWords()

  constructor(private readonly sweep: Pick<SecretSweep, 'values' | 'rules' | 'hasMore' | 'columns'>) {
    this.known = new KnownSecrets(sweep.values)
    for (const value of sweep.values) this.words.add(value)
    for (const { first } of sweep.rules.values())
      for (const { evidence } of first)
        for (const { start, end } of findSecrets(evidence)) this.words.add(evidence.slice(start, end))
  }

  /** A secret that the names of things give away. */
  add(secret: string): void {
    this.known.add(secret)
    this.words.add(secret)
  }

  /** Looks at the whole lines of quotes where the sweep could not list every secret. */
  learn(spots: readonly (Spot | null)[], source: SourceText): void {
    const { hasMore, columns } = this.sweep
    if (!hasMore && !columns) return
    for (const spot of spots) {
      if (!spot) continue
      const { before, behind } = around(spot, source)
      const text = before + spot.text + behind
      for (const { start, end } of findSecrets(text)) this.add(text.slice(start, end))
      for (const { value } of columns?.inRows(text) ?? []) this.add(value)
    }
  }

  /** The quote with all masked that its whole lines show to be secret, though it be a word that is none elsewhere. */
  mask(spot: Spot, source: SourceText): string {
    const { rules, columns } = this.sweep
    if (rules.size === 0) return spot.text
    const { before, behind, isFirst } = around(spot, source)
    const lines = before + spot.text + behind
    const cells = (columns?.inRows(lines) ?? [])
      // The row that names the columns holds none.
      .filter(({ at }) => !isFirst || at > 0)
      .map(({ value, at }) => ({ start: lines.indexOf(value, at), end: lines.indexOf(value, at) + value.length }))
    const end = before.length + spot.text.length
    let out = ''
    let from = before.length
    for (const span of [...findSecrets(lines), ...cells].sort((a, b) => a.start - b.start)) {
      const [start, stop] = [Math.max(from, span.start), Math.min(end, span.end)]
      if (start >= stop) continue
      out += lines.slice(from, start) + maskValue(lines.slice(start, stop))
      from = stop
    }
    return out + lines.slice(from, end)
  }
}

/** What stands on the lines of a quote before and behind it. */
function around({ offset, text }: Spot, source: SourceText) {
  const from = Math.max(0, offset - REACH)
  const start = from + source.bytes(from, offset).lastIndexOf(source.eol) + 1
  const stop = offset + (source.encoding.name === 'utf-8' ? Buffer.byteLength(text) : text.length)
  const to = Math.min(source.size, stop + REACH)
  const end = text.endsWith(String.fromCharCode(source.eol)) ? 0 : source.bytes(stop, to).indexOf(source.eol)
  return {
    before: source.text(start, offset),
    behind: source.text(stop, end < 0 ? to : stop + end),
    isFirst: start === 0,
  }
}
