// All cells of a table that look wrong, each once, with the most certain of the reasons.
import { isNumber, isTime } from '../table/classes.ts'
import {
  type CellColumn,
  type CellTable,
  isMissing,
  isOfNumbers,
  isOfTimes,
  rowsOfWrong,
  type Suspect,
  suspicions,
  type WrongValue,
} from './cell-table.ts'
import { brokenDependencies } from './dependencies.ts'
import { otherForms } from './forms.ts'
import { mergedFields, missingWords, swappedCells, wrongCenturies } from './misplaced.ts'
import { oddNumerals } from './numerals.ts'
import { typingErrors } from './typing-errors.ts'

const LEAST_ROWS = 20

/** In order of column and row. */
export function suspectsOf(table: CellTable): Suspect[] {
  if (table.rows < LEAST_ROWS) return []
  const wrong = [
    ...table.columns.flatMap(column => [
      ...otherForms(column),
      ...oddNumerals(column),
      ...wrongCenturies(column),
      ...strays(column),
    ]),
    ...missingWords(table),
    ...typingErrors(table),
  ]
  const all = [
    ...rowsOfWrong(table, wrong),
    ...mergedFields(table),
    ...swappedCells(table),
    ...brokenDependencies(table),
  ]
  const rank = new Map(suspicions.map((kind, k) => [kind, k]))
  const best = new Map<number, Suspect>()
  for (const suspect of all) {
    const cell = suspect.column * table.rows + suspect.row
    const known = best.get(cell)
    if (!known || rank.get(suspect.kind)! < rank.get(known.kind)!) best.set(cell, suspect)
  }
  return [...best.values()].sort((a, b) => a.column - b.column || a.row - b.row)
}

/** No number among numbers, no time among times; digits with a zero before them are codes, not words. */
function strays(column: CellColumn): WrongValue[] {
  const belongs = isOfNumbers(column) ? isNumber : isOfTimes(column) ? isTime : null
  // `+44` is a code to dial, whatever stands behind it.
  const dialed = column.values.reduce((sum, { text, count }) => (text.trim().startsWith('+') ? sum + count : sum), 0)
  if (!belongs || dialed > column.present / 2) return []
  return column.values.flatMap((value, code) =>
    isMissing(value) || belongs(value.kind) || /^\d+$/.test(value.text.trim())
      ? []
      : [{ column: column.index, code, kind: 'stray' as const }],
  )
}
