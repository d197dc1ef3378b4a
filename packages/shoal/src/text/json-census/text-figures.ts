// Figures of the strings at one path: lengths, and the forms they are written in (`2026-02-11` and `11.02.2026` differ).

import { CLASS, STOP } from './characters.ts'
import { Identity, type Lexed } from './identity.ts'
import { PUNCTUATION } from './tape.ts'

/** Distinct forms kept; free text has more, and then forms say nothing. Nor does one with more marks than this. */
const MOST_FORMS = 48
const MOST_MARKS = 64

/** Strings with the same punctuation in the same order, made of the same kinds of characters. */
export interface TextForm {
  count: number
  at: number
  line: number
  readonly flags: number
  /** Its punctuation in order. */
  readonly marks: string
}

export interface TextFigures {
  count: number
  /** In bytes, quotes left out. */
  shortest: number
  longest: number
  longestAt: number
  longestLine: number
  /** Empty or white space only. */
  blank: number
  forms: Map<string, TextForm> | null
  /** The form met last: mostly the next one too. */
  last: TextForm | null
}

export function createTextFigures(): TextFigures {
  return {
    count: 0,
    shortest: Number.POSITIVE_INFINITY,
    longest: -1,
    longestAt: 0,
    longestLine: 0,
    blank: 0,
    forms: new Map(),
    last: null,
  }
}

export interface Text {
  /** In bytes. */
  readonly length: number
  readonly flags: number
  readonly at: number
  readonly line: number
}

export function addText(figures: TextFigures, lexed: Lexed, token: number, text: Text): void {
  const { length, flags, at, line } = text
  figures.count++
  if (length < figures.shortest) figures.shortest = length
  if (length > figures.longest) {
    figures.longest = length
    figures.longestAt = at
    figures.longestLine = line
  }
  if ((flags & ~4) === 0) figures.blank++
  const { forms, last } = figures
  if (forms === null) return
  if (last !== null && last.flags === flags && hasMarks(lexed, token, last)) {
    last.count++
    return
  }
  const marks = marksOf(lexed, token)
  const key = `${flags} ${marks}`
  const known = forms.get(key)
  if (known) {
    known.count++
    figures.last = known
  } else if (forms.size === MOST_FORMS || marks.length > MOST_MARKS) giveUp(figures)
  else forms.set(key, { count: 1, at, line, flags, marks })
}

const IDENTITY = new Identity()

function hasMarks({ buffer, tape }: Lexed, token: number, { flags, marks }: TextForm): boolean {
  if ((flags & PUNCTUATION) === 0) return true
  const { bytes, from, to } = IDENTITY.read(buffer, tape, token, true)
  let met = 0
  for (let at = from; at < to; at++) {
    const kind = CLASS[bytes[at]!]!
    if ((kind === PUNCTUATION || kind === STOP) && marks.charCodeAt(met++) !== bytes[at]) return false
  }
  return met === marks.length
}

/** The punctuation of a string in order; one more than are kept, when there are more. */
function marksOf({ buffer, tape }: Lexed, token: number): string {
  const { bytes, from, to } = IDENTITY.read(buffer, tape, token, true)
  let marks = ''
  for (let at = from; at < to && marks.length <= MOST_MARKS; at++) {
    const kind = CLASS[bytes[at]!]!
    if (kind === PUNCTUATION || kind === STOP) marks += String.fromCharCode(bytes[at]!)
  }
  return marks
}

function giveUp(figures: TextFigures): void {
  figures.forms = null
  figures.last = null
}

export function mergeTexts(into: TextFigures, from: TextFigures): void {
  into.count += from.count
  into.shortest = Math.min(into.shortest, from.shortest)
  if (from.longest > into.longest || (from.longest === into.longest && from.longestAt < into.longestAt)) {
    into.longest = from.longest
    into.longestAt = from.longestAt
    into.longestLine = from.longestLine
  }
  into.blank += from.blank
  if (into.forms === null || from.forms === null) {
    giveUp(into)
    return
  }
  for (const [key, form] of from.forms) {
    const own = into.forms.get(key)
    if (!own) into.forms.set(key, { ...form })
    else {
      own.count += form.count
      if (form.at < own.at) Object.assign(own, { at: form.at, line: form.line })
    }
  }
  if (into.forms.size > MOST_FORMS) giveUp(into)
}
