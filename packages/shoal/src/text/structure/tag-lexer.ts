// A state machine over the bytes of XML or HTML that tells tags, comments, CDATA, declarations and raw text apart.
import {
  APOSTROPHE,
  BANG,
  CLOSE_BRACKET,
  COLON,
  DASH,
  EQUALS,
  GREATER,
  isLetter,
  LESS,
  OPEN_BRACKET,
  QUESTION,
  QUOTE,
  SLASH,
  UNDERSCORE,
} from './ascii.ts'

export type TagEvent = 'none' | 'start' | 'end' | 'comment' | 'other'

const TEXT = 0
const OPENED = 1
const NAME = 2
const ATTRIBUTES = 3
const QUOTED = 4
const END_NAME = 5
const END_REST = 6
const DECLARATION = 7
const COMMENT = 8
const CDATA = 9
const INSTRUCTION = 10
const RAW_OPENED = 11
const RAW_NAME = 12

/** An attribute value longer than this has lost its closing quote, unless it is the path of a drawing. */
const LONGEST_VALUE = 1 << 22

const CDATA_OPENING = '[CDATA['

export class TagLexer {
  /** Hash of the name of the tag that was read last. */
  name = 0
  selfClosing = false
  /** The hash of the element whose text is not markup, while it is open; 0 otherwise. */
  raw = 0
  private state = TEXT
  private previous = 0
  private quote = 0
  private valueLength = 0
  /** Bytes of `<!…` seen so far, and how deep its brackets are. */
  private seen = ''
  private brackets = 0

  constructor(private readonly html: boolean) {}

  static mix(hash: number, byte: number): number {
    return (Math.imul(hash, 31) + byte) | 0
  }

  get inText(): boolean {
    return this.state === TEXT
  }

  /** A `<` here begins something, rather than standing inside it. */
  startsTag(): boolean {
    return this.raw === 0 && (this.state === TEXT || this.state === ATTRIBUTES)
  }

  step(byte: number): TagEvent {
    const event = this.advance(byte)
    this.previous = byte
    return event
  }

  private advance(byte: number): TagEvent {
    switch (this.state) {
      case TEXT:
        if (byte === LESS) this.state = this.raw === 0 ? OPENED : RAW_OPENED
        return 'none'
      case OPENED:
        return this.afterLess(byte)
      case NAME:
        if (byte > 32 && byte !== GREATER && byte !== SLASH) {
          this.name = TagLexer.mix(this.name, this.fold(byte))
          return 'none'
        }
        this.state = ATTRIBUTES
        return this.inAttributes(byte)
      case ATTRIBUTES:
        return this.inAttributes(byte)
      case QUOTED:
        return this.inValue(byte)
      case END_NAME:
      case END_REST:
      case RAW_NAME:
        return this.inEndTag(byte)
      case RAW_OPENED:
        this.name = 0
        this.state = byte === SLASH ? RAW_NAME : TEXT
        return 'none'
      default:
        return this.inOther(byte)
    }
  }

  private afterLess(byte: number): TagEvent {
    this.name = 0
    this.selfClosing = false
    if (byte === SLASH) this.state = END_NAME
    else if (byte === QUESTION) this.state = INSTRUCTION
    else if (byte === BANG) {
      this.state = DECLARATION
      this.seen = ''
      this.brackets = 0
    } else if (isLetter(byte) || byte === UNDERSCORE || byte === COLON || byte >= 0x80) {
      this.state = NAME
      this.name = TagLexer.mix(0, this.fold(byte))
    } else this.state = TEXT
    return 'none'
  }

  private inAttributes(byte: number): TagEvent {
    if (byte === GREATER) {
      this.selfClosing = this.previous === SLASH
      this.state = TEXT
      return 'start'
    }
    if ((byte === QUOTE || byte === APOSTROPHE) && (this.previous === EQUALS || this.previous <= 32)) {
      this.quote = byte
      this.valueLength = 0
      this.state = QUOTED
    } else if (byte === LESS) this.state = OPENED
    return 'none'
  }

  private inValue(byte: number): TagEvent {
    // XML allows no `<` in a value: the closing quote is missing.
    if (byte === LESS && !this.html) this.state = OPENED
    else if (byte === this.quote || ++this.valueLength > LONGEST_VALUE) this.state = ATTRIBUTES
    return 'none'
  }

  private inEndTag(byte: number): TagEvent {
    const raw = this.state === RAW_NAME
    if (byte === GREATER) {
      this.state = TEXT
      if (raw && this.name !== this.raw) return 'none'
      this.raw = 0
      return 'end'
    }
    if (byte <= 32) this.state = raw ? RAW_NAME : END_REST
    else if (raw && !isLetter(byte)) this.state = TEXT
    else if (this.state !== END_REST) this.name = TagLexer.mix(this.name, this.fold(byte))
    return 'none'
  }

  private inOther(byte: number): TagEvent {
    if (this.state === DECLARATION) return this.inDeclaration(byte)
    if (this.state === INSTRUCTION) {
      if (byte !== GREATER || (!this.html && this.previous !== QUESTION)) return 'none'
    } else {
      const mark = this.state === COMMENT ? DASH : CLOSE_BRACKET
      this.seen = byte === mark ? this.seen + (this.seen.length < 2 ? '.' : '') : byte === GREATER ? this.seen : ''
      if (byte !== GREATER || this.seen.length < 2) {
        if (byte === GREATER) this.seen = ''
        return 'none'
      }
    }
    const comment = this.state === COMMENT
    this.state = TEXT
    return comment ? 'comment' : 'other'
  }

  private inDeclaration(byte: number): TagEvent {
    if (this.seen.length < CDATA_OPENING.length) {
      this.seen += String.fromCharCode(byte)
      if (this.seen === '--') this.become(COMMENT)
      else if (this.seen === CDATA_OPENING) this.become(CDATA)
      if (this.state !== DECLARATION) return 'none'
    }
    if (byte === OPEN_BRACKET) this.brackets++
    else if (byte === CLOSE_BRACKET) this.brackets--
    else if (byte === GREATER && this.brackets <= 0) {
      this.state = TEXT
      return 'other'
    }
    return 'none'
  }

  private become(state: number): void {
    this.state = state
    this.seen = ''
  }

  private fold(byte: number): number {
    return this.html ? byte | 32 : byte
  }
}
