// Tables that are asked by names from files and from people, among them `__proto__`, `constructor` and `toString`.

/** What a table has under a name; what every object inherits is not in it. */
export function lookup<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** An object to put names into: it inherits nothing, so that every name is only a name. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}
