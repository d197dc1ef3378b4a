// Panels on a terminal: aligned tables, bars and sparklines of block characters.
import type { Panel } from '@shoal/base/model/finding'
import { largest } from '@shoal/base/model/lists'
import { displayWidth, formatCount, printable, sharePercent } from '@shoal/base/text/printable'
import { clipped, pad, type Screen, wrap } from './screen.ts'
import { drawTextTable } from './table-text.ts'

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const HEIGHTS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** Rows that are drawn; the rest is counted. */
const MOST_ROWS = 12
const LONGEST_BAR = 40
const SHORTEST_BAR = 4
const LONGEST_LABEL = 32
const LONGEST_NOTE = 24

export function drawPanel(screen: Screen, panel: Panel, { indent = 2, most = MOST_ROWS } = {}): void {
  for (const line of wrap(printable(panel.title), screen.width - indent))
    screen.line(`${' '.repeat(indent)}${screen.paint('dim', line)}`)
  const draw: Readonly<Record<Panel['kind'], () => void>> = {
    facts: () => drawFacts(screen, panel as Of<'facts'>, indent + 2),
    table: () => drawTable(screen, panel as Of<'table'>, indent + 2, most),
    bars: () => drawBars(screen, panel as Of<'bars'>, indent + 2, most),
    series: () => drawSeries(screen, panel as Of<'series'>, indent + 2),
  }
  draw[panel.kind]()
}

/** What it shows is to be copied as it is. */
export function isCodePanel(panel: Panel): boolean {
  return panel.kind === 'table' && panel.columns.some(({ isCode }) => isCode)
}

type Of<K extends Panel['kind']> = Extract<Panel, { kind: K }>

function drawFacts(screen: Screen, { rows }: Of<'facts'>, indent: number): void {
  const width = largest(
    rows.map(([label]) => Math.min(LONGEST_LABEL, Math.floor(screen.width / 3), displayWidth(printable(label)))),
    0,
  )
  for (const [label, value] of rows) {
    const first = `${' '.repeat(indent)}${pad(clipped(printable(label), width), width)}`
    screen.paragraph(shown(value), { indent: indent + width + 2, first })
  }
}

function drawTable(screen: Screen, panel: Of<'table'>, indent: number, most: number): void {
  const { columns, rows, of } = panel
  const cells = rows.slice(0, most).map(row => columns.map((_, at) => shown(row[at] ?? null)))
  const all = Math.max(of ?? 0, rows.length)
  const isCode = isCodePanel(panel)
  if (isCode) drawCode(screen, columns, cells, indent)
  else drawTextTable(screen, { columns, rows: cells, of: all }, indent)
  const more = isCode ? all - cells.length : 0
  if (more > 0) screen.line(`${' '.repeat(indent)}${screen.paint('dim', `… ${formatCount(more)} more`)}`)
}

/** A row over several lines, code on one of its own however long: a terminal lets it be copied whole. */
function drawCode(screen: Screen, columns: Of<'table'>['columns'], rows: readonly string[][], indent: number): void {
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      const margin = indent + (at === 0 ? 0 : 2)
      if (columns[at]!.isCode) screen.line(`${' '.repeat(margin)}${printable(cell)}`)
      else screen.paragraph(cell, { indent: margin })
    }
}

function drawBars(screen: Screen, { rows, total }: Of<'bars'>, indent: number, most: number): void {
  const listed = rows.slice(0, most)
  const longest = Math.min(LONGEST_LABEL, Math.floor(screen.width / 3))
  const labels = listed.map(({ label }) => clipped(printable(label), longest))
  const values = listed.map(({ value }) => shown(value))
  const notes = listed.map(({ value, note }) =>
    [
      total === undefined || total === 0 ? '' : pad(sharePercent(value / total), 6, 'right'),
      clipped(printable(note ?? ''), LONGEST_NOTE),
    ]
      .filter(part => part !== '')
      .join('  '),
  )
  const [labelWidth, valueWidth, noteWidth] = [labels, values, notes].map(texts => largest(texts.map(displayWidth), 1))
  const highest = largest(
    listed.map(({ value }) => value),
    0,
  )
  const left = screen.width - indent - labelWidth! - valueWidth! - 5
  // Beside the bar, or below it where there is no room.
  const isBeside = left - noteWidth! >= SHORTEST_BAR
  const room = Math.max(1, Math.min(LONGEST_BAR, isBeside ? left - noteWidth! : left))
  for (const [k, { value }] of listed.entries()) {
    const bar = screen.paint('cyan', pad(barOf(highest === 0 ? 0 : value / highest, room), room))
    const line = `${pad(labels[k]!, labelWidth!)}  ${pad(values[k]!, valueWidth!, 'right')}  ${bar}`
    screen.line(`${' '.repeat(indent)}${line} ${isBeside ? notes[k] : ''}`)
    if (!isBeside && notes[k] !== '') screen.paragraph(notes[k]!.trim(), { indent: indent + 2 })
  }
  const rest = rows.slice(most)
  if (rest.length === 0) return
  const sum = rest.reduce((all, { value }) => all + value, 0)
  screen.line(`${' '.repeat(indent)}${screen.paint('dim', `… ${formatCount(rest.length)} more, ${shown(sum)} in all`)}`)
}

function barOf(share: number, room: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * room * 8)
  const bar = '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7]
  // Something is never drawn as nothing.
  return bar === '' && share > 0 ? '▏' : bar
}

function drawSeries(screen: Screen, { values, from, to, more }: Of<'series'>, indent: number): void {
  const lines = more && more.length > 0 ? more : [{ label: '', values }]
  const labelWidth = largest(
    lines.map(({ label }) => Math.min(LONGEST_LABEL, Math.floor(screen.width / 4), displayWidth(label))),
    0,
  )
  const room = Math.max(4, Math.min(72, screen.width - indent - labelWidth - 18))
  for (const { label, values: own } of lines) {
    const cells = squeezed(own, room)
    const highest = largest(cells, 0)
    const spark = cells.map(value => HEIGHTS[value <= 0 ? 0 : Math.max(1, Math.round((value / highest) * 8))]).join('')
    const lead = labelWidth === 0 ? '' : `${pad(clipped(printable(label), labelWidth), labelWidth)}  `
    screen.line(
      `${' '.repeat(indent)}${lead}${screen.paint('cyan', spark)} ${screen.paint('dim', `max ${shown(largest(own, 0))}`)}`,
    )
  }
  for (const line of wrap(`${printable(from)} … ${printable(to)}`, screen.width - indent))
    screen.line(`${' '.repeat(indent)}${screen.paint('dim', line)}`)
}

/** As many cells as there is room for; several values in one cell show as their largest, so that no spike is lost. */
function squeezed(values: readonly number[], room: number): number[] {
  if (values.length <= room) return [...values]
  return Array.from({ length: room }, (_, k) => {
    const from = Math.floor((k * values.length) / room)
    const to = Math.max(from + 1, Math.floor(((k + 1) * values.length) / room))
    return values.slice(from, to).reduce((most, value) => Math.max(most, value), 0)
  })
}

/** A value as people read it: grouped digits, at most six of them behind whole numbers' point. */
export function shown(value: string | number | null): string {
  if (value === null) return '–'
  if (typeof value === 'string') return printable(value)
  if (Number.isInteger(value)) return formatCount(value)
  return Math.abs(value) >= 1e-4 && Math.abs(value) < 1e15
    ? value.toLocaleString('en-US', { maximumSignificantDigits: 6 })
    : value.toPrecision(4)
}
