// Aligned tables that stream: the first rows decide the widths, the rest follow at once.

import { displayWidth } from '@shoal/base/text/printable'
import type { Style } from './style.ts'

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
}

/** Rows that are kept back to learn the widths from. */
const SAMPLE = 500

export class Table {
  private readonly held: (readonly string[])[] = []
  private widths: readonly number[] | null = null

  constructor(
    private readonly columns: readonly Column[],
    private readonly style: Style,
    private readonly write: (text: string) => Promise<void>,
  ) {}

  /** Cells must be printable. A row longer than the sample's widths only shifts itself. */
  async row(cells: readonly string[]): Promise<void> {
    if (this.widths) return await this.write(this.line(cells, this.widths))
    this.held.push(cells)
    if (this.held.length >= SAMPLE) await this.release()
  }

  async end(): Promise<void> {
    if (!this.widths) await this.release()
  }

  private async release(): Promise<void> {
    const titles = this.columns.map(column => column.title)
    this.widths = titles.map((title, at) =>
      this.held.reduce((width, cells) => Math.max(width, displayWidth(cells[at]!)), displayWidth(title)),
    )
    await this.write(this.style.dim(this.line(titles, this.widths).trimEnd()).concat('\n'))
    for (const cells of this.held) await this.write(this.line(cells, this.widths))
  }

  private line(cells: readonly string[], widths: readonly number[]): string {
    const padded = cells.map((cell, at) => {
      const padding = ' '.repeat(Math.max(0, widths[at]! - displayWidth(cell)))
      return this.columns[at]!.align === 'right' ? padding + cell : cell + padding
    })
    return `${padded.join('  ').trimEnd()}\n`
  }
}
