// The values that stand in the places which a template leaves open.

export const SLOT = '<*>'

/** Runs of white space are one blank in templates. */
function plain(content: string): string {
  return content.replace(/\s+/g, ' ').trim()
}

/** The values of a content in the open places of its template, in order; null where it does not read so word for word. */
export function slotsOf(template: string, content: string): string[] | null {
  const literals = template.split(SLOT)
  const text = plain(content)
  if (!text.startsWith(literals[0]!)) return null
  const values: string[] = []
  let at = literals[0]!.length
  for (let k = 1; k < literals.length; k++) {
    const literal = literals[k]!
    const isLast = k === literals.length - 1
    const end = isLast && literal === '' ? text.length : text.indexOf(literal, at + 1)
    if (end < 0) return null
    values.push(text.slice(at, end))
    at = end + literal.length
  }
  return at === text.length ? values : null
}

/** A template with some of its places filled. */
export function filled(template: string, values: readonly (string | null)[]): string {
  const literals = template.split(SLOT)
  return literals.map((literal, k) => (k === 0 ? literal : (values[k - 1] ?? SLOT) + literal)).join('')
}

/** What names an open place: the word before it, `lag` in `lag=<*>` and in `lag of <*> ms`. */
export function slotNames(template: string): string[] {
  const literals = template.split(SLOT)
  return literals.slice(0, -1).map(literal => {
    const words = literal.match(/[A-Za-z][\w.-]*/g) ?? []
    return words
      .slice(-3)
      .join(' ')
      .replace(/ (?:is|at|of|now|to|by|was|are)$/, '')
  })
}
