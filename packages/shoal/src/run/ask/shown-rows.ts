// Lines and rows as an asking model is shown them: numbered, and what is alike told once.
import type { Json } from '@shoal/base/model/json'
import { pushAll } from '@shoal/base/model/lists'
import type { QueryResult } from '../../sql/engine-calls.ts'
import { lineKind } from '../../text/line-kinds.ts'

/** Lines in a row that differ in nothing but numbers, from here on. */
const ALIKE = 5

export interface NumberedLine {
  /** `12`, or `app.log:12`. */
  readonly label: string
  readonly text: string
}

/** Of lines that do not stand in a row: those of a kind together, in the order of their first. */
export function byKind(lines: readonly NumberedLine[]): string[] {
  const kinds = new Map<string, NumberedLine[]>()
  for (const line of lines) {
    const kind = lineKind(line.text)
    const same = kinds.get(kind)
    if (same) same.push(line)
    else kinds.set(kind, [line])
  }
  return [...kinds.values()].flatMap(folded)
}

/** Of many lines in a row that say the same some are shown, and that there are others. */
export function numbered(lines: readonly NumberedLine[]): string[] {
  const shown: string[] = []
  for (let from = 0; from < lines.length; ) {
    const kind = lineKind(lines[from]!.text)
    let to = from + 1
    while (to < lines.length && kind !== '' && lineKind(lines[to]!.text) === kind) to++
    pushAll(shown, folded(lines.slice(from, to)))
    from = to
  }
  return shown
}

function folded(same: readonly NumberedLine[]): string[] {
  const told = same.map(({ label, text }) => `${label}| ${text}`)
  if (same.length < ALIKE) return told
  const at = [...tellingPlaces(same)].sort((a, b) => a - b)
  return at.flatMap((k, n) => {
    const left = k - (at[n - 1] ?? -1) - 1
    const between = left < 2 ? told.slice(k - left, k) : [`  (${left} more lines that differ in numbers only)`]
    return [...between, told[k]!]
  })
}

/** A number with no more values than this says which of a few things it is: where it changes is told. */
const FEW_VALUES = 4
const MOST_CHANGES = 6
/** Of so many lines some are shown in between, so that what grows or drifts is seen. */
const MANY = 20
const BETWEEN = [0.25, 0.5, 0.75]

/** The first two, the last, where a number that has few values gets another one, and some between. */
function tellingPlaces(same: readonly NumberedLine[]): Set<number> {
  const last = same.length - 1
  const places = new Set([0, 1, last])
  if (same.length >= MANY) for (const part of BETWEEN) places.add(Math.round(last * part))
  const numbers = same.map(({ text }) => text.match(/\d+/g) ?? [])
  if (numbers.some(({ length }) => length !== numbers[0]!.length)) return places
  const changes = numbers[0]!.flatMap((_, slot) => {
    const first = new Map<string, number>()
    for (const [k, one] of numbers.entries()) {
      if (!first.has(one[slot]!)) first.set(one[slot]!, k)
      if (first.size > FEW_VALUES) return []
    }
    return [...first.values()].slice(1)
  })
  // What stands last in a line is what it says; times stand first.
  for (const k of changes.slice(-MOST_CHANGES)) places.add(k)
  return places
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
