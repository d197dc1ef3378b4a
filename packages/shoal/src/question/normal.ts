// How words and values are compared.

/** Case, blanks, hyphens, underscores and points aside. */
export function normal(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** As it stands, in a pattern of the engine. */
export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')
}

const DERIVED = /^(?:ese|ish|ian|an|n|i|ern|er|rs|ers|ic|ed|d|al|s|es)$/

/** "Japanese" for Japan, "returned" for return; not "cars" for carpet. */
export function isDerived(word: string, value: string): boolean {
  // "part-timers" of "part-time": in its last word.
  const [cut, end] = [word.lastIndexOf(' ') + 1, value.lastIndexOf(' ') + 1]
  if (end > 0)
    return cut === end && word.slice(0, cut) === value.slice(0, end) && isDerived(word.slice(cut), value.slice(end))
  if (value.length < 3) return false
  const base = /[aeoy]$/.test(value) ? value.slice(0, -1) : value
  // "Texans" of Texas.
  const isOfS = value.length >= 5 && /[aeiou]s$/.test(value) && /^a?ns?$/.test(word.slice(value.length - 1))
  return (
    (isOfS && word.startsWith(value.slice(0, -1))) ||
    (word.startsWith(value) && (DERIVED.test(word.slice(value.length)) || isFullOf(word, value))) ||
    (base.length >= 4 && word.startsWith(base) && DERIVED.test(word.slice(base.length)))
  )
}

/** "rainy", "foggy", "sunny". */
function isFullOf(word: string, value: string): boolean {
  const rest = word.slice(value.length)
  return rest === 'y' || rest === `${value.at(-1)}y`
}
