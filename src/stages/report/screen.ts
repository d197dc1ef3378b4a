// Text laid out for a terminal: wrapping, indenting, colours or none.
import { displayWidth, printable } from '../../text/printable.ts'

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

export class Screen {
  private readonly lines: string[] = []
  readonly width: number

  constructor(
    private readonly color: boolean,
    width: number,
  ) {
    this.width = Math.max(40, Math.min(WIDEST, width))
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
    this.lines.push('', `${this.paint('bold', text)}${note === '' ? '' : this.paint('dim', `  ${note}`)}`)
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

  /** A quote: as it is, its lines cut to the width, behind a bar. */
  quote(text: string, { indent, most = 3 }: { readonly indent: number; readonly most?: number }): void {
    const lines = text.split(/\r\n|\n|\r/)
    for (const line of lines.slice(0, most)) {
      const shown = clipped(printable(line.replaceAll('\t', '  ')), this.width - indent - 2)
      this.lines.push(`${' '.repeat(indent)}${this.paint('dim', `│ ${shown}`)}`)
    }
    if (lines.length > most)
      this.lines.push(`${' '.repeat(indent)}${this.paint('dim', `│ … ${lines.length - most} more lines`)}`)
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
  return displayWidth(text.replace(/\u001b\[\d+m/g, ''))
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

function wrap(text: string, room: number): string[] {
  const out: string[] = []
  for (const line of text.split('\n')) {
    const hang = /^\s*(?:[-•]\s+|\d+\.\s+)?/.exec(line)![0].length
    let current = ''
    for (const word of line.slice(hang).split(' ')) {
      const lead = out.length > 0 && current === '' ? '' : ' '
      const limit = room - hang
      if (current !== '' && displayWidth(current) + 1 + displayWidth(word) > limit) {
        out.push(current)
        current = `${' '.repeat(hang)}${word}`
      } else current = current === '' ? `${line.slice(0, hang)}${word}` : `${current}${lead}${word}`
    }
    out.push(current)
  }
  return out
}
