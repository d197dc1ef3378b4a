// A page of text: labelled entries, pairs and tables, aligned to a width, with or without colour.

import { largest } from '@shoal/base/model/lists'
import { displayWidth } from '@shoal/base/text/printable'

/** Columns that labels take, the gap included. */
export const LABEL = 10

export class Page {
  private readonly lines: string[] = []

  constructor(
    private readonly color: boolean,
    readonly width: number,
  ) {}

  text(): string {
    return `${this.lines.join('\n')}\n`
  }

  line(text: string): void {
    this.lines.push(text.trimEnd())
  }

  entry(label: string, text: string): void {
    this.line(this.dim(label) + ' '.repeat(LABEL - label.length) + text)
  }

  /** Cells printable; `align` has an `l` or an `r` for each column. Stands between blank lines. */
  table(titles: readonly string[], rows: readonly (readonly string[])[], align: string): void {
    const widths = titles.map((title, at) => largest([title, ...rows.map(row => row[at]!)].map(displayWidth)))
    const format = (cells: readonly string[]) =>
      cells
        .map((cell, at) => {
          const padding = ' '.repeat(widths[at]! - displayWidth(cell))
          return align[at] === 'r' ? padding + cell : cell + padding
        })
        .join('  ')
        .trimEnd()
    this.lines.push('', this.dim(format(titles)), ...rows.map(format), '')
  }

  /** At most `room` columns: the middle gives way, for the ends tell names apart. */
  fit(text: string, room: number): string {
    if (displayWidth(text) <= room) return text
    const characters = [...text]
    let head = Math.floor(room / 2)
    const shorten = () => `${characters.slice(0, head).join('')}…${characters.slice(characters.length - head).join('')}`
    while (head > 0 && displayWidth(shorten()) > room) head--
    return shorten()
  }

  bold(text: string): string {
    return this.color ? `\u001b[1m${text}\u001b[22m` : text
  }

  dim(text: string): string {
    return this.color && text !== '' ? `\u001b[2m${text}\u001b[22m` : text
  }
}
