// Columns that decide others, nearly: a zip code its city, a code its name, a key what several sources say of it. The cells
// of the few rows that say otherwise are named, with what the others of their group say.
import { CellClass } from '../table/classes.ts'
import { type CellColumn, type CellTable, isMissing, isOfNumbers, isOfTimes, type Suspect } from './cell-table.ts'
import { editDistance } from './edit-distance.ts'

/** A group tells nothing with fewer rows. */
const LEAST_ROWS = 3
const LEAST_GROUPS = 5
/** Fewer groups tell as much where each is large. */
const FEW_GROUPS = 3
const LARGE_GROUP = 20
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
      if (holds(found, 0.9, 0.8)) strong.push({ from, to, ...found, sources: false })
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
  if (agree < least || strength < leastStrength) return false
  return (
    groups.size >= LEAST_GROUPS || [...groups.values()].filter(({ rows }) => rows >= LARGE_GROUP).length >= FEW_GROUPS
  )
}

/** Repeats, and is no measure. */
function isDeciding(column: CellColumn, { rows }: CellTable): boolean {
  const distinct = column.values.length
  if (distinct < 3 || column.present < rows * 0.5 || distinct > column.present * 0.5) return false
  if (isOfTimes(column) || (isOfNumbers(column) && !isCode(column))) return false
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
  const order = shuffled(rows)
  const other = counted(from, to, rows, row => order[row]!)
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

let lastOrder = new Int32Array(0)

/** Rows in an order that has nothing to do with theirs, the same every time; a step of equal length would keep a rhythm. */
function shuffled(rows: number): Int32Array {
  if (lastOrder.length === rows) return lastOrder
  const order = Int32Array.from({ length: rows }, (_, row) => row)
  let state = 0x9e3779b9
  for (let k = rows - 1; k > 0; k--) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    const at = state % (k + 1)
    const held = order[k]!
    order[k] = order[at]!
    order[at] = held
  }
  lastOrder = order
  return order
}

/** A cell is wrong where more rules speak against it than for it. */
function votes({ rows, columns }: CellTable, rules: readonly Rule[]): Suspect[] {
  const suspects: Suspect[] = []
  const back = new Map(rules.map(rule => [`${rule.from.index}>${rule.to.index}`, rule]))
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
        else if (speaks(rule, group, lacking) && !isNamesake(rule, back, row, group)) {
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

/**
 * Two things of one name: the value is a key as well, and all that is known of it agrees with this row. One letter away from
 * what is expected it is rather that, mistyped.
 */
function isNamesake(
  { from, to, sources }: Rule,
  rules: ReadonlyMap<string, Rule>,
  row: number,
  { code }: Group,
): boolean {
  const own = to.codes[row]!
  if (sources || isMissing(to.values[own]!) || !rules.has(`${to.index}>${from.index}`)) return false
  const value = to.values[own]!
  if (value.count > 1) return to.codes.every((other, at) => other !== own || from.codes[at] === from.codes[row])
  const [text, usual] = [value.text.toLowerCase(), to.values[code]!.text.toLowerCase()]
  const [digits, theirs] = [text.replace(/\D/g, ''), usual.replace(/\D/g, '')]
  // A letter in place of a digit is an error, another digit another thing.
  return editDistance(text, usual, 2) > 2 || (digits !== theirs && digits.length === theirs.length)
}

/**
 * Two columns that decide each other: of a row that breaks it that one is named which breaks more rules with the others, else
 * the later one, for keys come first.
 */
function withoutMirrored(suspects: readonly Suspect[], rules: readonly Rule[]): Suspect[] {
  const named = new Map(suspects.map(suspect => [`${suspect.row}:${suspect.column}`, suspect]))
  const broken = (column: number, row: number) =>
    rules.filter(({ from, to, groups }) => {
      const group = from.index === column ? groups.get(from.codes[row]!) : undefined
      return group !== undefined && group.code !== to.codes[row]
    }).length
  return suspects.filter(({ row, column, by }) => {
    const other = by === undefined ? undefined : named.get(`${row}:${by}`)
    if (by === undefined || other?.by !== column) return true
    const [own, theirs] = [broken(column, row), broken(by, row)]
    return own > theirs || (own === theirs && column > by)
  })
}
