// Sweeps a whole file for secrets: a fast first look at its bytes, and a true one at the lines where it stops.
import { MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import type { SweptValues } from '@shoal/base/model/model-work'
import type { SourceText } from '@shoal/base/model/source'
import { BLOCK_REACH } from '@shoal/base/secrets/blocks'
import { isSecretFile, secretsOfFile } from '@shoal/base/secrets/by-file'
import { CueScanner } from '@shoal/base/secrets/cues'
import { type Stretch, united } from '@shoal/base/secrets/hide-spans'
import { linesOf } from '@shoal/base/secrets/known'
import { secretRules } from '@shoal/base/secrets/rules'
import { findSecrets, type SecretSpan } from '@shoal/base/secrets/secrets'
import { isUncommon } from '@shoal/base/secrets/stand-ins'
import { placesIn } from '@shoal/base/secrets/swept-places'
import { syntaxOf } from '@shoal/base/secrets/syntax'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { cueFinder } from './cue-finder.ts'
import { ColumnWatch } from './secret-columns.ts'

export interface FoundSecret {
  readonly rule: SecretSpan['rule']
  readonly confidence: SecretSpan['confidence']
  /** Where the quote stands, in code units of the source; the way to its line. */
  readonly offset: number
  /** Words of the file, the secret among them or right behind. */
  readonly evidence: string
  /** The secret is a word like others, so that it may be the name of a type or a variable. */
  readonly isWord: boolean
}

export interface SweptRule {
  readonly count: number
  readonly first: readonly FoundSecret[]
}

export interface SecretSweep {
  /** Secrets that are to be hidden wherever they are repeated; in memory only. */
  readonly values: ReadonlySet<string>
  /** Secrets that are words, and that the file has nowhere else: to be hidden as words. */
  readonly words: ReadonlySet<string>
  /** By id of the rule. */
  readonly rules: ReadonlyMap<string, SweptRule>
  /** Where they stand, in code units of the source, in order: how much of the file is shown makes no difference. */
  readonly spans: readonly Stretch[]
  /** There are more than are listed: the lines of a quote must be looked at again before it is shown. */
  readonly hasMore: boolean
  /** A table's columns whose names promise secrets. */
  readonly columns: ColumnWatch | null
}

/** A sweep as those know it who hide what it found. */
export type KnownSweep = SweptValues & Pick<SecretSweep, 'columns'>

export interface SweepOptions {
  readonly signal: AbortSignal
  /** Its first row names columns. */
  readonly isTable: boolean
}

const BLOCK = 1 << 20
/** A line is looked at so far to both sides of a cue. */
const BACK = 2048
const AHEAD = 8192
/** A private key and a value are no longer. */
const LONG = 64 << 10
/** A name may stand above its value: so much is looked at together, and so much of it again with what follows. */
const BELOW = 2048
const AGAIN = 700
const DASHES = '----'
const FIRST_LOOK = 256
const MOST_SECRETS = 20_000
const MOST_PLACES = MOST_PLACES_IN_A_FILE
const MOST_EVIDENCE = 300

export async function sweepSecrets(source: SourceText, { signal, isTable }: SweepOptions): Promise<SecretSweep> {
  const found = new Found()
  const columns = isTable ? ColumnWatch.of(source) : null
  const scanner = new CueScanner(cueFinder)
  const turn = yieldToEventLoop()
  const room = new Uint8Array(Math.min(source.size, BACK + BLOCK + AHEAD))
  // What was looked at; nothing is counted twice.
  let done = 0
  for (let start = 0; start < source.size && !found.isFull; start += BLOCK) {
    signal.throwIfAborted()
    await turn()
    const base = Math.max(0, start - BACK)
    const bytes = source.bytes(base, Math.min(source.size, start + BLOCK + AHEAD), room)
    const to = Math.min(bytes.length, start + BLOCK - base)
    let cue = scanner.next(bytes, Math.max(start, done) - base, to)
    while (cue >= 0 && !found.isFull) {
      done = look(source, { bytes, base, cue, done }, found)
      const next = Math.max(done - base, cue)
      cue = next < to ? scanner.next(bytes, next, to) : -1
    }
  }
  if (isSecretFile(source.path)) addByFile(source, found)
  for await (const cell of columns?.cells(source, signal) ?? []) {
    if (found.isFull) break
    found.add(cell.value, { ...cell, isWord: false }, cell.at)
  }
  for (const { first } of found.rules.values()) first.sort((a, b) => a.offset - b.offset)
  const spans = united(found.spans)
  return {
    values: found.values,
    words: wordsAlone(source, [...found.values, ...found.numbers], spans),
    spans,
    rules: found.rules,
    hasMore: found.isFull || (columns?.leavesRows(source) ?? false),
    columns,
  }
}

const MOST_OF_FILE = 4 << 20

function addByFile(source: SourceText, found: Found): void {
  const text = source.text(markOf(source), Math.min(source.size, MOST_OF_FILE))
  let at = 0
  let units = markOf(source)
  for (const span of secretsOfFile(source.path, text)) {
    units += unitsIn(text.slice(at, span.start), source)
    at = span.start
    const value = text.slice(span.start, span.end)
    const evidence = quoteOf(text, span, source)
    const offset = units - unitsIn(text.slice(lineStartOf(text, span.start, source), span.start), source)
    found.add(
      value,
      { ...span, offset, evidence, isWord: !/[^\p{L}_.-]/u.test(value) },
      { start: units, end: units + unitsIn(value, source) },
    )
  }
}

/** Looks at the line of a cue, and at the lines around where these may tell more; says how far it looked. */
function look(
  source: SourceText,
  { bytes, base, cue, done }: { bytes: Uint8Array; base: number; cue: number; done: number },
  found: Found,
): number {
  const { eol } = source
  // A byte-order mark is no part of the text.
  const floor = Math.max(0, markOf(source) - base, cue - BACK, done - base)
  let from = cue
  while (from > floor && bytes[from - 1] !== eol) from--
  const lineEnd = bytes.subarray(cue, Math.min(bytes.length, cue + AHEAD)).indexOf(eol)
  const to = lineEnd < 0 ? Math.min(bytes.length, cue + AHEAD) : cue + lineEnd
  const own = { start: base + from, end: base + to }
  const line = source.text(own.start, own.end)
  const window = lineEnd < 0 && !ROWS_OF_SQL.test(line) ? own : around(source, own, line)
  let text = window === own ? line : source.text(window.start, window.end)
  let spans = findSecrets(text, syntaxOf(source.path))
  // A value that the window cuts off is read on.
  if (spans.at(-1)?.end === text.length && window.end < source.size && lineEnd < 0) {
    text = source.text(window.start, Math.min(source.size, window.end + LONG))
    spans = findSecrets(text, syntaxOf(source.path)).filter(({ start }) => start <= spans.at(-1)!.start)
  }
  let at = 0
  let units = window.start
  for (const span of spans) {
    units += unitsIn(text.slice(at, span.start), source)
    at = span.start
    const value = text.slice(span.start, span.end)
    const end = units + unitsIn(value, source)
    const isWord = !/[^\p{L}_.-]/u.test(value)
    const evidence = quoteOf(text, span, source)
    // The line of the quote: that of a private key is above it.
    const quoted = text.lastIndexOf(evidence, span.start)
    const line = quoted <= 0 ? 0 : lineStartOf(text, quoted, source)
    found.add(
      value,
      { ...span, offset: window.start + unitsIn(text.slice(0, line), source), evidence, isWord },
      { start: units, end },
    )
  }
  const last = found.spans.at(-1)
  const past = window.end - own.end > AGAIN ? lastLine(source, own.end, window.end - AGAIN) : own.end
  return Math.max(past, base + cue, last && last.start < own.end ? last.end : 0)
}

/** The lines that belong together with one: a key, a block, a command that goes on, a value below its name. */
function around(source: SourceText, own: Stretch, line: string): Stretch {
  if (KEY_HEAD.test(line)) return { start: own.start, end: armourEnd(source, own.end) }
  if (/kind["']?\s*:\s*["']?Secret\b|stringData/.test(line)) {
    const above = source.text(Math.max(0, own.start - BLOCK_REACH), own.start)
    const parts = above.split(/^---/m)
    const start = own.start - unitsIn(parts.at(-1)!, source)
    const below = source.text(own.end, Math.min(source.size, own.end + BLOCK_REACH))
    const next = below.search(/^---/m)
    return { start, end: own.end + (next < 0 ? unitsIn(below, source) : unitsIn(below.slice(0, next), source)) }
  }
  if (ROWS_OF_SQL.test(line) && !(/^\s*INSERT/i.test(line) && /;\s*$/.test(line))) {
    const end = Math.min(source.size, own.start + BLOCK_REACH)
    return { start: own.start, end: Math.max(own.end, end === source.size ? end : lastLine(source, own.end, end)) }
  }
  const start = startAround(source, own, line)
  if (!goesOn(line)) return { start, end: own.end }
  const end = Math.min(source.size, own.end + (line.startsWith('|') ? BLOCK_REACH : BELOW))
  return { start, end: end === source.size ? end : Math.max(own.end, lastLine(source, own.end, end)) }
}

/** `login …` stands above, and `sensitive = true` may stand below the value; `curl \\` alone goes on as well. */
function startAround(source: SourceText, own: Stretch, line: string): number {
  if (ALONE.test(line)) return lastLine(source, Math.max(markOf(source), own.start - ABOVE), own.start - 1)
  if (/\bsensitive\s*=/.test(line)) return lastLine(source, Math.max(markOf(source), own.start - BELOW), own.start)
  return own.start
}

/** It ends with a sign, a bracket or a name, so that the value may stand below. */
function goesOn(line: string): boolean {
  const end = line.trimEnd()
  return (
    /[\\^`{[(:=|>&,]$|["'] ?[+.]$|[:=][ \t]*(?:["']{1,3}|[|>][+\d-]{1,2}|<<[-~]?["']?\w{1,30}["']?)$|\bsensitive\s*=/.test(
      end,
    ) ||
    (/[\w"'>]$/.test(end.slice(-1)) && ENDS_IN_NAME.test(end.slice(-120)))
  )
}

const KEY_HEAD =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[ A-Z]{0,8}-----|---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY ----|^Private-Lines: \d/
const KEY_HEADS = new RegExp(KEY_HEAD, 'gm')
/** The names of columns stand before the rows. */
const ROWS_OF_SQL = /^\s*(?:INSERT INTO|COPY)[ \t]/i
const ALONE = /^[ \t]{0,40}\w{2,30}[ \t]{1,8}\S{1,200}[ \t]{0,8}\r?$/
const ABOVE = 200

const ENDS_IN_NAME =
  /(?:pass|pwd|secret|token|key|auth|cred|phrase|mnemonic)[\w.-]{0,40}(?:["']|<\/\w{1,20}>)?,?$|"value"/i

/** Behind the last line end before `end`, or `start`. */
function lastLine(source: SourceText, start: number, end: number): number {
  const at = source.bytes(start, end).lastIndexOf(source.eol)
  return at < 0 ? start : start + at + 1
}

/** Where the key that begins before `from` ends: at the next dashes, so that many beginnings do not each look far ahead. */
function armourEnd(source: SourceText, from: number): number {
  const most = Math.min(source.size, from + LONG)
  for (let length = FIRST_LOOK, seen = from; seen < most; length *= 2) {
    const to = Math.min(most, seen + length)
    // A mark may stand across the end of what was seen before.
    const start = Math.max(from, seen - DASHES.length)
    const at = Buffer.from(source.bytes(start, to)).indexOf(DASHES)
    if (at >= 0) return start + at
    seen = to
  }
  return most
}

/** The line with the secret if it is short; else what stands before the secret, or the head of a private key. */
function quoteOf(text: string, { start, end, rule }: SecretSpan, source: SourceText): string {
  if (rule === secretRules.privateKey) {
    const head = [...text.slice(0, start).matchAll(KEY_HEADS)].at(-1)
    if (head) return head[0]
  }
  const lineStart = lineStartOf(text, start, source)
  const lineEnd = text.indexOf(String.fromCharCode(source.eol), end)
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).trim()
  if (line.length <= MOST_EVIDENCE) return line
  const before = text.slice(Math.max(lineStart, start - 80), start).trimStart()
  return end - start <= 200 || before.trim() === ''
    ? (before + text.slice(start, Math.min(end, start + 200))).trim()
    : before
}

function lineStartOf(text: string, at: number, { eol }: SourceText): number {
  return at === 0 ? 0 : text.lastIndexOf(String.fromCharCode(eol), at - 1) + 1
}

function unitsIn(text: string, { encoding }: SourceText): number {
  return encoding.name === 'utf-8' ? Buffer.byteLength(text) : text.length
}

function markOf({ encoding: { bom, unit } }: SourceText): number {
  return bom / unit
}

/** Units of a file in which words are counted. */
const COUNTED = 8 << 20

/** A PIN, or a password of digits: too like any other number to be looked for in parts. */
const NUMBER = /^\d{6,12}$/

/** The secrets that are uncommon words, or numbers, and stand only where secrets do. */
function wordsAlone(source: SourceText, values: readonly string[], spans: readonly Stretch[]): ReadonlySet<string> {
  const words = new Set(
    values
      .flatMap(linesOf)
      .flatMap(wordsOf)
      .filter(word => isUncommon(word) || NUMBER.test(word)),
  )
  if (words.size === 0) return words
  const end = Math.min(source.size, COUNTED)
  const text = source.text(0, end)
  const hidden = placesIn(spans, source, { start: 0, end })
  let next = 0
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu)) {
    if (!words.has(word)) continue
    while (next < hidden.length && hidden[next]!.end <= index) next++
    if (!(next < hidden.length && hidden[next]!.start <= index)) words.delete(word)
  }
  return words
}

/** The line of a secret that goes over several may name what it gives: `root = …`. */
function wordsOf(line: string): string[] {
  const given = /^[\w.-]{1,60}[ \t]{0,8}[:=][ \t]{0,8}(\S{1,200})$/.exec(line)
  return given ? [given[1]!] : [line]
}

class Found {
  readonly values = new Set<string>()
  readonly numbers = new Set<string>()
  readonly rules = new Map<string, { count: number; first: FoundSecret[] }>()
  readonly spans: Stretch[] = []
  private readonly starts = new Set<number>()
  private count = 0

  get isFull(): boolean {
    return this.count >= MOST_SECRETS
  }

  /** `at` is where it stands; what is known already is not counted again. */
  add(value: string, { rule, confidence, offset, evidence, isWord }: FoundSecret, at: Stretch): void {
    if (this.starts.has(at.start)) return
    this.starts.add(at.start)
    this.spans.push(at)
    this.count++
    if (rule !== secretRules.weak && confidence !== 'low') this.values.add(value)
    else if (NUMBER.test(value) && rule !== secretRules.weak) this.numbers.add(value)
    let swept = this.rules.get(rule.id)
    if (!swept) this.rules.set(rule.id, (swept = { count: 0, first: [] }))
    swept.count++
    if (swept.first.length < MOST_PLACES) swept.first.push({ rule, confidence, offset, evidence, isWord })
  }
}
