// JSON as models write it: in fences, with words around it, with commas too many, cut off at the end.
import { lookup } from '../model/lookup.ts'
import { parseExactly } from './numeral.ts'

export type ReadJson =
  /** `isCut`: the text ended in the middle; whatever it did not finish is left out. */
  | { readonly value: unknown; readonly isCut?: true }
  /** What is wrong, as the model may be told. */
  | { readonly complaint: string }

/** Deeper than any report. */
const DEEPEST = 40
/** Places where a value may begin that are tried: words before it may hold brackets of their own. */
const MOST_STARTS = 16

/** The object or list that a reply holds: the largest if there are several. */
export function readJson(text: string): ReadJson {
  const whole = parsed(text)
  if (whole !== undefined) return { value: whole }
  let best: Parsed | null = null
  let fault = text.trim() === '' ? 'the reply is empty' : 'the reply holds no JSON object'
  let at = 0
  for (let tries = 0; tries < MOST_STARTS; tries++) {
    const start = nextStart(text, at)
    if (start < 0) break
    const found = parseFrom(text, start)
    if ('fault' in found) {
      if (!best) fault = found.fault
      at = start + 1
      continue
    }
    if (!best || found.end - start > best.end - best.start) best = found
    at = found.end
  }
  if (!best) return { complaint: fault }
  return best.isCut ? { value: best.value, isCut: true } : { value: best.value }
}

interface Parsed {
  readonly value: unknown
  readonly start: number
  readonly end: number
  readonly isCut: boolean
}

function parsed(text: string): unknown {
  try {
    const value: unknown = parseExactly(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function nextStart(text: string, from: number): number {
  const at = text.slice(from).search(/[{[]/)
  return at < 0 ? -1 : from + at
}

function parseFrom(text: string, start: number): Parsed | { readonly fault: string } {
  const parser = new LooseParser(text, start)
  try {
    const value = parser.value(0)
    if (value === NOTHING) return { fault: 'the JSON is cut off before anything is complete' }
    return { value, start, end: parser.at, isCut: parser.isCut }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return { fault: error.message }
  }
}

class JsonFault extends Error {}

/** Stands for a value that the text did not finish. */
const NOTHING = Symbol('nothing')

/** JSON, and a little more: commas before a closing bracket, line breaks in strings, an end in the middle. */
class LooseParser {
  isCut = false

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new JsonFault('the JSON is nested too deeply')
    this.skipBlanks()
    const character = this.text[this.at]
    if (character === undefined) return this.cut()
    if (character === '{') return this.object(depth)
    if (character === '[') return this.list(depth)
    if (character === '"') return this.string()
    return this.plain()
  }

  private object(depth: number): unknown {
    const fields: Record<string, unknown> = Object.create(null)
    this.at++
    while (!this.closes('}')) {
      if (this.isCut) break
      if (this.text[this.at] !== '"') throw this.unexpected('a field name in double quotes')
      const name = this.string()
      if (!this.isCut) this.expect(':')
      const value = this.isCut ? NOTHING : this.value(depth + 1)
      if (typeof name === 'string' && value !== NOTHING) fields[name] = value
      if (!this.isCut) this.separator('}')
    }
    // Half a thing says what it does not mean; a list of things keeps those that are whole.
    const isKept = !this.isCut || depth === 0 || Object.values(fields).some(holdsObjects)
    return isKept ? { ...fields } : NOTHING
  }

  private list(depth: number): unknown {
    const items: unknown[] = []
    this.at++
    while (!this.closes(']')) {
      if (this.isCut) break
      const item = this.value(depth + 1)
      if (item !== NOTHING) items.push(item)
      if (!this.isCut) this.separator(']')
    }
    return items
  }

  private string(): unknown {
    const start = this.at
    this.at++
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (Number.isNaN(code)) return this.cut()
      this.at += code === 0x5c ? 2 : 1
      if (code === 0x22) break
    }
    const raw = this.text.slice(start, this.at)
    try {
      return JSON.parse(raw.replace(/[\u0000-\u001f]/g, escaped))
    } catch {
      throw new JsonFault(`the JSON holds a string with a broken escape: ${clip(raw)}`)
    }
  }

  private plain(): unknown {
    const word = /[-+.\w]{0,40}/y
    word.lastIndex = this.at
    const raw = word.exec(this.text)![0]
    if (raw === '') throw this.unexpected('a value')
    this.at += raw.length
    // At the very end it may have been meant to go on.
    if (this.at >= this.text.length) return this.cut()
    try {
      return parseExactly(lookup(PYTHON, raw) ?? raw)
    } catch {
      throw new JsonFault(`the JSON holds ${clip(raw)} where a value should stand`)
    }
  }

  /** Passes the closing bracket if it is next, or finds the end of the text. */
  private closes(bracket: string): boolean {
    this.skipBlanks()
    if (this.at >= this.text.length) this.cut()
    if (this.text[this.at] !== bracket) return false
    this.at++
    return true
  }

  private separator(bracket: string): void {
    this.skipBlanks()
    const character = this.text[this.at]
    if (character === ',') this.at++
    else if (character === undefined) this.cut()
    else if (character !== bracket) throw this.unexpected(`a comma or ${bracket}`)
  }

  private expect(character: string): void {
    this.skipBlanks()
    if (this.at >= this.text.length) this.cut()
    else if (this.text[this.at] !== character) throw this.unexpected(character)
    else this.at++
  }

  private skipBlanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }

  private cut(): typeof NOTHING {
    this.isCut = true
    return NOTHING
  }

  private unexpected(wanted: string): JsonFault {
    return new JsonFault(
      `the JSON is broken at ${clip(this.text.slice(this.at, this.at + 40))}: ${wanted} should stand there`,
    )
  }
}

const PYTHON: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' }

function holdsObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some(item => typeof item === 'object' && item !== null)
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function clip(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
