// Finds the header of a log's lines from a sample of them: which fields stand at the start of every entry. A field is
// believed when nearly all lines have it; words that mean nothing by themselves count only before one that does.

import { wrappedFormat } from './envelopes.ts'
import {
  BAR,
  BRACKET,
  DASHED,
  DOTTED,
  type Field,
  LOOSELY_NAMED,
  NAMED,
  NAMED_WITH_PID,
  NUMBER,
  PADDED,
  PIPED,
  PLACE,
  type Role,
  SIGN,
  STREAM,
  TIGHT,
  TIGHT_COLON,
  WORD,
} from './fields.ts'
import type { LineFormat } from './format.ts'
import { headerFormat, plainFormat, unbracketed } from './header-format.ts'
import { LEVEL_LETTER, LEVEL_OPENING, LEVEL_WORD } from './levels.ts'
import { recordFormat } from './record-format.ts'
import { advance, areFew, type Cursor, copyOf, matchAt, matchesOf, separatorOf, share } from './sample.ts'
import { STAMPS, type StampKind } from './stamps.ts'
import { withStrayLevels } from './stray-level.ts'

const MAX_SAMPLE = 4000
/** Of a long line only its beginning matters. */
const LINE_HEAD = 400
/** The share of lines that must have a field. */
const NEARLY_ALL = 0.95
const ALL_BUT_FEW = 0.97
/** Multi-line entries may outnumber their first lines. */
const FAIR_SHARE = 0.2
/** Names with a process number are a sure sign, and some programs write none. */
const MOST = 0.6
/** With fewer lines that are not indented, indentation means nothing. */
const FEWEST_FLUSH = 0.01
const MAX_FIELDS = 16
const BLANKS = String.raw`[ \t|]+`
/** How many words without meaning may stand before a field that has one. */
const REACH = 5

/** Learns the format from a sample: the first lines of the file and some spread over it. */
export function findHeader(lines: readonly string[]): LineFormat {
  const heads = lines.filter(line => line.trim() !== '').slice(0, MAX_SAMPLE)
  const known = recordFormat(heads, findHeader) ?? wrappedFormat(heads, findHeader)
  if (known) return known
  for (const sample of [flush(heads), heads]) {
    const learner = new Learner(sample.map(line => line.slice(0, LINE_HEAD)))
    if (!learner.findAnchor()) continue
    learner.findMeaning()
    learner.findTail()
    return withStrayLevels(headerFormat(learner.named(), learner.anchor, learner.stamp), sample)
  }
  return plainFormat
}

/** The lines that are not indented: long stack traces must not hide the few lines with headers. */
function flush(heads: readonly string[]): readonly string[] {
  const lines = heads.filter(line => !/^[ \t]/.test(line))
  return lines.length >= FEWEST_FLUSH * heads.length ? lines : []
}

class Learner {
  anchor = -1
  stamp: StampKind | null = null
  private readonly fields: Field[] = []
  /** The values of each field in the sample. */
  private readonly values: string[][] = []
  private alive: Cursor[]
  private hasLevel = false
  private gap = ''

  constructor(heads: readonly string[]) {
    this.alive = heads.map(line => ({ line, at: /^[\s\uFEFF]*/.exec(line)![0].length }))
  }

  /** The first field that makes a line the start of an entry: a time, or else a level. */
  findAnchor(): boolean {
    this.take('priority', String.raw`<\d{1,3}>(?:1(?= ))?`, NEARLY_ALL)
    for (let words = 0; words <= REACH; words++) {
      if (this.anchorAt(words, words === 0 ? FAIR_SHARE : MOST)) return true
    }
    return false
  }

  private anchorAt(words: number, enough: number): boolean {
    const probe = copyOf(this.alive)
    for (let k = 0; k < words; k++) advance(probe, WORD + BLANKS)
    const kind = bestStamp(probe, enough)
    const level = kind ? null : this.levelAnchor(probe, words)
    if (!kind && !level) return false
    for (let k = 0; k < words; k++) this.add('word', WORD, '', '', BLANKS)
    if (kind) this.addStamp(kind)
    else this.addLevel(level!)
    this.anchor = this.fields.length - 1
    return true
  }

  private levelAnchor(probe: readonly Cursor[], words: number): LevelPattern | null {
    if (words > 1) return null
    const level = levelPattern(probe, words === 0 ? FAIR_SHARE : NEARLY_ALL)
    if (level !== LEVEL_FORMS[0] || words === 1) return level
    return share(probe, LEVEL_OPENING) >= FAIR_SHARE ? level : null
  }

  /** Further times and the level, over words between them. */
  findMeaning(): void {
    while (this.fields.length < MAX_FIELDS && this.nextMeaning()) {}
  }

  private nextMeaning(): boolean {
    const probe = copyOf(this.alive)
    const passed: string[] = []
    for (let words = 0; words < REACH; words++) {
      const kind = bestStamp(probe, NEARLY_ALL)
      const level = this.hasLevel ? null : levelPattern(probe, NEARLY_ALL)
      if (kind || level) {
        for (const pattern of passed) this.add(pattern === BRACKET ? 'bracket' : 'word', pattern)
        if (level) this.addLevel(level)
        else this.addStamp(kind!)
        return true
      }
      const pattern = share(probe, BRACKET) >= NEARLY_ALL ? BRACKET : WORD
      if (share(probe, `${pattern}[ \\t|]`) < NEARLY_ALL) return false
      passed.push(pattern)
      advance(probe, pattern)
      advance(probe, separatorOf(probe))
    }
    return false
  }

  /** Behind the last field with a meaning: process numbers, groups in brackets, names. */
  findTail(): void {
    this.takeStructured()
    while (this.fields.length < MAX_FIELDS) {
      if (this.gap === BAR && this.takeFew('word', PIPED, ALL_BUT_FEW)) continue
      if (this.take('bracket', BRACKET, ALL_BUT_FEW) || this.take('pid', NUMBER, ALL_BUT_FEW)) continue
      if (this.take('word', STREAM, NEARLY_ALL) || this.take('word', SIGN, ALL_BUT_FEW)) continue
      break
    }
    if (this.gap === TIGHT_COLON && this.takeFew('component', TIGHT)) return
    if (this.takeName() || this.take('component', PLACE, NEARLY_ALL)) return
    if (this.hasLevel && this.take('component', DOTTED, NEARLY_ALL)) {
      while (this.fields.length < MAX_FIELDS && this.take('bracket', BRACKET, ALL_BUT_FEW)) {}
    } else if (!this.takeFew('component', DASHED)) this.takeFew('component', PADDED)
  }

  /** The fields; where none is a name, the last word that comes again and again is one. */
  named(): readonly Field[] {
    const roles = this.fields.map(({ role }) => role)
    if (!roles.includes('component')) {
      const at = roles.findLastIndex((role, k) => role === 'word' && k >= this.anchor && areNames(this.values[k]!))
      if (at >= 0) roles[at] = 'component'
    }
    const thread = roles.findIndex((role, k) => role === 'bracket' && areThreads(this.values[k]!))
    if (thread >= 0) roles[thread] = 'thread'
    // `INFO [print-01] job 7 done`: who says it, where nothing else does.
    if (!roles.includes('component')) {
      const at = roles.findLastIndex((role, k) => role === 'bracket' && areNames(this.values[k]!.map(unbracketed)))
      if (at >= 0) roles[at] = 'component'
    }
    // `10.0.0.1 - alice [time]`
    if (this.stamp?.name === 'clf' && this.anchor >= 3) {
      roles[this.anchor - 3] = 'client'
      roles[this.anchor - 1] = 'user'
    }
    return this.fields.map((field, k) => ({ ...field, role: roles[k]! }))
  }

  /** RFC 5424: host, program, process, kind of message, structured data. */
  private takeStructured(): void {
    if (this.fields[0]?.role !== 'priority') return
    const data = `(?:-(?= |$)|(?:${BRACKET})+)`
    if (share(this.alive, String.raw`\S+ \S+ \S+ \S+ ${data}`) < NEARLY_ALL) return
    for (const role of ['host', 'component', 'pid', 'word'] as const) this.add(role, String.raw`\S+`, '', '', ' ')
    this.add('word', data, '', '', String.raw`[ \t]+`)
  }

  /** `program[pid]:` or `logger:`, perhaps behind a host. */
  private takeName(): boolean {
    if (hasNames(this.alive)) {
      this.add('component', LOOSELY_NAMED)
      return true
    }
    const probe = copyOf(this.alive)
    advance(probe, String.raw`\S+[ \t]+`)
    if (this.hasLevel || !hasNames(probe)) return false
    this.add('host', String.raw`\S+`)
    this.add('component', LOOSELY_NAMED)
    return true
  }

  private takeFew(role: Role, pattern: string, enough = NEARLY_ALL): boolean {
    const names = matchesOf(this.alive, pattern)
    if (names.length < enough * this.alive.length || !areFew(names) || names.some(isMeasure)) return false
    this.add(role, pattern)
    return true
  }

  /** Takes a field that so many lines have, with something behind it: a group that is all of a line is its content. */
  private take(role: Role, pattern: string, enough: number): boolean {
    if (share(this.alive, `(?:${pattern})(?=.*\\w)`) < enough) return false
    this.add(role, pattern)
    return true
  }

  private addStamp(kind: StampKind): void {
    if (!this.stamp || (this.stamp.part !== 'both' && kind.part === 'both')) this.stamp = kind
    this.add('stamp', kind.pattern, String.raw`[\[(<"]?`, String.raw`[\])>"]?`)
  }

  private addLevel({ pattern, open, close }: LevelPattern): void {
    this.hasLevel = true
    this.add('level', pattern, open, close)
  }

  /** Adds a field and the separator that most lines have behind it; lines without the field are left aside. */
  private add(role: Role, pattern: string, before = '', close = '', gap?: string): void {
    const whole = `${before}(?:${pattern})${close}`
    const values: string[] = []
    this.alive = this.alive.filter(cursor => {
      const found = matchAt(whole, cursor)
      if (found === null) return false
      values.push(found)
      cursor.at += found.length
      return true
    })
    this.gap = gap ?? separatorOf(this.alive)
    advance(this.alive, this.gap)
    const isNumber = role === 'word' && values.every(value => /^\d+$/.test(value))
    this.fields.push({
      role: isNumber ? 'pid' : role,
      pattern,
      before,
      behind: close + (this.gap === '' ? '' : `(?:${this.gap}|[ \\t]+|$)`),
    })
    this.values.push(values)
  }
}

interface LevelPattern {
  readonly pattern: string
  readonly open: string
  readonly close: string
}

const LEVEL_FORMS: readonly LevelPattern[] = [
  { pattern: LEVEL_WORD, open: String.raw`[\[(<*]*[ \t]*`, close: String.raw`[ \t]*[\])>*]*(?![\w.=/])` },
  { pattern: `${LEVEL_LETTER}(?=[ \\t|/])`, open: '', close: '/?' },
  { pattern: `${LEVEL_LETTER}(?=\\d{4} \\d{2}:)`, open: '', close: '' },
  // Behind a module or thread: `[core:error]`, `[Server thread/INFO]`.
  { pattern: LEVEL_WORD, open: String.raw`\[[^\[\]\n]{1,40}?[:/]`, close: String.raw`\]` },
  // Some with a module, some without: `[error]`, `[:error]`, `[cgi:error]`.
  { pattern: LEVEL_WORD, open: String.raw`\[(?:[\w-]{0,40}:)?`, close: String.raw`\]` },
]

function levelPattern(probe: readonly Cursor[], enough: number): LevelPattern | null {
  for (const form of LEVEL_FORMS) {
    const found = matchesOf(probe, `${form.open}${form.pattern}${form.close}`)
    if (found.length === 0 || found.length < enough * probe.length) continue
    // One letter that never changes is no level.
    if (form === LEVEL_FORMS[1] && new Set(found).size < 2) continue
    return form
  }
  return null
}

/** The kind of time that most lines have here; null when too few have any. */
function bestStamp(probe: readonly Cursor[], enough: number): StampKind | null {
  let best: StampKind | null = null
  let most = Math.max(1, enough * probe.length) - 1e-9
  for (const { kind, standing } of STANDING) {
    const found = share(probe, standing) * probe.length
    if (found > most) [best, most] = [kind, found]
  }
  return best
}

/** Stamps as they stand in a line, in brackets or not. */
const STANDING = STAMPS.map(kind => ({
  kind,
  standing: String.raw`[\[(<"]?(?:${kind.pattern})[\])>"]?(?=[\s|,:;-]|$)`,
}))

/** Whether names with a colon stand here: many with process numbers, or a few that come again and again. */
function hasNames(cursors: readonly Cursor[]): boolean {
  if (share(cursors, NAMED_WITH_PID) >= MOST / 2) return share(cursors, NAMED) >= MOST
  const names = matchesOf(cursors, NAMED)
  return names.length >= 0.9 * cursors.length && areFew(names)
}

/** `epoch 12`, `loss 0.4`: a name with its value, and no name. */
function isMeasure(name: string): boolean {
  return /^[A-Za-z]+[ =:]+[\d.]+$/.test(name)
}

/** `[main]`, `[http-nio-8080-exec-1]`, `[Thread-12]`, `[pool-3-thread-7]`. */
const THREAD = /^\[\s*main\s*\]$|thread|exec|worker|pool|nio|dispatcher|handler|scheduler|timer/i

function areThreads(values: readonly string[]): boolean {
  return values.length > 0 && values.filter(value => THREAD.test(value)).length >= MOST * values.length
}

function areNames(values: readonly string[]): boolean {
  return areFew(values) && values.filter(value => /^[A-Za-z][\w.$/-]*$/.test(value)).length >= 0.8 * values.length
}
