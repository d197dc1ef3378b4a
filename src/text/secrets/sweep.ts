// Sweeps a whole file for secrets: a fast first look at its bytes, and a true one at the lines where it stops.
import { MOST_PLACES_IN_A_FILE } from '../../model/finding.ts'
import type { SourceText } from '../../model/source.ts'
import { findSecrets, type SecretSpan } from '../secrets.ts'
import { turnTaker } from '../turns.ts'
import { CueScanner } from './cues.ts'
import { secretRules } from './rules.ts'
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
  /** By id of the rule. */
  readonly rules: ReadonlyMap<string, SweptRule>
  /** There are more than are listed: the lines of a quote must be looked at again before it is shown. */
  readonly hasMore: boolean
  /** A table's columns whose names promise secrets. */
  readonly columns: ColumnWatch | null
}

export interface SweepOptions {
  readonly signal: AbortSignal
  /** Its first row names columns. */
  readonly isTable: boolean
}

const BLOCK = 4 << 20
/** A line is looked at so far to both sides of a cue. */
const BACK = 2048
const AHEAD = 8192
/** A private key is long. */
const ARMOUR = 64 << 10
const DASHES = '-----'
const FIRST_LOOK = 256
const MOST_SECRETS = 20_000
const MOST_PLACES = MOST_PLACES_IN_A_FILE
const MOST_EVIDENCE = 300

export async function sweepSecrets(source: SourceText, { signal, isTable }: SweepOptions): Promise<SecretSweep> {
  const found = new Found()
  const columns = isTable ? ColumnWatch.of(source) : null
  const scanner = new CueScanner()
  const turn = turnTaker()
  // What was looked at; nothing is counted twice.
  let done = 0
  for (let start = 0; start < source.size && !found.isFull; start += BLOCK) {
    signal.throwIfAborted()
    await turn()
    const base = Math.max(0, start - BACK)
    const bytes = source.bytes(base, Math.min(source.size, start + BLOCK + AHEAD))
    const to = Math.min(bytes.length, start + BLOCK - base)
    let cue = scanner.next(bytes, Math.max(start, done) - base, to)
    while (cue >= 0 && !found.isFull) {
      done = look(source, { bytes, base, cue, done }, found)
      const next = Math.max(done - base, cue)
      cue = next < to ? scanner.next(bytes, next, to) : -1
    }
  }
  for await (const cell of columns?.cells(source, signal) ?? []) {
    if (found.isFull) break
    found.add(cell.value, { ...cell, isWord: false })
  }
  for (const { first } of found.rules.values()) first.sort((a, b) => a.offset - b.offset)
  return {
    values: found.values,
    rules: found.rules,
    hasMore: found.isFull || (columns?.leavesRows(source) ?? false),
    columns,
  }
}

/** Looks at the line of a cue, and says how far it looked. */
function look(
  source: SourceText,
  { bytes, base, cue, done }: { bytes: Uint8Array; base: number; cue: number; done: number },
  found: Found,
): number {
  const { eol } = source
  const floor = Math.max(0, cue - BACK, done - base)
  let from = cue
  while (from > floor && bytes[from - 1] !== eol) from--
  const lineEnd = bytes.subarray(cue, Math.min(bytes.length, cue + AHEAD)).indexOf(eol)
  let to = lineEnd < 0 ? Math.min(bytes.length, cue + AHEAD) : cue + lineEnd
  let text = source.text(base + from, base + to)
  if (/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(text)) {
    text = source.text(base + from, armourEnd(source, base + to))
  }
  const spans = findSecrets(text)
  for (const span of spans) {
    const value = text.slice(span.start, span.end)
    const isWord = !/[^\p{L}_.-]/u.test(value)
    found.add(value, { ...span, offset: base + from, evidence: quoteOf(text, span), isWord })
  }
  const last = spans.at(-1)
  if (last && base + from + last.end > base + to) to = from + unitsBefore(text, last.end, source)
  return Math.max(base + to, base + cue)
}

/** Where the key that begins before `from` ends: at the next dashes, so that many beginnings do not each look far ahead. */
function armourEnd(source: SourceText, from: number): number {
  const most = Math.min(source.size, from + ARMOUR)
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
function quoteOf(text: string, { start, end, rule }: SecretSpan): string {
  if (rule === secretRules.privateKey) {
    const head = text.lastIndexOf('-----BEGIN ', start)
    return text.slice(head, text.indexOf('-----', head + 5) + 5)
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).trim()
  if (line.length <= MOST_EVIDENCE) return line
  const before = text.slice(Math.max(lineStart, start - 80), start).trimStart()
  return end - start <= 200 || before.trim() === ''
    ? (before + text.slice(start, Math.min(end, start + 200))).trim()
    : before
}

function unitsBefore(text: string, end: number, { encoding }: SourceText): number {
  return encoding.name === 'utf-8' ? Buffer.byteLength(text.slice(0, end)) : end
}

class Found {
  readonly values = new Set<string>()
  readonly rules = new Map<string, { count: number; first: FoundSecret[] }>()
  private count = 0

  get isFull(): boolean {
    return this.count >= MOST_SECRETS
  }

  add(value: string, { rule, confidence, offset, evidence, isWord }: FoundSecret): void {
    this.count++
    if (rule !== secretRules.weak && confidence !== 'low') this.values.add(value)
    let swept = this.rules.get(rule.id)
    if (!swept) this.rules.set(rule.id, (swept = { count: 0, first: [] }))
    swept.count++
    if (swept.first.length < MOST_PLACES) swept.first.push({ rule, confidence, offset, evidence, isWord })
  }
}
