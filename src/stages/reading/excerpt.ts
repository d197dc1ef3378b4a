// The lines of a part as a model sees them: all, or an excerpt where exact figures stand for the rest.
import type { Question } from '../../model/question.ts'
import { plural } from '../../text/printable.ts'

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

/** Lines with their numbers, as they are shown to whoever reads; gaps are said. `most` characters of each. */
export function numbered(lines: readonly Line[], most = Number.POSITIVE_INFINITY): string {
  const out: string[] = []
  let last: number | null = null
  for (const { number, text } of lines) {
    if (last !== null && number > last + 1) out.push(`… ${plural(number - last - 1, 'line')} not shown …`)
    out.push(`${number}|${text.length > most ? `${text.slice(0, most)} … (the line goes on)` : text}`)
    last = number
  }
  return out.join('\n')
}
