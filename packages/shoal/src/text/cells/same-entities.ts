// Rows that tell of the same thing, written differently: upper and lower case, punctuation, the order of the parts of a name,
// abbreviations. All that both rows say must agree, and one cell at least must be a name that hardly comes twice.
import { CellClass } from '../table/classes.ts'
import { type CellColumn, type CellTable, isMissing, isOfWords } from './cell-table.ts'

export interface SameEntity {
  /** The rows, the earlier first, and the column that is written differently. */
  readonly first: number
  readonly second: number
  readonly column: number
}

const LEAST_ROWS = 20
/** Names are mostly different; where more than few rows look alike, the table has no names. */
const LEAST_NAMES = 0.5
const MOST_ALIKE = 0.1
/** Cells that agree, the name among them. */
const LEAST_CELLS = 3
const LONGEST = 200

export function sameEntities({ columns, rows }: CellTable): SameEntity[] {
  if (rows < LEAST_ROWS) return []
  const key = columns.find(isNumbering)
  const compared = columns.filter(column => column.present > 0 && column !== key)
  const names = compared.filter(column => isOfWords(column) && column.values.length >= LEAST_NAMES * rows)
  if (names.length === 0 || compared.length < LEAST_CELLS) return []
  const parts = compared.map(column => column.values.map(value => (isMissing(value) ? [] : wordsOf(value.text))))
  const groups = new Map<string, number[]>()
  for (let row = 0; row < rows; row++) {
    // Abbreviations begin as the word does, so that the first letters find both.
    const initials = compared
      .map((column, k) => {
        const words = parts[k]![column.codes[row]!] ?? []
        return isOfWords(column) ? words.map(word => word[0]).join('') : words.map(bare).join(' ')
      })
      .join('|')
    const group = groups.get(initials)
    if (group) group.push(row)
    else groups.set(initials, [row])
  }
  const found: SameEntity[] = []
  for (const group of groups.values())
    for (const [k, second] of group.entries()) {
      const first = group.slice(0, Math.min(k, MOST_TRIED)).find(other => isSame(compared, parts, other, second))
      const column = first === undefined ? undefined : names.find(own => own.codes[first] !== own.codes[second])
      if (first !== undefined && column) found.push({ first, second, column: column.index })
    }
  return found.length <= rows * MOST_ALIKE ? found : []
}

/** Rows of one group that a row is held against. */
const MOST_TRIED = 20

/** A code of its own in every row, or a number before all else: two rows of one thing have two of them. An amount is none. */
function isNumbering({ values, present, numbers, index }: CellColumn): boolean {
  const codes = values.filter(
    ({ kind }) => kind === CellClass.code || kind === CellClass.uuid || kind === CellClass.hex,
  )
  return (
    values.length >= present * 0.98 &&
    ((index === 0 && numbers >= present * 0.9) || codes.length >= values.length * 0.9)
  )
}

function isSame(columns: readonly CellColumn[], parts: readonly string[][][], a: number, b: number): boolean {
  let [agreeing, written, short] = [0, 0, 0]
  for (const [k, { codes }] of columns.entries()) {
    const [one, other] = [parts[k]![codes[a]!] ?? [], parts[k]![codes[b]!] ?? []]
    if (one.length === 0 || other.length === 0) {
      if (one.length !== other.length) return false
      continue
    }
    const how = agreement(one, other)
    if (how === null) return false
    if (how === 'short') short++
    agreeing++
    if (codes[a] !== codes[b]) written++
  }
  return agreeing >= LEAST_CELLS + Math.min(1, short) && written > 0 && written < agreeing
}

/** The same words one by one, but for some that are cut short: to a letter, or to some with a dot behind them. */
function agreement(one: readonly string[], other: readonly string[]): 'same' | 'short' | null {
  if (one.length !== other.length) return null
  const rest = one.flatMap((word, k) => (bare(word) === bare(other[k]!) ? [] : [[word, other[k]!] as const]))
  if (rest.length === 0) return 'same'
  if (rest.length === one.length) return null
  return rest.every(([word, usual]) => isShort(word, usual) || isShort(usual, word)) ? 'short' : null
}

function isShort(word: string, usual: string): boolean {
  return /^\p{L}(?:\p{L}*\.)?$/u.test(word) && usual.startsWith(bare(word))
}

function bare(word: string): string {
  return word.replace(/\.$/, '')
}

/** In lower case, without accents and punctuation but for a dot behind a word; `Smith, John` as `John Smith`. */
function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, LONGEST)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const [last, first, more] = plain.split(',')
  const inOrder = first !== undefined && more === undefined ? `${first} ${last}` : plain
  return inOrder.match(/\p{L}+\.?|\p{N}+/gu) ?? []
}
