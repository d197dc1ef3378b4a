// Lines of a file as they stand there, numbered, with a quote marked.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shownSource } from '../parts/shown.ts'
import { lastLine, markedLines, quoteSpan } from './excerpt.ts'
import './source.css'

export interface SourceLinesProps {
  /** 1-based, of the first line. */
  readonly line: number
  readonly lines: readonly string[]
  /** Marked where it stands from its line on; these must be the lines that it was quoted from. */
  readonly quote?: { readonly line: number; readonly text: string }
  /** What it is, for those who do not see it. */
  readonly label: string
  /** False where nobody knows which lines these are now. */
  readonly isNumbered?: boolean
}

export function SourceLines({ line, lines, quote, label, isNumbered = true }: SourceLinesProps) {
  const span = quote ? quoteSpan({ line, lines }, quote) : null
  const last = quote ? lastLine({ line, lines }, quote) : 0
  const isWithin = (one: number) => quote !== undefined && one >= quote.line && one <= last
  const box = useRef<HTMLDivElement>(null)
  const [isScrolled, setScrolled] = useState(false)
  // A quote far to the right is brought into view, sideways only.
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark')
    if (!box.current || !mark) return
    const { left, right, width } = box.current.getBoundingClientRect()
    const at = mark.getBoundingClientRect()
    if (at.left > left + width / 2 && at.right > right) box.current.scrollLeft += at.left - left - width / 4
  }, [line, lines, quote?.line, quote?.text])
  const digits = String(line + lines.length - 1).length
  return (
    <div
      ref={box}
      class={isScrolled ? 'source scroll-x is-scrolled' : 'source scroll-x'}
      role="group"
      aria-label={label}
      tabIndex={0}
      onScroll={event => setScrolled(event.currentTarget.scrollLeft > 0)}
    >
      <ol class="source-lines mono" start={line} style={{ '--digits': String(digits) }}>
        {markedLines(lines, span).map((pieces, k) => (
          <li key={line + k} class={isWithin(line + k) ? 'source-line is-quoted' : 'source-line'}>
            <span class="source-number" aria-hidden="true">
              {isNumbered ? line + k : ''}
            </span>
            <code class="source-text">
              {pieces.map((piece, at) =>
                piece.isMarked ? (
                  <mark key={at}>{shownSource(piece.text)}</mark>
                ) : (
                  <span key={at}>{shownSource(piece.text)}</span>
                ),
              )}
            </code>
          </li>
        ))}
      </ol>
    </div>
  )
}
