// Reads a source of any size line by line and tells, for each line, whether it starts in code and how deep in brackets.
import type { SourceText } from '@shoal/base/model/source'
import type { Lexis } from './lexis.ts'

/** What is known about a line when it has ended. The same object is passed each time: copy what must stay. */
export interface LexedLine {
  /** 0-based. */
  row: number
  offset: number
  /** Offset of the next line. */
  end: number
  kind: 'blank' | 'comment' | 'code' | 'text'
  /** Leading blanks, a tab counting as four. */
  indent: number
  /** Its first characters after the indentation. */
  head: string
  /** Open brackets at its start and at its end. */
  depth: number
  depthAfter: number
  /** The last byte of code on it. */
  lastByte: number
}

const WINDOW = 1 << 20
const HEAD = 200
/** Longer than any token, so that none is cut by the end of a window. */
const LOOKAHEAD = 8
/** After this many lines inside one string the scanner has lost its way, and starts over as code. */
const LONGEST_STRING = 3000
const HEREDOC = /<<<?[-~]?\s*["']?([A-Za-z_]\w*)["']?/

/** What a byte may be in code; a table by byte value answers most of them with one look-up. */
const EOL = 1
const TOKEN = 2
const BLANK = 3
/** 1 for an opening bracket, 2 for a closing one. Apart from the classes, because a bracket may also start a token. */
const BRACKETS = bracketTable()

interface Token {
  readonly bytes: Uint8Array
  readonly kind: 'line' | 'block' | 'long' | 'short'
  readonly close: Uint8Array
}

const REST_OF_LINE: Token = { bytes: new Uint8Array(0), kind: 'line', close: new Uint8Array(0) }

export class LineLexer {
  private readonly classes = new Uint8Array(256)
  private readonly tokens = new Map<number, Token[]>()
  private readonly decoder: 'utf8' | 'latin1'
  private readonly line: LexedLine = {
    row: 0,
    offset: 0,
    end: 0,
    kind: 'blank',
    indent: 0,
    head: '',
    depth: 0,
    depthAfter: 0,
    lastByte: 0,
  }
  private inside: Token | null = null
  private insideSince = 0
  private heredoc: string | null = null
  private depth = 0
  private fresh = true
  /** Where text starts, behind a byte-order mark. */
  private readonly origin: number

  constructor(
    private readonly source: SourceText,
    private readonly lexis: Lexis,
  ) {
    this.origin = Math.ceil(source.encoding.bom / source.encoding.unit)
    this.decoder = source.encoding.name === 'utf-8' ? 'utf8' : 'latin1'
    for (const byte of [0x20, 0x09, 0x0d, 0x0c]) this.classes[byte] = BLANK
    for (const text of lexis.line) this.token(text, 'line', '')
    for (const [open, close] of lexis.block) this.token(open, 'block', close)
    for (const [open, close] of lexis.long) this.token(open, 'long', close)
    for (const text of lexis.short) this.token(text, 'short', text)
    this.classes[source.eol] = EOL
  }

  /** Forgets open brackets: the caller knows better where a definition starts. */
  resync(): void {
    this.depth = 0
  }

  /** Calls `each` for every line in order; gives way to other work between windows. */
  async run(each: (line: LexedLine) => void, signal: AbortSignal): Promise<number> {
    const { size } = this.source
    let at = this.origin
    while (at < size) {
      signal.throwIfAborted()
      const end = Math.min(size, at + WINDOW)
      const { buffer, byteOffset, byteLength } = this.source.bytes(at, end)
      at += this.window(Buffer.from(buffer, byteOffset, byteLength), at, end === size, each)
      await new Promise(resolve => setImmediate(resolve))
    }
    if (!this.fresh) this.finish(size, each)
    return this.line.row
  }

  /** Reads what can be read for certain, and returns how much that was. */
  private window(bytes: Buffer, base: number, last: boolean, each: (line: LexedLine) => void): number {
    const stop = last ? bytes.length : bytes.length - LOOKAHEAD
    let at = 0
    while (at < stop) {
      if (this.fresh) {
        if (!last && at + HEAD > stop && at > 0) return at
        at = this.start(bytes, at, base)
        continue
      }
      at = this.inside ? this.skipText(bytes, at, stop) : this.skipCode(bytes, at, stop)
      if (at < stop && bytes[at] === this.source.eol) {
        at++
        this.finish(base + at, each)
      }
    }
    return at
  }

  private start(bytes: Buffer, from: number, base: number): number {
    const { line } = this
    this.fresh = false
    let at = from
    let indent = 0
    while (at < bytes.length && this.classes[bytes[at]!] === BLANK) indent += bytes[at++] === 9 ? 4 : 1
    const first = bytes[at]
    const token = this.inside ? null : this.tokenAt(bytes, at)
    line.offset = base + from === this.origin ? 0 : base + from
    line.indent = indent
    line.depth = this.depth
    line.lastByte = 0
    if (this.inside) line.kind = this.inside.kind === 'block' ? 'comment' : 'text'
    else if (first === undefined || first === this.source.eol) line.kind = 'blank'
    else line.kind = token?.kind === 'line' || token?.kind === 'block' ? 'comment' : 'code'
    if (this.heredoc !== null && !this.inside) this.heredocLine(this.head(bytes, at))
    line.head = line.kind === 'code' ? this.head(bytes, at) : ''
    return at
  }

  /** A line of text that no quote or bracket on it can change. */
  private heredocLine(text: string): void {
    this.line.kind = 'text'
    this.inside = REST_OF_LINE
    if (text.trimEnd().replace(/(?<![;,)])[;,)]+$/, '') === this.heredoc) this.heredoc = null
  }

  private head(bytes: Buffer, at: number): string {
    let end = bytes.indexOf(this.source.eol, at)
    if (end < 0 || end > at + HEAD) end = Math.min(bytes.length, at + HEAD)
    return bytes.toString(this.decoder, at, end)
  }

  private finish(end: number, each: (line: LexedLine) => void): void {
    const { line, inside } = this
    if (inside?.kind === 'line' || inside?.kind === 'short') this.inside = null
    else if (inside && line.row - this.insideSince > LONGEST_STRING) this.inside = null
    if (this.lexis.heredoc && line.kind === 'code') this.heredoc = HEREDOC.exec(line.head)?.[1] ?? null
    line.end = end
    line.depthAfter = this.depth
    each(line)
    line.row++
    this.fresh = true
  }

  /** Over code, to the next line end or into the next comment or string. */
  private skipCode(bytes: Buffer, from: number, stop: number): number {
    const { classes, line } = this
    for (let at = from; at < stop; at++) {
      const byte = bytes[at]!
      const what = classes[byte]!
      if (what === BLANK) continue
      if (what === EOL) return at
      if (what === TOKEN) {
        const token = this.tokenAt(bytes, at)
        if (token) {
          this.inside = token
          this.insideSince = line.row
          if (token.kind === 'long' || token.kind === 'short') line.lastByte = byte
          return at + token.bytes.length
        }
      }
      line.lastByte = byte
      if (BRACKETS[byte] === 1) this.depth++
      else if (BRACKETS[byte] === 2 && this.depth > 0) this.depth--
    }
    return stop
  }

  /** Over a comment or string, to its end or the next line end. */
  private skipText(bytes: Buffer, from: number, stop: number): number {
    const { kind, close } = this.inside!
    const { eol } = this.source
    if (kind === 'line') {
      const found = bytes.indexOf(eol, from)
      return found < 0 || found > stop ? stop : found
    }
    const escapes = this.lexis.escape && kind !== 'block'
    // An escape may reach one past the window.
    let reached = from
    for (let at = from; at < stop; at++) {
      const byte = bytes[at]!
      if (byte === eol) return at
      if (escapes && byte === 0x5c && bytes[at + 1] !== eol) at++
      else if (byte === close[0] && startsWith(bytes, at, close)) {
        this.inside = null
        return at + close.length
      }
      reached = at + 1
    }
    return Math.max(reached, stop)
  }

  private tokenAt(bytes: Buffer, at: number): Token | null {
    for (const token of this.tokens.get(bytes[at]!) ?? []) if (startsWith(bytes, at, token.bytes)) return token
    return null
  }

  private token(text: string, kind: Token['kind'], close: string): void {
    const bytes = Buffer.from(text)
    const list = this.tokens.get(bytes[0]!) ?? []
    list.push({ bytes, kind, close: Buffer.from(close) })
    list.sort((a, b) => b.bytes.length - a.bytes.length)
    this.tokens.set(bytes[0]!, list)
    this.classes[bytes[0]!] = TOKEN
  }
}

function bracketTable(): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from('([{')) table[byte] = 1
  for (const byte of Buffer.from(')]}')) table[byte] = 2
  return table
}

function startsWith(bytes: Buffer, at: number, token: Uint8Array): boolean {
  for (let i = 0; i < token.length; i++) if (bytes[at + i] !== token[i]) return false
  return true
}
