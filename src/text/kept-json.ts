// Objects with parts that are kept as JSON text and read when they are asked for. Of very many objects the text takes a
// fraction of the memory that the values would.

/** Where an object has the text of its parts. */
const KEPT = Symbol('kept')

interface Kept {
  readonly text: string
  readonly names: ReadonlySet<string>
}

/**
 * Makes parts of an object kept ones: values of JSON, which nobody changes. To whoever reads, copies or writes the object
 * it is one like any other. An object that is kept by two keepers needs two marks.
 */
export function keeper<Parts extends object>(names: readonly (keyof Parts & string)[], mark: symbol = KEPT) {
  const own: ReadonlySet<string> = new Set(names)
  /** What was read last: whoever goes through objects asks for several parts of each. */
  let last = { text: '{}', parts: {} as Readonly<Record<string, unknown>> }
  const read = (text: string) => {
    if (last.text !== text) last = { text, parts: JSON.parse(text) }
    return last.parts
  }
  // One getter for all objects, so that they share a shape and none has more than its text.
  const getters = names.map(name => ({
    name,
    get(this: { readonly [mark]: Kept }) {
      return read(this[mark]!.text)[name]
    },
  }))
  /** `object` becomes what is given back. `parts` may be kept by the same keeper: then their text is shared. */
  return <Own extends object>(object: Own, parts: Parts): Own & Parts => {
    const known = (parts as { readonly [mark]?: Kept })[mark]
    const kept: Kept = known ?? { text: textOf(parts, names), names: own }
    Object.defineProperty(object, mark, { value: kept })
    for (const { name, get } of getters) Object.defineProperty(object, name, { get, enumerable: true })
    return object as Own & Parts
  }
}

function textOf<Parts extends object>(parts: Parts, names: readonly (keyof Parts & string)[]): string {
  return JSON.stringify(Object.fromEntries(names.map(name => [name, parts[name]])))
}

/** Some of its parts are kept as text. */
export function isKept(object: object): boolean {
  return KEPT in object
}

/** The JSON of an object whose parts are kept, without reading them; null for any other. */
export function keptText(object: object): string | null {
  const kept = (object as { readonly [KEPT]?: Kept })[KEPT]
  if (!kept) return null
  const own: Record<string, unknown> = {}
  for (const key of Object.keys(object)) if (!kept.names.has(key)) own[key] = (object as typeof own)[key]
  const head = JSON.stringify(own)
  if (head === '{}') return kept.text
  return kept.text === '{}' ? head : `${head.slice(0, -1)},${kept.text.slice(1)}`
}
