// Event logs of Windows: every event as a line of JSON. Sentences of messages are not in them: Windows puts those together from catalogues
// of the programs that wrote the events.
import { closeSync, readSync } from 'node:fs'
import type { Json } from '@shoal/base/model/json'
import { plural } from '@shoal/base/text/printable'
import { openReal } from '../../text/open-real.ts'
import { Damaged, type Entry, type FileContainer, type PackedFile, startsWith } from '../form.ts'
import { ChunkXml, scalarOf, type XmlContent, type XmlElement } from './binary-xml.ts'
import { fileTime } from './values.ts'

export const evtx: FileContainer = {
  kind: 'file',
  name: 'event log of Windows',
  endings: ['.evtx'],
  matches: head => startsWith(head, 'ElfFile\0'),
  async *entries(packed): AsyncGenerator<Entry> {
    yield { name: 'events.jsonl', by: 'events as JSON lines', bytes: linesOf(packed) }
  },
}

const FILE_HEADER = 4096
const CHUNK = 65_536
const CHUNK_HEADER = 512
const RECORD_HEADER = 24
const RECORD = 0x2a2a
/** Where the header of a chunk says where its events end. */
const EVENTS_END = 48

async function* linesOf(packed: PackedFile): AsyncGenerator<Uint8Array> {
  const fd = openReal(packed.file)
  let [lost, chunks, isCut] = [0, 0, false]
  try {
    for (let at = FILE_HEADER; at < packed.sizeBytes; at += CHUNK) {
      packed.onStep()
      packed.signal.throwIfAborted()
      const chunk = Buffer.alloc(CHUNK)
      const length = readSync(fd, chunk, 0, CHUNK, at)
      isCut ||= length < CHUNK
      // A log is made larger some chunks at a time.
      if (chunk.every(byte => byte === 0)) continue
      if (!startsWith(chunk, 'ElfChnk\0')) {
        chunks++
        continue
      }
      const { lines, damaged } = eventsIn(chunk, length)
      lost += damaged
      if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
    }
  } finally {
    closeSync(fd)
  }
  const missing = [
    ...(lost > 0 ? [plural(lost, 'event')] : []),
    ...(chunks > 0 ? [`${plural(chunks, 'block')} of 64 kB`] : []),
    ...(isCut ? ['what stood behind its end'] : []),
  ]
  if (missing.length > 0) throw new Damaged(`${missing.join(' and ')} cannot be read`)
}

/**
 * Behind the end of the events of a chunk stand remains of older ones; and newer ones, numbered on, where Windows had no time to write
 * down where they end.
 */
function eventsIn(chunk: Buffer, length: number): { readonly lines: readonly string[]; readonly damaged: number } {
  const xml = new ChunkXml(chunk)
  const end = Math.min(chunk.readUInt32LE(EVENTS_END), length)
  const lines: string[] = []
  let damaged = 0
  let isLost = false
  let next: bigint | null = null
  for (let at = CHUNK_HEADER; at + RECORD_HEADER <= length; ) {
    const number = chunk.readBigUInt64LE(at + 8)
    const size = chunk.readUInt32LE(at + 4)
    const isRecord = chunk.readUInt32LE(at) === RECORD && size >= RECORD_HEADER && at + size <= length
    if (at >= end && !(isRecord && number === next)) break
    if (!isRecord) {
      if (!isLost) damaged++
      isLost = true
      // Events begin at multiples of eight.
      at += 8
      continue
    }
    isLost = false
    next = number + 1n
    try {
      const written = fileTime(chunk.readBigUInt64LE(at + 16))
      lines.push(JSON.stringify(eventOf(xml.read(at + RECORD_HEADER), { number: Number(number), written })))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      damaged++
    }
    at += size
  }
  return { lines, damaged }
}

/** As Windows shows them; security logs have 0 for what is only told. */
const LEVELS = ['information', 'critical', 'error', 'warning', 'information', 'verbose']

/** What every event has first, under names of its own, then what this one tells, under those that it has there. */
function eventOf(contents: readonly XmlContent[], { number, written }: { number: number; written: string }): Json {
  const event = contents.find(isElement)
  const parts = event?.children.filter(isElement) ?? []
  const system = parts.find(named('System'))
  const child = (name: string) => system?.children.find(named(name))
  const value = (name: string) => scalarOf(child(name)?.children ?? [])
  const of = (name: string) => Object.fromEntries(child(name)?.attributes ?? []) as Record<string, Json | undefined>
  const { ProcessID, ThreadID, ...execution } = of('Execution')
  const { Name, Guid, EventSourceName } = of('Provider')
  const { ActivityID, RelatedActivityID } = of('Correlation')
  const level = value('Level')
  const told = {
    time: of('TimeCreated').SystemTime ?? written,
    level: (typeof level === 'number' ? LEVELS[level] : null) ?? level,
    provider: Name,
    event_id: value('EventID'),
    computer: value('Computer'),
    channel: value('Channel'),
    message: messageOf(
      `${Name ?? EventSourceName ?? 'event'} ${value('EventID') ?? ''}`,
      parts.filter(part => part !== system),
    ),
    record: value('EventRecordID') ?? number,
    version: value('Version'),
    task: value('Task'),
    opcode: value('Opcode'),
    keywords: value('Keywords'),
    process_id: ProcessID,
    thread_id: ThreadID,
    user: of('Security').UserID,
    activity: ActivityID,
    related_activity: RelatedActivityID,
    qualifiers: of('EventID').Qualifiers,
    provider_guid: Guid,
    source: EventSourceName,
    ...execution,
  }
  const own = parts.flatMap(part => (part === system ? [] : [[part.name, inside(part)] as const]))
  const isSaid = ([, one]: readonly [string, Json | undefined]) => one != null && one !== ''
  return Object.fromEntries([...Object.entries(told).filter(isSaid), ...own]) as Json
}

/** In place of the sentence that only Windows knows: who says which event, and its values in a row. Bytes tell people nothing. */
function messageOf(event: string, parts: readonly XmlElement[]): string {
  const said = parts.flatMap(({ children }) => children.filter(isElement)).filter(({ name }) => name !== 'Binary')
  const values = said.map(element => {
    const value = scalarOf(element.children) ?? ''
    return nameOf(element) === 'Data' ? `${value}` : `${nameOf(element)}=${value}`
  })
  return values.length === 0 ? event.trim() : `${event.trim()}: ${values.join(', ')}`
}

function isElement(content: XmlContent): content is XmlElement {
  return typeof content === 'object'
}

function named(name: string) {
  return (content: XmlContent): content is XmlElement => isElement(content) && content.name === name
}

/** Attributes that name an element or its space of names are no facts of the event. */
function inside({ attributes, children }: XmlElement): Json {
  const own = attributes.filter(([key]) => key !== 'Name' && !key.startsWith('xmlns'))
  const content = children.some(isElement) ? fieldsOf(children) : scalarOf(children)
  if (own.length === 0) return content
  return { ...Object.fromEntries(own), ...(typeof content === 'object' ? content : { value: content }) }
}

/** `Data` is called what it was named; what has one name several times is a list. */
function fieldsOf(contents: readonly XmlContent[]): Record<string, Json> {
  const fields = new Map<string, Json[]>()
  for (const content of contents) {
    const name = isElement(content) ? nameOf(content) : 'text'
    const values = fields.get(name) ?? []
    values.push(isElement(content) ? inside(content) : content)
    fields.set(name, values)
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]))
}

function nameOf({ name, attributes }: XmlElement): string {
  return String(attributes.find(([key]) => key === 'Name')?.[1] ?? name)
}
