// Where the secrets that a sweep found stand in a stretch of their source: known from the whole file, so that it makes no
// difference where the stretch is cut.
import type { SourceText } from '../model/source.ts'
import type { Stretch } from './hide-spans.ts'

/** Places of the text of the stretch, in order; they stick out where it cuts them. `spans` are in order, by units of the source. */
export function placesIn(spans: readonly Stretch[], source: SourceText, { start, end }: Stretch): Stretch[] {
  const places: Stretch[] = []
  // Text that is read from the start of the file comes without its mark.
  let units = Math.max(start, source.encoding.bom / source.encoding.unit)
  let length = 0
  const lengthTo = (to: number) => {
    const stop = Math.max(units, Math.min(to, end))
    length += source.encoding.name === 'utf-8' ? source.text(units, stop).length : stop - units
    units = stop
    return length
  }
  for (const span of spansIn(spans, { start, end })) {
    const from = span.start < start ? -1 : lengthTo(span.start)
    const to = lengthTo(span.end) + (span.end > end ? 1 : 0)
    places.push({ start: from, end: to })
  }
  return places
}

/** Those that overlap a stretch. */
export function spansIn(spans: readonly Stretch[], { start, end }: Stretch): readonly Stretch[] {
  const first = firstBehind(spans, start)
  let last = first
  while (last < spans.length && spans[last]!.start < end) last++
  return spans.slice(first, last)
}

/** The first span that ends behind a place. */
function firstBehind(spans: readonly Stretch[], at: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.end <= at) low = middle + 1
    else high = middle
  }
  return low
}
