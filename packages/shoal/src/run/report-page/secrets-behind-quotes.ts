// By line, what quotes hide that no line gives away by itself: a survey knows secrets by the names of things. Where it
// cannot be told what a quote hides, nothing is shown of the line.

import { pushAll } from '@shoal/base/model/lists'
import type { SourceText } from '@shoal/base/model/source'
import { MASK } from '@shoal/base/secrets/mask-value'
import { quoteInLines } from '@shoal/base/text/quote-in-lines'
import { secretsBehind } from '../../text/gate/quoted-secret.ts'
import type { Region } from '../../text/gate/region.ts'
import { type Hiding, shownLines } from '../../text/gate/shown-lines.ts'
import type { Quote } from './quotes.ts'

type Hidden = Pick<Quote, 'line' | 'text'>

export class SecretsBehindQuotes {
  readonly quoted = new Map<number, string[]>()
  readonly closed = new Set<number>()
  private last: { readonly region: Region; readonly lines: readonly string[] } | null = null

  constructor(
    private readonly source: SourceText,
    private readonly hiding: Pick<Hiding, 'known' | 'spans' | 'columns'>,
  ) {}

  /** The region holds the lines of the quote, of long ones what is near it. */
  look(quote: Hidden, region: Region): void {
    if (quoteInLines(this.shown(region), quote.line - region.line, quote.text)) return
    for (const [number, part] of this.hidingLines(quote)) {
      const shown = this.shown(region)[number - region.line] ?? ''
      if (quoteInLines([shown], 0, part)) continue
      const secrets = secretsBehind(part, shown)
      if (secrets) this.add(number, secrets)
      // What is quoted stands where nobody looks.
      else if (!region.isCutBehind || shown.includes(part.slice(0, part.indexOf(MASK)))) this.closed.add(number)
    }
  }

  /** A quote that was not found. */
  close(quote: Hidden): void {
    for (const [number] of this.hidingLines(quote)) this.closed.add(number)
  }

  private *hidingLines({ line, text }: Hidden): Generator<readonly [line: number, part: string]> {
    if (!text.includes(MASK)) return
    const parts = text.split(String.fromCharCode(this.source.eol))
    for (const [k, part] of parts.entries()) if (part.includes(MASK)) yield [line + k, part.replace(/\r$/, '')]
  }

  private shown(region: Region): readonly string[] {
    const { last } = this
    if (last?.region.start === region.start && last.region.end === region.end) return last.lines
    const lines = shownLines(this.source, region, this.hiding)
    this.last = { region, lines }
    return lines
  }

  private add(line: number, secrets: readonly string[]): void {
    const own = this.quoted.get(line)
    if (own)
      pushAll(
        own,
        secrets.filter(value => !own.includes(value)),
      )
    else this.quoted.set(line, [...secrets])
  }
}
