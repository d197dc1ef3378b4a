// Second look at a key, where values consist of several words: dates, quantities with units, lists, empty groups.
import { MARK } from './mask.ts'

const DAY = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?'
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const SIZE = '(?:[kKMGTP]?i?B|[KMGT]b)'
const TIME = '(?:[mun]s|secs?|mins?|hrs?)'

const STEPS: readonly (readonly [RegExp, string])[] = [
  // A weekday or month counts as part of a date beside a number.
  [new RegExp(String.raw`\b(?:${DAY}|${MONTH}),? (?=(?:${MONTH} )?${MARK})`, 'g'), `${MARK} `],
  [new RegExp(String.raw`${MARK} (?:${MONTH}|UTC|GMT|[ECMP][SD]T|CES?T|AM|PM)\b`, 'g'), MARK],
  // A size in brackets says again, for people, what stands before it.
  [new RegExp(String.raw` \(${MARK} ${SIZE}\)`, 'g'), ''],
  [new RegExp(String.raw`${MARK} (?:${SIZE}|${TIME})(?![\w/])`, 'g'), MARK],
  [/(?<=[ =:])\(\)/g, `(${MARK})`],
  [/(?<=[ =:])\[\]/g, `[${MARK}]`],
  // A range of hosts: `node-[0-255]`.
  [new RegExp(String.raw`(?<![\w.])[A-Za-z][\w.]*-\w*\[${MARK}\]`, 'g'), MARK],
  // Nothing, or one thing with what it holds, where a value is due.
  [new RegExp(String.raw`(?<==)(?:null|[A-Za-z]\w*\{${MARK}\})(?![\w?])`, 'g'), MARK],
  // Frames of a stack trace.
  [/^at [^()]*\([^()]*\)$/, `at ${MARK}(${MARK})`],
  [new RegExp(`^(File "${MARK}", line ${MARK}, in ).*`), `$1${MARK}`],
  // The short beginning of an address: `::1`, `::ffff:10.0.0.1`.
  [new RegExp(String.raw`(?<![\w:])::(?:[0-9a-fA-F]{1,4}:)?(?=${MARK})`, 'g'), ''],
  // A value that was left out.
  [new RegExp(String.raw`(?<= )(?<! \*{2,} )(?:\*{2,} )+(?=${MARK})`, 'g'), `${MARK} `],
  [new RegExp(String.raw`${MARK}(?: \*{2,})+(?= )`, 'g'), MARK],
  // However many values stand in a row, the message is the same.
  [new RegExp(String.raw`${MARK}(?:(?:,? ?|::?)${MARK}|::?[0-9a-fA-F]{1,4}(?!\w))+`, 'g'), MARK],
]

/** The longest list element that is looked for, in tokens. */
const MAX_PERIOD = 24

export function normaliseKey(key: string): string {
  let text = key
  for (const [pattern, by] of STEPS) text = text.replace(pattern, by)
  return collapseRepeats(text)
}

/** A list says the same however long it is: `ALERT 3, ALERT 5, ALERT 9` becomes `ALERT <*>`. */
function collapseRepeats(text: string): string {
  if (text.indexOf(MARK) === text.lastIndexOf(MARK)) return text
  const tokens = tokensOf(text)
  const kept: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const period = repeatAt(tokens, at)
    if (period === 0) kept.push(tokens[at++]!)
    else {
      at += period
      // The last element may be cut off.
      if (at + 2 * period > tokens.length && begins(tokens, at + period, at)) dropFrom(tokens, at + period)
    }
  }
  return kept.length === tokens.length ? text : kept.join('')
}

/** Drops what stands from a place on, and the separators before it. */
function dropFrom(tokens: string[], place: number): void {
  let end = place
  while (isSeparator(tokens[end - 1]!)) end--
  tokens.length = end
}

/** Whether what stands from one place to the end is how the tokens from another begin. */
function begins(tokens: readonly string[], from: number, like: number): boolean {
  for (let at = from; at < tokens.length; at++) if (tokens[at] !== tokens[like + at - from]) return false
  return from < tokens.length
}

/** The length of the list element, with its separator, that stands here and again right behind; 0 for none. */
function repeatAt(tokens: readonly string[], at: number): number {
  const first = tokens[at]
  for (let period = 2; period <= MAX_PERIOD && at + period < tokens.length; period++) {
    if (tokens[at + period] !== first || !isSeparator(tokens[at + period - 1]!)) continue
    let own = period - 1
    while (own > 0 && isSeparator(tokens[at + own - 1]!)) own--
    let same = 1
    while (same < own && tokens[at + same] === tokens[at + period + same]) same++
    if (same < own) continue
    const element = tokens.slice(at, at + own)
    if (element.includes(MARK) && element.some(isWord)) return period
  }
  return 0
}

function isSeparator(token: string): boolean {
  return token === ' ' || token === ',' || token === ';' || token === '|'
}

const DELIMITERS = String.raw`\s,;=()[\]{}"<>|${'`'}:${MARK}`
/** A full stop behind a word is no part of it: a value has none. */
const TOKEN = new RegExp(String.raw`${MARK}|\.{2,}|[^${DELIMITERS}.!?]+(?:[.!?]+[^${DELIMITERS}.!?]+)*|.`, 'gs')

/** Words, marks and single delimiters; joined they are the key again. */
export function tokensOf(key: string): string[] {
  return key.match(TOKEN) ?? []
}

export function isWord(token: string): boolean {
  return token.length > 1 ? token[0] !== '.' || token[1] !== '.' : /[^\s,;=()[\]{}"<>|`:.!?\u0001]/.test(token)
}
