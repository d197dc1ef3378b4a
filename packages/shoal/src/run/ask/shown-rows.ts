// Lines and rows as an asking model is shown them: numbered, and what is alike told once.
import type { Json } from '@shoal/base/model/json'
import type { QueryResult } from '../../sql/engine-calls.ts'
import { lineKind } from '../../text/line-kinds.ts'

/** Lines in a row that differ in nothing but numbers, from here on. */
const ALIKE = 5

export interface NumberedLine {
  /** `12`, or `app.log:12`. */
  readonly label: string
  readonly text: string
}

/** The same of lines that do not stand in a row: of each kind the first and the last, with how many there are. */
export function byKind(lines: readonly NumberedLine[]): string[] {
  const kinds = new Map<string, NumberedLine[]>()
  for (const line of lines) {
    const kind = lineKind(line.text)
    kinds.set(kind, [...(kinds.get(kind) ?? []), line])
  }
  return [...kinds.values()].flatMap(same => {
    const shown = ({ label, text }: NumberedLine) => `${label}| ${text}`
    if (same.length < ALIKE) return same.map(shown)
    return [
      shown(same[0]!),
      `  (${same.length - 2} more on this page that differ in numbers only)`,
      shown(same.at(-1)!),
    ]
  })
}

/** Of many lines in a row that say the same the first two and the last are shown, and that there are others. */
export function numbered(lines: readonly NumberedLine[]): string[] {
  const shown: string[] = []
  for (let from = 0; from < lines.length; ) {
    const kind = lineKind(lines[from]!.text)
    let to = from + 1
    while (to < lines.length && kind !== '' && lineKind(lines[to]!.text) === kind) to++
    const same = lines.slice(from, to)
    const told = same.length < ALIKE ? same : [...same.slice(0, 2), same.at(-1)!]
    for (const [k, { label, text }] of told.entries()) {
      if (k === 2 && same.length >= ALIKE) shown.push(`  (${same.length - 3} more lines that differ in numbers only)`)
      shown.push(`${label}| ${text}`)
    }
    from = to
  }
  return shown
}

/** A line of names, then a line for each row, as many as fit into so many characters. */
export function rowLines({ columns, rows, rowCount, truncated }: QueryResult, room: number): string[] {
  const lines = rows.map(row => row.map(cell).join(' | '))
  let left = room - columns.reduce((sum, { name }) => sum + name.length + 3, 0)
  const fitting = lines.findIndex(line => (left -= line.length + 1) < 0)
  const shown = fitting < 0 ? lines : lines.slice(0, Math.max(1, fitting))
  const isCut = truncated || shown.length < rows.length
  const all = rowCount ?? (truncated ? null : rows.length)
  const of = !isCut ? '' : all === null ? ' and more' : ` of ${all}`
  return [
    columns.map(({ name }) => name).join(' | '),
    ...shown,
    `(${shown.length}${of} ${shown.length === 1 && of === '' ? 'row' : 'rows'}${isCut ? '; ask for fewer or with LIMIT and OFFSET' : ''})`,
  ]
}

function cell(value: Json): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? value.replaceAll('\n', ' ⏎ ') : JSON.stringify(value)
}
