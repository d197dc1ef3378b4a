// Reads single values back from a source: the words that show a finding, and the text of a value that was only counted.
import type { SourceText } from '@shoal/base/model/source'
import { Lexer } from './lexer.ts'
import { ARRAY, OBJECT, STRING, stringOf } from './tape.ts'

/** A place in the source: where a member's key or an item starts. */
export interface Spot {
  readonly at: number
  readonly line: number
}

export interface Quote {
  readonly line: number
  readonly at: number
  readonly quote: string
}

const LONGEST_QUOTE = 180
const READ = 1024
const LONGEST_VALUE = 200

export class Quoter {
  constructor(private readonly source: SourceText) {}

  /** A member with its value, an item, or the start of a container: verbatim, at most 180 characters. */
  quote({ at, line }: Spot): Quote {
    const text = this.read(at)
    return { line, at, quote: cut(text.slice(0, this.extent(text) ?? text.length)) }
  }

  /** The start of the line or record at a place. */
  quoteLine({ at, line }: Spot): Quote {
    return { line, at, quote: cut(this.read(at).split(/[\r\n]/, 1)[0]!) }
  }

  /** The scalar at a place: the string without its quotes, or the word or number as written. */
  scalar(at: number): string {
    const lexed = this.lex(this.read(at, READ))
    if (lexed === null) return cut(this.read(at))
    const { lexer } = lexed
    const text =
      lexer.tape.kind[0] === STRING
        ? stringOf(lexer.buffer, lexer.tape, 0)
        : new TextDecoder().decode(lexer.buffer.subarray(lexer.tape.at[0]!, lexer.tape.end[0]!))
    return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
  }

  /** The whole value at a place, if it is no longer than `most` characters and right. */
  value(at: number, most = 256 * 1024): unknown {
    const lexed = this.lex(this.read(at, most))
    if (lexed === null) return undefined
    const { lexer } = lexed
    try {
      return JSON.parse(new TextDecoder().decode(lexer.buffer.subarray(lexer.tape.at[0]!, lexer.tape.end[0]!)))
    } catch {
      return undefined
    }
  }

  /** How many characters the member or value at the start of a text has; null if it does not end in it. */
  private extent(text: string): number | null {
    const lexed = this.lex(text)
    if (lexed === null) return null
    const { lexer } = lexed
    const kind = lexer.tape.kind[0]
    const length = new TextDecoder().decode(lexer.buffer.subarray(0, lexer.tape.end[0]!)).length
    // Of a container that goes over lines the first is enough.
    return (kind === OBJECT || kind === ARRAY) && /[\r\n]/.test(text.slice(0, length)) ? null : length
  }

  private lex(text: string): { lexer: Lexer } | null {
    const lexer = new Lexer()
    lexer.buffer = new TextEncoder().encode(text)
    lexer.limit = lexer.buffer.length
    const first = lexer.next()
    if (first < 0) return null
    if (lexer.key(first) !== 'ok') lexer.at = 0
    return lexer.value() === 'ok' ? { lexer } : null
  }

  private read(at: number, units = READ): string {
    const text = this.source.text(at, Math.min(this.source.size, at + units))
    if (at + units >= this.source.size) return text
    // The last character may be cut in half.
    let end = text.length - 1
    while (end > 0 && text.charCodeAt(end - 1) === 0xfffd) end--
    return text.slice(0, end)
  }
}

/** At most so many characters of the first lines, without white space at its end, no surrogate pair torn. */
function cut(text: string): string {
  const short = text.length > LONGEST_QUOTE ? text.slice(0, LONGEST_QUOTE).replace(/[\ud800-\udbff]$/, '') : text
  const lines = short.split(/(?<=[\r\n])/)
  return (text.length > LONGEST_QUOTE || lines.length > 6 ? lines.slice(0, 1).join('') : short).trimEnd()
}
