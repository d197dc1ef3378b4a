// Objects with parts that are kept as packed JSON and read when they are asked for. Of very many objects it takes a fraction
// of the memory that the values would.
import { emptyRecord } from '../model/lookup.ts'
import { PackedText, PackedTexts } from './packed-texts.ts'

/** Where an object has the text of its parts. */
const KEPT = Symbol('kept')

type KeptText = string | PackedText

interface Kept {
  readonly text: KeptText
  readonly names: ReadonlySet<string>
}

interface Keeping {
  /** Where objects have the text; an object that is kept by two keepers needs two. */
  readonly mark?: symbol
  /** Characters that are packed together; what is read in the order in which it came needs none. Null for what is kept for a moment. */
  readonly block?: number | null
}

/**
 * Makes parts of an object kept ones: values of JSON, which nobody changes. To whoever reads, copies or writes the object
 * it is one like any other.
 */
export function keeper<Parts extends object>(
  names: readonly (keyof Parts & string)[],
  { mark = KEPT, block }: Keeping = {},
) {
  const own: ReadonlySet<string> = new Set(names)
  const texts = block === null ? null : new PackedTexts(block)
  /** What was read last: whoever goes through objects asks for several parts of each. */
  let last: { kept: Kept; parts: Readonly<Record<string, unknown>> } | null = null
  const read = (kept: Kept) => {
    if (last?.kept !== kept) last = { kept, parts: JSON.parse(readText(kept.text)) }
    return last.parts
  }
  // One getter for all objects, so that they share a shape and none has more than its text.
  const getters = names.map(name => ({
    name,
    get(this: { readonly [mark]: Kept }) {
      return read(this[mark]!)[name]
    },
  }))
  /** `object` becomes what is given back. `parts` may be kept already: then their text is shared. */
  return <Own extends object>(object: Own, parts: Parts): Own & Parts => {
    const known = (parts as { readonly [mark]?: Kept })[mark]
    const text = known?.text ?? textOf(parts, names)
    // What another keeper has packed is packed anew: here it may be read in another order.
    const isOwn = text instanceof PackedText && text.isOf(texts)
    const kept: Kept = { text: isOwn ? text : (texts?.add(readText(text)) ?? readText(text)), names: own }
    Object.defineProperty(object, mark, { value: kept })
    for (const { name, get } of getters) Object.defineProperty(object, name, { get, enumerable: true })
    return object as Own & Parts
  }
}

/** Parts that another thread has kept, by their text; for a keeper of the same parts. */
export function keptAs<Parts extends object>(text: string): Parts {
  return { [KEPT]: { text } } as unknown as Parts
}

/** The JSON of the parts that are kept, for another thread; null where none are. */
export function partsText(object: object): string | null {
  const kept = (object as { readonly [KEPT]?: Kept })[KEPT]
  return kept ? readText(kept.text) : null
}

function textOf<Parts extends object>(parts: Parts, names: readonly (keyof Parts & string)[]): string {
  return JSON.stringify(Object.fromEntries(names.map(name => [name, parts[name]])))
}

function readText(text: KeptText): string {
  return typeof text === 'string' ? text : text.read()
}

/** Some of its parts are kept as text. */
export function isKept(object: object): boolean {
  return KEPT in object
}

/** The JSON of an object whose parts are kept, without reading them; null for any other. */
export function keptText(object: object): string | null {
  const kept = (object as { readonly [KEPT]?: Kept })[KEPT]
  if (!kept) return null
  const own = emptyRecord<unknown>()
  for (const key of Object.keys(object)) if (!kept.names.has(key)) own[key] = (object as typeof own)[key]
  const head = JSON.stringify(own)
  const text = readText(kept.text)
  if (head === '{}') return text
  return text === '{}' ? head : `${head.slice(0, -1)},${text.slice(1)}`
}
