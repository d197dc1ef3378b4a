// Reads XML and HTML as a stream of text lines into events: tags with their attributes, text, comments; with line numbers.
import { RAW_ELEMENTS } from './structure/html-elements.ts'

export interface Tag {
  readonly kind: 'start' | 'end'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly closed: boolean
  readonly line: number
  /** Verbatim, cut at 200 characters and at the end of the line. */
  readonly quote: string
}

export interface MarkupVisitor {
  tag(tag: Tag): void
  /** Text between tags as it stands on one line; `raw` inside scripts and styles. */
  text(text: string, line: number, raw: string | null): void
  fault(message: string, line: number, quote: string): void
}

/** A tag that goes on for longer has lost its end. */
const LONGEST = 1 << 16
const MOST_QUOTE = 200
const ATTRIBUTE = /([^\s"'<>/=]{1,200})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]{1,4000})))?/g
const MARK_OF_TAG = /["'>]/g
const MARK_OF_DECLARATION = /[[\]>]/g
/** Within what was read in vain for the end of a tag, an end is looked for only so far ahead. */
const DOUBTFUL = 1024
const NAME = /<(\/?)([A-Za-z_\u0080-\uffff][\w:.\-\u0080-\uffff]{0,200})/y

export class MarkupReader {
  /** What was opened and has not ended yet, with the line it began on. */
  private held = ''
  private heldLine = 0
  /** How far what is held was read, so that it is not read again with every line. */
  private reached: Reached = NOTHING_REACHED
  /** Up to here in the text at hand, the end of a tag was looked for in vain. */
  private doubtful = 0
  private raw: string | null = null
  /** The comment or section that is open: what ends it, and whether its content is text. */
  private inside: {
    readonly end: string
    readonly text: boolean
    readonly line: number
    readonly quote: string
  } | null = null
  /** Where the line that was asked for last begins in the text at hand. */
  private known = { at: 0, line: 0 }

  constructor(
    private readonly visitor: MarkupVisitor,
    private readonly html: boolean,
  ) {}

  line(text: string, number: number, more: boolean): void {
    if (this.held === '') this.heldLine = number
    const whole = this.held === '' ? text : `${this.held}${more ? '' : '\n'}${text}`
    this.held = ''
    this.known = { at: 0, line: this.heldLine }
    this.doubtful = 0
    this.scan(whole)
  }

  end(): void {
    const { inside, held } = this
    if (inside) this.visitor.fault(`what opens on line ${inside.line} is never closed`, inside.line, inside.quote)
    else if (held !== '' && this.raw === null)
      this.visitor.fault(`the tag on line ${this.heldLine} is never closed`, this.heldLine, quoteAt(held, 0))
  }

  /** Reads as far as things are complete; the rest waits for the next line. */
  private scan(text: string): void {
    let at = this.inside ? this.leave(text, 0) : 0
    while (at < text.length) {
      const open = this.raw === null ? text.indexOf('<', at) : endOfRaw(text, at, this.raw)
      this.say(text, at, open < 0 ? text.length : open)
      if (open < 0) return
      const next = this.construct(text, open)
      if (next >= 0) {
        at = next
        continue
      }
      const line = this.lineAt(text, open)
      if (text.length - open > LONGEST || open < this.doubtful) {
        this.visitor.fault(`the tag on line ${line} is never closed`, line, quoteAt(text, open))
        this.doubtful = Math.max(this.doubtful, Math.min(text.length, open + LONGEST))
        this.reached = NOTHING_REACHED
        at = open + 1
      } else {
        this.held = text.slice(open)
        this.heldLine = line
        this.reached = { ...this.reached, at: this.reached.at - open }
        return
      }
    }
  }

  /** Behind the end of the comment or section that is open; the end of the text when it goes on. */
  private leave(text: string, from: number): number {
    const { end, text: says } = this.inside!
    const close = text.indexOf(end, from)
    if (says) this.say(text, from, close < 0 ? text.length : close)
    if (close < 0) return text.length
    this.inside = null
    return close + end.length
  }

  /** The place behind what starts at `open`, or -1 when it goes on. */
  private construct(text: string, open: number): number {
    for (const [start, end] of SKIPPED) {
      if (!text.startsWith(start, open)) continue
      this.inside = { end, text: start === '<![CDATA[', line: this.lineAt(text, open), quote: quoteAt(text, open) }
      return this.leave(text, open + start.length)
    }
    if (text.startsWith('<!', open)) return this.endBehind(text, open, MARK_OF_DECLARATION)
    NAME.lastIndex = open
    const name = NAME.exec(text)
    if (!name) {
      // A bare `<` is text.
      if (open + 1 >= text.length && this.html) return -1
      if (!this.html && open + 1 < text.length && /[\s\d=]/.test(text[open + 1]!))
        this.visitor.fault('a bare `<` in the text', this.lineAt(text, open), quoteAt(text, open))
      return open + 1
    }
    const from = NAME.lastIndex
    const end = this.endBehind(text, from, MARK_OF_TAG)
    if (end >= 0) this.tag(text, open, name, text.slice(from, end))
    return end
  }

  /** Behind the `>` that ends what began before `from`, -1 if it is not there; what is held goes on where it was left. */
  private endBehind(text: string, from: number, marks: RegExp): number {
    const near = text.slice(0, from + (from < this.doubtful ? DOUBTFUL : LONGEST))
    let { quote, depth } = this.reached
    marks.lastIndex = Math.max(from, this.reached.at)
    for (let mark = marks.exec(near); mark; mark = marks.exec(near)) {
      const [unit] = mark
      if (quote !== '') quote = unit === quote ? '' : quote
      else if (unit === '[') depth++
      else if (unit === ']') depth--
      else if (unit !== '>') quote = unit
      else if (depth <= 0) {
        this.reached = NOTHING_REACHED
        return mark.index + 1
      }
    }
    this.reached = { at: text.length, quote, depth }
    return -1
  }

  private tag(text: string, open: number, name: RegExpExecArray, rest: string): void {
    const start = name[1] === ''
    const own = this.html ? name[2]!.toLowerCase() : name[2]!
    const closed = rest.endsWith('/>')
    const attributes = new Map<string, string>()
    if (start)
      for (const [, key, double, single, plain] of rest.slice(0, -1).matchAll(ATTRIBUTE)) {
        const label = this.html ? key!.toLowerCase() : key!
        if (label !== '/' && !attributes.has(label)) attributes.set(label, double ?? single ?? plain ?? '')
      }
    if (start && this.html && RAW_ELEMENTS.has(own) && !closed) this.raw = own
    else if (!start && own === this.raw) this.raw = null
    this.visitor.tag({
      kind: start ? 'start' : 'end',
      name: own,
      attributes,
      closed,
      line: this.lineAt(text, open),
      quote: quoteAt(text, open),
    })
  }

  private say(text: string, from: number, to: number): void {
    if (to <= from) return
    let line = this.lineAt(text, from)
    for (const part of text.slice(from, to).split('\n')) {
      if (part.trim() !== '') this.visitor.text(part, line, this.raw)
      line++
    }
  }

  /** Places are asked for in order. */
  private lineAt(text: string, at: number): number {
    let { at: from, line } = this.known
    for (let end = text.indexOf('\n', from); end >= 0 && end < at; end = text.indexOf('\n', from)) {
      from = end + 1
      line++
    }
    // Without a line end ahead nothing has to be searched again.
    this.known = { at: text.indexOf('\n', from) < 0 ? text.length : from, line }
    return line
  }
}

interface Reached {
  readonly at: number
  /** The quote that is open there, '' if none is. */
  readonly quote: string
  /** Brackets that are open there. */
  readonly depth: number
}

const NOTHING_REACHED: Reached = { at: 0, quote: '', depth: 0 }

const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function endOfRaw(text: string, at: number, raw: string): number {
  for (let open = text.indexOf('</', at); open >= 0; open = text.indexOf('</', open + 2))
    if (text.slice(open + 2, open + 2 + raw.length).toLowerCase() === raw) return open
  return -1
}

function quoteAt(text: string, open: number): string {
  return text
    .slice(open, open + MOST_QUOTE)
    .split('\n', 1)[0]!
    .trimEnd()
}
