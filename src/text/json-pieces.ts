// JSON in pieces, for what is too large to be one text.

/** Characters that are handed on at once. */
const PIECE = 1 << 16
/** A list or an object of more values, all the way down, is taken apart. */
const MOST_VALUES = 500

/** Together the same as `JSON.stringify(value)`. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || isSmall(value)) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let lead = isList ? '[' : '{'
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined && !isList) continue
    yield isList ? lead : `${lead}${JSON.stringify(key)}:`
    yield* jsonPieces(part)
    lead = ','
  }
  yield (lead === ',' ? '' : lead) + (isList ? ']' : '}')
}

/** The same in fewer pieces, none of them empty. */
export function* gathered(parts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function isSmall(value: object): boolean {
  let count = 0
  const open: object[] = [value]
  for (let next = open.pop(); next; next = open.pop())
    for (const part of Object.values(next)) {
      if (++count > MOST_VALUES) return false
      if (typeof part === 'object' && part !== null) open.push(part)
    }
  return true
}
