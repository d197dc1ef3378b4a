// Reduces a content to its key in one pass: what varies by nature (numbers, addresses, ids, paths, quoted values) becomes
// a mark, runs of white space become one blank. The key depends on the content alone, so keys of stretches can be united.
import { atomEnd, classOf, DELIMITER, DIGIT, isPlainWord, lettersEnd, SPACE, varies } from './atoms.ts'

/** Stands for a masked value in a key. */
export const MARK = '\u0001'
/** Of a very long content only its beginning makes the key. */
const MAX_CONTENT = 2000
const MAX_QUOTED = 400
const MAX_BRACKETED = 80
const BLANK = 32
const QUOTE = 34
const LESS = 60

/** Contents with the same key differ in nothing but values and white space. */
export function maskContent(content: string): string {
  const end = content.length > MAX_CONTENT ? cutOf(content) : content.length
  let key = ''
  /** Everything before it is in the key; plain stretches are copied at once. */
  let done = 0
  let closing = -1
  let at = 0
  while (at < end) {
    const code = content.charCodeAt(at)
    const kind = classOf(code)
    let stop = at + 1
    if (kind === SPACE) {
      while (stop < end && classOf(content.charCodeAt(stop)) === SPACE) stop++
      if (stop > at + 1 || code !== BLANK) {
        key += `${content.slice(done, at)} `
        done = stop
      }
    } else if (kind !== DELIMITER) {
      stop = lettersEnd(content, at, end)
      if (!isPlainWord(content, at, stop, end)) {
        stop = atomEnd(content, at, end, stop)
        if (varies(content, at, stop)) {
          key += content.slice(done, at) + MARK
          done = stop
        }
      }
    } else if (code === QUOTE && at !== closing) {
      const close = quoteEnd(content, at)
      if (close > 0 && isRequest(content, at + 1)) closing = close
      else if (close > 0) {
        key += content.slice(done, at + 1) + MARK
        done = close
        stop = close + 1
      }
    } else if (code === LESS && isLessThan(content, at)) {
      key += content.slice(done, at)
      done = stop
    }
    at = stop
  }
  return done === 0 ? content.slice(0, end).trim() : (key + content.slice(done, end)).trim()
}

/** Where the beginning of a very long content ends: at a blank, so that no word is cut in two. */
function cutOf(content: string): number {
  const blank = content.lastIndexOf(' ', MAX_CONTENT)
  return blank > MAX_CONTENT / 2 ? blank : MAX_CONTENT
}

function quoteEnd(text: string, at: number): number {
  const close = text.indexOf('"', at + 1)
  return close - at <= MAX_QUOTED ? close : -1
}

/** `<1 sec`: less than, not a bracket as in `<0x7f80>`. */
function isLessThan(text: string, at: number): boolean {
  if (classOf(text.charCodeAt(at + 1)) !== DIGIT || (at > 0 && classOf(text.charCodeAt(at - 1)) !== SPACE)) return false
  return text[atomEnd(text, at + 1, Math.min(text.length, at + MAX_BRACKETED))] !== '>'
}

/** The request line of HTTP is a phrase, not a value: `"GET /index.html HTTP/1.1"`. */
function isRequest(text: string, at: number): boolean {
  let stop = at
  while (stop < at + 9 && text.charCodeAt(stop) >= 65 && text.charCodeAt(stop) <= 90) stop++
  return stop > at + 2 && text.charCodeAt(stop) === BLANK && '/h*'.includes(text[stop + 1] ?? ' ')
}
