// A page about teams: lines, labelled entries, tables and blocks of text, fitted to a terminal and to nothing else.

import type { Json } from '@shoal/base/model/json'
import { displayWidth, plural, printable } from '@shoal/base/text/printable'
import { proseOf } from '@shoal/base/text/prose'
import type { FaceOptions } from '../../config/options.ts'
import type { Io } from '../io.ts'
import { type Style, styleFor } from '../style.ts'
import { jsonText } from './json-text.ts'

/** Columns that labels take, the gap included. */
const LABEL = 12

/** The gap between two columns of a table. */
const GAP = 2

/** As much of a result or a log as a page has room for; `--json` has it all. */
const BLOCK_LINES = 40
const BLOCK_CHARACTERS = 4000

export interface GridColumn {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** May be cut down to so many columns when the terminal is too narrow. */
  readonly atLeast?: number
}

export class Sheet {
  readonly style: Style
  private readonly lines: string[] = []
  /** Columns of the terminal; endless when the page goes elsewhere. */
  private readonly width: number

  constructor(io: Io, face: FaceOptions) {
    this.style = styleFor(io, face)
    this.width = io.isTTY && face.output.length === 0 ? Math.max(40, io.columns) : Number.POSITIVE_INFINITY
  }

  text(): string {
    return this.lines.map(line => `${line}\n`).join('')
  }

  line(text = ''): void {
    this.lines.push(text.trimEnd())
  }

  heading(text: string): void {
    this.lines.push('', this.style.bold(text))
  }

  /** `fit`: cut to the line, rather than wrapped by the terminal. */
  entry(label: string, text: string, { fit = false } = {}): void {
    const shown = fit ? cut(text, this.width - LABEL) : text
    this.line(`${label === '' ? '' : this.style.dim(label)}${' '.repeat(LABEL - label.length)}${shown}`)
  }

  /** Cells must be printable. Columns that may give way do so, the widest first, until the table fits. */
  grid(columns: readonly GridColumn[], rows: readonly (readonly string[])[], indent = ''): void {
    const widths = gridWidths(columns, rows, this.width - indent.length)
    const format = (cells: readonly string[]) => {
      const padded = cells.map((cell, at) => {
        const shown = cut(cell, widths[at]!)
        const padding = ' '.repeat(widths[at]! - displayWidth(shown))
        return columns[at]!.align === 'right' ? padding + shown : shown + padding
      })
      return indent + padded.join(' '.repeat(GAP)).trimEnd()
    }
    this.lines.push(this.style.dim(format(columns.map(column => column.title))))
    for (const row of rows) this.lines.push(format(row))
  }

  /** Text of someone else's, indented and bounded; `whole` says how to get the rest. */
  block(lines: readonly string[], whole: string, { tail = false } = {}): void {
    const kept = bounded(tail ? lines.toReversed() : lines)
    const left = lines.length - kept.length
    const more = this.style.dim(`… ${tail ? `${plural(left, 'line')} before` : plural(left, 'more line')}; ${whole}`)
    if (left > 0 && tail) this.line(`  ${more}`)
    for (const line of tail ? kept.toReversed() : kept) this.line(`  ${line}`)
    if (left > 0 && !tail) this.line(`  ${more}`)
  }
}

/** A value as lines: prose as it stands, everything else as JSON that is easy to read. */
export function valueLines(value: Json): readonly string[] {
  return textLines(proseOf(value) ?? jsonText(value))
}

/** Each line printable; colours that a program gave its output are left out. */
export function textLines(text: string): readonly string[] {
  return text
    .replace(/\u001b\[[\d;]*m/g, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map(line => printable(line.replaceAll('\t', '    ')))
}

/** At most `room` columns, the last of them an ellipsis when something is left out. */
export function cut(text: string, room: number): string {
  if (displayWidth(text) <= room) return text
  let shown = ''
  let width = 1
  for (const character of text) {
    width += displayWidth(character)
    if (width > room) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}

function gridWidths(columns: readonly GridColumn[], rows: readonly (readonly string[])[], room: number): number[] {
  const widths = columns.map(({ title }, at) =>
    rows.reduce((width, row) => Math.max(width, displayWidth(row[at]!)), displayWidth(title)),
  )
  let over = widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) - room
  while (over > 0) {
    let widest = -1
    for (const [at, { atLeast = Number.POSITIVE_INFINITY }] of columns.entries())
      if (widths[at]! > atLeast && (widest === -1 || widths[at]! > widths[widest]!)) widest = at
    if (widest === -1) break
    widths[widest]!--
    over--
  }
  return widths
}

function bounded(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let characters = 0
  for (const line of lines.slice(0, BLOCK_LINES)) {
    if (kept.length > 0 && characters + line.length > BLOCK_CHARACTERS) break
    characters += line.length
    kept.push(cut(line, BLOCK_CHARACTERS))
  }
  return kept
}
