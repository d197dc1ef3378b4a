// Types of values under the names that tables, JSON and schemas give them. An `id` or a `category` may be a number or a
// text: such a column is compared with nothing.

type Class = 'number' | 'text' | 'boolean' | 'structure'

const CLASSES: readonly (readonly [Class, RegExp])[] = [
  ['number', /^(integer|int\d*|bigint|number|float\d*|double|decimal|numeric|real)$/],
  ['boolean', /^bool(ean)?$/],
  ['structure', /^(object|array|list|map|dict)/],
  ['text', /^(string|str|text|varchar|char|date|datetime|date-time|time|timestamp|e-?mail|url|uri|uuid|ip|hostname)/],
]

/** Types joined by `|`, null left out: a value may be missing whatever its type. */
function classesOf(types: string): Set<Class> {
  const classes = new Set<Class>()
  for (const type of types.toLowerCase().split(/[|,\s]+/)) {
    const found = CLASSES.find(([, pattern]) => pattern.test(type))
    if (found) classes.add(found[0])
  }
  return classes
}

/** They have a class in common, or one is not known. Tables hold text only: what is a structure there nobody can say. */
export function isCompatible(a: string, b: string): boolean {
  const [left, right] = [classesOf(a), classesOf(b)]
  if (left.size === 0 || right.size === 0 || left.has('structure') || right.has('structure')) return true
  return [...left].some(one => right.has(one))
}

/** Classes that one has beyond those of the other: what a promise does not cover. */
export function beyond(types: string, promised: string): string[] {
  const allowed = classesOf(promised)
  if (allowed.size === 0) return []
  return types
    .split('|')
    .map(type => type.trim())
    .filter(type => {
      const classes = classesOf(type)
      return classes.size > 0 && [...classes].every(one => !allowed.has(one))
    })
}
