// The secrets of one file as the gate knows them: what a sweep found, what names give away, what quoted lines hold.
import type { SourceText } from '@shoal/base/model/source'
import { hideSpans } from '@shoal/base/secrets/hide-spans'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { findSecrets } from '@shoal/base/secrets/secrets'
import { placesIn } from '@shoal/base/secrets/swept-places'
import { syntaxOf } from '@shoal/base/secrets/syntax'
import type { Spot } from '../quotes/search.ts'
import { type KnownSweep, type SecretSweep, type SweepOptions, sweepSecrets } from '../secrets/sweep.ts'
import { SecretWords } from './secret-words.ts'
import { shownValue } from './shown-value.ts'

/** A line is looked at so far to both sides of a quote. */
const REACH = 4096

export class FileSecrets<Sweep extends KnownSweep = KnownSweep> {
  readonly known: KnownSecrets
  readonly words = new SecretWords()

  static async sweep(source: SourceText, options: SweepOptions): Promise<FileSecrets<SecretSweep>> {
    return new FileSecrets(await sweepSecrets(source, options))
  }

  constructor(readonly sweep: Sweep) {
    this.known = KnownSecrets.of(sweep)
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

  /** Any value with the secrets of the file hidden in all its strings. */
  value<T>(value: T): T {
    return shownValue(value, this.known)
  }

  /** Looks at the whole lines of quotes where the sweep could not list every secret. */
  learn(spots: readonly (Spot | null)[], source: SourceText): void {
    const { hasMore, columns } = this.sweep
    if (!hasMore && !columns) return
    for (const spot of spots) {
      if (!spot) continue
      const { start, end, text } = linesOf(spot, source)
      for (const span of findSecrets(text, syntaxOf(source.path))) this.add(text.slice(span.start, span.end))
      for (const { value } of columns?.inStretch(source, start, end) ?? []) this.add(value)
    }
  }

  /** The quote with all masked that its whole lines show to be secret, though it be a word that is none elsewhere. */
  mask(spot: Spot, source: SourceText): string {
    const { rules, columns, spans } = this.sweep
    if (rules.size === 0 && !columns) return spot.text
    const { start, end, text, from } = linesOf(spot, source)
    const cells = columns ? (columns.inStretch(source, start, end) ?? [{ start: 0, end: text.length }]) : []
    const to = from + spot.text.length
    const found = [...findSecrets(text, syntaxOf(source.path)), ...placesIn(spans, source, { start, end })]
    return hideSpans(text, [...found, ...cells], { from, to, eol: String.fromCharCode(source.eol) })
  }
}

/** The whole lines of a quote, of very long ones what is around it: where they stand, and where in them the quote does. */
function linesOf({ offset, text }: Spot, source: SourceText) {
  const floor = Math.max(0, offset - REACH)
  const start = floor + source.bytes(floor, offset).lastIndexOf(source.eol) + 1
  const stop = offset + (source.encoding.name === 'utf-8' ? Buffer.byteLength(text) : text.length)
  const limit = Math.min(source.size, stop + REACH)
  const more = text.endsWith(String.fromCharCode(source.eol)) ? 0 : source.bytes(stop, limit).indexOf(source.eol)
  const end = more < 0 ? limit : stop + more
  const before = source.text(start, offset)
  return { start, end, text: before + text + source.text(stop, end), from: before.length }
}
