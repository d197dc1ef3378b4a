// Typing errors: a rare value, or a rare word inside one, that is a few letters away from a frequent one and has a run of
// letters that stands nowhere else in the table.
import { CellClass, meansMissing } from '../table/classes.ts'
import { type CellColumn, type CellTable, isMissing, isOfWords, type WrongValue } from './cell-table.ts'
import { bitsApart, editDistance, letterBits } from './edit-distance.ts'

/** Pairs of a rare and a frequent text that are compared in one column. */
const MOST_RARE = 2000
const MOST_FREQUENT = 2000
const LONGEST = 200

export function typingErrors(table: CellTable): WrongValue[] {
  const columns = table.columns.filter(isTyped)
  if (columns.length === 0) return []
  const runs = new LetterRuns(columns)
  return columns.flatMap(column => {
    const whole = wholeValues(column, runs)
    const known = new Set(whole.map(({ code }) => code))
    return [...whole, ...innerWords(column, runs).filter(({ code }) => !known.has(code))]
  })
}

const OTHER: ReadonlySet<number> = new Set([
  CellClass.uuid,
  CellClass.url,
  CellClass.ip,
  CellClass.hex,
  CellClass.structure,
  CellClass.email,
])

/** Of words, which repeat. */
function isTyped(column: CellColumn): boolean {
  if (!isOfWords(column) || column.present < 20) return false
  const others = column.values.reduce((sum, { kind, count }) => (OTHER.has(kind) ? sum + count : sum), 0)
  return others < column.present * 0.2
}

interface Known {
  readonly text: string
  readonly count: number
  readonly bits: number
}

function wholeValues(column: CellColumn, runs: LetterRuns): WrongValue[] {
  const values = column.values
    .map(({ text, count, kind }, code) => ({ text: text.trim().toLowerCase(), count, code, kind }))
    .filter(({ text, kind }) => text.length >= 2 && text.length <= LONGEST && !meansMissing(kind))
  const often = values.reduce((sum, { count }) => (count >= LEAST_COUNT ? sum + count : sum), 0)
  const least = often >= column.present * REGULAR ? LEAST_COUNT : LEAST_IN_OPEN
  const frequent: (Known & { code: number })[] = values
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count || a.code - b.code)
    .slice(0, MOST_FREQUENT)
    .map(value => ({ ...value, bits: letterBits(value.text) }))
  if (frequent.length === 0) return []
  const closed = isClosed(column, frequent)
  const areCodes = closed && oneLetterMatters(frequent.filter(({ count }) => count >= column.present * OFTEN))
  const rare = values.filter(({ count }) => count <= Math.max(2, column.present * SELDOM)).slice(0, MOST_RARE)
  return rare.flatMap(({ text, count, code }): WrongValue[] => {
    const near = nearest(text, count, frequent, closed)
    if (!near || (areCodes && text.length <= SHORT)) return []
    const certain = closed && near.count >= count * FAR_MORE
    if (!certain && !runs.isUnusual(text, near.text, count)) return []
    return [{ column: column.index, code, kind: 'typo', expected: column.values[near.code]!.text }]
  })
}

/** A value is frequent from this count on, and so many times as frequent as the rare one. */
const LEAST_COUNT = 4
/** Where most values are rare, near ones are mostly other words. */
const LEAST_IN_OPEN = 12
const REGULAR = 0.6
const LEAST_RATIO = 4
const FAR_MORE = 50
const SELDOM = 0.005
const FEW_VALUES = 20
/** Of all cells: what stands in fewer may be an error that was made several times. */
const OFTEN = 0.01

/** A few values that make up nearly all cells. */
function isClosed({ present }: CellColumn, frequent: readonly Known[]): boolean {
  const often = frequent.filter(({ count }) => count >= present * OFTEN)
  return often.length <= FEW_VALUES && often.reduce((sum, { count }) => sum + count, 0) >= present * 0.85
}

const SHORT = 5

/** Short values that are frequent and one letter apart, as `1bbl` and `2bbl`: then near says nothing. */
function oneLetterMatters(frequent: readonly Known[]): boolean {
  const short = frequent.filter(({ text }) => text.length <= SHORT).slice(0, 50)
  const near = short.filter(one => short.some(other => other !== one && editDistance(one.text, other.text, 1) <= 1))
  return near.length * 3 >= short.length && near.length >= 2
}

/** The most frequent of the nearest, if one is near enough. */
function nearest<K extends Known>(text: string, count: number, frequent: readonly K[], closed: boolean): K | null {
  const bits = letterBits(text)
  const most = Math.max(2, Math.ceil(text.length / 7))
  let best: K | null = null
  let least = most + 1
  for (const one of frequent) {
    if (one.count < count * LEAST_RATIO) break
    if (Math.abs(one.text.length - text.length) > most || bitsApart(bits, one.bits) > most * 2) continue
    const distance = editDistance(text, one.text, Math.min(most, least))
    if (distance === 0 || distance >= least || !isMistyped(text, one.text, distance, closed)) continue
    least = distance
    best = one
  }
  return best
}

/** Word by word: a long one may have two errors, one of three letters hardly any. */
function isMistyped(text: string, other: string, distance: number, closed: boolean): boolean {
  const [own, theirs] = [text.split(BETWEEN), other.split(BETWEEN)]
  if (own.length !== theirs.length) return distance === 1 && other.length >= 8 && sameDigits(text, other)
  const covered = text.length === other.length && isCovered(text, other)
  let changed = 0
  for (const [k, word] of own.entries()) {
    const usual = theirs[k]!
    if (word === usual) continue
    if (++changed > 2 && !covered) return false
    if (!isMistypedWord(word, usual, { covered, closed, long: other.length >= 20 })) return false
  }
  return changed > 0
}

const BETWEEN = /[^\p{L}\p{N}]+/u

function isMistypedWord(
  word: string,
  usual: string,
  { covered, closed, long }: { covered: boolean; closed: boolean; long: boolean },
): boolean {
  const length = Math.max(word.length, usual.length)
  const replaced = covered && isCovered(word, usual)
  if (!sameDigits(word, usual) && !(replaced && /^[a-z]$/.test(coverOf(word, usual)))) return false
  if (isInflected(word, usual) && !closed) return false
  if (replaced && /^\d*[a-z]\d*$/.test(word) && /^\d+$/.test(usual)) return true
  if (length < 4)
    return word.length === usual.length && editDistance(word, usual, 1) === 1 && (long || (closed && length === 3))
  const most = replaced ? Math.ceil(length / 4) : length >= 10 ? 2 : 1
  return editDistance(word, usual, most) <= most
}

/** Other digits make another thing: room 12 is not room 13. */
function sameDigits(text: string, other: string): boolean {
  return text.replace(/\D/g, '') === other.replace(/\D/g, '')
}

/** One and the same letter stands wherever they differ. */
function isCovered(text: string, other: string): boolean {
  if (text.length !== other.length) return false
  const cover = coverOf(text, other)
  for (let k = 0; k < text.length; k++) if (text[k] !== other[k] && text[k] !== cover) return false
  return cover !== ''
}

function coverOf(text: string, other: string): string {
  for (let k = 0; k < text.length; k++) if (text[k] !== other[k]) return text[k]!
  return ''
}

const ENDINGS = /^(?:s|es|ed|d|e|ing|er|r|y|ies|al|ly|n|a|o|i)$/

/** Only the end is another: plural, tense, a related name. */
function isInflected(text: string, other: string): boolean {
  let k = 0
  while (k < text.length && k < other.length && text[k] === other[k]) k++
  const [a, b] = [text.slice(k), other.slice(k)]
  return k >= 3 && (a === '' || ENDINGS.test(a)) && (b === '' || ENDINGS.test(b))
}

const MOST_WORDS = 20_000

/** Words inside values that are hardly ever the same as a whole: titles, addresses. */
function innerWords(column: CellColumn, runs: LetterRuns): WrongValue[] {
  const counts = new Map<string, { count: number; code: number }>()
  for (const [code, { text, count }] of column.values.entries()) {
    if (text.length > LONGEST || isMissing(column.values[code]!)) continue
    for (const word of new Set(wordsOf(text))) {
      const known = counts.get(word)
      if (known) known.count += count
      else if (counts.size < MOST_WORDS) counts.set(word, { count, code })
    }
  }
  const least = Math.max(10, column.present * 0.01)
  const frequent = [...counts]
    .filter(([word, { count }]) => count >= least && word.length >= 4)
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, MOST_FREQUENT)
    .map(([text, { count }]) => ({ text, count, bits: letterBits(text) }))
  if (frequent.length === 0) return []
  const rare = [...counts].filter(([word, { count }]) => count === 1 && word.length >= 5)
  // A language in full, where most words are rare: near ones are other words.
  if (rare.length > MOST_RARE || rare.length > counts.size * 0.5) return []
  return rare.flatMap(([word, { code }]): WrongValue[] => {
    const { text } = column.values[code]!
    const near = nearest(word, 1, frequent, false)
    if (!near || editDistance(word, near.text, 1) > 1 || !runs.isUnusual(word, near.text, 1)) return []
    return [{ column: column.index, code, kind: 'typo', expected: replaced(text, word, near.text) }]
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
}

/** In the case of the word it stands for. */
function replaced(text: string, word: string, by: string): string {
  const at = text.toLowerCase().indexOf(word)
  const old = text.slice(at, at + word.length)
  const upper = old === old.toUpperCase()
  const capital = old[0] !== old[0]!.toLowerCase()
  const given = upper ? by.toUpperCase() : capital ? by[0]!.toUpperCase() + by.slice(1) : by
  return text.slice(0, at) + given + text.slice(at + word.length)
}

const MOST_RUNS = 200_000

/** In how many cells three letters in a row stand, over all columns of words. */
class LetterRuns {
  private readonly counts = new Map<string, number>()

  constructor(columns: readonly CellColumn[]) {
    for (const { values } of columns)
      for (const { text, count } of values) {
        if (text.length > LONGEST) continue
        for (const run of new Set(runsOf(text.toLowerCase()))) {
          const known = this.counts.get(run)
          if (known !== undefined || this.counts.size < MOST_RUNS) this.counts.set(run, (known ?? 0) + count)
        }
      }
  }

  /** It has a run that the other has not and that hardly stands anywhere but there. */
  isUnusual(text: string, other: string, own: number): boolean {
    const usual = new Set(runsOf(other))
    const rare = Math.max(2, own)
    return runsOf(text).some(run => !usual.has(run) && (this.counts.get(run) ?? 0) <= own + (own > 1 ? 0 : rare - 1))
  }
}

function runsOf(text: string): string[] {
  const padded = ` ${text} `
  const runs: string[] = []
  for (let k = 0; k + 3 <= padded.length; k++) runs.push(padded.slice(k, k + 3))
  return runs
}
