// Is a value a secret, given the name it is assigned to? Placeholders, references and plain words are not.
import type { Rule } from '../../model/finding.ts'
import { secretRules } from './rules.ts'

export interface Verdict {
  readonly rule: Rule
  readonly confidence: 'high' | 'medium' | 'low'
}

/** `sure`: it is known that the value is assigned to the name, as in a parsed file; else plain words are not believed. */
export function judgeAssignment(name: string, value: string, sure: boolean): Verdict | null {
  const kind = kindOfName(name)
  if (kind === null || value.length > LONGEST || isReference(value) || isPlaceholder(value)) return null
  if (sameWord(name, value) && !sure) return null
  if (kind === 'session') return judgeSession(name, value)
  if (isWeak(value))
    return kind === 'password' || (sure && value.length >= 4) ? { rule: secretRules.weak, confidence: 'medium' } : null
  return kind === 'password' ? judgePassword(value, sure) : judgeToken(name, value)
}

/** What follows a name in a sentence (`the password is …`), where nearly all that follows is text. */
export function judgeSaid(name: string, value: string): Verdict | null {
  const kind = kindOfName(name)
  if (kind === null || kind === 'session' || value.length > LONGEST || isReference(value) || isPlaceholder(value))
    return null
  if (kind === 'token') {
    const verdict = value.length >= 20 && !UUID.test(value) ? judgeToken(name, value) : null
    return verdict && { ...verdict, confidence: 'medium' }
  }
  const mixed =
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    (/[A-Z][^A-Za-z\n]*[a-z]|[a-z][^A-Za-z\n]*[A-Z]/.test(value) || /[!@#$%^&*+~]/.test(value))
  if (value.length < 8 || !mixed || entropy(value) < 2.75 || ALGORITHM.test(value) || isWeak(value)) return null
  return /[\\/()=<>:]|^[A-Za-z]+\d{1,2}$/.test(value) ? null : { rule: secretRules.password, confidence: 'medium' }
}

/** What a name promises: the last of its words decides, so that `password_file` and `max_tokens` promise nothing. */
export function kindOfName(name: string): 'password' | 'token' | 'session' | null {
  if (name.length > 200) return null
  const words = wordsOfName(name)
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  if (PASSWORD.has(last)) return before === 'show' || before === 'hide' || before === 'forgot' ? null : 'password'
  if (last === 'token' || last === 'secret') return UNSECRET.has(before) ? null : 'token'
  if (last === 'key') return KEY_OF.has(before) ? 'token' : null
  if (last === 'auth' && words.length > 1 && before === '') return 'token'
  if (SESSION.test(last) || (last === 'id' && before === 'session')) return 'session'
  return TOKEN.has(last) ? 'token' : null
}

/** Text that is surely no secret, whatever it is assigned to. */
export function isPlaceholder(value: string): boolean {
  return value.trim() === '' || PLACEHOLDER.test(value) || distinct(value) < 3
}

/** Bits per character, by how often each occurs. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const unit of value) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const LONGEST = 4096

const PASSWORD = new Set('password passwd passwort pwd pass passphrase passcode pw'.split(' '))
const TOKEN = new Set(
  'apikey secretkey accesskey privatekey authkey authtoken accesstoken clientsecret credential credentials'.split(' '),
)
/** Names of what a browser is known by again. Most values under them are harmless; long random ones are not. */
const SESSION = /^(?:cookie|authorization|session|(?:php|j|asp)?sess(?:ion)?id|sid)$/
/** Words run together, with few digits. */
const WORDS =
  /^(?=.{4,244}$)[A-Z]{0,4}(?:[a-z]{4,}|[a-z]{2,3}[A-Z]{1,4}[a-z]{2,})(?:[A-Z]{1,4}[a-z]{2,}){0,11}\d{0,2}\w{0,2}$/
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** What sentences name beside passwords. */
const ALGORITHM = /sha\d|md\d|hmac|pbkdf|crypt|argon|aes|rsa|rfc|utf|base64|oauth|http|^v\d/i
const KEY_OF = new Set(
  'api secret access private auth signing encryption master account storage sas service license hmac crypto cipher session jwt app application deploy webhook shared sharedaccess rsa aes deployment'.split(
    ' ',
  ),
)
/** `csrf_token`, `next_token`, `page_token`: handed out freely, or no credential at all. */
const UNSECRET = new Set(
  'csrf xsrf next page continuation cancellation cancel stop eos bos pad unk mask sync'.split(' '),
)

/** The first that anybody tries, and what products are shipped with. */
const WEAK = new Set(
  'password passwd passw0rd p@ssw0rd p@ssword pass secret changeme changeit change_me change-me change-it admin administrator root toor test testing guest default letmein welcome qwerty qwertz abc123 master hunter2 monkey dragon iloveyou postgres mysql oracle redis rabbitmq rabbit elastic mongo minio minioadmin grafana jenkins tomcat vagrant docker ubuntu raspberry pi sa user demo dev development local foobar foo bar superuser trustno1 1234 12345 123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 admin123 admin1 password1 password123 passwort pass123 root123 test123 test1234 secret123 secretkey supersecret s3cret s3cr3t qwerty123 letmein123 welcome1 welcome123'.split(
    ' ',
  ),
)

function isWeak(value: string): boolean {
  return WEAK.has(value.toLowerCase().replace(/(?<![!.])[!.]+$/, ''))
}

/** What stands for a value that is elsewhere. */
const REFERENCE =
  /^(?:\$[A-Z_a-z{(]*$|\$[{(]|%\w+%|%\{|#\{|@\{|\{\{|<|![A-Za-z]*$|[&*][A-Za-z_-]+$|~\/|\.{0,2}\/\w|[a-z]:\\|env[.:(]|arn:|file:|vault:|ssm:|op:\/\/|ref\+|enc[[:(]|secret:\/\/|secretsmanager|:[a-z]|sops:|kms:|https?:\/\/|\{%)/i
const CALL =
  /[\w\]](?:\(|\[['"\w])|\b(?:process|os|System|ENV|env|config|settings|secrets|args|options|opts|self|this|req|request|props|params)\.\w|=>|->|\|\||&&|\?\.\w|\$\{|\$\(|\{\{|%\(|#\{|<%|<[a-z _-]+>/

function isReference(value: string): boolean {
  return REFERENCE.test(value) || CALL.test(value.slice(0, 200))
}

const PLACEHOLDER =
  /\[masked\]|^0x[\da-f]+$|^(?:none|null|nil|undefined|true|false|yes|no|on|off|todo|tbd|n\/a|empty|unset|required|optional|string|str|text|number|integer|int|boolean|bool|object|any|hidden|prompt|ask|auto|disabled|enabled|redacted|removed|hash(?:ed)?|plain(?:text)?|bearer|basic|x+|\*+|\.+|-+|_+)$|^[<[{(].*[>\]})]$|x{5,}|\*{3}|\.{3}|…|•|\byour\b|your[-_]|_here\b|-here\b|example|sample|dummy|placeholder|redact|replace|insert|fill[-_ ]?(?:me|in)|goes[-_]here|to[-_]be[-_]|not[-_]set|lorem|^my[-_]?(?:password|secret|token|key|api[-_]?key)$/i

function judgePassword(value: string, sure: boolean): Verdict | null {
  if (/\s/.test(value) || value.length < 4) return null
  const letters = /[a-z]/i.test(value)
  const digits = /\d/.test(value)
  const marks = /[^\w.-]/.test(value)
  if (/^[\d.:-]+$/.test(value))
    return value.length >= 6 && sure ? { rule: secretRules.password, confidence: 'low' } : null
  if (letters && (digits || marks) && value.length >= 6) {
    const strong = value.length >= 8 && entropy(value) >= 2.5
    if (!sure && /^[a-z]+(?:[_./][a-z0-9]+)*\d?$/i.test(value)) return null
    return { rule: secretRules.password, confidence: strong || sure ? 'high' : 'medium' }
  }
  // A word alone is a password where nothing else can stand, and a type, a label or a variable elsewhere.
  return sure && value.length >= 5 && /^[\p{L}_-]+$/u.test(value)
    ? { rule: secretRules.password, confidence: 'medium' }
    : null
}

/** `ed25519.PrivateKey`: names, not a token with dots. */
const ATTRIBUTE = /^[A-Za-z_]{2,30}\d{0,6}(?:\.(?:[A-Za-z_]{2,30}\d{1,6}[A-Za-z_]{0,30}|[A-Za-z_]{2,60})(?!\w))+$/

function judgeToken(name: string, value: string): Verdict | null {
  const rule = /aws/i.test(name) && /^[\w/+]{40}$/.test(value) ? secretRules.aws : secretRules.token
  if (/\s/.test(value) || value.length < 8 || !/\d/.test(value) || !/[a-z]/i.test(value)) return null
  // Names with a number, versions, dates and sizes.
  if (/^[a-z]+(?:[-_.:/][a-z]+)*[-_.]?v?\d{0,4}$/i.test(value) || /^v?\d[\d.:TZ+-]*\w{0,3}$/.test(value)) return null
  if (ATTRIBUTE.test(value)) return null
  const bits = entropy(value)
  if (value.length >= 20 && bits >= 3) return { rule, confidence: 'high' }
  return bits >= 2.75 ? { rule, confidence: value.length >= 12 ? 'medium' : 'low' } : null
}

/** Ids of sessions are often mere ids: hexadecimal ones count only where the name is that of a cookie. */
function judgeSession(name: string, value: string): Verdict | null {
  if (/\s/.test(value) || value.length < 20 || !/\d/.test(value) || !/[a-z]/i.test(value)) return null
  if (UUID.test(value) || WORDS.test(value) || entropy(value) < 3.3 || /^v?\d[\d.:TZ+-]*$/.test(value)) return null
  if (/^[\da-f-]+$/i.test(value) && !/cookie|sid$|sessi?d|sessionid$|authorization/i.test(name.replace(/[-_]/g, ' ')))
    return null
  return { rule: secretRules.session, confidence: 'medium' }
}

/** `password=password`, `token: accessToken`: a variable of the same name. */
function sameWord(name: string, value: string): boolean {
  if (!/^[A-Za-z_][\w.-]*$/.test(value) || /\d/.test(value)) return false
  const own = wordsOfName(value)
  const last = own.at(-1) ?? ''
  return last === (wordsOfName(name).at(-1) ?? '') || (own.length > 1 && kindOfName(value) !== null)
}

function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?<!\d)\d+$/, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word, i) => word !== '' || i === 0)
}

function distinct(value: string): number {
  return new Set(value.length > 200 ? value.slice(0, 200) : value).size
}
