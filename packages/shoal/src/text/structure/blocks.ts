// Configuration in blocks: `server { … }` of nginx, HCL and the like, `<VirtualHost> … </VirtualHost>` of Apache.
import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACE,
  find,
  HASH,
  LESS,
  OPEN_BRACE,
  QUOTE,
  SLASH,
  STAR,
  startsWith,
} from './ascii.ts'
import { CommentLead } from './comment-lead.ts'
import type { Line } from './line-walker.ts'
import { Nesting } from './nesting.ts'
import { COST, type Outline } from './outline.ts'
import { lineText } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

const HEREDOC = /<<[-~]?\s*["']?([A-Za-z_]\w*)["']?\s*$/

export function scanBlocks(outline: Outline): LineScanner {
  return new Blocks(outline)
}

class Blocks implements LineScanner {
  private readonly nesting: Nesting
  private readonly comments = new CommentLead()
  private afterBlank = false
  private heredoc: string | null = null
  private inComment = false

  constructor(private readonly outline: Outline) {
    this.nesting = new Nesting(outline)
  }

  line(line: Line): void {
    const { bytes, head, to } = line
    if (this.heredoc !== null) {
      this.inHeredoc(line, this.heredoc)
      return
    }
    if (this.inComment) {
      this.blockComment(line, head)
      return
    }
    if (head === to) {
      this.afterBlank = true
      return
    }
    if (bytes[head] === HASH || startsWith(bytes, head, to, '//')) {
      this.comments.comment(line)
    } else if (startsWith(bytes, head, to, '/*')) {
      this.comments.comment(line)
      this.blockComment(line, head + 2)
    } else this.statement(line)
    this.afterBlank = false
  }

  end(): void {
    if (this.nesting.depth > 0) this.outline.notes.push(`${this.nesting.depth} blocks are never closed.`)
  }

  private statement(line: Line): void {
    const before = this.nesting.depth
    const { opens, closes } = line.bytes[line.head] === LESS ? tagBalance(line) : braceBalance(line)
    const offset = this.comments.offset(line)
    const number = this.comments.line(line)
    for (let n = closes; n > 0; n--) this.nesting.pop()
    for (let n = 0; n < opens; n++) {
      this.nesting.push(0, line.offset, line.next, line.number, line.number)
      if (n === 0) this.nesting.mark(offset, number, before)
    }
    if (opens === 0 && closes === 0 && this.afterBlank) {
      this.outline.mark(offset, number, before === 0 ? COST.rule : COST.indented)
    }
    const heredoc = find(line.bytes, line.head, line.to, '<<') >= 0 ? HEREDOC.exec(lineText(line, 4096)) : null
    if (heredoc) {
      this.heredoc = heredoc[1]!
      this.outline.enter(line.offset)
    }
  }

  private inHeredoc(line: Line, word: string): void {
    if (line.to - line.head > word.length + 2 || lineText(line).trim() !== word) return
    this.heredoc = null
    this.outline.leave()
  }

  private blockComment(line: Line, from: number): void {
    const was = this.inComment
    this.inComment = find(line.bytes, from, line.to, '*/') < 0
    if (was) this.comments.comment(line)
    if (this.inComment && !was) this.outline.enter(line.offset)
    else if (!this.inComment && was) this.outline.leave()
  }
}

/** How many blocks a line closes that were open before it, and how many it leaves open. */
function braceBalance(line: Line): { opens: number; closes: number } {
  const { bytes, head, to } = line
  let opens = 0
  let closes = 0
  let quote = 0
  for (let i = head; i < to; i++) {
    const byte = bytes[i]!
    if (quote !== 0) {
      if (byte === BACKSLASH) i++
      else if (byte === quote) quote = 0
    } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte
    else if (
      byte === HASH ||
      (byte === SLASH && (bytes[i + 1] === SLASH || bytes[i + 1] === STAR) && bytes[i - 1]! <= 32)
    )
      break
    else if (byte === OPEN_BRACE) opens++
    else if (byte === CLOSE_BRACE) opens > 0 ? opens-- : closes++
  }
  return { opens, closes }
}

function tagBalance(line: Line): { opens: number; closes: number } {
  const closing = line.bytes[line.head + 1] === SLASH
  return closing ? { opens: 0, closes: 1 } : { opens: 1, closes: 0 }
}
