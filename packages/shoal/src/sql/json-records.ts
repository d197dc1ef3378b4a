// Takes a JSON document apart while it is read: the records of every array of objects that objects alone lead to, each
// with the line it begins on, and whatever else there is as one flat record. Nothing is held but one record.
import { ShoalError } from '@shoal/base/model/errors'
import { LooseLines } from './loose-lines.ts'

export interface RecordSink {
  /** Of the array at `path`; [] is the array that is the whole document. */
  record(path: readonly string[], text: string, line: number): void
  /** What stands beside the arrays, by its path. */
  rest(path: readonly string[], text: string, line: number): void
}

type State = 'value' | 'member' | 'key' | 'colon' | 'first' | 'element' | 'taking' | 'end'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Objects are entered so deep; what is nested deeper is a value. */
const DEEPEST = 32
/** No value is nested deeper: what goes over one later goes into each level of it. */
const DEEPEST_VALUE = 500
const LONGEST_RECORD = 64 * 1024 * 1024

export class JsonRecords {
  private state: State = 'value'
  /** Keys of the objects that were entered; the last is that of the value at hand. */
  private readonly path: string[] = []
  private arrayLine = 0
  private parts: string[] = []
  private length = 0
  private line = 0
  private takes: 'key' | 'record' | 'rest' = 'rest'
  private depth = 0
  private inString = false
  private isEscaped = false
  /** How many objects are open. */
  private open = 0
  private isArray = false
  private readonly loose = new LooseLines()
  private wasPart = false

  constructor(
    private readonly name: string,
    private readonly sink: RecordSink,
  ) {}

  /** The document is an array. */
  get isRootArray(): boolean {
    return this.isArray
  }

  /** A line or a part of one; `isPart` when more of it follows. A line in parts was written by a program, which takes no liberties. */
  add(given: string, line: number, isPart: boolean): void {
    const text = isPart || this.wasPart ? `${this.loose.rest()}${given}` : this.loose.strict(given)
    this.wasPart = isPart
    let at = 0
    while (at < text.length) {
      if (this.state === 'taking') at = this.take(text, at, line)
      else {
        const code = text.charCodeAt(at)
        if (code === 32 || code === 9 || code === 13 || code === 0xfeff) at++
        else at = this.step(at, code, line)
      }
    }
    if (this.state !== 'taking' || isPart) return
    // A number or word ends with its line; inside of a container a line end is a blank.
    if (this.depth === 0 && !this.inString) this.taken()
    else this.parts.push(' ')
  }

  end(line: number): void {
    if (this.loose.rest() !== '') throw this.wrong(line, 'a comma is its end')
    if (this.state === 'taking' && this.depth === 0 && !this.inString) this.taken()
    if (this.state !== 'end') throw this.wrong(line, 'it ends before its value does')
  }

  private step(at: number, code: number, line: number): number {
    switch (this.state) {
      case 'value':
        return this.value(at, code, line)
      case 'member':
        if (code === QUOTE) return this.begin('key', at, line)
        if (code === CLOSE_OBJECT) this.leave()
        else if (code !== COMMA) throw this.wrong(line, 'a key was expected')
        return at + 1
      case 'colon':
        if (code !== COLON) throw this.wrong(line, 'a colon was expected')
        this.state = 'value'
        return at + 1
      case 'first':
        return this.first(at, code)
      case 'element':
        if (code === CLOSE_ARRAY) {
          this.behind()
          return at + 1
        }
        return code === COMMA ? at + 1 : this.begin('record', at, line)
      default:
        throw this.wrong(line, 'something stands behind its end')
    }
  }

  private value(at: number, code: number, line: number): number {
    if (code === OPEN_OBJECT && this.open < DEEPEST) {
      this.open++
      this.path.push('')
      this.state = 'member'
      return at + 1
    }
    if (code === OPEN_ARRAY) {
      this.arrayLine = line
      this.state = 'first'
      return at + 1
    }
    if (code === COMMA || code === COLON || code === CLOSE_ARRAY || code === CLOSE_OBJECT)
      throw this.wrong(line, 'a value was expected')
    return this.begin('rest', at, line)
  }

  /** Behind the bracket of an array: of records, or a value like others. */
  private first(at: number, code: number): number {
    const isRoot = this.open === 0
    if (isRoot) this.isArray = true
    if (isRoot || code === OPEN_OBJECT) {
      this.state = 'element'
      return at
    }
    this.begin('rest', at, this.arrayLine)
    this.parts.push('[')
    this.depth = 1
    return at
  }

  private begin(takes: 'key' | 'record' | 'rest', at: number, line: number): number {
    this.takes = takes
    this.state = 'taking'
    this.line = line
    this.depth = 0
    this.inString = false
    this.isEscaped = false
    return at
  }

  /** Takes as much as the value at hand has of the text; gives where it went on from. */
  private take(text: string, from: number, line: number): number {
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false
        else if (code === BACKSLASH) this.isEscaped = true
        else if (code === QUOTE) {
          this.inString = false
          if (this.depth === 0) return this.keep(text, from, at + 1, true, line)
        }
      } else if (code === QUOTE) this.inString = true
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (++this.depth > DEEPEST_VALUE) throw tooDeep(this.name, this.line)
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (this.depth === 0) return this.keep(text, from, at, true, line)
        if (--this.depth === 0) return this.keep(text, from, at + 1, true, line)
      } else if (this.depth === 0 && (code === COMMA || code === 32 || code === 9 || code === 13 || code === COLON))
        return this.keep(text, from, at, true, line)
    }
    return this.keep(text, from, at, false, line)
  }

  private keep(text: string, from: number, to: number, isWhole: boolean, line: number): number {
    this.length += to - from
    if (this.length > LONGEST_RECORD)
      throw new ShoalError('sql-refused', `${this.name}: the record at line ${this.line} is longer than 64 MB`)
    this.parts.push(text.slice(from, to))
    if (isWhole) {
      if (this.length === 0) throw this.wrong(line, 'a value was expected')
      this.taken()
    }
    return to
  }

  private taken(): void {
    const text = this.parts.join('')
    this.parts = []
    this.length = 0
    if (this.takes === 'key') {
      this.path[this.path.length - 1] = String(parsed(text, this.name, this.line))
      this.state = 'colon'
    } else if (this.takes === 'record') {
      this.sink.record(this.path, text, this.line)
      this.state = 'element'
    } else {
      this.sink.rest(this.path, text, this.line)
      this.behind()
    }
  }

  /** A value is over. */
  private behind(): void {
    this.state = this.open === 0 ? 'end' : 'member'
  }

  private leave(): void {
    this.open--
    this.path.pop()
    this.behind()
  }

  private wrong(line: number, what: string): ShoalError {
    return noJson(this.name, line, what)
  }
}

/** The value of a text that was taken for JSON by its brackets and quotes; its escapes may still be wrong. */
function parsed(text: string, name: string, line: number): unknown {
  return inJson(() => JSON.parse(text), name, line)
}

/** Does what takes JSON, and says where it is none. */
export function inJson<T>(work: () => T, name: string, line: number): T {
  try {
    return work()
  } catch (error) {
    // What the parser says quotes the text.
    if (error instanceof SyntaxError) throw noJson(name, line, 'a word, a number or an escape is wrong')
    throw error
  }
}

/** Refuses a text that is nested too deep. */
export function assertFlat(text: string, name: string, line: number): void {
  if (text.length <= DEEPEST_VALUE) return
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString && code === BACKSLASH) at++
    else if (code === QUOTE) inString = !inString
    else if (inString) continue
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--
    else if ((code === OPEN_OBJECT || code === OPEN_ARRAY) && ++depth > DEEPEST_VALUE) throw tooDeep(name, line)
  }
}

function noJson(name: string, line: number, what: string): ShoalError {
  return new ShoalError('sql-refused', `${name} is not valid JSON at line ${line}: ${what}`)
}

function tooDeep(name: string, line: number): ShoalError {
  return new ShoalError(
    'sql-refused',
    `${name}: the value at line ${line} is nested deeper than ${DEEPEST_VALUE} levels`,
  )
}
