// Several lists made one, fairly.

/** The first of each, then the second of each …: every list is seen, however little room there is. */
export function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: longest }, (_, k) => lists.flatMap(list => list.slice(k, k + 1))).flat()
}
