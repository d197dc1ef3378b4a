// The lines of a part as a model sees them: all, or an excerpt where exact figures stand for the rest.
import { addTo } from '@shoal/base/model/lists'
import type { Question } from '@shoal/base/model/question'
import { formatCount, plural } from '@shoal/base/text/printable'
import { lineKind } from '../../text/line-kinds.ts'

export interface Line {
  /** 1-based, of the source. */
  readonly number: number
  readonly text: string
}

/** Lines without their ends; a last one that is empty is none. */
export function linesOf(text: string, first: number, eol: 10 | 13): Line[] {
  const lines = text.split(String.fromCharCode(eol))
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, k) => ({ number: first + k, text: line.replace(/\r$/, '') }))
}

const FIRST = 6
const LAST = 3
const QUOTED = 16
const MOST_LINES = 40

/** The first and last lines, those that findings quote, and those that hold words of the question; in order. */
export function excerptOf(lines: readonly Line[], quoted: readonly number[], question: Question): Line[] {
  if (lines.length <= MOST_LINES) return [...lines]
  const chosen = new Set<Line>([...lines.slice(0, FIRST), ...lines.slice(-LAST)])
  const start = lines[0]!.number
  const wanted = [...new Set(quoted)].flatMap(number => lines[number - start] ?? [])
  for (const line of wanted.slice(0, QUOTED)) chosen.add(line)
  for (const line of byWords(lines, question)) {
    if (chosen.size >= MOST_LINES) break
    chosen.add(line)
  }
  return [...chosen].sort((a, b) => a.number - b.number)
}

/** Those with the most words of the question first. */
function byWords(lines: readonly Line[], { words, phrases, names }: Question): Line[] {
  const wanted = [...new Set([...phrases, ...names, ...words].map(word => word.toLowerCase()))]
    .filter(word => word.length > 2)
    .slice(0, 20)
  if (wanted.length === 0) return []
  const weighed = lines.map(line => {
    const low = line.text.toLowerCase()
    return { line, weight: wanted.reduce((sum, word) => sum + Number(low.includes(word)), 0) }
  })
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_LINES)
    .map(({ line }) => line)
}

/** Lines like the first one of their kind that are not shown. */
export interface Repeats {
  readonly count: number
  /** The last line of the kind, which is shown. */
  readonly last: number
}

export interface Kinds {
  readonly lines: readonly Line[]
  /** By the number of the first line of a kind. */
  readonly repeats: ReadonlyMap<number, Repeats>
}

/** Of fewer lines of a kind to leave some out saves nothing. */
const REPEATED = 4

/** Of every kind of line the first and the last, with those that findings quote and that hold a number of the question. */
export function kindsOf(lines: readonly Line[], quoted: readonly number[], { text }: Question): Kinds {
  const asked = telling(text?.match(/\d[\d.:-]*\d|\d/g) ?? [], lines)
  const kept = new Set(quoted)
  const kinds = new Map<string, Line[]>()
  for (const line of lines) {
    const kind = lineKind(line.text)
    addTo(kinds, kind, line)
  }
  const left = new Set<Line>()
  const repeats = new Map<number, Repeats>()
  for (const [kind, same] of kinds) {
    if (same.length < REPEATED || kind === '') continue
    const out = same.slice(1, -1).filter(line => !kept.has(line.number) && !asked.some(one => line.text.includes(one)))
    if (out.length < REPEATED - 2) continue
    for (const line of out) left.add(line)
    repeats.set(same[0]!.number, { count: out.length, last: same.at(-1)!.number })
  }
  return { lines: lines.filter(line => !left.has(line)), repeats }
}

/** Numbers that stand in few lines: the 12 of "12 March" stands in every line of that day, and points at none. */
function telling(numbers: readonly string[], lines: readonly Line[]): string[] {
  const few = Math.max(MOST_LINES, lines.length / 10)
  return [...new Set(numbers)].filter(number => lines.filter(line => line.text.includes(number)).length <= few)
}

interface Shown {
  /** Characters of a line. */
  readonly most?: number
  /** Given where only lines that are like others are left out: then gaps are told with the first of a kind. */
  readonly repeats?: ReadonlyMap<number, Repeats> | null
}

/** Lines with their numbers, as they are shown to whoever reads; what is left out is said. */
export function numbered(
  lines: readonly Line[],
  { most = Number.POSITIVE_INFINITY, repeats = null }: Shown = {},
): string {
  const out: string[] = []
  let last: number | null = null
  for (const { number, text } of lines) {
    if (repeats === null && last !== null && number > last + 1)
      out.push(`… ${plural(number - last - 1, 'line')} not shown …`)
    out.push(`${number}|${text.length > most ? `${text.slice(0, most)} … (the line goes on)` : text}`)
    const same = number === last ? undefined : repeats?.get(number)
    if (same) out.push(`  (and ${formatCount(same.count)} more like it up to line ${same.last}, other in numbers only)`)
    last = number
  }
  return out.join('\n')
}
