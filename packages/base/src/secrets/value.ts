// Is a value a secret, given the name it stands under? The position decides first: what stands where a password stands is
// one, whatever it looks like, unless it is plainly no value. Where the position is not sure, the look decides.
import type { Rule } from '../model/finding.ts'
import { isSecretWord, kindOfName, type NameKind, wordsOfName } from './names.ts'
import { secretRules } from './rules.ts'
import { describes, isEnumerated, isPlaceholder, isReference, isSaidWord, isSentence, isWeak } from './stand-ins.ts'

export interface Verdict {
  readonly rule: Rule
  readonly confidence: 'high' | 'medium' | 'low'
}

/**
 * In code a bare word is the name of something else; in data it is a value; in a catalogue of texts for people what stands under
 * `password` is the word for it. Unknown for text without a file.
 */
export type Syntax = 'code' | 'data' | 'texts'

export interface Position {
  /** The value stands where only a value can stand. Else only what no text would hold is believed. */
  readonly sure: boolean
  /** In quotes, or read from a parsed file: nothing in it is code. */
  readonly quoted: boolean
  readonly syntax?: Syntax | undefined
}

export const LONGEST_VALUE = 64 << 10

/** `sure`: it is known that the value is assigned to the name, as in a parsed file; else plain words are not believed. */
export function judgeAssignment(name: string, value: string, at: Position): Verdict | null {
  const kind = kindOfName(name)
  return kind === null ? null : judgeValue(kind, name, value.trim(), at)
}

export function judgeValue(kind: NameKind, name: string, value: string, at: Position): Verdict | null {
  if (value.length > LONGEST_VALUE || isPlaceholder(value) || isReference(value, at.quoted)) return null
  if (at.syntax === 'texts' && !isNoText(value)) return null
  if (kind === 'header') return judgeHeader(value)
  if (kind === 'session') return judgeSession(name, value)
  if (kind === 'pin')
    return /^\d{4,12}$/.test(value) && at.sure ? { rule: secretRules.password, confidence: 'low' } : null
  if (!(at.sure && (at.quoted || at.syntax === 'data')) && sameWord(name, value)) return null
  if (isNameOrVersion(kind, name, value, at)) return null
  // In code what has no quotes is a name: `token: TokenSchema$1`.
  if (!at.quoted && at.syntax === 'code' && /^[A-Za-z_]\w*\$\w*$/.test(value)) return null
  if (!at.quoted && at.syntax === 'code' && isVariable(value)) return null
  // `#define PARAM_PASSWORD "pass"`: what the field is called.
  if (
    at.syntax === 'code' &&
    /(?:^|_)(?:PARAM|FIELD|ATTR|OPT|OPTION|PROP|PROPERTY|HEADER|ARG)_/.test(name) &&
    /^[A-Za-z][A-Za-z_. -]*$/.test(value)
  )
    return null
  // `exports.MD5Password = MD5Password`, `#define a_private_key b_private_key`: another name for the same.
  if (!at.quoted && isAlias(name, value, at)) return null
  // A field of the object: `password = @password`.
  if (!at.quoted && at.syntax !== 'data' && /^@{1,2}[a-z_]\w*$/.test(value)) return null
  // A type: `secret: Uint8Array`.
  if (!at.quoted && at.syntax !== 'data' && /^[A-Z][a-z]+\d{0,3}(?:[A-Z][a-z]+)*$/.test(value)) return null
  // In code a bare word is a variable, weak or not.
  if (isWeak(value) && !isLabel(name, value) && !at.quoted && at.syntax === 'code') return null
  if (isWeak(value) && !isLabel(name, value))
    return kind === 'password' || (at.sure && value.length >= 4 && kind === 'token')
      ? { rule: secretRules.weak, confidence: 'medium' }
      : null
  // No token has letters beyond ASCII.
  if (kind !== 'password' && /[^\x20-\x7e]/.test(value) && !(at.sure && /^(?=\D*\d)\S+$/.test(value))) return null
  const looks = kind === 'password' ? looksLikePassword(value, at) : looksLikeToken(name, value)
  if (looks || !at.sure) return sameWord(name, value) ? null : looks
  if (isLabel(name, value) || (at.syntax !== 'data' && isNamed(name, value, at))) return null
  return kind === 'password' ? passwordByPosition(name, value) : tokenByPosition(kind, value)
}

/** A version of a package, the file that has it, a name that says what it is: with digits in them they look like tokens. */
function isNameOrVersion(kind: NameKind, name: string, value: string, { quoted, syntax }: Position): boolean {
  if (/^[\^~]\d+\.\d+/.test(value) || FILE.test(value) || METHODS.test(value)) return true
  // `{"name": "Private Key", "value": "privateKey"}`; `password=password` is a weak one.
  if (value.length > 8 && lettersOf(value) === lettersOf(name) && !isWeak(value)) return true
  // `PW:"Palau"`, in a list of countries.
  if (name === 'PW' && /^\p{Lu}\p{Ll}+$/u.test(value)) return true
  if (syntax !== 'code') return false
  if (quoted)
    return kind !== 'password' && (CONSTANT.test(value) || (isIdentifier(value) && kindOfName(value) !== null))
  return isIdentifier(value) || isAttribute(value.replace(/!/g, ''))
}

const METHODS = /^(?:sha-?\d{1,3}|md5|base64|hex|utf-?8)$/i
const CONSTANT = /^[A-Z]{2,20}(?:_[A-Z\d]{1,20}){1,8}$/

function lettersOf(name: string): string {
  return name.replace(/[^\p{L}\d]/gu, '').toLowerCase()
}

/** `server_password_v21`, `ec2TokenUri`: words and numbers joined as code joins them. */
export function isIdentifier(value: string): boolean {
  if (!/^[A-Za-z_$][\w$-]{0,100}$/.test(value)) return false
  const parts = value
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[_$-]/)
    .filter(part => part !== '')
  if (parts.length < 2 || !parts.every(part => /^(?:[A-Za-z]{2,20}\d{0,2}|[A-Za-z]?\d{1,2})$/.test(part))) return false
  const words = parts.filter(part => /^[A-Za-z]{4,}$/.test(part)).join('')
  return words.length * 2 >= value.length && !isRandomCase(value)
}

/** What no text for people would say: letters of ASCII with digits or marks among them, and no blanks. */
function isNoText(value: string): boolean {
  return (
    /^[\x21-\x7e]+$/.test(value) && /[A-Za-z]/.test(value) && /\d|[!#$%^*+=~]./.test(value) && !/&#?\w+;/.test(value)
  )
}

/** What follows a name in a sentence (`the password is …`), where nearly all that follows is text. */
export function judgeSaid(kind: NameKind, name: string, value: string): Verdict | null {
  if (kind === 'session' || kind === 'header' || kind === 'pin' || value.length > 4096) return null
  if (isReference(value, false) || isPlaceholder(value)) return null
  if (/^[\w.-]{1,60}(?:\/[\w.-]{1,60}){1,8}\.[a-z]{1,5}$/i.test(value)) return null
  if (kind !== 'password') {
    const isLong = value.length >= 20 || isRandomCase(value)
    const verdict = isLong && !UUID.test(value) ? looksLikeToken(name, value) : null
    return verdict && { ...verdict, confidence: 'medium' }
  }
  if (isRandomCase(value)) return { rule: secretRules.password, confidence: 'medium' }
  const isBothCases = /[A-Z]/.test(value) && /[a-z]/.test(value)
  const mixed = /\d/.test(value) && /[a-z]/i.test(value) && (isBothCases || /[!@#$%^&*+~]/.test(value))
  if (value.length < 8 || !mixed || entropy(value) < 2.75 || isMethod(value) || isWeak(value)) return null
  return /[\\/()=<>:]|^[A-Za-z]+\d{1,2}$/.test(value) ? null : { rule: secretRules.password, confidence: 'medium' }
}

/** Bits per character, by how often each occurs. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const unit of value) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** What sentences name beside passwords. */
const ALGORITHM = /sha\d|md\d|hmac|pbkdf|crypt|argon|aes|rsa|rfc|utf|base64|oauth|http|^v\d/i

/** `AES-256`, `RFC-6750`, `v2-tokens`. */
export function isMethod(value: string): boolean {
  return ALGORITHM.test(value)
}
/** A pass phrase has no more words. */
const MOST_WORDS = 16

function passwordByPosition(name: string, value: string): Verdict | null {
  // Too short, or the version of a package.
  if (value.length < 3 || /^\d+\.\d+(?:\.\d+)?$/.test(value)) return null
  // It has words, or is the short name of an instruction.
  if (/mnemonic$/i.test(name) && !/\s/.test(value)) return null
  // `pass` alone is also what a test does.
  if (/^[\d.,:%/-]+$/.test(value))
    return value.length >= 4 && !/^pass$/i.test(name) ? { rule: secretRules.password, confidence: 'low' } : null
  if (/\s/.test(value) && (describes(value) || value.split(/\s+/).length > MOST_WORDS)) return null
  if (isEnumerated(value)) return null
  return { rule: secretRules.password, confidence: 'medium' }
}

function tokenByPosition(kind: NameKind, value: string): Verdict | null {
  const isWord = /^[A-Za-z]+$/.test(value)
  if (kind === 'token' && isPhrase(value)) return GENERIC
  if (/\s/.test(value) || value.length < 4 || isEnumerated(value) || FILE.test(value)) return null
  if (/^[\d.,:TZ+-]+$|^\.[a-z]+(?:-[a-z]+)*$/.test(value)) return null
  if (kind === 'noun') return (isWord && value.length >= 20) || isUnspeakable(value) ? GENERIC : null
  return GENERIC
}

const GENERIC: Verdict = { rule: secretRules.token, confidence: 'medium' }
const FILE =
  /^[\w./-]{1,200}\.(?:pem|key|crt|cer|p12|pfx|jks|json|ya?ml|txt|js|ts|py|rb|php|go|java|asc|gpg|pub|env|ini|conf|xml|html?|md)$/i

/** `GbFpgYbyRVj`: letters of both cases in no order that words have. `getUserToken` is three words of four letters. */
export function isRandomCase(value: string): boolean {
  if (!/^[A-Za-z]{8,200}$/.test(value)) return false
  const parts = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  if (parts.length < 4) return false
  const most = /[b-df-hj-np-tv-xz]{5}/i.test(value) ? LONG_RANDOM_PART : RANDOM_PART
  return value.length <= parts.length * most
}
/** Words of names are longer than this on the average; of letters drawn by lot a part has about two. */
const RANDOM_PART = 2.75
const LONG_RANDOM_PART = 3.5

/** `walnut otter lantern pier`: small words, and none that texts about secrets have. */
function isPhrase(value: string): boolean {
  return (
    /^[a-z]{3,14}(?:[ -][a-z]{3,14}){2,9}$/.test(value) && !value.split(/[ -]/).some(isSaidWord) && !isSentence(value)
  )
}

/** Letters that nobody could say: twice four or more consonants on end. */
function isUnspeakable(value: string): boolean {
  return value.length >= 12 && /^[A-Za-z]+$/.test(value) && (value.match(/[b-df-hj-np-tv-xz]{4,}/gi)?.length ?? 0) > 1
}

function looksLikePassword(value: string, { sure }: Position): Verdict | null {
  if (/\s/.test(value) || value.length < 4) return null
  if (/^[\d.:-]+$/.test(value))
    return value.length >= 6 && sure ? { rule: secretRules.password, confidence: 'low' } : null
  const isMixed = /\p{L}/u.test(value) && (/\d/.test(value) || /[^\p{L}\p{N}_.-]/u.test(value)) && value.length >= 6
  if (!isMixed) return null
  if (!sure && isWordPath(value)) return null
  const strong = value.length >= 8 && entropy(value) >= 2.5
  return { rule: secretRules.password, confidence: strong || sure ? 'high' : 'medium' }
}

/** `user.password2`, `routes/changePassword`: names with dots, dashes and slashes between them. */
function isWordPath(value: string): boolean {
  if (!/^[a-z][\w./-]*$/i.test(value)) return false
  return value.split(/[_./-]/).every((part, k) => (k === 0 ? /^[a-z]+\d?$/i : /^[a-z]*\d?$|^\d{1,4}$/i).test(part))
}

function looksLikeToken(name: string, value: string): Verdict | null {
  const rule = /aws/i.test(name) && /^[\w/+]{40}$/.test(value) ? secretRules.aws : secretRules.token
  if (isRandomCase(value)) return { rule, confidence: 'medium' }
  if (/\s/.test(value) || value.length < 8 || !/\d/.test(value) || !/[a-z]/i.test(value)) return null
  if (/\\[wdsb]|\[\^/i.test(value)) return null
  // Names with a number, versions, dates and sizes.
  if (isNumbered(value) || /^v?\d[\d.:TZ+-]*\w{0,3}$/.test(value) || isAttribute(value)) return null
  const bits = entropy(value)
  if (value.length >= 20 && bits >= 3) return { rule, confidence: 'high' }
  return bits >= 2.75 ? { rule, confidence: value.length >= 12 ? 'medium' : 'low' } : null
}

/** `my-service_v2`: words, and a number at the end. */
function isNumbered(value: string): boolean {
  const parts = value.split(/[-_.:/]/)
  const last = parts.pop()!
  return parts.every(part => /^[a-z]+$/i.test(part)) && /^(?:[a-z]*|[a-z]*v)\d{0,4}$/i.test(last)
}

/** `ed25519.PrivateKey`: names, not a token with dots. */
function isAttribute(value: string): boolean {
  const parts = value.split('.')
  return (
    parts.length > 1 && parts.every(part => /^[A-Za-z_]{1,30}\d{0,6}[A-Za-z_]{0,30}$/.test(part) && !isRandomCase(part))
  )
}

/** Ids of sessions are often mere ids: hexadecimal ones count only where the name is that of a cookie. */
function judgeSession(name: string, value: string): Verdict | null {
  const isCookie = /sess?id$/i.test(name) || /(?:^|\.)(?:sid|SID)$/.test(name)
  if (isRandomCase(value) && value.length >= (isCookie ? 10 : 16))
    return { rule: secretRules.session, confidence: 'medium' }
  if (isCookie && value.length >= 10 && value.length < 20 && /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])\S*$/.test(value))
    return { rule: secretRules.session, confidence: 'medium' }
  if (/\s/.test(value) || value.length < 20 || !/\d/.test(value) || !/[a-z]/i.test(value)) return null
  if (
    UUID.test(value) ||
    /^S-1-\d/.test(value) ||
    isIdentifier(value) ||
    isWords(value) ||
    entropy(value) < 3.3 ||
    /^v?\d[\d.:TZ+-]*$/.test(value)
  )
    return null
  if (/^[\da-f-]+$/i.test(value) && !/cookie|sid$|sessi?d|sessionid$|authorization/i.test(name.replace(/[-_]/g, ' ')))
    return null
  return { rule: secretRules.session, confidence: 'medium' }
}

/** What a header holds behind its scheme, which has been taken off. */
function judgeHeader(value: string): Verdict | null {
  if (/\s/.test(value) || value.length < 6 || isEnumerated(value) || isSecretWord(value.toLowerCase())) return null
  // `realm="…"`: the header lists fields.
  if (/^[a-z_-]{1,30}=(?:["']|$)/i.test(value)) return null
  return { rule: secretRules.session, confidence: 'medium' }
}

/** Words run together, with few digits: long runs of small letters, each begun by few capitals. */
function isWords(value: string): boolean {
  const letters = value.replace(/\d{0,2}\w{0,2}$/, '')
  if (!/^[A-Za-z]+$/.test(letters)) return false
  const runs = letters.match(/[a-z]+/g) ?? []
  return (
    runs.length > 0 &&
    runs.length <= 12 &&
    runs.join('').length >= letters.length * 0.65 &&
    letters.length / runs.length >= 3
  )
}

/** `password=password`, `token: accessToken`: a variable of the same name. */
export function sameWord(name: string, value: string): boolean {
  if (!/^[A-Za-z_][\w.-]*$/.test(value) || /\d/.test(value)) return false
  const own = wordsOfName(value)
  const last = own.at(-1) ?? ''
  return last === (wordsOfName(name).at(-1) ?? '') || (own.length > 1 && kindOfName(value) !== null)
}

/** `Password: b64Pwd`: a name in code, and one for secrets. */
function isVariable(value: string): boolean {
  if (!/^[A-Za-z_]\w*$/.test(value)) return false
  const words = wordsOfName(value)
  return words.length > 1 && isSecretWord(words.at(-1)!)
}

function isAlias(name: string, value: string, { syntax }: Position): boolean {
  if (!/^[A-Za-z_]\w*$/.test(value)) return false
  const words = wordsOfName(value)
  if (words.length < 2) return false
  return syntax === 'code' ? words.at(-1) === wordsOfName(name).at(-1) : name.split('.').at(-1) === value
}

/** `"password": "Passwort"`, `token: 'API-Schlüssel'`: words for people, which say what belongs there. */
function isLabel(name: string, value: string): boolean {
  if (/\d/.test(value) || !/^\p{Lu}|\s|[?!:…*]$/u.test(value)) return false
  const words = value.toLowerCase().split(/[^\p{L}]+/u)
  return words.some(isSecretWord) || value.toLowerCase() === (wordsOfName(name).at(-1) ?? '')
}

/** In code, or where it is not known what it is: words joined by marks that name a secret are its name, not itself. */
function isNamed(name: string, value: string, { quoted, syntax }: Position): boolean {
  if (!/^[\p{L}_$#.][\p{L}_$#./:-]*$/u.test(value)) return false
  const words = wordsOfName(value)
  if (words.length > 1 && (words.some(isSecretWord) || kindOfName(value) !== null)) return true
  // A type or a constant.
  if (!quoted && ((/^[A-Z]/.test(value) && !isRandomCase(value)) || syntax === 'code')) return true
  return sameWord(name, value)
}
