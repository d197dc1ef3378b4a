// What a quote hides, read from the line that it stands on.
import { MASK, maskValue } from '../../text/secrets/mask-value.ts'
import { maskSecrets } from '../../text/secrets.ts'

/** The most that is shown of a secret. */
const MOST_SHOWN = 4
/** Where a secret ends that the quote ends with. */
const BEHIND = /^[^\s'"`,;)\]}]*/

/** So many are looked for behind one quote. */
const MOST = 8

/** The secrets that a quoted line hides and that the line does not give away by itself. */
export function secretsBehind(quoted: string, line: string): string[] {
  const found: string[] = []
  for (let rest = line; found.length < MOST && !maskSecrets(rest).includes(quoted); ) {
    const value = nextBehind(quoted, rest)
    if (value === null) break
    found.push(value)
    rest = rest.replaceAll(value, () => maskValue(value))
  }
  return found
}

/** Null when the quote does not stand on that line. */
function nextBehind(quoted: string, line: string): string | null {
  const at = differsAt(quoted, line)
  const head = quoted.slice(0, at)
  const start = at < 0 ? -1 : line.indexOf(head)
  if (start < 0) return null
  const tail = quoted.slice(at + MASK.length).split(MASK, 1)[0]!
  const from = start + head.length
  const to = tail === '' ? from + BEHIND.exec(line.slice(from))![0].length : line.indexOf(tail, from)
  if (to < 0) return null
  for (let shown = Math.min(MOST_SHOWN, head.length); shown >= 0; shown--) {
    const value = line.slice(from - shown, to)
    if (value !== '' && maskValue(value) === head.slice(head.length - shown) + MASK) return value
  }
  return null
}

/** The first mask of the quote that is none in the line yet. */
function differsAt(quoted: string, line: string): number {
  let at = quoted.indexOf(MASK)
  while (at >= 0 && line.includes(quoted.slice(0, at + MASK.length))) at = quoted.indexOf(MASK, at + MASK.length)
  return at
}
