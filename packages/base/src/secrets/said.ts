// Secrets in sentences: `the api key is …`, `log in with password …`. Nearly all that follows such names is text, so that
// only quotes, a verb or the look of the value tell.
import { judged, type Named, type SecretSpan } from './assigned.ts'
import { isSaidWord, isSentence } from './stand-ins.ts'
import { stringValue } from './string-value.ts'
import { isMethod, judgeSaid, judgeValue } from './value.ts'

const VERB = '(?:is|was|are|ist|lautet|est|es|è)(?:[ \\t]{1,2}(?:now|set to|changed to))?|set to|changed to|=|:(?!:)'
/** `password …`, `password is …`. */
const SAYS = new RegExp(`[ \\t]{1,4}((?:${VERB})[ \\t:]{1,4})?`, 'y')
/** `the key for the old server is …`. */
const SAYS_OF = new RegExp(
  `[ \\t]{1,4}(?:for|of|to|on|in|at|from|für|von|pour|du|de)(?:[ \\t]{1,4}[\\w./'-]{1,30}){1,5}?[ \\t]{1,4}((?:${VERB})[ \\t:]{1,4})`,
  'y',
)
const WORD = /[^\s"'`,;<>()[\]{}\\]{1,4096}/y
const PHRASE = /[\p{L}\d-]{2,20}(?: [\p{L}\d-]{2,20}){2,7}(?=[ \t]{0,4}(?:[.\r\n]|$))/uy

const DEFINES = /#[ \t]{0,9}define[ \t]{1,20}$/

export function saidSecret(text: string, named: Named): SecretSpan | null {
  const { last, kind, name } = named
  const below = kind === 'password' || kind === 'token' ? saidBelow(text, named) : null
  if (below) return below
  if (text[last] !== ' ' && text[last] !== '\t') return null
  SAYS_OF.lastIndex = last
  SAYS.lastIndex = last
  const says = SAYS_OF.exec(text) ?? SAYS.exec(text)
  if (!says) return null
  const at = last + says[0].length
  const isSaid = says[1] !== undefined
  const quoted = /["'`]/.test(text[at] ?? '') ? stringValue(text, at) : null
  // A quote that is not closed on its line is an apostrophe.
  if (quoted && text.slice(quoted.start, quoted.end).toLowerCase() === name.replace(/\W{1,4}$/, '').toLowerCase())
    return null
  if (quoted && /["'`]/.test(text[quoted.end] ?? ''))
    return isSaid || kind === 'password' ? judged(text, named, { ...quoted, sure: true, quoted: true }) : null
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0].replace(/[.:?!]{1,8}$/, '') ?? ''
  const span = { start: at, end: at + word.length }
  if (word.startsWith('-')) return null
  // `#define a_private_key b_private_key`, and the verb: `it should pass capacity_hint=0`.
  if (/^[A-Za-z_]\w*$/.test(word) && DEFINES.test(text.slice(Math.max(0, named.first - 40), named.first))) return null
  if (/^[a-z]{1,30}(?:_[a-z]{1,30}|[A-Z][a-z]{1,30}){1,6}=\w{0,8}$/.test(word)) return null
  // A call, or code that a sentence would not have.
  if (/[([{]/.test(text[at + word.length] ?? '') || (named.syntax === 'code' && /[=:]/.test(says[1] ?? ''))) return null
  const looks = judgeSaid(kind, name, word)
  if (looks) return { ...looks, ...span }
  if (!isSaid || named.syntax === 'texts') return null
  if (/\d/.test(word) && /\p{L}/u.test(word)) {
    // `the api key is zebra-lantern-42`: behind the verb no word of a sentence looks so but the name of a method.
    const sure = kind === 'token' && word.length >= 8 && !isMethod(word)
    const verdict = judgeValue(kind, name, word, { sure, quoted: false })
    return verdict && { ...verdict, ...span }
  }
  // In languages whose words are not known here, a word behind the verb is mostly one that says of what kind it is.
  if (/^(?:est|es|è)[ \t]/.test(says[1]!) || /wachtwoord$/i.test(name)) return null
  return wordsSaid(text, named, { at, word: /[=:]/.test(says[1]!) ? '' : word })
}

/** `the password of the archive is:` and, on a line of its own, what is set off as a text of its own. */
const BELOW =
  /(?:[ \t]{1,4}[\w./'-]{1,30}){0,8}?:[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n){0,2}(?:[ \t]{2,40}|[ \t]{0,3}(`))([^\s`]{5,200})(`?)[ \t]{0,8}(?=[\r\n]|$)/y
/** `login bob` or `machine x login bob` before `password …`, as programs that log in keep it. */
const LOGIN = /(?:^|[\s])(?:login|user|account)[ \t]{1,8}\S{1,100}\s{1,40}$/
const LOGIN_WORD = /[ \t]{1,8}(\S{1,200})[ \t]{0,8}(?=[\r\n]|$|machine\b)/y

function saidBelow(text: string, named: Named): SecretSpan | null {
  LOGIN_WORD.lastIndex = named.last
  const login = named.syntax === 'code' ? null : LOGIN_WORD.exec(text)
  if (login && LOGIN.test(text.slice(Math.max(0, named.first - 160), named.first))) {
    const start = named.last + login[0].indexOf(login[1]!)
    return judged(text, named, { start, end: start + login[1]!.length, sure: true, quoted: true })
  }
  if (named.syntax !== undefined) return null
  BELOW.lastIndex = named.last
  const below = BELOW.exec(text)
  if (!below || below[1] !== (below[3] || undefined) || isSaidWord(below[2]!)) return null
  const end = named.last + below[0].trimEnd().length - below[3]!.length
  return judged(text, named, { start: end - below[2]!.length, end, sure: true, quoted: true })
}

/** A word that ends the sentence, or several, that no sentence about passwords would have there. */
function wordsSaid(
  text: string,
  named: Named,
  { at, word }: { readonly at: number; readonly word: string },
): SecretSpan | null {
  PHRASE.lastIndex = at
  const phrase = PHRASE.exec(text)?.[0]
  if (phrase !== undefined)
    return isSentence(phrase) || phrase.split(' ').some(isSaidWord)
      ? null
      : judged(text, named, { start: at, end: at + phrase.length, sure: true, quoted: true })
  const end = at + word.length
  const endsSentence = /^(?:[.!,;)]|[ \t]{0,4}(?:[\r\n]|$))/.test(text.slice(end, end + 8))
  if (!endsSentence || word.length < 4 || !/^\p{L}[\p{L}-]*$/u.test(word) || isSaidWord(word)) return null
  return judged(text, named, { start: at, end, sure: true, quoted: true })
}
