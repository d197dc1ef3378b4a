// YAML: documents, keys and list items by indentation; what stands in a block scalar is text, not structure.
import { APOSTROPHE, COLON, DASH, DOT, GREATER, HASH, isSpace, PIPE, PLUS, QUOTE, runLength, trimEnd } from './ascii.ts'
import { CommentLead } from './comment-lead.ts'
import type { Line } from './line-walker.ts'
import { Nesting } from './nesting.ts'
import type { Outline } from './outline.ts'
import type { LineScanner } from './structured-cut.ts'

export function scanYaml(outline: Outline): LineScanner {
  return new Yaml(outline)
}

class Yaml implements LineScanner {
  private readonly nesting: Nesting
  private readonly comments = new CommentLead()
  /** Lines indented deeper than this belong to the open block scalar; -1 if none is open. */
  private scalar = -1
  private document = 1
  private started = false

  constructor(private readonly outline: Outline) {
    this.nesting = new Nesting(outline)
  }

  line(line: Line): void {
    const { bytes, head, to } = line
    if (head === to) return
    const indent = head - line.from
    if (this.scalar >= 0) {
      if (indent > this.scalar) return
      this.scalar = -1
      this.outline.leave()
    }
    const first = bytes[head]!
    if (first === HASH) {
      this.comments.comment(line)
      return
    }
    if (indent === 0 && (first === DASH || first === DOT) && isDocumentMark(line)) {
      this.documentMark(line, first)
      return
    }
    const dash = first === DASH && (head + 1 === to || isSpace(bytes[head + 1]!))
    const key = keyColumn(line)
    if (dash) this.node(line, 2 * indent + 1)
    else if (key >= 0) this.node(line, 2 * indent)
    if ((dash || key >= 0) && endsInScalar(line)) {
      this.scalar = key >= 0 ? key : indent
      this.outline.enter(line.offset)
    }
  }

  end(): void {}

  /** Deeper keys have greater levels; a dash stands between the keys of its own column and deeper ones. */
  private node(line: Line, level: number): void {
    const { nesting } = this
    this.started = true
    while (nesting.depth > 0 && nesting.key >= level) nesting.pop()
    nesting.push(level, line.offset, line.next, line.number, line.number)
    const rank = nesting.depth - 1 + (this.document > 1 ? 1 : 0)
    nesting.mark(this.comments.offset(line), this.comments.line(line), rank)
  }

  private documentMark(line: Line, first: number): void {
    while (this.nesting.depth > 0) this.nesting.pop()
    if (first === DOT) return
    if (this.started) this.document++
    this.started = true
    this.outline.structural++
    const extent = { start: line.offset, end: line.next, first: line.number, last: line.number }
    this.outline.open({ offset: line.offset, line: line.number, level: 0, cost: 0, extent, ordinal: this.document })
    // The mark `---` says nothing about what follows: it is no scope for it.
    this.outline.close(0)
    if (endsInScalar(line)) {
      this.scalar = 0
      this.outline.enter(line.offset)
    }
  }
}

/** `---` or `...` alone or before a space. */
function isDocumentMark(line: Line): boolean {
  const { bytes, head, to } = line
  return runLength(bytes, head, to) === 3 && (head + 3 === to || isSpace(bytes[head + 3]!))
}

/** The column of the key on this line (behind dashes, if there are any), -1 if there is none. */
function keyColumn(line: Line): number {
  const { bytes, to } = line
  let at = line.head
  while (at + 1 < to && bytes[at] === DASH && isSpace(bytes[at + 1]!)) {
    at++
    while (at < to && isSpace(bytes[at]!)) at++
  }
  const quote = bytes[at] === QUOTE || bytes[at] === APOSTROPHE ? bytes[at]! : 0
  const most = Math.min(to, at + 1024)
  for (let i = at + 1, open = quote !== 0; i < most; i++) {
    if (open) open = bytes[i] !== quote
    else if (bytes[i] === COLON && (i + 1 === to || isSpace(bytes[i + 1]!))) return at - line.from
    else if (bytes[i] === HASH && isSpace(bytes[i - 1]!)) return -1
  }
  return -1
}

/** The value is `|` or `>` with its indicators (`|2-`), a comment after it or not: its text follows below. */
function endsInScalar(line: Line): boolean {
  const { bytes, head } = line
  let end = trimEnd(bytes, head, line.to)
  if (end - head > 1 && !maybeIndicator(bytes[end - 1]!)) {
    let comment = head + 1
    const most = Math.min(end, head + 1024)
    while (comment < most && (bytes[comment] !== HASH || !isSpace(bytes[comment - 1]!))) comment++
    if (comment === most) return false
    end = trimEnd(bytes, head, comment)
  }
  let at = end - 1
  while (at > head && end - at <= 3 && maybeIndicator(bytes[at]!) && bytes[at] !== PIPE && bytes[at] !== GREATER) at--
  return (bytes[at] === PIPE || bytes[at] === GREATER) && (at === head || isSpace(bytes[at - 1]!))
}

function maybeIndicator(byte: number): boolean {
  return byte === PIPE || byte === GREATER || byte === DASH || byte === PLUS || (byte >= 49 && byte <= 57)
}
