// What a text says in passing: definitions, dates, names, and places that are not written yet.
import { MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import type { Passage } from '../../../text/passages.ts'
import { partsOf } from '../../../text/passages.ts'

export interface Definition {
  readonly term: string
  readonly meaning: string
  readonly line: number
}

export interface Unfinished {
  readonly mark: string
  readonly line: number
  readonly quote: string
}

/** JSON. */
export interface WordingTally {
  readonly definitions: readonly Definition[]
  readonly dates: readonly { readonly date: string; readonly line: number }[]
  readonly dateTotal: number
  readonly definitionTotal: number
  /** Those that come most often. */
  readonly names: readonly { readonly name: string; readonly count: number }[]
  readonly nameTotal: number
  /** Others came when there were too many to count. */
  readonly areNamesCut: boolean
  readonly unfinished: readonly Unfinished[]
  readonly unfinishedTotal: number
}

const MOST = 200
const MOST_NAMES = 5_000

const BOLD_TERM = /^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)\s?[:–—-]?\s{0,3}(\S[\s\S]{3,300})/u
const IS_A =
  /^(?:An?\s+|The\s+)?([\p{Lu}`][\p{L}\p{N}`_./-]*(?:\s+[\p{L}\p{N}`_-]+){0,3})\s+(?:is|are|means|stands for|refers to)\s+((?:an?|the|any|one|what)\s[\s\S]{5,300})/u
const PRONOUN = /^(?:it|this|that|these|those|there|he|she|they|we|you|which|what|here|who|one)\b/i
const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
const DATE = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}\\.?\\s(?:${MONTHS})\\.?,?\\s\\d{4}\\b|\\b(?:${MONTHS})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4}\\b`,
  'g',
)
const NAME =
  /(?<=[\p{Ll}\p{N},;:(“"]\s)(\p{Lu}[\p{Ll}\p{N}]+(?:\s\p{Lu}[\p{Ll}\p{N}]+){0,3}|\p{Lu}{2,}[\p{L}\p{N}-]*)/gu
const UNFINISHED =
  /(?<![\w`/.-])(TODO|FIXME|TBD|TBC|XXX)(?=[:)\]*_]|[ \t]*(?:$|\||[-–]\s))|\b(lorem ipsum|to be (?:written|defined|decided|done|determined)|coming soon|work in progress)\b/im

export class WordingReader {
  private readonly definitions: Definition[] = []
  private readonly dates: { date: string; line: number }[] = []
  private readonly names = new Map<string, number>()
  private readonly unfinished: Unfinished[] = []
  private dateTotal = 0
  private definitionTotal = 0
  private areNamesCut = false
  private unfinishedTotal = 0

  add(passage: Passage): void {
    const { text } = passage
    for (const { 0: date, index } of text.matchAll(DATE)) {
      this.dateTotal++
      if (this.dates.length < MOST) this.dates.push({ date, line: lineAt(passage, index) })
    }
    for (const [, name] of text.matchAll(NAME)) {
      if (this.names.size < MOST_NAMES || this.names.has(name!)) this.names.set(name!, (this.names.get(name!) ?? 0) + 1)
      else this.areNamesCut = true
    }
    this.define(passage)
    this.look(passage)
  }

  finish(): WordingTally {
    const names = [...this.names].map(([name, count]) => ({ name, count }))
    names.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    const { definitions, definitionTotal, dates, dateTotal, areNamesCut, unfinished, unfinishedTotal } = this
    const told = { names: names.slice(0, 50), nameTotal: names.length, areNamesCut }
    return { definitions, definitionTotal, dates, dateTotal, ...told, unfinished, unfinishedTotal }
  }

  private define(passage: Passage): void {
    if (passage.kind === 'table') return
    for (const { start, end } of partsOf(passage).slice(0, 20)) {
      const part = passage.text.slice(start, end)
      const [, term, meaning] = BOLD_TERM.exec(part) ?? IS_A.exec(part) ?? []
      if (!term || !meaning || PRONOUN.test(term)) continue
      this.definitionTotal++
      if (this.definitions.length >= MOST) continue
      const plain = meaning.replace(/\s+/g, ' ').trim()
      this.definitions.push({
        term: term.replace(/[`*:]/g, '').trim(),
        meaning: plain.slice(0, 200),
        line: lineAt(passage, start),
      })
    }
  }

  /** Marks in capitals count anywhere; phrases only where they are all that a short passage says. */
  private look(passage: Passage): void {
    const mark = UNFINISHED.exec(passage.text)
    if (!mark || (mark[1] !== undefined && mark[1] !== mark[1].toUpperCase())) return
    if (mark[2] !== undefined && passage.text.length > 80) return
    this.unfinishedTotal++
    if (this.unfinished.length >= MOST_PLACES_IN_A_FILE) return
    const end = passage.text.slice(mark.index).search(/[\r\n]/)
    const quote = passage.text.slice(mark.index, end < 0 ? mark.index + 120 : mark.index + Math.min(end, 120)).trim()
    this.unfinished.push({ mark: mark[0], line: lineAt(passage, mark.index), quote })
  }
}

function lineAt({ text, line, eol }: Passage, at: number): number {
  let breaks = 0
  for (let i = 0; i < at; i++) if (text.charCodeAt(i) === eol) breaks++
  return line + breaks
}
