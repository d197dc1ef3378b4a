// Of a long result the lines that show what a claim says: those with its numbers and words, in their order, with the first line, which names
// columns or says how many there are.

const WORD = /[\p{L}\p{N}][\p{L}\p{N}.:_-]*/gu

export function tellingLines(text: string, claim: string, most: number): string[] {
  const all = text.split('\n')
  // How many rows there are is told by what is shown.
  const lines = all.length > 1 && /^\(\d{1,12} rows?\)$/.test(all.at(-1)!) ? all.slice(0, -1) : all
  if (lines.length <= most) return lines
  const wanted = new Set(wordsOf(claim))
  const weights = lines.map(line =>
    wordsOf(line).reduce((sum, word) => sum + (wanted.has(word) ? weightOf(word) : 0), 0),
  )
  const best = [...lines.keys()]
    .slice(1)
    .sort((a, b) => weights[b]! - weights[a]! || a - b)
    .slice(0, most - 1)
  const kept = new Set([0, ...best])
  return lines.flatMap((line, k) => {
    if (kept.has(k)) return [line]
    return kept.has(k - 1) ? ['…'] : []
  })
}

/** Numbers tell more than words. */
function weightOf(word: string): number {
  return /\d/.test(word) ? 5 : word.length > 3 ? 1 : 0
}

/** `1,433` is 1433. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/(\d),(?=\d{3})/g, '$1')
      .match(WORD) ?? []
  )
}
