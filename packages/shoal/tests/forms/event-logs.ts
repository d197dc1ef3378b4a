// Event logs of Windows as tests need them, written as the description of the format says: a template of all kinds of values, defined where it
// is used first.

const CHUNK = 65_536

/** One value by the number of its type. */
export interface EventValue {
  readonly name: string
  readonly type: number
  /** By where they will stand in their chunk, of the same length anywhere. */
  readonly bytes: (at: number) => Buffer
}

export interface EventToWrite {
  readonly number: number
  readonly ticks: bigint
  readonly level: number
  readonly values: readonly EventValue[]
}

export function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** Binary XML from `at` on, where it will stand in its chunk. */
class Writer {
  private readonly parts: Buffer[] = []

  constructor(private at: number) {}

  add(...parts: readonly (Buffer | number)[]): this {
    for (const part of parts) {
      const bytes = typeof part === 'number' ? Buffer.of(part) : part
      this.parts.push(bytes)
      this.at += bytes.length
    }
    return this
  }

  /** Always written here. */
  name(text: string): this {
    return this.add(u32(this.at + 4), u32(0), u16(0), u16(text.length), utf16(text), u16(0))
  }

  /** `isInValue`: without the number of what it depends on. */
  element(
    name: string,
    attributes: readonly (readonly [string, Slot | string])[],
    inside: ((to: Writer) => void) | null,
    isInValue = false,
  ): this {
    this.add(attributes.length > 0 ? 0x41 : 0x01, ...(isInValue ? [] : [u16(0xffff)]), u32(0)).name(name)
    if (attributes.length > 0) this.add(u32(0))
    for (const [key, value] of attributes) {
      this.add(0x06).name(key)
      if (typeof value === 'string') this.text(value)
      else this.slot(value)
    }
    if (inside === null) return this.add(0x03)
    this.add(0x02)
    inside(this)
    return this.add(0x04)
  }

  text(text: string): this {
    return this.add(0x05, 1, u16(text.length), utf16(text))
  }

  slot({ slot, type }: Slot): this {
    return this.add(0x0e, u16(slot), type)
  }

  get bytes(): Buffer {
    return Buffer.concat(this.parts)
  }

  get end(): number {
    return this.at
  }
}

interface Slot {
  readonly slot: number
  readonly type: number
}

/** A value that is binary XML itself: a text in elements, one in the other. */
export function embedded(names: readonly string[], text: string) {
  const inside =
    ([name, ...rest]: readonly string[]) =>
    (to: Writer): void =>
      void (name === undefined ? to.text(text) : to.element(name, [], inside(rest), true))
  return (at: number): Buffer => {
    const writer = new Writer(at).add(0x0f, 1, 1, 0)
    inside(names)(writer)
    return writer.add(0).bytes
  }
}

function template(at: number, values: readonly EventValue[]): Buffer {
  const body = new Writer(at + 24).add(0x0f, 1, 1, 0).element('Event', [['xmlns', 'urn:events']], to =>
    to
      .element('System', [], system =>
        system
          .element('Provider', [['Name', 'Test & Co']], null)
          .element('EventID', [], id => id.text('7'))
          .element('Level', [], level => level.slot({ slot: 0, type: 4 }))
          .element('TimeCreated', [['SystemTime', { slot: 1, type: 17 }]], null)
          .element('EventRecordID', [], id => id.slot({ slot: 2, type: 10 }))
          .element('Computer', [], computer => computer.text('host-1')),
      )
      .element('EventData', [], data => {
        for (const [k, { name, type }] of values.entries())
          data.element('Data', [['Name', name]], one => one.slot({ slot: 3 + k, type }))
      }),
  )
  body.add(0)
  return Buffer.concat([u32(0), Buffer.alloc(16), u32(body.bytes.length), body.bytes])
}

/** All of one chunk, with the same names of values. `isOpen`: the chunk's header was not written since its first event. */
export function eventLogOf(events: readonly EventToWrite[], { isOpen = false } = {}): Buffer {
  const chunk = Buffer.alloc(CHUNK)
  chunk.write('ElfChnk\0', 0, 'latin1')
  let at = 512
  let defined = 0
  let firstEnd = 0
  for (const { number, ticks, level, values } of events) {
    const writer = new Writer(at + 24).add(0x0f, 1, 1, 0, 0x0c, 1, u32(1))
    if (defined === 0) {
      defined = writer.end + 4
      writer.add(u32(defined), template(defined, values))
    } else writer.add(u32(defined))
    const all = [
      { type: 4, bytes: () => Buffer.of(level) },
      { type: 17, bytes: () => u64(ticks) },
      { type: 10, bytes: () => u64(BigInt(number)) },
      ...values,
    ]
    writer.add(u32(all.length), ...all.flatMap(({ type, bytes }) => [u16(bytes(0).length), type, 0]))
    for (const { bytes } of all) writer.add(bytes(writer.end))
    writer.add(0)
    const size = Math.ceil((24 + writer.bytes.length + 4) / 8) * 8
    const padding = Buffer.alloc(size - 28 - writer.bytes.length)
    const head = [u32(0x2a2a), u32(size), u64(BigInt(number)), u64(ticks)]
    const record = Buffer.concat([...head, writer.bytes, padding, u32(size)])
    record.copy(chunk, at)
    at += size
    firstEnd ||= at
  }
  chunk.writeUInt32LE(isOpen ? firstEnd : at, 48)
  const header = Buffer.alloc(4096)
  header.write('ElfFile\0', 0, 'latin1')
  return Buffer.concat([header, chunk, Buffer.alloc(CHUNK)])
}
