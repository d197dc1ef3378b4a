// Of a long result the lines that show what a claim says: those that are quoted, with what stands beside them, and those with its numbers
// and words, the rarer the better; in their order, with the first line, which names columns or says how many there are.
import { stem } from '@shoal/base/text/stem'
import { rarity } from '../../text/bm25.ts'

const WORD = /[\p{L}\p{N}]+(?:[.:_-][\p{L}\p{N}]+)*/gu

/** `quoted`: what is quoted, perhaps of this result. */
export function tellingLines(text: string, claim: string, most: number, quoted: readonly string[] = []): string[] {
  const all = text.split('\n')
  // How many rows there are is told by what is shown.
  const lines = all.length > 1 && /^\(\d{1,12} rows?\)$/.test(all.at(-1)!) ? all.slice(0, -1) : all
  if (lines.length <= most) return lines
  const weights = weightsOf(lines, claim)
  const ranks = ranksOf(lines, quoted)
  const rank = (k: number) => ranks.get(k) ?? UNQUOTED
  const least = weights.reduce((high, one) => Math.max(high, one), 0) * LEAST_SHARE
  const best = [...lines.keys()]
    .slice(1)
    .filter(k => ranks.has(k) || weights[k]! >= least)
    .sort((a, b) => rank(a) - rank(b) || weights[b]! - weights[a]! || a - b)
    .slice(0, most - 1)
  const kept = new Set([0, ...best, ...best.map(k => headOf(lines, k))])
  return lines.flatMap((line, k) => {
    if (kept.has(k)) return [line]
    return kept.has(k - 1) ? ['…'] : []
  })
}

/** What says less than this part of what the best line says is not worth its room. */
const LEAST_SHARE = 0.25
const UNQUOTED = Number.POSITIVE_INFINITY

/** Quoted lines come first; then what follows from a line that opens something, and what each stands in. */
function ranksOf(lines: readonly string[], quoted: readonly string[]): Map<number, number> {
  const parts = quoted.map(quote => quote.trim()).filter(quote => quote !== '')
  const ranks = new Map<number, number>()
  for (const [k, line] of lines.entries()) {
    if (!parts.some(part => line.includes(part))) continue
    ranks.set(k, 0)
    if (bodyOf(line) === null) continue
    const beside = [...(OPEN.test(line) ? [k + 1, k + 2] : []), frameOf(lines, k)]
    for (const [at, near] of beside.entries())
      if (/[\p{L}\p{N}]/u.test(bodyOf(lines[near] ?? '') ?? ''))
        ranks.set(near, Math.min(at + 1, ranks.get(near) ?? UNQUOTED))
  }
  return ranks
}

/** The names of the columns, for a row; a line that is no row is its own head. */
function headOf(lines: readonly string[], k: number): number {
  let at = k
  if (bodyOf(lines[k]!) === null) while (at > 0 && [at - 1, at].every(one => lines[one]!.includes(CELL))) at--
  return at
}

const CELL = ' | '

const OPEN = /[{([:,=>]\s*$/

/** Of a line of a file, as it is read, what stands there; null for other lines of a result. */
function bodyOf(line: string): string | null {
  return /^\d{1,9}\| ?(.*)$/.exec(line)?.[1] ?? null
}

/** The line before that stands further out: the function, the condition or the key that a line is in. */
function frameOf(lines: readonly string[], k: number): number {
  const inner = indentOf(lines[k]!)
  let at = k - 1
  while (at > 0 && (indentOf(lines[at]!) >= inner || bodyOf(lines[at]!)?.trim().startsWith(')'))) at--
  return at
}

function indentOf(line: string): number {
  const indent = bodyOf(line)?.search(/\S/) ?? -1
  return indent < 0 ? Number.POSITIVE_INFINITY : indent
}

/** What the words of a claim weigh that stand in a line, each once: what stands in every line tells none from another. */
function weightsOf(lines: readonly string[], claim: string): number[] {
  const wanted = termsOf(claim)
  const held = lines.map(line => [...termsOf(line)].filter(term => wanted.has(term)))
  const df = new Map<string, number>()
  for (const term of held.flat()) df.set(term, (df.get(term) ?? 0) + 1)
  return held.map(terms => terms.reduce((sum, term) => sum + weightOf(term) * rarity(df.get(term)!, lines.length), 0))
}

/** Numbers and names tell more than words. */
function weightOf(term: string): number {
  return /[\d_]/.test(term) ? 4 : term.length > 2 ? 1 : 0
}

/** `1,433` is 1433; `LOSS_LIMIT` is one word, `workers` is worker. */
function termsOf(text: string): Set<string> {
  const words = text.replace(/(\d),(?=\d{3})/g, '$1').match(WORD) ?? []
  return new Set(words.map(word => stem(word.toLowerCase())))
}
