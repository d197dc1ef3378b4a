// Text laid out for a terminal: wrapping, indenting, colours or none.
import { displayWidth, plural, printable } from '@shoal/base/text/printable'

export type Paint = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'green' | 'cyan'

const CODES: Readonly<Record<Paint, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  blue: [34, 39],
  green: [32, 39],
  cyan: [36, 39],
}

/** Wider than this a line is hard to read, however wide the terminal is. */
const WIDEST = 120
/** No layout is made for less. */
const NARROWEST = 40
/** Lines of a terminal for one line of a file: the words of a log line often begin behind a long head. */
const MOST_PER_LINE = 3

export class Screen {
  private readonly lines: string[] = []
  /** Of sentences. */
  readonly width: number
  /** Of the terminal: what stands in columns may take all of it. */
  readonly columns: number

  constructor(
    private readonly color: boolean,
    width: number,
  ) {
    this.columns = Math.max(NARROWEST, width)
    this.width = Math.min(WIDEST, this.columns)
  }

  text(): string {
    return `${this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+|(?<!\n)\n+$/g, '')}\n`
  }

  line(text = ''): void {
    this.lines.push(text.trimEnd())
  }

  heading(text: string, note = ''): void {
    this.lines.push('')
    const isShort = displayWidth(text) + 2 + displayWidth(note) <= this.width
    if (isShort) this.lines.push(`${this.paint('bold', text)}${note === '' ? '' : this.paint('dim', `  ${note}`)}`)
    else {
      for (const line of wrap(text, this.width)) this.lines.push(this.paint('bold', line))
      for (const line of wrap(note, this.width - 2)) this.lines.push(this.paint('dim', `  ${line}`))
    }
  }

  /** A name that is not torn where it fits on a line of its own, with a note behind it. */
  place(name: string, { indent, note = '' }: { readonly indent: number; readonly note?: string }): void {
    const lines = broken(printable(name), this.columns - indent)
    for (const line of lines.slice(0, -1)) this.lines.push(`${' '.repeat(indent)}${this.paint('cyan', line)}`)
    const last = lines.at(-1)!
    const isShort = indent + displayWidth(last) + bareWidth(note) <= this.columns
    this.line(`${' '.repeat(indent)}${this.paint('cyan', last)}${isShort ? note : ''}`)
    if (!isShort) for (const line of wrap(bare(note), this.width - indent)) this.line(`${' '.repeat(indent)}${line}`)
  }

  /** Words that fill lines between `indent` and the width; `first` stands before the first line instead of blanks. */
  paragraph(
    text: string,
    { indent = 2, first = '' }: { readonly indent?: number; readonly first?: string } = {},
  ): void {
    const room = this.width - indent
    const wrapped = wrap(printableLines(text), room)
    for (const [k, line] of wrapped.entries()) {
      const lead =
        k === 0 && first !== '' ? first + ' '.repeat(Math.max(0, indent - bareWidth(first))) : ' '.repeat(indent)
      this.lines.push(`${lead}${line}`.trimEnd())
    }
  }

  /** A quote behind a bar: as it is, long lines broken. What has no room is counted. */
  quote(text: string, { indent, most = 3 }: { readonly indent: number; readonly most?: number }): void {
    const room = this.width - indent - 2
    const put = (line: string) => this.lines.push(`${' '.repeat(indent)}${this.paint('dim', `│ ${line}`)}`)
    const lines = text.split(/\r\n|\n|\r/)
    for (const line of lines.slice(0, most)) {
      const parts = wrap(printable(line.replaceAll('\t', '  ')), room)
      for (const part of parts.slice(0, MOST_PER_LINE - 1)) put(part)
      const rest = parts.slice(MOST_PER_LINE - 1)
      if (rest.length > 0) put(clipped(rest.join(' '), room))
    }
    if (lines.length > most) put(`… ${plural(lines.length - most, 'more line')}`)
  }

  paint(paint: Paint, text: string): string {
    const [on, off] = CODES[paint]
    return this.color && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }
}

/** At most `room` columns; the end gives way. */
export function clipped(text: string, room: number): string {
  if (displayWidth(text) <= room) return text
  let out = ''
  let width = 0
  for (const character of text) {
    const own = displayWidth(character)
    if (width + own > room - 1) break
    out += character
    width += own
  }
  return `${out}…`
}

/** To `width` columns with blanks. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'right' ? blanks + text : text + blanks
}

function bareWidth(text: string): number {
  return displayWidth(bare(text))
}

function bare(text: string): string {
  return text.replace(/\u001b\[\d+m/g, '')
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Lines of at most `room` columns, broken between words; a word that is longer is broken where the room ends. */
export function wrap(text: string, room: number): string[] {
  return text.split('\n').flatMap(line => {
    const lead = /^\s*(?:[-•]\s+)?/.exec(line)![0].slice(0, Math.floor(room / 2))
    const out: string[] = []
    let current = lead
    let isEmpty = true
    for (const word of line.slice(lead.length).split(' ')) {
      const joined = isEmpty ? `${current}${word}` : `${current} ${word}`
      if (displayWidth(joined) <= room) {
        current = joined
        isEmpty = false
        continue
      }
      if (!isEmpty) out.push(current)
      const hang = isEmpty ? current : ' '.repeat(displayWidth(lead))
      const parts = broken(word, room - displayWidth(lead))
      for (const [k, part] of parts.slice(0, -1).entries())
        out.push(`${k === 0 ? hang : ' '.repeat(displayWidth(lead))}${part}`)
      current = `${parts.length > 1 ? ' '.repeat(displayWidth(lead)) : hang}${parts.at(-1)!}`
      isEmpty = false
    }
    return [...out, current]
  })
}

/** Pieces of at most `room` columns; at least one. */
export function broken(text: string, room: number): string[] {
  if (displayWidth(text) <= room) return [text]
  const out: string[] = []
  let current = ''
  let width = 0
  for (const character of text) {
    const own = displayWidth(character)
    if (width + own > room && current !== '') {
      out.push(current)
      current = ''
      width = 0
    }
    current += character
    width += own
  }
  return [...out, current]
}
