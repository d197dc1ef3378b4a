// Secrets in sentences: `the api key is …`, `log in with password …`. Nearly all that follows such names is text, so that
// only quotes, a verb or the look of the value tell.
import { isJoined, judged, type Named, type SecretSpan } from './assigned.ts'
import { isSecretWord } from './names.ts'
import { isSaidWord, isSentence, isUncommon } from './stand-ins.ts'
import { stringValue } from './string-value.ts'
import { isMethod, judgeSaid, judgeValue } from './value.ts'

const VERB =
  '(?:is|was|are|ist|lautet|est|es|è)(?:[ \\t]{1,2}(?:now|always|still|simply|set to|changed to))?|(?:refreshed|issued|generated|created)(?=:)|set to|changed to|to(?=[ \\t]")|=|:(?!:)'
/** `password …`, `password is …`. */
const SAYS = new RegExp(`[ \\t]{1,4}((?:${VERB})[ \\t:]{1,4})?`, 'y')
/** `the key for the old server is …`. */
const SAYS_OF = new RegExp(
  `[ \\t]{1,4}(?:(?:is|was)[ \\t]\\w{2,20}ed[ \\t])?(?:for|of|to|on|in|at|from|we|you|they|für|von|pour|du|de)(?:[ \\t]{1,4}[\\w./'@-]{1,30}){1,5}?[ \\t]{1,4}((?:${VERB})[ \\t:]{1,4})`,
  'y',
)
const WORD = /[^\s"'`,;<>()[\]{}\\]{1,4096}/y
const PHRASE = /[\p{L}\d-]{2,20}(?: [\p{L}\d-]{2,20}){2,7}(?=[ \t]{0,4}(?:[.\r\n]|$))/uy

const DEFINES = /#[ \t]{0,9}define[ \t]{1,20}$/

export function saidSecret(text: string, named: Named): SecretSpan | null {
  const { last, kind, name } = named
  const below = kind === 'password' || kind === 'token' ? saidBelow(text, named) : null
  if (below) return below
  const used = USED.exec(text.slice(Math.max(0, named.first - 90), named.first))
  if (used && kind === 'password') {
    const start = Math.max(0, named.first - 90) + used.index + 1
    return judged(text, named, { start, end: start + used[1]!.length, sure: true, quoted: true })
  }
  if (text[last] !== ' ' && text[last] !== '\t') return null
  const directive = named.syntax === 'data' ? directiveSecret(text, named) : null
  if (directive) return directive
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
    return isSaid || kind === 'password' || DEFINES.test(text.slice(Math.max(0, named.first - 40), named.first))
      ? judged(text, named, { ...quoted, sure: true, quoted: true })
      : null
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
  if (word === 'to' && kind === 'password' && named.syntax !== 'texts') return changedTo(text, named, span.end)
  if (named.syntax === 'texts' || named.syntax === 'code') return null
  if (
    kind === 'password' &&
    isGiven(text, {
      first: named.first,
      end: span.end,
      word,
      isSaid: isSaid && /[=:]/.test(says[1]!),
      isLog: named.syntax === 'data',
    })
  )
    return judged(text, named, { ...span, sure: true, quoted: true })
  if (!isSaid) return null
  if (/\d/.test(word) && /\p{L}/u.test(word)) {
    // `the api key is zebra-lantern-42`: behind the verb no word of a sentence looks so but the name of a method.
    const sure = (kind === 'token' && word.length >= 8 && !isMethod(word)) || isJoined(word)
    const verdict = judgeValue(kind, name, word, { sure, quoted: false })
    return verdict && { ...verdict, ...span }
  }
  // `the secret of good bread is time`.
  if (/^secrets?$/i.test(name)) return null
  // In languages whose words are not known here, a word behind the verb is mostly one that says of what kind it is.
  if (/^(?:est|es|è)[ \t]/.test(says[1]!) || /wachtwoord$/i.test(name)) return null
  return wordsSaid(text, named, { at, word: /[=:]/.test(says[1]!) ? '' : word })
}

const CHANGES = /\b(?:set|sets|chang(?:e|ed|es)|reset|rotated|updated)\b[^.\n]{0,60}$/i
const CHANGED_TO = /[ \t]{1,4}([^\s"'`,;<>()[\]{}\\]{4,200})(?=[\s,;]|$)/y

/** `I set the root password to x yesterday`. */
function changedTo(text: string, named: Named, at: number): SecretSpan | null {
  CHANGED_TO.lastIndex = at
  const given = CHANGED_TO.exec(text)?.[1]
  if (given === undefined || !CHANGES.test(text.slice(Math.max(0, named.first - 80), named.first))) return null
  const word = given.replace(/[.:?!]{1,8}$/, '')
  const end = CHANGED_TO.lastIndex - (given.length - word.length)
  const span = { start: end - word.length, end }
  const looks = judgeSaid('password', named.name, word)
  if (looks) return { ...looks, ...span }
  return (isUncommon(word) && !/^\p{Lu}/u.test(word)) || isJoined(word)
    ? judged(text, named, { ...span, sure: true, quoted: true })
    : null
}

/** `Use "x" as the password`. */
const USED = /["'`]([^\s"'`]{4,60})["'`] as (?:(?:the|a|your|its|his|her|admin|root|default|initial) ){0,2}$/

/** Before a name that is a setting or an option of one: words alone. Tabs make rows of a table; `echo` and its like say something; an entry of a log begins with its time. */
const DIRECTIVE =
  /^[ \t]{0,40}(?!(?:echo|printf|print|log|read|local|unset|export|declare|readonly|if|elif|for|while|test|case|return|die|warn|puts)\b)(?:[A-Za-z][\w./:-]{0,80} {1,20}(?:[\w./:-]{1,80} {1,20}){0,6})?$/
/** A number says how it is kept. */
const GIVEN = / {1,20}(?:\d {1,4})?(["'])?([^\s"';#]{3,200})\1?[ \t]{0,8};?[ \t]{0,8}(?=[\r\n]|$)/y

/** `requirepass x`, `enable secret 5 x`, `username bob password 0 x`: a setting without a sign, the value its last word. */
function directiveSecret(text: string, named: Named): SecretSpan | null {
  if (named.kind === 'noun' || /^(?:pass|passwd|secret|secrets|token)$/i.test(named.name)) {
    // Also names of programs and of things: only with a word before it.
    if (!/[A-Za-z][ \t]{1,4}$/.test(text.slice(Math.max(0, named.first - 6), named.first))) return null
  }
  const before = text.slice(Math.max(0, named.first - 400), named.first)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  // `description: The token value`, `Fixed the password changes`.
  if (!DIRECTIVE.test(line) || /^[ \t]*[A-Z][a-z]|:[ \t]/.test(line)) return null
  GIVEN.lastIndex = named.last
  const given = GIVEN.exec(text)
  if (
    !given ||
    /^(?:[-(]|\$(?![\da-z]{1,6}\$)|\w+=|\p{L}+[.!,:]$)/u.test(given[2]!) ||
    isSaidWord(given[2]!) ||
    isSecretWord(given[2]!.toLowerCase())
  )
    return null
  const start = named.last + given[0].indexOf(given[2]!)
  return judged(
    text,
    { ...named, kind: 'password' },
    { start, end: start + given[2]!.length, sure: true, quoted: false },
  )
}

/** `log in with user carla and password x.`, `generated password x for user carla`, `the password for the database: x`. */
function isGiven(
  text: string,
  {
    first,
    end,
    word,
    isSaid,
    isLog,
  }: {
    readonly first: number
    readonly end: number
    readonly word: string
    readonly isSaid: boolean
    readonly isLog: boolean
  },
): boolean {
  if (!isJoined(word) && !isUncommon(word)) return false
  const behind = text.slice(end, end + 14)
  // `connecting with password x to db2`.
  if (
    isLog &&
    / (?:with|using)(?: the)? $/.test(text.slice(Math.max(0, first - 12), first)) &&
    /^ (?:to|on|at|for|from|as)\b/.test(behind)
  )
    return true
  if (/^ for (?:user|account)\b/.test(behind)) return true
  if (!/^[.!]{0,3}[ \t]{0,4}(?:[\r\n]|$)|^\.\s/.test(behind)) return false
  const line = text.slice(Math.max(0, first - 80), first)
  return isSaid || /\b(?:user(?:name)?|account|log ?in|sign in|admin)\b[^\n.]{0,60}$/i.test(line)
}

/** `the password of the archive is:` and, on a line of its own, what is set off as a text of its own. */
const BELOW =
  /(?:[ \t]{1,4}[\w./'-]{1,30}){0,8}?:[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n){0,2}(?:[ \t]{2,40}|[ \t]{0,3}(`))([^\s`]{5,200})(`?)[ \t]{0,8}(?=[\r\n]|$)/y
/** `API key:` and below it nothing but what looks like one. */
const NEXT_LINE = /:[ \t]{0,4}\r?\n([^\s:;,.()<>"'`]{8,200})(?=[ \t]{0,8}(?:[\r\n]|$))/y
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
  NEXT_LINE.lastIndex = named.last
  const next = NEXT_LINE.exec(text)
  if (next) {
    const end = NEXT_LINE.lastIndex
    const looks = judged(text, named, { start: end - next[1]!.length, end, sure: false, quoted: true })
    if (looks) return looks
  }
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
  const endsSentence = /^(?:[.!,;)"]|\\n|[ \t]{0,4}(?:[\r\n]|$))/.test(text.slice(end, end + 8))
  if (!endsSentence || word.length < 4 || !/^\p{L}[\p{L}-]*$/u.test(word) || isSaidWord(word)) return null
  return judged(text, named, { start: at, end, sure: true, quoted: true })
}
