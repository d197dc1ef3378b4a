// Objects of different kinds in one place: a member such as `type` tells which, and each kind has keys of its own. Counted
// for each shape, so that a key that a kind never has is not taken for one that is missing.

/** Members whose text names the kind of the object they stand in, or of what is inside it. */
export const TAG =
  /^[@_$]{0,2}(?:type|kind|event|class|category|action|op|operation|variant|tag|method|topic|command|cmd|object|resource|typename|(?:event|record|entity|object|message|node|item|resource|doc|action)_?(?:type|kind|name)|schema|discriminator)$/i

/** With more kinds than this the member is no tag. */
const MOST_KINDS = 64

/** Objects of one kind: how many, and where (offset, line) the first and the last stand. */
export interface KindCount {
  count: number
  first: readonly [number, number]
  last: readonly [number, number]
}

/** By the hash of the kind's name: kinds are only told apart, never claimed. Null: too many. */
export type Kinds = Map<string, KindCount> | null

export function countKind(kinds: Kinds, kind: string, at: number, line: number): Kinds {
  if (kinds === null) return null
  const known = kinds.get(kind)
  if (known) {
    known.count++
    known.last = [at, line]
    return kinds
  }
  return kinds.size === MOST_KINDS ? null : kinds.set(kind, { count: 1, first: [at, line], last: [at, line] })
}

export function mergeKinds(into: Kinds, from: Kinds): Kinds {
  if (into === null || from === null) return null
  for (const [kind, own] of from) {
    const known = into.get(kind)
    if (!known) into.set(kind, own)
    else {
      known.count += own.count
      if (own.first[0] < known.first[0]) known.first = own.first
      if (own.last[0] > known.last[0]) known.last = own.last
    }
  }
  return into.size > MOST_KINDS ? null : into
}
