// A quote where it stands: its place as a link, and the lines around it.
import { shown } from '../parts/shown.ts'
import { narrowed, type QuotedPlace, standingOf } from '../source/excerpt.ts'
import { SourceLines } from '../source/source-lines.tsx'
import { usePage } from './context.ts'
import './quote.css'

export interface QuoteProps extends QuotedPlace {
  /** Lines shown before and after it, where they are known. */
  readonly context: number
  /** The place is a link to what was found there. */
  readonly links?: boolean
}

export function Quote({ path, line, quote, context, links = true }: QuoteProps) {
  const { page } = usePage()
  const { window, note } = standingOf(page.excerpts, { path, line, quote })
  const marked = { line, text: quote }
  // Lines in which it does not stand are not its lines: it is shown by itself.
  const { line: first, lines } = window ? narrowed(window, marked, context) : { line, lines: quote.split(/\r\n|\r|\n/) }
  return (
    <figure class="quote">
      <figcaption class="quote-place mono">
        <PlaceName path={path} line={line} links={links} />
        {note === null ? null : <span class="quote-note">{shown(note)}</span>}
      </figcaption>
      <SourceLines
        line={first}
        lines={lines}
        quote={marked}
        label={`${shown(path)}, line ${line}${window === null ? ', as it was read' : ''}`}
        isNumbered={window !== null}
      />
    </figure>
  )
}

/** `service.py:27`, leading to what was found there. */
export function PlaceName({ path, line, links = true }: { path: string; line: number; links?: boolean }) {
  const { findingAt, address } = usePage()
  const finding = links ? findingAt(path, line) : null
  const name = `${shown(path)}:${line}`
  return finding ? (
    <a class="place" href={address('findings', { finding: finding.id })}>
      {name}
    </a>
  ) : (
    <span class="place">{name}</span>
  )
}
