// Binary XML, as event logs of Windows hold it: elements of templates, with the values that each event puts in. All offsets are those of
// the chunk of 64 kB that the event stands in.
import { type ScalarValue, valuesIn } from './values.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: ScalarValue])[]
  readonly children: readonly XmlContent[]
}

export type XmlContent = XmlElement | ScalarValue

/** What a template says before values are put in. */
interface Pattern {
  readonly name: string
  readonly attributes: readonly { readonly name: string; readonly parts: readonly Part[] }[]
  readonly parts: readonly Part[]
}

type Part = Pattern | string | { readonly slot: number; readonly isOptional: boolean } | Instance

interface Instance {
  readonly template: readonly Part[]
  readonly values: readonly Value[]
}

/** A value is read once it is put in. */
interface Value {
  readonly type: number
  readonly bytes: Buffer
  readonly at: number
}

const TOKEN = {
  end: 0,
  open: 1,
  closeStart: 2,
  closeEmpty: 3,
  close: 4,
  value: 5,
  attribute: 6,
  cdata: 7,
  character: 8,
} as const
const MORE = { entity: 9, target: 10, instruction: 11, template: 12, slot: 13, optionalSlot: 14, fragment: 15 } as const
const BINARY_XML = 0x21
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Elements within elements; events of Windows have about ten. */
const DEEPEST = 60
/** Elements and texts of one event: a template can be put into itself by its values, many times over. */
const MOST_PARTS = 100_000

/** The templates of one chunk, by their offsets. */
export class ChunkXml {
  private readonly templates = new Map<number, { readonly parts: readonly Part[]; readonly end: number }>()
  private at = 0
  private depth = 0
  private made = 0

  constructor(private readonly chunk: Buffer) {}

  /** The elements that stand at an offset. Throws `RangeError` where it is no binary XML. */
  read(offset: number): XmlContent[] {
    this.made = 0
    this.depth = 0
    return this.filled(this.partsAt(offset, { isInValue: false }), [])
  }

  private partsAt(offset: number, { isInValue }: { readonly isInValue: boolean }): Part[] {
    const before = this.at
    this.at = offset
    try {
      return this.parts(isInValue)
    } finally {
      this.at = before
    }
  }

  /** Up to the end of the element, or of all. In a value elements have no number of what they depend on. */
  private parts(isInValue: boolean): Part[] {
    if (++this.depth > DEEPEST) throw new RangeError('elements are nested too deep')
    const parts: Part[] = []
    for (;;) {
      const token = this.chunk.readUInt8(this.at++)
      switch (token & 0x0f) {
        case TOKEN.end:
        case TOKEN.close:
          this.depth--
          return parts
        case TOKEN.open:
          parts.push(this.element((token & 0x40) !== 0, isInValue))
          break
        case MORE.fragment:
          this.at += 3
          break
        case MORE.template:
          parts.push(this.instance())
          break
        case MORE.target:
          this.name()
          break
        case MORE.instruction:
          this.text()
          break
        default:
          this.at--
          parts.push(this.content())
      }
    }
  }

  private element(hasAttributes: boolean, isInValue: boolean): Pattern {
    this.at += isInValue ? 4 : 6
    const name = this.name()
    const attributes: { name: string; parts: Part[] }[] = []
    if (hasAttributes) this.at += 4
    for (;;) {
      const token = this.chunk.readUInt8(this.at++)
      const kind = token & 0x0f
      if (kind === TOKEN.closeEmpty) return { name, attributes, parts: [] }
      if (kind === TOKEN.closeStart) return { name, attributes, parts: this.parts(isInValue) }
      if (kind !== TOKEN.attribute) throw new RangeError(`token ${token} in a start of an element`)
      const attribute = { name: this.name(), parts: [] as Part[] }
      while (isContent(this.chunk.readUInt8(this.at))) attribute.parts.push(this.content())
      attributes.push(attribute)
    }
  }

  /** What may stand in attributes too. */
  private content(): Part {
    const token = this.chunk.readUInt8(this.at++)
    switch (token & 0x0f) {
      case TOKEN.value: {
        const type = this.chunk.readUInt8(this.at++)
        if (type !== 1) throw new RangeError(`a value of type ${type} in a template`)
        return this.text()
      }
      case TOKEN.cdata:
        return this.text()
      case TOKEN.character:
        return String.fromCharCode(this.word())
      case MORE.entity: {
        const name = this.name()
        return ENTITIES.get(name) ?? `&${name};`
      }
      case MORE.slot:
      case MORE.optionalSlot: {
        const slot = this.word()
        this.at++
        return { slot, isOptional: (token & 0x0f) === MORE.optionalSlot }
      }
      default:
        throw new RangeError(`unknown token ${token}`)
    }
  }

  private instance(): Instance {
    this.at += 5
    const offset = this.number()
    const known = this.templates.get(offset) ?? this.template(offset)
    // Defined where it is used first.
    if (offset === this.at) this.at = known.end
    const count = this.number()
    if (count * 4 > this.chunk.length) throw new RangeError('more values than a chunk has room for')
    const sizes = Array.from({ length: count }, () => {
      const size = this.word()
      const type = this.chunk.readUInt8(this.at)
      this.at += 2
      return { size, type }
    })
    const values = sizes.map(({ size, type }): Value => {
      const at = this.at
      this.at += size
      if (this.at > this.chunk.length) throw new RangeError('a value ends behind its chunk')
      return { type, bytes: this.chunk.subarray(at, this.at), at }
    })
    return { template: known.parts, values }
  }

  private template(offset: number) {
    const size = this.chunk.readUInt32LE(offset + 20)
    const known = { parts: this.partsAt(offset + 24, { isInValue: false }), end: offset + 24 + size }
    this.templates.set(offset, known)
    return known
  }

  private filled(parts: readonly Part[], values: readonly Value[]): XmlContent[] {
    return parts.flatMap(part => {
      if (++this.made > MOST_PARTS) throw new RangeError('an event of too many parts')
      if (typeof part === 'string') return [part]
      if ('slot' in part) return this.valueOf(values[part.slot])
      if ('template' in part) return this.filled(part.template, part.values)
      return this.elements(part, values)
    })
  }

  /** An element whose only content is a list stands once for each of its values. */
  private elements({ name, attributes: own, parts }: Pattern, values: readonly Value[]): XmlElement[] {
    const attributes = own.flatMap(attribute => {
      const given = this.filled(attribute.parts, values)
      const value = scalarOf(given)
      return value === null ? [] : [[attribute.name, value] as const]
    })
    const [only] = parts
    const value = parts.length === 1 && typeof only === 'object' && 'slot' in only ? values[only.slot] : undefined
    if (value && (value.type & 0x80) !== 0)
      return this.valueOf(value).map(item => ({ name, attributes, children: [item] }))
    return [{ name, attributes, children: this.filled(parts, values) }]
  }

  private valueOf(value: Value | undefined): XmlContent[] {
    if (!value) return []
    const { type, bytes, at } = value
    if (type !== BINARY_XML) return valuesIn(type, bytes)
    if (bytes.length === 0) return []
    return this.filled(this.partsAt(at, { isInValue: true }), [])
  }

  /** Written where it is used first, and referred to from then on. */
  private name(): string {
    const offset = this.number()
    const length = this.chunk.readUInt16LE(offset + 6)
    const end = offset + 8 + 2 * length
    if (end > this.chunk.length) throw new RangeError('a name ends behind its chunk')
    if (offset === this.at) this.at = end + 2
    return this.chunk.toString('utf16le', offset + 8, end)
  }

  private text(): string {
    const start = this.at + 2
    this.at = start + 2 * this.chunk.readUInt16LE(this.at)
    if (this.at > this.chunk.length) throw new RangeError('a text ends behind its chunk')
    return this.chunk.toString('utf16le', start, this.at)
  }

  private word(): number {
    this.at += 2
    return this.chunk.readUInt16LE(this.at - 2)
  }

  private number(): number {
    this.at += 4
    return this.chunk.readUInt32LE(this.at - 4)
  }
}

const CONTENT: ReadonlySet<number> = new Set([
  ...[TOKEN.value, TOKEN.cdata, TOKEN.character],
  ...[MORE.entity, MORE.slot, MORE.optionalSlot],
])

function isContent(token: number): boolean {
  return CONTENT.has(token & 0x0f)
}

/** One value as it is, several as text; null for none. */
export function scalarOf(contents: readonly XmlContent[]): ScalarValue | null {
  const [only] = contents
  if (only === undefined) return null
  if (contents.length === 1 && typeof only !== 'object') return only
  return contents.map(content => (typeof content === 'object' ? scalarOf(content.children) : content) ?? '').join('')
}
