// What can be said of lines without knowing their format. Every figure of two stretches can be merged exactly.
import { lookup } from '@shoal/base/model/lookup'
import { isDigit } from '../../../text/structure/ascii.ts'
import type { TextLine } from '../../../text/text-lines.ts'
import { SampledCounts, type SampledTally } from './sampled-counts.ts'

export interface Oddity {
  readonly count: number
  readonly line: number
  readonly quote: string
}

export interface LongLine {
  readonly line: number
  readonly length: number
  readonly quote: string
}

/** JSON. */
export interface LineTally {
  readonly lines: number
  readonly blank: number
  readonly characters: number
  /** By powers of two: lines of 0, 1, 2–3, 4–7 … characters. */
  readonly lengths: readonly number[]
  readonly classes: {
    readonly letters: number
    readonly digits: number
    readonly blanks: number
    readonly other: number
    readonly beyond_ascii: number
  }
  readonly ends: { readonly lf: number; readonly crlf: number; readonly cr: number }
  readonly trailingBlanks: number
  readonly longest: readonly LongLine[]
  readonly controls: Oddity | null
  readonly undecodable: Oddity | null
  readonly shapes: SampledTally
  readonly repeated: SampledTally
  /** Per delimiter: how many lines hold it 0, 1, 2 … times; the last entry is for that many and more. */
  readonly delimiters: Readonly<Record<string, readonly number[]>>
}

const DELIMITERS = [',', '\t', ';', '|'] as const
const MOST_DELIMITERS = 64
const MOST_LONG = 5
const LOOKED_AT = 200
const LONGEST_SHAPE = 60
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1f\x7f]/g
const UNDECODABLE = /\ufffd/g

export class LineFacts {
  private lines = 0
  private blank = 0
  private characters = 0
  private readonly lengths: number[] = new Array(32).fill(0)
  private readonly classes = { letters: 0, digits: 0, blanks: 0, other: 0, beyond_ascii: 0 }
  private readonly ends = { lf: 0, crlf: 0, cr: 0 }
  private trailingBlanks = 0
  private longest: LongLine[] = []
  private controls: Oddity | null = null
  private undecodable: Oddity | null = null
  private readonly shapes = new SampledCounts()
  private readonly repeated = new SampledCounts()
  private readonly delimiters: Record<string, number[]> = Object.fromEntries(
    DELIMITERS.map(mark => [mark, new Array<number>(MOST_DELIMITERS).fill(0)]),
  )
  /** The line that is being read; a long one comes in parts. */
  private open: { line: number; length: number; head: string } | null = null

  add({ text, end, number, more }: TextLine): void {
    if (!more) this.settle()
    this.open ??= { line: number, length: 0, head: text.slice(0, LOOKED_AT) }
    this.open.length += text.length
    this.characters += text.length
    this.look(text, number)
    if (end === '\n') this.ends.lf++
    else if (end === '\r\n') this.ends.crlf++
    else if (end === '\r') this.ends.cr++
    if (/[ \t]$/.test(text) && end !== '') this.trailingBlanks++
    if (!more) this.count(text, number)
  }

  finish(): LineTally {
    this.settle()
    const {
      lines,
      blank,
      characters,
      lengths,
      classes,
      ends,
      trailingBlanks,
      longest,
      controls,
      undecodable,
      delimiters,
    } = this
    return {
      lines,
      blank,
      characters,
      lengths,
      classes,
      ends,
      trailingBlanks,
      longest,
      controls,
      undecodable,
      shapes: this.shapes.finish(),
      repeated: this.repeated.finish(),
      delimiters,
    }
  }

  private settle(): void {
    const { open } = this
    if (!open) return
    this.open = null
    this.lines++
    this.lengths[open.length === 0 ? 0 : Math.min(31, Math.floor(Math.log2(open.length)) + 1)]!++
    if (open.head.trim() !== '' && (this.longest.length < MOST_LONG || open.length > this.longest.at(-1)!.length))
      this.longest = longestOf([...this.longest, { line: open.line, length: open.length, quote: open.head.trim() }])
  }

  private count(text: string, number: number): void {
    const head = text.slice(0, LOOKED_AT).trim()
    if (head === '') {
      if (text.trim() === '') this.blank++
      return
    }
    this.shapes.add(shapeOf(head), number)
    if (text.length <= LOOKED_AT) this.repeated.add(head, number)
    for (const mark of DELIMITERS) {
      let count = 0
      for (let at = text.indexOf(mark); at >= 0 && count < MOST_DELIMITERS - 1; at = text.indexOf(mark, at + 1)) count++
      this.delimiters[mark]![count]!++
    }
  }

  private look(text: string, number: number): void {
    const { classes } = this
    let odd = false
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit >= 128) {
        classes.beyond_ascii++
        if (unit === 0xfffd) odd = true
      } else if (isLetter(unit)) classes.letters++
      else if (isDigit(unit)) classes.digits++
      else if (unit === 32 || unit === 9) classes.blanks++
      else {
        classes.other++
        if (unit < 32 || unit === 127) odd = true
      }
    }
    if (!odd) return
    this.controls = oddity(this.controls, text, CONTROLS, number)
    this.undecodable = oddity(this.undecodable, text, UNDECODABLE, number)
  }
}

function oddity(before: Oddity | null, text: string, pattern: RegExp, line: number): Oddity | null {
  const found = text.match(pattern)?.length ?? 0
  if (found === 0) return before
  if (before) return { ...before, count: before.count + found }
  const at = text.search(new RegExp(pattern.source))
  return { count: found, line, quote: text.slice(Math.max(0, at - 40), at + 60) }
}

/** Letters as `a`, digits as `9`, runs as one; several words are `a …`; signs stay. */
function shapeOf(text: string): string {
  let shape = ''
  let before = ''
  for (let i = 0; i < text.length && shape.length < LONGEST_SHAPE; i++) {
    const sign = signOf(text, i)
    if (sign === before && (sign === 'a' || sign === '9' || sign === ' ')) continue
    before = sign
    if (sign === 'a' && shape.endsWith('a … ')) shape = shape.slice(0, -1)
    else shape += sign === 'a' && shape.endsWith('a ') ? '…' : sign
  }
  return shape.trimEnd()
}

function signOf(text: string, at: number): string {
  const unit = text.charCodeAt(at)
  if (unit >= 128 || isLetter(unit)) return 'a'
  if (isDigit(unit)) return '9'
  return unit <= 32 ? ' ' : unit === 127 ? '?' : text[at]!
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
}

function longestOf(lines: readonly LongLine[]): LongLine[] {
  return [...lines].sort((a, b) => b.length - a.length || a.line - b.line).slice(0, MOST_LONG)
}

export function uniteLines(tallies: readonly LineTally[]): LineTally {
  const sum = (of: (tally: LineTally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0)
  const sums = (of: (tally: LineTally) => readonly number[]): number[] =>
    of(tallies[0]!).map((_, i) => sum(tally => of(tally)[i]!))
  const { classes, ends, delimiters } = tallies[0]!
  const each = <Name extends string>(names: Record<Name, unknown>, of: (tally: LineTally, name: Name) => number) =>
    Object.fromEntries((Object.keys(names) as Name[]).map(name => [name, sum(tally => of(tally, name))])) as Record<
      Name,
      number
    >
  return {
    lines: sum(({ lines }) => lines),
    blank: sum(({ blank }) => blank),
    characters: sum(({ characters }) => characters),
    lengths: sums(({ lengths }) => lengths),
    classes: each(classes, (tally, name) => tally.classes[name]),
    ends: each(ends, (tally, name) => tally.ends[name]),
    trailingBlanks: sum(({ trailingBlanks }) => trailingBlanks),
    longest: longestOf(tallies.flatMap(({ longest }) => longest)),
    controls: first(tallies.map(({ controls }) => controls)),
    undecodable: first(tallies.map(({ undecodable }) => undecodable)),
    shapes: SampledCounts.united(tallies.map(({ shapes }) => shapes)),
    repeated: SampledCounts.united(tallies.map(({ repeated }) => repeated)),
    delimiters: Object.fromEntries(
      Object.keys(delimiters).map(mark => [mark, sums(tally => lookup(tally.delimiters, mark)!)]),
    ),
  }
}

function first(oddities: readonly (Oddity | null)[]): Oddity | null {
  const seen = oddities.filter(oddity => oddity !== null)
  return seen.length === 0 ? null : { ...seen[0]!, count: seen.reduce((total, { count }) => total + count, 0) }
}
