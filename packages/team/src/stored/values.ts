// A value on its way into a table: small ones lie in their row, larger ones under the hash of their content.
import { createHash } from 'node:crypto'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { gathered, jsonPieces } from '@shoal/base/text/json-pieces'

/** Values up to this many bytes stay in their row. */
const INLINE_BYTES = 4096
/** The text of a longer value is made again when it is written: it would take as much memory as the value. */
const HELD_BYTES = 4 * 1024 * 1024

/** A value on its way into a row: what the row holds, and the blob behind it, if any. */
export interface Packed {
  /** JSON, or `@` and the blob's hash. */
  readonly cell: string
  readonly bytes: number
  readonly blob: { readonly hash: string; readonly content: Iterable<Buffer> } | null
}

export function pack(value: Json): Packed {
  const held: Buffer[] = []
  const hash = createHash('sha256')
  let bytes = 0
  for (const piece of piecesOf(value)) {
    hash.update(piece)
    bytes += piece.length
    if (bytes <= HELD_BYTES) held.push(piece)
    else held.length = 0
  }
  if (bytes <= INLINE_BYTES) return { cell: Buffer.concat(held).toString(), bytes, blob: null }
  const name = hash.digest('hex')
  const content = bytes <= HELD_BYTES ? held : { [Symbol.iterator]: () => piecesOf(value) }
  return { cell: `@${name}`, bytes, blob: { hash: name, content } }
}

/** Workers in other hands may bring what the types forbid. */
function* piecesOf(value: Json): Generator<Buffer> {
  try {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') throw new TypeError()
    for (const piece of gathered(jsonPieces(value))) yield Buffer.from(piece)
  } catch {
    throw new ShoalError('bad-value', 'a value is not JSON', {
      advice: 'use null, booleans, numbers, texts, lists and plain objects',
    })
  }
}
