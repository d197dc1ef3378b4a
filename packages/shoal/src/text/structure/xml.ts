// XML, HTML and SVG by a tolerant scanner of tags: elements that begin a line may begin a piece, the start tags around
// them are their scopes. Every byte is seen, so a line may be of any length.
import type { SourceText } from '@shoal/base/model/source'
import { LESS, LF } from './ascii.ts'
import { walkBlocks } from './line-walker.ts'
import { Nesting } from './nesting.ts'
import type { Outline } from './outline.ts'
import { TagLexer } from './tag-lexer.ts'

/** Elements without content, with content that is not markup, and whose end tag the next one of the kind implies. */
const VOID = hashes('area base br col embed hr img input link meta param source track wbr')
const RAW = hashes('script style textarea')
const IMPLIED = hashes('p li dt dd td th tr option')
const P = hashName('p')
/** What a paragraph cannot hold: its start ends an open one. */
const ENDS_P = hashes(
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
)

export async function readElements(
  source: SourceText,
  outline: Outline,
  signal: AbortSignal,
  html: boolean,
): Promise<number> {
  const reader = new ElementReader(source, outline, html)
  await walkBlocks(source, signal, (block, base) => reader.feed(block, base))
  return reader.lines
}

class ElementReader {
  lines = 1
  private readonly nesting: Nesting
  private readonly lexer: TagLexer
  private lineStart = 0
  /** What stands between the start of the line and here is white space, as far as it was in an earlier block. */
  private blankBefore = true
  private tag = { offset: 0, line: 1, startsLine: false }
  private comment = { offset: -1, line: 0, last: 0 }
  private tagEnd = -1

  constructor(
    private readonly source: SourceText,
    private readonly outline: Outline,
    private readonly html: boolean,
  ) {
    this.nesting = new Nesting(outline)
    this.lexer = new TagLexer(html)
    outline.line(0, 1)
  }

  feed(block: Uint8Array, base: number): void {
    const { lexer } = this
    const { eol } = this.source
    const { length } = block
    let i = 0
    while (i < length) {
      if (lexer.inText) while (i < length && block[i] !== LESS && block[i] !== eol) i++
      if (i === length) break
      const byte = block[i]!
      if (byte === LESS && lexer.startsTag()) this.openTag(block, base, i)
      const event = lexer.step(byte)
      if (event !== 'none') this.handle(event, base + i + 1)
      if (byte === eol) this.newLine(base + i + 1)
      i++
    }
    this.blankBefore = this.isBlank(block, base, length)
  }

  private openTag(block: Uint8Array, base: number, at: number): void {
    const startsLine = this.isBlank(block, base, at)
    this.tag.offset = startsLine ? this.lineStart : base + at
    this.tag.line = this.lines
    this.tag.startsLine = startsLine
  }

  private isBlank(block: Uint8Array, base: number, until: number): boolean {
    const bom = this.lineStart === 0 ? this.source.encoding.bom / this.source.encoding.unit : 0
    const from = this.lineStart + bom - base
    for (let i = until - 1; i >= Math.max(0, from); i--) if (block[i]! > 32) return false
    return from >= 0 || this.blankBefore
  }

  private handle(event: 'start' | 'end' | 'comment' | 'other', offset: number): void {
    this.outline.leave()
    if (event === 'start') this.startTag(offset)
    else if (event === 'end') this.endTag()
    else if (event === 'comment' && this.tag.startsLine) this.endComment()
  }

  private startTag(offset: number): void {
    const { nesting, lexer, tag } = this
    const name = lexer.name
    if (this.html && impliesEnd(nesting.key, name)) nesting.pop()
    nesting.push(name, tag.offset, offset, tag.line, this.lines)
    const depth = nesting.depth - 1
    if (tag.startsLine && depth >= 1) {
      const lead = this.comment.last >= tag.line - 1 && this.comment.offset >= 0 ? this.comment : tag
      nesting.mark(lead.offset, lead.line, Math.max(0, depth - nesting.dominant))
    }
    this.comment.offset = -1
    this.tagEnd = -1
    if (lexer.selfClosing || (this.html && VOID.has(name))) nesting.pop()
    else {
      this.tagEnd = offset
      if (this.html && RAW.has(name)) lexer.raw = name
    }
  }

  /** An end tag closes what it names; one that nothing answers to is ignored. */
  private endTag(): void {
    for (let n = this.nesting.levelsTo(this.lexer.name); n > 0; n--) this.nesting.pop()
    this.comment.offset = -1
  }

  /** A comment right above an element belongs to it. */
  private endComment(): void {
    const continues = this.comment.offset >= 0 && this.comment.last >= this.tag.line - 1
    if (!continues) {
      this.comment.offset = this.tag.offset
      this.comment.line = this.tag.line
    }
    this.comment.last = this.lines
  }

  private newLine(next: number): void {
    const gap = this.source.eol === LF ? 2 : 1
    if (this.tagEnd >= 0 && next - this.tagEnd <= gap) this.nesting.extend(next)
    this.tagEnd = -1
    if (next >= this.source.size) return
    this.lines++
    this.lineStart = next
    this.blankBefore = true
    if (!this.lexer.inText || this.lexer.raw !== 0) this.outline.enter(this.tag.offset)
    this.outline.line(next, this.lines)
  }
}

/** A tag called `name` ends the open element `open` without its end tag. */
function impliesEnd(open: number, name: number): boolean {
  return open === P ? ENDS_P.has(name) : open === name && IMPLIED.has(name)
}

function hashes(names: string): ReadonlySet<number> {
  return new Set(names.split(' ').map(hashName))
}

function hashName(name: string): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = TagLexer.mix(hash, name.charCodeAt(i))
  return hash
}
