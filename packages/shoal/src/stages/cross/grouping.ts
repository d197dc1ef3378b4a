// Values put together by a name of theirs.

/** In the order of the first value of each group. */
export function groupBy<T>(values: readonly T[], of: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const list = groups.get(of(value))
    if (list) list.push(value)
    else groups.set(of(value), [value])
  }
  return groups
}
