// Objects of different kinds in one place: a member such as `type` tells which, and each kind has keys of its own. Counted
// for each shape, so that a key that a kind never has is not taken for one that is missing.

/** Members whose text names the kind of the object they stand in, or of what is inside it. */
export const TAG =
  /^[@_$]{0,2}(?:type|kind|event|class|category|action|op|operation|variant|tag|method|topic|command|cmd|object|resource|typename|(?:event|record|entity|object|message|node|item|resource|doc|action)_?(?:type|kind|name)|schema|discriminator)$/i

/** With more kinds than this the member is no tag. */
const MOST_KINDS = 64

/** How many objects of each kind, by the hash of its name: kinds are only told apart, never claimed. Null: too many. */
export type Kinds = Map<string, number> | null

export function countKind(kinds: Kinds, kind: string): Kinds {
  if (kinds === null) return null
  const known = kinds.get(kind)
  if (known === undefined && kinds.size === MOST_KINDS) return null
  return kinds.set(kind, (known ?? 0) + 1)
}

export function mergeKinds(into: Kinds, from: Kinds): Kinds {
  if (into === null || from === null) return null
  for (const [kind, count] of from) into.set(kind, (into.get(kind) ?? 0) + count)
  return into.size > MOST_KINDS ? null : into
}
