// Figures that a text states, with their units and the words around them; and those that contradict each other.
import { addTo } from '@shoal/base/model/lists'
import { lookup } from '@shoal/base/model/lookup'
import { stem } from '@shoal/base/text/stem'
import { secretSpans } from '../../../text/gate/shown-value.ts'
import type { Passage } from '../../../text/passages.ts'
import { partsOf } from '../../../text/passages.ts'

/** JSON: figures are compared over files, too. */
export interface StatedFigure {
  /** The words before it: `given up after`. */
  readonly name: string
  /** As written: `30 seconds`. */
  readonly value: string
  /** In the base unit of its kind, for comparing. */
  readonly amount: number
  /** `duration`, `bytes`, `percent`, or the stem of the noun it counts. */
  readonly unit: string
  /** Stems of the clause it stands in, sorted: what it speaks of. */
  readonly about: readonly string[]
  readonly line: number
  readonly quote: string
  /** The first line of its passage, and whether figures there may be compared: rows of tables are about many things. */
  readonly passage: number
  readonly compares: boolean
}

const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, i) => [word, i] as const),
)

/** Factor to the base unit of the kind. */
const UNITS: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  ms: ['duration', 0.001],
  millisecond: ['duration', 0.001],
  s: ['duration', 1],
  sec: ['duration', 1],
  second: ['duration', 1],
  min: ['duration', 60],
  minute: ['duration', 60],
  h: ['duration', 3600],
  hour: ['duration', 3600],
  day: ['duration', 86_400],
  week: ['duration', 604_800],
  month: ['duration', 2_629_800],
  year: ['duration', 31_557_600],
  '%': ['percent', 1],
  percent: ['percent', 1],
  byte: ['bytes', 1],
  kb: ['bytes', 1e3],
  mb: ['bytes', 1e6],
  gb: ['bytes', 1e9],
  tb: ['bytes', 1e12],
  kib: ['bytes', 1024],
  mib: ['bytes', 1_048_576],
  gib: ['bytes', 1_073_741_824],
}

const FIGURE =
  /(?<![\p{L}\d.,:/#-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,10})?|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?=\s))\s{0,3}(%|\p{L}{1,24})(?![\p{L}\d])/giu

/** Words behind a number that count nothing. */
const NO_UNIT = new Set(
  'and or of the a an in on at to for from by with is are was were be been as than that which who it its this these those if then but not no so up out per each every more most less least other others another thing way ones th st nd rd am pm ad bc'.split(
    ' ',
  ),
)

/** Words that say nothing about what a figure is of. */
const EMPTY_WORDS = new Set(
  'a an the is are was were be been being and or of in on at to for from by with as than that which it its this these those if then but so up out after before within about around approximately nearly roughly only just per each every has have had will would can may must should do does did not they we you i there here when where while also more less least most one'.split(
    ' ',
  ),
)

const CLAUSE = /[;:,|]|\s[–—-]\s|\b(?:and|but|while|whereas)\b/iu
export const MOST_PER_PASSAGE = 40

/** The first `MOST_PER_PASSAGE`. */
export function figuresIn(passage: Passage): StatedFigure[] {
  const found: StatedFigure[] = []
  if (!/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i.test(passage.text)) return found
  for (const { start, end } of partsOf(passage)) {
    // Addresses and tags hold figures that nobody states.
    const sentence = passage.text
      .slice(start, end)
      .replace(/https?:\/\/\S+|<[^<>\n]{1,400}>/g, part => ' '.repeat(part.length))
    for (const match of sentence.matchAll(FIGURE)) {
      if (found.length >= MOST_PER_PASSAGE) return found
      const figure = figureOf(sentence, match, passage.kind === 'table')
      if (!figure) continue
      const place = placeOf(passage, start, start + match.index, end)
      const compares = passage.kind !== 'table' && isCount(match[2]!) && !/copyright|\(c\)|©/i.test(sentence)
      found.push({ ...figure, ...place, passage: passage.line, compares })
    }
  }
  return found
}

function figureOf(
  sentence: string,
  match: RegExpExecArray,
  table: boolean,
): Omit<StatedFigure, 'line' | 'quote' | 'passage' | 'compares'> | null {
  const [written, number, word] = match as unknown as [string, string, string]
  const small = word.toLowerCase()
  if (NO_UNIT.has(small)) return null
  if (isSecret(sentence, match.index, match.index + written.length)) return null
  const amount = lookup(NUMBER_WORDS, number.toLowerCase()) ?? Number(number.replaceAll(',', ''))
  const known = lookup(UNITS, small) ?? lookup(UNITS, small.replace(/s$/, ''))
  const [unit, factor] = known ?? [stem(small), 1]
  const before = sentence.slice(0, match.index)
  const after = sentence.slice(match.index + written.length)
  const lead = table ? before : (before.split(CLAUSE).at(-1) ?? '')
  const trail = table ? '' : (after.split(CLAUSE, 1)[0] ?? '')
  const words = before.match(/[\p{L}\p{N}'’_-]+/gu) ?? []
  return {
    name: words.slice(-4).join(' '),
    value: written.replace(/\s+/g, ' '),
    amount: amount * factor,
    unit,
    about: aboutOf(`${lead} ${trail}`),
  }
}

/** `PIN: 4711`, `the password is 30 …`: what is hidden is not stated either. */
function isSecret(sentence: string, from: number, to: number): boolean {
  return secretSpans(sentence, '').some(({ start, end }) => start < to && from < end)
}

/** A known unit, or things in the plural. */
function isCount(word: string): boolean {
  const small = word.toLowerCase()
  return Object.hasOwn(UNITS, small) || Object.hasOwn(UNITS, small.replace(/s$/, '')) || /^\p{Ll}{3,}s$/u.test(word)
}

function aboutOf(clause: string): string[] {
  const words = (clause.match(/[\p{L}\p{N}_'’-]+/gu) ?? []).map(word => word.toLowerCase())
  return [...new Set(words.filter(word => !EMPTY_WORDS.has(word)).map(stem))].sort().slice(0, 12)
}

function placeOf({ text, line, eol }: Passage, from: number, at: number, to: number): { line: number; quote: string } {
  // The quote starts on the line of the figure, as near to its sentence's start as that allows.
  const lineStart = text.lastIndexOf(String.fromCharCode(eol), at - 1) + 1
  const start = Math.max(from, lineStart)
  let breaks = 0
  for (let i = 0; i < start; i++) if (text.charCodeAt(i) === eol) breaks++
  const lineEnd = text.indexOf(String.fromCharCode(eol), at)
  const end = Math.min(to, lineEnd < 0 ? to : lineEnd, Math.max(at + 40, start + 200))
  const cut = end - start > 200 ? Math.max(start, at - 120) : start
  return { line: line + breaks, quote: text.slice(cut, Math.min(end, cut + 200)).trim() }
}

export interface Contradiction<Figure extends StatedFigure> {
  readonly first: Figure
  readonly second: Figure
}

/** Figures of the same unit that speak of the same thing and differ; each thing once. */
export function contradictions<Figure extends StatedFigure & { readonly path?: string }>(
  figures: readonly Figure[],
): Contradiction<Figure>[] {
  const bySubject = new Map<string, Figure[]>()
  for (const figure of figures) {
    if (!figure.compares || !isSubject(figure.about)) continue
    const key = `${figure.unit} ${figure.about.join(' ')}`
    addTo(bySubject, key, figure)
  }
  return [...bySubject.values()].flatMap(same => {
    const first = same[0]!
    const second = same.find(
      ({ amount, passage, path }) =>
        (passage !== first.passage || path !== first.path) &&
        Math.abs(amount - first.amount) > 1e-9 * Math.max(1, Math.abs(first.amount)),
    )
    return second ? [{ first, second }] : []
  })
}

/** Two words at least, or one that is itself a quantity; other numbers, ordinals and examples set things apart. */
function isSubject(about: readonly string[]): boolean {
  if (
    about.some(word =>
      /^(?:first|second|third|last|next|other|anoth|exampl|version|step|case|option|instead|previou|earlier|later|new|old|now)$/.test(
        word,
      ),
    )
  )
    return false
  return (
    about.length >= 2 ||
    (about.length === 1 &&
      /^(?:timeout|retri|limit|port|interv|expir|retent|ttl|delai|quota|threshold|maximum|minimum|default|lifetim)$/.test(
        about[0]!,
      ))
  )
}
