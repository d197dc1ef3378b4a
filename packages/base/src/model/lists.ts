// Lists as long as a file may make them: added to, measured and searched. A call with a spread list (`push(...list)`, `Math.max(...list)`) puts every value on the
// stack, which overflows at some hundred thousand.

export function pushAll<T>(list: T[], more: Iterable<T>): void {
  for (const value of more) list.push(value)
}

/** To the list that stands under a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

/** Values put together by a name of theirs, in the order of the first value of each group. */
export function groupBy<T>(values: Iterable<T>, of: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) addTo(groups, of(value), value)
  return groups
}

/** Of no values it is `least`. */
export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least
  for (const value of values) found = Math.max(found, value)
  return found
}

/** Of no values it is `most`. */
export function smallest(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most
  for (const value of values) found = Math.min(found, value)
  return found
}

/** Index of the first of ascending numbers that is not below `least`. */
export function firstFrom(ascending: readonly number[], least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
