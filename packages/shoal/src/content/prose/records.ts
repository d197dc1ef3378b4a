// The paragraphs of a text; where it lists things, or has one a line, each of them.
import type { Chunk } from '@shoal/base/model/chunk'
import type { RecordSpan } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { bodyRange, lineSpans, spanning } from '../../text/line-spans.ts'

const LIST_ITEM = /^\s{0,8}(?:[-*+•]|\d{1,4}[.)])\s/
const HEADING = /^#{1,6}\s|^(?:={3,}|-{3,}|~{3,}|\*{3,})\s*$/
const FENCE = /^\s{0,3}(?:```|~~~)/
/** Wrapped text seldom ends a sentence at the end of a line; a list of remarks nearly always does. */
const ENDS_SENTENCE = /[.!?…。！？]["'”’)\]]*\s*$/u
const FEW_LINES = 3
const MOST_LINES_END = 0.8

/** Headings and rules are no records. What goes on from the chunk before begins one here, for it may be long. */
export function* records(source: SourceText, { body }: Pick<Chunk, 'body'>): Generator<RecordSpan> {
  let paragraph: TextLine[] = []
  let isFenced = false
  for (const span of lineSpans(source, bodyRange(source, body))) {
    const line = { span, text: source.text(span.start, span.end) }
    const isFence = FENCE.test(line.text)
    if (isFence) isFenced = !isFenced
    const isPart = isFence || isFenced || !(span.isBlank || HEADING.test(line.text))
    if (isPart) paragraph.push(line)
    else {
      yield* split(paragraph)
      paragraph = []
    }
  }
  yield* split(paragraph)
}

interface TextLine {
  readonly span: RecordSpan
  readonly text: string
}

/** A paragraph, or the items or lines that it is made of. */
function split(lines: readonly TextLine[]): RecordSpan[] {
  const [first] = lines
  if (!first) return []
  if (FENCE.test(first.text)) return [joined(lines)]
  if (LIST_ITEM.test(first.text)) return itemsOf(lines)
  const ending = lines.filter(({ text }) => ENDS_SENTENCE.test(text)).length
  const standAlone = lines.length >= FEW_LINES && ending >= lines.length * MOST_LINES_END
  return standAlone ? lines.map(({ span }) => span) : [joined(lines)]
}

/** Each item with the lines that go on from it. */
function itemsOf(lines: readonly TextLine[]): RecordSpan[] {
  const items: TextLine[][] = []
  for (const line of lines) {
    if (LIST_ITEM.test(line.text)) items.push([line])
    else items.at(-1)!.push(line)
  }
  return items.map(joined)
}

function joined(lines: readonly TextLine[]): RecordSpan {
  return spanning(lines[0]!.span, lines.at(-1)!.span)
}
