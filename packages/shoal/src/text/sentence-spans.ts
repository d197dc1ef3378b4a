// Where the sentences of a paragraph begin and end, in any language.

export interface Span {
  readonly start: number
  readonly end: number
}

/** What ends a sentence: a mark with what closes behind it and a blank, or one of the scripts that put no blank there. */
const ENDS = /(?<![.!?…؟।])[.!?…؟।]+["'”’»)\]*_`]*(?=\s)|[。！？]+["'”’」』）)]*/g
/** A full stop behind these ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s("'])(?:e\.g|i\.e|dr|mr|mrs|ms|prof|st|no|nr|vs|fig|approx|cf|al|ca|resp|inc|ltd|[A-Z]|\d{1,3})\.$/i
const LOWER = /\p{Ll}/u
/** A text of this length without a mark is cut by the rules of Unicode, which know scripts that have none. */
const LONG = 600
const MOST_SEGMENTED = 20_000

/** Line ends inside a paragraph are blanks; spans hold no blanks at their ends. */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(ENDS)) {
    const end = index + mark.length
    if (mark === '.' && ABBREVIATED.test(text.slice(Math.max(from, end - 10), end))) continue
    let next = end
    while (next < text.length && text.charCodeAt(next) <= 32) next++
    if (next > end && LOWER.test(text[next] ?? '')) continue
    add(spans, text, from, end)
    from = end
  }
  if (spans.length === 0 && text.length > LONG) return segments(text)
  add(spans, text, from, text.length)
  return spans
}

function segments(text: string): Span[] {
  const spans: Span[] = []
  const plain = text.slice(0, MOST_SEGMENTED).replace(/[\r\n]/g, ' ')
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(plain))
    add(spans, text, index, index + segment.length)
  add(spans, text, plain.length, text.length)
  return spans
}

function add(spans: Span[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && text.charCodeAt(start) <= 32) start++
  while (end > start && text.charCodeAt(end - 1) <= 32) end--
  if (end > start) spans.push({ start, end })
}
