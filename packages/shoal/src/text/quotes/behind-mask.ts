// What stands in a line where a quote of it hides secrets.
import { MASK } from '@shoal/base/secrets/mask-value'

/** Where a secret ends that the quote ends with. */
const BEHIND = /[^\s'"`,;)\]}]*/y

/** The quote with what it hides; null if it does not stand in the line. */
export function behindMask(line: string, quote: string): string | null {
  const [head, ...parts] = quote.split(MASK) as [string, ...string[]]
  for (let start = line.indexOf(head); start >= 0; start = line.indexOf(head, start + 1)) {
    const end = parts.reduce((at, part, k) => {
      if (at < 0 || (part === '' && k < parts.length - 1)) return at
      if (part === '') return endOfSecret(line, at)
      const found = line.indexOf(part, at + 1)
      return found < 0 ? -1 : found + part.length
    }, start + head.length)
    if (end >= 0) return line.slice(start, end)
    if (start === line.length) return null
  }
  return null
}

function endOfSecret(line: string, at: number): number {
  BEHIND.lastIndex = at
  BEHIND.test(line)
  return BEHIND.lastIndex
}
