// Reads JSON lines: every line is lexed and, if it is JSON, counted. What is not JSON is kept with its reason.
import { MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { ByteWindow } from './byte-window.ts'
import { Census } from './census.ts'
import { Lexer } from './lexer.ts'
import { isLooseJson, type Liberties } from './loose-json.ts'
import type { RecordWatch } from './record-watch.ts'
import { mergeSlots, type Slot } from './slot.ts'
import { ARRAY, OBJECT } from './tape.ts'

/** A longer line is not read: it would have to be held in memory. */
const LONGEST_LINE = 64 * 1024 * 1024
const MOST_BAD = MOST_PLACES_IN_A_FILE

export interface BadLine {
  readonly at: number
  readonly line: number
  readonly reason: string
  /** The line ends before its value does, and nothing else is wrong with it. */
  readonly cutOff: boolean
}

/** What the lines of a stretch say. */
export interface LineTally {
  readonly root: Slot
  blank: number
  /** `loose`: of them, those that a reader less strict than JSON may take for a value. */
  readonly bad: { count: number; readonly first: BadLine[]; last: BadLine | null; loose: number }
  readonly liberties: Liberties
  depth: number
  tooDeep: number
  /** Strings with half of a surrogate pair. */
  tornPairs: number
}

export interface Range {
  readonly start: number
  readonly end: number
  readonly line: number
}

export interface LineOptions {
  readonly watch?: RecordWatch
  /** Told of every line that is no object or array: its bytes, where it stands, its number. */
  onOther?(bytes: Uint8Array, at: number, line: number): void
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

export async function readLines(source: SourceText, range: Range, options: LineOptions): Promise<LineTally> {
  const { watch, onOther, signal, onRead } = options
  const window = new ByteWindow(source, range.start, range.end, onRead)
  const lexer = new Lexer()
  lexer.eol = source.eol
  const size = Math.max(1, source.size)
  const census = new Census(lexer, { records: 'root', size, ...(watch ? { watch } : {}) })
  census.convert = at => window.offsetOf(at)
  const tally: LineTally = {
    root: census.root,
    blank: 0,
    bad: { count: 0, first: [], last: null, loose: 0 },
    liberties: lexer.liberties,
    depth: 0,
    tooDeep: 0,
    tornPairs: 0,
  }
  const turn = yieldToEventLoop()
  let line = range.line
  let at = 0
  let looked = 0
  let skipping = false
  for (;;) {
    let stop = window.buffer.indexOf(source.eol, at + looked)
    if (stop < 0 && !window.final) {
      signal.throwIfAborted()
      await turn()
      looked = window.buffer.length - at
      if (looked > LONGEST_LINE && !skipping) {
        skipping = true
        const reason = `it is longer than ${LONGEST_LINE / 2 ** 20} MB`
        noteBad(tally, { at: window.offsetOf(at), line, reason, cutOff: false })
        onOther?.(window.buffer.subarray(at), window.offsetOf(at), line)
      }
      if (skipping) looked = 0
      window.slide(skipping ? window.buffer.length : at)
      at = 0
      continue
    }
    if (stop < 0) stop = window.buffer.length
    if (!skipping && stop > at) {
      census.base = window.direct ? window.base : -1
      lexer.buffer = window.buffer
      lexer.at = at
      lexer.limit = stop
      lexer.line = line
      const isContainer = readLine(lexer, census, tally, window.offsetOf(at), line)
      if (!isContainer) onOther?.(window.buffer.subarray(at, stop), window.offsetOf(at), line)
    } else if (!skipping && stop < window.buffer.length) {
      tally.blank++
      onOther?.(window.buffer.subarray(at, stop), window.offsetOf(at), line)
    }
    if (stop === window.buffer.length) break
    skipping = false
    looked = 0
    at = stop + 1
    line++
  }
  tally.tooDeep = census.tooDeep
  tally.tornPairs = lexer.tornPairs
  return tally
}

/** Exactly one value, then nothing, makes a record. Whether it is an object or array. */
function readLine(lexer: Lexer, census: Census, tally: LineTally, at: number, line: number): boolean {
  if (lexer.next() < 0) {
    tally.blank++
    return false
  }
  const start = lexer.at
  const state = lexer.value()
  if (state !== 'ok') {
    noteBad(tally, { at, line, reason: lexer.reason, cutOff: state === 'short' })
    if (state === 'bad' && isLooseJson(Buffer.from(lexer.buffer.subarray(start, lexer.limit)).toString('latin1')))
      tally.bad.loose++
  } else if (lexer.next() >= 0) noteBad(tally, { at, line, reason: 'more text follows the value', cutOff: false })
  else {
    if (lexer.depth > tally.depth) tally.depth = lexer.depth
    census.walk(census.root, lexer.tape.at[0]!, line)
    return lexer.tape.kind[0]! === OBJECT || lexer.tape.kind[0]! === ARRAY
  }
  return false
}

function noteBad({ bad }: LineTally, line: BadLine): void {
  bad.count++
  if (bad.first.length < MOST_BAD) bad.first.push(line)
  bad.last = line
}

/** Adds the tally of the lines that follow. */
export function mergeLines(into: LineTally, from: LineTally): void {
  mergeSlots(into.root, from.root)
  into.blank += from.blank
  into.bad.count += from.bad.count
  into.bad.loose += from.bad.loose
  pushAll(into.bad.first, from.bad.first.slice(0, MOST_BAD - into.bad.first.length))
  into.bad.last = from.bad.last ?? into.bad.last
  for (const name of ['comments', 'trailingCommas', 'bareKeys', 'singleQuotes'] as const)
    into.liberties[name] += from.liberties[name]
  into.depth = Math.max(into.depth, from.depth)
  into.tooDeep += from.tooDeep
  into.tornPairs += from.tornPairs
}
