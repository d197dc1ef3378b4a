// Types of SQL as DuckDB names them, taken apart: `STRUCT("a" BIGINT, "b c" VARCHAR[])`.

export interface StructField {
  readonly name: string
  readonly type: string
}

/** The fields of a struct; null for any other type. */
export function structFields(type: string): StructField[] | null {
  if (!type.startsWith('STRUCT(') || !type.endsWith(')')) return null
  const fields: StructField[] = []
  let at = 'STRUCT('.length
  while (at < type.length) {
    const name = fieldName(type, at)
    if (!name) return null
    const end = typeEnd(type, name.end + 1)
    fields.push({ name: name.text, type: type.slice(name.end + 1, end) })
    // `, ` before the next one, or the bracket that must be the last character: behind it may stand `[]`.
    if (type[end] === ')') return end === type.length - 1 ? fields : null
    at = end + 2
  }
  return null
}

function fieldName(type: string, at: number): { readonly text: string; readonly end: number } | null {
  if (type[at] !== '"') {
    const end = type.indexOf(' ', at)
    return end < 0 ? null : { text: type.slice(at, end), end }
  }
  const end = behindQuotes(type, at)
  return { text: type.slice(at + 1, end - 1).replaceAll('""', '"'), end }
}

/** The comma or bracket that ends a type. */
function typeEnd(type: string, from: number): number {
  let depth = 0
  for (let at = from; at < type.length; at++) {
    const character = type[at]
    if (character === '"') at = behindQuotes(type, at) - 1
    else if (character === '(') depth++
    else if (depth === 0 && (character === ',' || character === ')')) return at
    else if (character === ')') depth--
  }
  return type.length
}

function behindQuotes(type: string, at: number): number {
  let end = at + 1
  for (;;) {
    const quote = type.indexOf('"', end)
    if (quote < 0) return type.length
    if (type[quote + 1] !== '"') return quote + 1
    end = quote + 2
  }
}
