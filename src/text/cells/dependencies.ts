// Columns that decide others, nearly: a zip code its city, a code its name, a key what several sources say of it. The cells
// of the few rows that say otherwise are named, with what the others of their group say.
import { CellClass } from '../table/classes.ts'
import { type CellColumn, type CellTable, isMissing, isOfNumbers, isOfTimes, type Suspect } from './cell-table.ts'

/** A group tells nothing with fewer rows. */
const LEAST_ROWS = 3
const LEAST_GROUPS = 5
const MOST_COLUMNS = 40
/** Rows on which a pair of columns is tried before all are counted. */
const TRIED = 20_000

interface Rule {
  readonly from: CellColumn
  readonly to: CellColumn
  /** How much better than by chance, 0 to 1. */
  readonly strength: number
  /** What each group says: its most frequent value, how often, and of how many. */
  readonly groups: ReadonlyMap<number, Group>
  /** Of several sources, which may disagree much. */
  readonly sources: boolean
}

interface Group {
  readonly code: number
  readonly count: number
  readonly rows: number
}

export function brokenDependencies(table: CellTable): Suspect[] {
  const rules = dependenciesOf(table)
  return votes(table, rules)
}

function dependenciesOf(table: CellTable): Rule[] {
  const columns = table.columns.slice(0, MOST_COLUMNS)
  const keys = columns.filter(column => isDeciding(column, table))
  const described = keys.filter(key => sourcesOf(key, table) !== null)
  const strong: Rule[] = []
  const weak: Rule[] = []
  for (const from of keys)
    for (const to of columns) {
      if (from === to || to.present === 0 || to.values.length < 2) continue
      if (table.rows > TRIED * 2 && !holds(measure(from, to, TRIED), 0.85, 0.7)) continue
      const found = measure(from, to, table.rows)
      const numbers = isOfNumbers(from) && !isCode(from)
      if (holds(found, 0.9, numbers ? 0.95 : 0.8)) strong.push({ from, to, ...found, sources: false })
      else if (described.includes(from) && holds(found, 0.5, 0.4)) weak.push({ from, to, ...found, sources: true })
    }
  // One column on which sources disagree may be theirs to differ in; where they tell of several, there is one truth.
  const told = (from: CellColumn) => [...strong, ...weak].filter(rule => rule.from === from).length
  return [...strong, ...weak.filter(({ from }) => told(from) >= 2)]
}

interface Measure {
  readonly groups: ReadonlyMap<number, Group>
  readonly agree: number
  readonly strength: number
}

function holds({ groups, agree, strength }: Measure, least: number, leastStrength: number): boolean {
  return groups.size >= LEAST_GROUPS && agree >= least && strength >= leastStrength
}

/** Repeats, and is no measure. */
function isDeciding(column: CellColumn, { rows }: CellTable): boolean {
  const distinct = column.values.length
  if (distinct < 3 || column.present < rows * 0.5 || distinct > column.present * 0.5) return false
  if (isOfTimes(column)) return false
  const decimals = column.values.reduce((sum, { kind, count }) => (kind === CellClass.decimal ? sum + count : sum), 0)
  return decimals < column.present * 0.2
}

/** Digits that are a name rather than a size: all of one length, of four or more. */
function isCode({ values }: CellColumn): boolean {
  const length = values[0]!.text.length
  return length >= 4 && values.filter(({ text }) => text.length === length).length >= values.length * 0.9
}

/** A column of names with which the key is unique, nearly: who tells of it. */
function sourcesOf(key: CellColumn, { columns, rows }: CellTable): CellColumn | null {
  if (key.present < key.values.length * 4) return null
  return (
    columns.find(column => {
      if (column === key || column.values.length < 3 || column.values.length > rows / 4) return false
      if (isOfTimes(column) || isOfNumbers(column) || column.present < rows * 0.95) return false
      const pairs = new Set<number>()
      for (let row = 0; row < rows; row++) pairs.add(key.codes[row]! * column.values.length + column.codes[row]!)
      return pairs.size >= rows * 0.95
    }) ?? null
  )
}

function measure(from: CellColumn, to: CellColumn, most: number): Measure {
  const rows = Math.min(most, from.codes.length)
  const own = counted(from, to, rows, row => row)
  // The same with the rows of the other column in another order says what chance would give.
  const stride = strideOf(rows)
  const other = counted(from, to, rows, row => (row * stride + 7) % rows)
  const [agree, chance] = [share(own), share(other)]
  return { groups: own, agree, strength: chance >= 1 ? 0 : (agree - chance) / (1 - chance) }
}

function share(groups: ReadonlyMap<number, Group>): number {
  let [count, rows] = [0, 0]
  for (const group of groups.values()) {
    count += group.count
    rows += group.rows
  }
  return rows === 0 ? 0 : count / rows
}

function counted(from: CellColumn, to: CellColumn, rows: number, at: (row: number) => number): Map<number, Group> {
  const size = to.values.length + 1
  const pairs = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    const [a, b] = [from.codes[row]!, to.codes[at(row)]!]
    if (a < 0 || b < 0 || isMissing(from.values[a]!) || isMissing(to.values[b]!)) continue
    const pair = a * size + b
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  const groups = new Map<number, { code: number; count: number; rows: number }>()
  for (const [pair, count] of pairs) {
    const [a, b] = [Math.floor(pair / size), pair % size]
    const group = groups.get(a)
    if (!group) groups.set(a, { code: b, count, rows: count })
    else {
      group.rows += count
      if (count > group.count || (count === group.count && b < group.code)) [group.code, group.count] = [b, count]
    }
  }
  for (const [a, { rows: size }] of groups) if (size < LEAST_ROWS) groups.delete(a)
  return groups
}

/** Prime to the number of rows, so that every row is met once. */
function strideOf(rows: number): number {
  const prime = (a: number, b: number): boolean => (b === 0 ? a === 1 : prime(b, a % b))
  let stride = Math.max(1, Math.floor(rows * 0.618))
  while (!prime(rows, stride)) stride++
  return stride
}

/** A cell is wrong where more rules speak against it than for it. */
function votes({ rows, columns }: CellTable, rules: readonly Rule[]): Suspect[] {
  const suspects: Suspect[] = []
  for (const to of columns) {
    const own = rules
      .filter(rule => rule.to === to)
      .sort((a, b) => b.strength - a.strength || a.from.index - b.from.index)
    if (own.length === 0) continue
    for (let row = 0; row < rows; row++) {
      const code = to.codes[row]!
      if (code < 0) continue
      const lacking = isMissing(to.values[code]!)
      let [against, votesFor] = [0, 0]
      let by: { rule: Rule; group: Group } | null = null
      for (const rule of own) {
        const group = rule.groups.get(rule.from.codes[row]!)
        if (!group) continue
        if (group.code === code) votesFor++
        else if (speaks(rule, group, lacking)) {
          against++
          by ??= { rule, group }
        }
      }
      if (!by || against <= votesFor) continue
      suspects.push({
        column: to.index,
        row,
        kind: lacking ? 'lacking' : 'dependency',
        expected: to.values[by.group.code]!.text,
        by: by.rule.from.index,
      })
    }
  }
  return withoutMirrored(suspects, rules)
}

/** The group is of one mind, but for a few. */
function speaks({ sources, to }: Rule, { count, rows }: Group, lacking: boolean): boolean {
  if (count < 2 || (count < 3 && rows > 2)) return false
  const few = sources ? 0.5 : 2 / 3
  // What is often missing may be.
  if (lacking && to.present < to.codes.length * 0.8) return false
  return count >= rows * few
}

/** Two columns that decide each other: of a row that breaks it the later one is named, for keys come first. */
function withoutMirrored(suspects: readonly Suspect[], rules: readonly Rule[]): Suspect[] {
  const named = new Map(suspects.map(suspect => [`${suspect.row}:${suspect.column}`, suspect]))
  const mutual = new Set(rules.map(({ from, to }) => `${from.index}>${to.index}`))
  return suspects.filter(({ row, column, by }) => {
    if (by === undefined || by < column || !mutual.has(`${column}>${by}`)) return true
    const other = named.get(`${row}:${by}`)
    return !(other && other.by === column)
  })
}
