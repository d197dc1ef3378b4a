// The places of a finding beyond those that are shown in their lines: counted, and listed on request.

import { formatCount, plural } from '@shoal/base/text/printable'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shown } from '../../parts/shown.ts'
import type { QuotedPlace } from '../../source/excerpt.ts'
import { PlaceName } from '../quote.tsx'
import './more-places.css'

/** Drawn with one press. */
const AT_ONCE = 200
const LONGEST_QUOTE = 160

export interface MorePlacesProps {
  readonly places: readonly QuotedPlace[]
  /** How many there are, listed or not. */
  readonly total: number
}

export function MorePlaces({ places, total }: MorePlacesProps) {
  const [most, setMost] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  // Who pressed the button goes on reading at the first place that it brought.
  useEffect(() => {
    if (most > 0) (list.current?.children[most - AT_ONCE] as HTMLElement | undefined)?.focus()
  }, [most])
  if (total <= 0) return null
  const listed = places.slice(0, most)
  const left = total - listed.length
  const next = Math.min(AT_ONCE, places.length - listed.length)
  return (
    <>
      {listed.length > 0 ? (
        <ol class="more-places small" aria-label="More places" ref={list}>
          {listed.map(({ path, line, quote }, k) => (
            <li key={k} tabIndex={-1}>
              <span class="mono">
                <PlaceName path={path} line={line} links={false} />
              </span>{' '}
              <code class="muted">{shown(quote, LONGEST_QUOTE)}</code>
            </li>
          ))}
        </ol>
      ) : null}
      {left > 0 ? (
        <p class="small muted">
          and {plural(left, 'more place')}
          {next === 0 ? ', which the report only counts' : null}{' '}
          {next > 0 ? (
            <button type="button" class="button is-plain small no-print" onClick={() => setMost(most + AT_ONCE)}>
              {next === left ? (left === 1 ? 'Show it' : `Show all ${formatCount(next)}`) : `Show ${formatCount(next)}`}
            </button>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
