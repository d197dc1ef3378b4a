// A table on a terminal: as many columns as there is room for, long text in several lines, else each row on lines of its own.
// Whatever is not shown is said below it.
import { largest } from '@shoal/base/model/lists'
import { displayWidth, plural, printable } from '@shoal/base/text/printable'
import { broken, clipped, pad, type Screen, wrap } from './screen.ts'

export interface TextTable {
  readonly columns: readonly TextColumn[]
  /** As they are told; '' for nothing. */
  readonly rows: readonly (readonly string[])[]
  /** Rows there are, listed or not. */
  readonly of: number
  /** How to see what is left out, if it can be seen. */
  readonly more?: string
}

export interface TextColumn {
  readonly label: string
  readonly align?: 'left' | 'right'
  /** It is left out last. */
  readonly isKept?: boolean
}

const GAP = 2
/** Text takes at least so much, and at most, unless it is the longest. */
const LEAST_TEXT = 16
const MOST_TEXT = 36
const MOST_LINES = 4
/** A single row of more columns is read from top to bottom. */
const RECORD_COLUMNS = 4

export function drawTextTable(screen: Screen, table: TextTable, indent: number): void {
  const cells = table.rows.map(row => row.map(cell => printable(cell)))
  const labels = table.columns.map(({ label }) => printable(label))
  const { kept, notes } = worthTelling({ ...table, rows: cells }, labels)
  const room = screen.columns - indent
  const isRecord = cells.length === 1 && kept.length >= RECORD_COLUMNS
  const layout = isRecord ? null : fitted(table.columns, labels, cells, kept, room)
  const cut = { values: 0 }
  if (layout) drawGrid(screen, table.columns, labels, cells, layout, { indent, cut })
  else drawStacked(screen, labels, cells, kept, { indent, cut })
  const hidden = table.of - cells.length
  const left = layout ? kept.filter(k => !layout.columns.some(({ at }) => at === k)) : []
  const told = [
    ...(hidden > 0 ? [plural(hidden, 'more row')] : []),
    ...left.map(k => constantNote(labels[k]!, cells, k)).filter(note => note !== null),
    ...listNote('columns not shown for want of room', left, k => constantNote(labels[k]!, cells, k) === null, labels),
    ...notes,
    ...(layout || isRecord ? [] : ['a table would be too wide, so each row stands by itself']),
    ...(cut.values > 0 ? [`${plural(cut.values, 'value')} cut short`] : []),
  ]
  if (told.length === 0) return
  const isLess = hidden > 0 || left.length > 0 || cut.values > 0
  const more = isLess && table.more ? `: ${table.more}` : ''
  for (const line of wrap(`… ${told.join('; ')}${more}`, screen.width - indent))
    screen.line(`${' '.repeat(indent)}${screen.paint('dim', line)}`)
}

/** Without columns that hold nothing, or the same as another. */
function worthTelling({ columns, rows }: TextTable, labels: readonly string[]): { kept: number[]; notes: string[] } {
  const all = columns.map((_, k) => k)
  const empty = all.filter(k => rows.length > 0 && rows.every(row => isNothing(row[k])))
  const filled = all.filter(k => !empty.includes(k))
  const twin = (k: number) =>
    rows.length > 0 && columns[k]!.align !== 'right'
      ? filled.find(other => other < k && rows.every(row => row[other] === row[k]))
      : undefined
  const same = filled.filter(k => twin(k) !== undefined)
  const kept = filled.filter(k => !same.includes(k))
  return {
    kept: kept.length === 0 ? all : kept,
    notes:
      kept.length === 0
        ? []
        : [
            ...listNote('no value in', empty, () => true, labels),
            ...same.map(k => `${labels[k]} is the same as ${labels[twin(k)!]}`),
          ],
  }
}

function isNothing(cell: string | undefined): boolean {
  return cell === undefined || cell === '' || cell === '–'
}

function listNote(
  what: string,
  columns: readonly number[],
  isMeant: (k: number) => boolean,
  labels: readonly string[],
): string[] {
  const meant = columns.filter(isMeant)
  return meant.length === 0 ? [] : [`${what}: ${meant.map(k => labels[k]).join(', ')}`]
}

/** Longer values are not repeated in a note. */
const SHORT = 40

function constantNote(label: string, cells: readonly (readonly string[])[], k: number): string | null {
  const [first] = cells
  const isConstant = cells.length > 1 && first![k]!.length <= SHORT && cells.every(row => row[k] === first![k])
  return isConstant ? `${label} is ${first![k]} in all of them` : null
}

interface Layout {
  readonly columns: readonly { readonly at: number; readonly width: number }[]
}

/** Null where not even two columns fit. */
function fitted(
  columns: readonly TextColumn[],
  labels: readonly string[],
  cells: readonly (readonly string[])[],
  kept: readonly number[],
  room: number,
): Layout | null {
  const natural = columns.map((_, k) =>
    largest(
      cells.map(row => displayWidth(row[k] ?? '')),
      Math.min(displayWidth(labels[k]!), MOST_TEXT),
    ),
  )
  const isText = (k: number) => columns[k]!.align !== 'right'
  const longest = kept.filter(isText).toSorted((a, b) => natural[b]! - natural[a]!)[0]
  const least = (k: number) => (isText(k) ? Math.min(natural[k]!, k === longest ? LEAST_TEXT : MOST_TEXT) : natural[k]!)
  const width = (list: readonly number[], of: (k: number) => number) =>
    list.reduce((sum, k) => sum + of(k), 0) + GAP * (list.length - 1)
  const constant = kept.filter(k => constantNote(labels[k]!, cells, k) !== null)
  const order = [...constant.toReversed(), ...kept.filter(k => !constant.includes(k)).toReversed()]
  const dropped = new Set<number>()
  const list = () => kept.filter(k => !dropped.has(k))
  for (const k of order) {
    if (width(list(), least) <= room) break
    if (k !== kept[0] && k !== longest && !columns[k]!.isKept) dropped.add(k)
  }
  const shown = list()
  if (width(shown, least) > room || (shown.length < 2 && kept.length > 1)) return null
  const spare = room - width(shown, least)
  return {
    columns: shown.map(at => ({
      at,
      width: at === longest ? Math.min(natural[at]!, least(at) + spare) : least(at),
    })),
  }
}

interface Drawing {
  readonly indent: number
  readonly cut: { values: number }
}

function drawGrid(
  screen: Screen,
  columns: readonly TextColumn[],
  labels: readonly string[],
  cells: readonly (readonly string[])[],
  { columns: shown }: Layout,
  { indent, cut }: Drawing,
): void {
  const put = (parts: readonly (readonly string[])[], paint: (line: string) => string) => {
    for (let row = 0; row < largest(parts.map(lines => lines.length)); row++)
      screen.line(
        `${' '.repeat(indent)}${paint(shown.map(({ at, width }, k) => pad(parts[k]![row] ?? '', width, columns[at]!.align)).join(' '.repeat(GAP)))}`,
      )
  }
  put(
    shown.map(({ at, width }) => wrap(labels[at]!, width)),
    line => screen.paint('dim', line),
  )
  for (const row of cells)
    put(
      shown.map(({ at, width }) => lined(row[at] ?? '', width, cut)),
      line => line,
    )
}

function lined(cell: string, width: number, cut: { values: number }): string[] {
  const lines = wrap(cell, width)
  if (lines.length <= MOST_LINES) return lines
  cut.values++
  return [...lines.slice(0, MOST_LINES - 1), clipped(lines.slice(MOST_LINES - 1).join(' '), width)]
}

function drawStacked(
  screen: Screen,
  labels: readonly string[],
  cells: readonly (readonly string[])[],
  kept: readonly number[],
  { indent, cut }: Drawing,
): void {
  const room = screen.columns - indent
  const left = largest(kept.map(k => Math.min(displayWidth(labels[k]!), Math.floor(room / 3))))
  for (const [n, row] of cells.entries()) {
    if (n > 0) screen.line()
    for (const k of kept) {
      const names = broken(labels[k]!, left)
      const values = lined(row[k] ?? '', room - left - GAP, cut)
      for (let line = 0; line < Math.max(names.length, values.length); line++)
        screen.line(
          `${' '.repeat(indent)}${screen.paint('dim', pad(names[line] ?? '', left))}${' '.repeat(GAP)}${values[line] ?? ''}`,
        )
    }
  }
}
