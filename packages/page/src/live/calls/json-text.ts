// JSON as it was written, one member on a line. Pure: only white space is altered, so numbers and names stay what they are.

/** Beyond it, lines start no further to the right. */
const DEEPEST = 40
const LONGEST = 2_000_000

/** The same text where it is not JSON of an object or a list. */
export function indented(text: string): string {
  return isJson(text) ? spread(text.trim()) : text
}

function isJson(text: string): boolean {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function spread(text: string): string {
  const parts: string[] = []
  let depth = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`
  // Strings, brackets with nothing between them, and every other sign; what is left are white space and words.
  for (const [part] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (part === '{' || part === '[') {
      depth++
      parts.push(part, line())
    } else if (part === '}' || part === ']') {
      depth--
      parts.push(line(), part)
    } else if (part === ',') parts.push(part, line())
    else if (part === ':') parts.push(': ')
    else parts.push(part.startsWith('"') ? part : part.replace(/\s+/, ''))
  }
  return parts.join('')
}
