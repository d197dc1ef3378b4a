// Values in the wrong place: two fields in one cell, two cells of a row exchanged, a word that stands for "missing", a date a
// hundred years away.
import { pushAll } from '@shoal/base/model/lists'
import { isCodeAmong } from '../code-words.ts'
import { CellClass, isTime } from '../table/classes.ts'
import {
  type CellColumn,
  type CellTable,
  isMissing,
  isOfNumbers,
  isOfTimes,
  isOfWords,
  type Suspect,
  type WrongValue,
} from './cell-table.ts'
import { Ranked } from './ranked.ts'

/** What happens more often is how the table is written. */
const FEW = 0.2
const LEAST_COUNT = 3

/** `Portland OR` as a city, beside a state of `OR` or none. */
export function mergedFields({ columns, rows }: CellTable): Suspect[] {
  const words = columns.filter(column => isOfWords(column) && column.present >= 20).slice(0, 40)
  return words.flatMap(column =>
    words.flatMap(other => {
      if (other === column || other.values.length > 2000 || other.values.length < 3) return []
      const ends = new Map(other.values.flatMap(value => (isKnown(value) ? [[value.text, value.count] as const] : [])))
      const known = new Set(column.values.filter(isKnown).map(({ text }) => text))
      const found: Suspect[] = []
      for (let row = 0; row < rows; row++) {
        const [a, b] = [column.codes[row]!, other.codes[row]!]
        if (a < 0 || b < 0) continue
        const text = column.values[a]!.text
        const beside = other.values[b]!
        const cut = splitEnd(text, ends)
        if (!cut || (known.has(text) && column.values[a]!.count > FEW * column.present)) continue
        if (!isMissing(beside) && beside.text !== cut.end) continue
        // It must be known without the other, or its neighbour be empty.
        if (!known.has(cut.start) && !isMissing(beside)) continue
        found.push({ column: column.index, row, kind: 'merged', expected: cut.start, by: other.index })
        if (isMissing(beside))
          found.push({ column: other.index, row, kind: 'merged', expected: cut.end, by: column.index })
      }
      return found.length <= rows * FEW * 2 && found.length >= LEAST_COUNT ? found : []
    }),
  )
}

function isKnown(value: {
  readonly text: string
  readonly kind: number
  readonly count: number
  readonly value: number
}): boolean {
  return !isMissing(value) && value.count >= LEAST_COUNT && value.text.length >= 2
}

function splitEnd(text: string, ends: ReadonlyMap<string, number>): { start: string; end: string } | null {
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    const end = text.slice(at + 1)
    if (!ends.has(end)) continue
    const start = text
      .slice(0, at)
      .trimEnd()
      .replace(/[,;/|-]$/, '')
      .trimEnd()
    if (start !== '') return { start, end }
  }
  return null
}

/** The value of each of two columns stands in the other. */
export function swappedCells({ columns, rows }: CellTable): Suspect[] {
  const able = columns
    .filter(column => column.present >= 20 && column.values.length <= 5000 && !isOfNumbers(column))
    .slice(0, 30)
  const kinds = able.map(column => new Map(column.values.map(({ text, count }) => [text, count])))
  const found: Suspect[] = []
  for (const [i, a] of able.entries())
    for (let j = i + 1; j < able.length; j++) {
      const b = able[j]!
      const own: Suspect[] = []
      for (let row = 0; row < rows; row++) {
        const [x, y] = [a.values[a.codes[row]!], b.values[b.codes[row]!]]
        if (!x || !y || isMissing(x) || isMissing(y) || x.text === y.text) continue
        const [inA, inB] = [kinds[i]!.get(y.text) ?? 0, kinds[j]!.get(x.text) ?? 0]
        // Known there far more often than here.
        if (inA < LEAST_COUNT * 2 || inB < LEAST_COUNT * 2 || inA < y.count * 4 || inB < x.count * 4) continue
        own.push({ column: a.index, row, kind: 'swapped', expected: y.text, by: b.index })
        own.push({ column: b.index, row, kind: 'swapped', expected: x.text, by: a.index })
      }
      if (own.length <= rows * FEW) pushAll(found, own)
    }
  return found
}

const WORDS =
  /^(?:empty|missing|tbd|tba|not available|not applicable|not known|no data|no value|undefined|null|n\/?a|nan|#n\/a|#ref!|#value!|\?+)$/i

/** Words for "missing" where the table elsewhere leaves cells empty, or few among real words. */
export function missingWords(table: CellTable): WrongValue[] {
  const { columns, rows } = table
  const empty = columns.some(({ values }) => values.some(({ text, count }) => text.trim() === '' && count > 0))
  return columns.flatMap(column => {
    const words = column.values.flatMap((value, code) => (WORDS.test(value.text.trim()) ? [{ ...value, code }] : []))
    const cells = words.reduce((sum, { count }) => sum + count, 0)
    if (cells === 0 || column.present < 20) return []
    const strange = words.filter(({ kind }) => kind > CellClass.nullSoft)
    const convention = !empty && strange.length === 0
    if (convention || (cells > rows * FEW && !(empty && (isOfNumbers(column) || isOfTimes(column))))) return []
    const others = column.values.filter(value => !isMissing(value) && !WORDS.test(value.text.trim()))
    const texts = others.map(({ text }) => text.trim())
    const isKey = others.every(({ count }) => count === 1)
    return words
      .filter(({ text, count }) => !isCodeAmong(text.trim(), texts, isKey && count === 1))
      .map(({ code }) => ({ column: column.index, code, kind: 'missing-word' as const, expected: '' }))
  })
}

const CENTURY = 100
const YEAR = 31_556_952

/** 1922 among dates around 2022. */
export function wrongCenturies(column: CellColumn): WrongValue[] {
  if (!isOfTimes(column) || column.present < 20) return []
  const { values } = column
  const ranked = new Ranked(values, ({ kind }) => isTime(kind) && kind !== CellClass.time)
  const [low, high] = [ranked.at(0.06), ranked.at(0.94)]
  if (!(high - low < 60 * YEAR)) return []
  const wrong = ranked.codes.flatMap(code => {
    const { value, text, count } = values[code]!
    const shift = [CENTURY, -CENTURY].find(years => {
      const moved = value + years * YEAR
      return moved >= low - 5 * YEAR && moved <= high + 5 * YEAR
    })
    if (shift === undefined || (value >= low - 30 * YEAR && value <= high + 30 * YEAR)) return []
    const expected = text.replace(/(?<!\d)\d{4}(?!\d)/, year => String(Number(year) + shift))
    return [{ column: column.index, code, kind: 'century' as const, ...(expected !== text && { expected }), count }]
  })
  return wrong.reduce((sum, { count }) => sum + count, 0) <= ranked.total * 0.06 ? wrong : []
}
