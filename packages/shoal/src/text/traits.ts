// What a text looks like, as countable traits: its words, its punctuation, how its lines open, close and are indented.
// One pass over a bounded sample; no knowledge of any language. The statistics of `dialects.ts` are built on these.

/** Read from the start of a long text, and from its middle: a licence header must not hide what follows it. */
const HEAD_CHARS = 4 * 1024
const MIDDLE_CHARS = 4 * 1024
const MAX_WORD = 16
const MAX_LINE = 400
/** Units of a line's outline: `2026-02-11 01:30` has the outline `0-0-0·0:0`. */
const OUTLINE_UNITS = 7

export type VisitTrait = (trait: string) => void

/** The traits of a text, each as often as it occurs. */
export function visitTraits(text: string, visit: VisitTrait): void {
  const short = text.length <= HEAD_CHARS + MIDDLE_CHARS
  visitLines(short ? text : text.slice(0, HEAD_CHARS), visit)
  if (short) return
  const middle = Math.max(HEAD_CHARS, (text.length - MIDDLE_CHARS) >> 1)
  const from = text.indexOf('\n', middle)
  const start = from < 0 || from > middle + MIDDLE_CHARS ? middle : from + 1
  visitLines(text.slice(start, start + MIDDLE_CHARS), visit)
}

function visitLines(text: string, visit: VisitTrait): void {
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    const stop = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end
    visitLine(text, start, Math.min(stop, start + MAX_LINE), visit)
    start = end + 1
  }
}

function visitLine(text: string, start: number, end: number, visit: VisitTrait): void {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at++
  if (at === end) {
    visit('blank')
    return
  }
  visit(indentTrait(text, start, at))
  visit(outline(text, at, end))
  let first = true
  let last = ''
  while (at < end) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      at++
      continue
    }
    const from = at
    const kind = kindOf(code)
    at = kind === PUNCTUATION ? punctuationEnd(text, at, end) : runEnd(text, at, end, kind)
    last = tokenTrait(text, from, at, kind)
    visit(last)
    if (kind === WORD) visit(wordShape(text, from, at))
    if (first) {
      visit(`^${last}`)
      if (kind === WORD) visit(opening(text, at, end))
      first = false
    }
  }
  const closing = kindOf(text.charCodeAt(end - 1)) === WORD ? 'a' : last
  visit(`${closing}$`)
}

const SPACE = 0
const WORD = 1
const DIGIT = 2
const PUNCTUATION = 3
const FOREIGN = 4

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[A-Za-z_]/.test(char)) return WORD
  if (/[0-9]/.test(char)) return DIGIT
  return code <= 32 || code === 127 ? SPACE : PUNCTUATION
})

function kindOf(code: number): number {
  return code < 128 ? KINDS[code]! : FOREIGN
}

function isSpace(code: number): boolean {
  return code < 128 && KINDS[code] === SPACE
}

function runEnd(text: string, at: number, end: number, kind: number): number {
  at++
  while (at < end) {
    const next = kindOf(text.charCodeAt(at))
    if (next !== kind && !(kind === WORD && next === DIGIT)) break
    at++
  }
  return at
}

/** Up to three marks together (`);`, `</`, `=>`); a run of one mark is taken whole, so that rulers are one trait. */
function punctuationEnd(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at)
  let stop = at + 1
  while (stop < end && text.charCodeAt(stop) === mark) stop++
  if (stop - at >= 3) return stop
  while (stop < end && stop - at < 3 && kindOf(text.charCodeAt(stop)) === PUNCTUATION) stop++
  return stop
}

function tokenTrait(text: string, from: number, to: number, kind: number): string {
  if (kind === DIGIT) return '0'
  if (kind === FOREIGN) return 'é'
  if (kind === WORD) return to - from <= MAX_WORD ? text.slice(from, to) : 'long_word'
  return to - from <= 3 ? text.slice(from, to) : `${text.slice(from, from + 3)}+`
}

/** How a word is built, which tells more than the word when the word is somebody's own. */
function wordShape(text: string, from: number, to: number): string {
  let upper = 0
  let lower = 0
  let score = 0
  let digit = 0
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code >= 97) lower++
    else if (code === 95) score++
    else if (code >= 65) upper++
    else digit++
  }
  if (score > 0) return upper > lower ? '~A_A' : '~a_a'
  if (upper === 0) return digit > 0 ? '~a0' : '~a'
  if (lower === 0) return digit > 0 ? '~A0' : '~A'
  const first = text.charCodeAt(from)
  return first >= 65 && first <= 90 ? (upper === 1 ? '~Aa' : '~AaAa') : '~aAa'
}

/** What follows the word that opens a line: `key:`, `key =`, `call(`, or another word. */
function opening(text: string, at: number, end: number): string {
  let gap = ''
  while (at < end && isSpace(text.charCodeAt(at))) {
    gap = '·'
    at++
  }
  if (at === end) return '^a$'
  const kind = kindOf(text.charCodeAt(at))
  if (kind === WORD) return `^a${gap}a`
  if (kind === DIGIT) return `^a${gap}0`
  return `^a${gap}${kind === FOREIGN ? 'é' : text[at]}`
}

function indentTrait(text: string, start: number, at: number): string {
  if (at === start) return '>0'
  if (text.charCodeAt(start) === 9) return at - start > 1 ? '>tt' : '>t'
  const width = at - start
  return width > 8 ? '>9' : `>${width}`
}

/** The first units of a line with every word as `a` and every number as `0`. */
function outline(text: string, at: number, end: number): string {
  let out = '|'
  for (let units = 0; units < OUTLINE_UNITS && at < end; units++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind === PUNCTUATION) {
      out += text[at]
      at++
    } else {
      out += kind === WORD ? 'a' : kind === DIGIT ? '0' : kind === SPACE ? '·' : 'é'
      at = runEnd(text, at, end, kind)
    }
  }
  return out
}
