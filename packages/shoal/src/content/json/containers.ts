// Arrays and objects as seen from a place inside them: what was open there, and what stands at it.
import type { SourceText } from '@shoal/base/model/source'
import type { Place } from '../../text/scan/block-index.ts'

/** An open array or object. If another container is open inside it, `key` or `at` says under what name or number. */
export interface Container {
  readonly open: '[' | '{'
  readonly key?: string
  readonly at?: number
}

/** An element or a member. `key` is the raw string with its quotes. */
export interface Unit {
  readonly key: string | null
  readonly value: Place
  /** The bracket that opens the value, if it is a container. */
  readonly open: '[' | '{' | null
}

const LONGEST_KEY = 64 * 1024

/** Text that opens the containers, so that what stands in the innermost can follow. */
export function openers(containers: readonly Container[]): string {
  return containers.map(({ open, key }) => (key === undefined ? open : `${open}${key}:`)).join('')
}

export function closers(containers: readonly Container[]): string {
  return containers
    .map(({ open }) => (open === '[' ? ']' : '}'))
    .reverse()
    .join('')
}

/** `$.data` or `$.groups[3].items`: the path of the innermost container. */
export function pathOf(containers: readonly Container[]): string {
  const steps = containers.map(({ key, at }) => {
    if (key === undefined) return at === undefined ? '' : `[${at}]`
    const name = nameOf(key)
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
  })
  return `$${steps.join('')}`
}

export function nameOf(key: string): string {
  try {
    return String(JSON.parse(key))
  } catch {
    return key
  }
}

/** The unit that starts at a place, white space before it skipped. */
export function readUnit(source: SourceText, place: Place, container: Container): Unit {
  let at = skipSpace(source, place)
  let key: string | null = null
  if (container.open === '{') {
    const text = source.text(at.offset, Math.min(source.size, at.offset + LONGEST_KEY))
    key = /^"(?:[^"\\]|\\.)*"/s.exec(text)?.[0] ?? null
    if (key !== null) {
      const units = source.encoding.unit === 1 ? Buffer.byteLength(key) : key.length
      at = skipSpace(source, { offset: at.offset + units, line: at.line })
      if (byteAt(source, at.offset) === 58) at = skipSpace(source, { offset: at.offset + 1, line: at.line })
    }
  }
  const first = byteAt(source, at.offset)
  return { key, value: at, open: first === 0x5b ? '[' : first === 0x7b ? '{' : null }
}

const STEP = 256

export function skipSpace(source: SourceText, place: Place): Place {
  let { offset, line } = place
  for (;;) {
    const bytes = source.bytes(offset, Math.min(source.size, offset + STEP))
    for (const byte of bytes) {
      if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return { offset, line }
      if (byte === source.eol) line++
      offset++
    }
    if (bytes.length < STEP) return { offset, line }
  }
}

function byteAt(source: SourceText, offset: number): number {
  return source.bytes(offset, Math.min(source.size, offset + 1))[0] ?? 0
}
