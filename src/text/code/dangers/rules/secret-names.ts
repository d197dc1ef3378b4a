// Tells secrets written into code from placeholders, names, prompts and look-ups, by the name they go under and their looks.
import { onlyString, type Value } from '../values.ts'
import type { Weight } from './rule-table.ts'

const SECRETS = [
  'password|passwd|pwd|passphrase|secret|secret[_-]?key|api[_-]?key|apikey|token|private[_-]?key|client[_-]?secret',
  '(?:auth|access|refresh|bearer)[_-]?token|(?:access|encryption|signing|jwt)[_-]?key|aws[_-]?secret\\w{0,30}|credentials?|dsn',
]
const SECRET_NAME = new RegExp(`(?:^|[_\\-.]|(?<=[a-z\\d])(?=[A-Z]))(?:${SECRETS.join('|')})$`, 'i')
const SHORT_NAME = /^(?:pw|pass|passwd|password|pwd)$/i

/** Names about secrets that hold none: fields, headers, files, messages. */
const TOPICS = [
  'field|name|label|header|prefix|suffix|path|file|url|uri|regex|pattern|prompt|message|error|type|hint|placeholder',
  'column|param|length|min|max|reset|forgot|policy|expir\\w{0,30}|id|env|var|key_?name|class|selector|input|test|title|text',
  'format|attr\\w{0,30}|event|action|route|endpoint|grant',
]
const ABOUT = new RegExp(`(?:${TOPICS.join('|')})s?$`, 'i')

/** Values that stand for a secret that is put in later. */
const STAND_INS = [
  'x+|\\*+|\\.+|-+|_+|#+|<.*>|\\[.*\\]|\\{.*\\}|\\$\\{?.*\\}?|%.*%?|your.*|my[-_ ]?(?:password|secret|token|key)',
  'change.?me.*|example.*|sample.*|dummy.*|fake.*|mock.*|test(?:ing|ed)?|todo|fixme|none|null|nil|undefined|true|false',
  'empty|default|n/a|tbd|redacted|masked|hidden|placeholder|insert.*|replace.*|enter.*|password|passwd|secret|token|key',
  'api[-_ ]?key|apikey|string|str|text|foo|bar|baz|abc|credentials?|bearer|basic|oauth2?|jwt|env|process\\.env.*',
  'os\\.environ.*',
]
const PLACEHOLDER = new RegExp(`^(?:${STAND_INS.join('|')})$`, 'i')

/** Text for people, addresses, paths, names with dots or dashes, types, constants, code. */
const OTHER_TEXT = [
  /\s.*\s/,
  /^(?:https?|ftp|file|ws):\/\/[^:@\s]*$/,
  /^[./~][\w./-]*$/,
  /^[a-z\d]+(?:[._/-][a-z\d]+)+$/,
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/,
  /^[A-Z]+(?:_[A-Z]+)+$/,
  /[()<>{};]|^[\^@]|^--|^:\w+$/,
]
const SHORTEST = 5

/** How sure it is that `name = value` puts a secret into the code; null if it does not. */
export function secretWeight(name: string, value: Value, place: string): Weight | null {
  if (value.trust !== 0) return null
  const text = onlyString(value)
  if (text === undefined || text.length < SHORTEST || text.length > 500 || name.length > 80) return null
  if (!(SECRET_NAME.test(name) || SHORT_NAME.test(name)) || ABOUT.test(name)) return null
  if (PLACEHOLDER.test(text) || OTHER_TEXT.some(kind => kind.test(text)) || plain(text) === plain(name)) return null
  if (isNameLike(text, name) || isAboutSecrets(text)) return null
  const isStrong = text.length >= 12 && variety(text) >= 3
  return {
    severity: isStrong ? 'high' : 'medium',
    confidence: isStrong && !/test|spec|mock|example/i.test(place) ? 'high' : 'medium',
  }
}

/** `token = "token_value"`: a word that repeats the name says what it is, not what it holds. */
function isNameLike(text: string, name: string): boolean {
  if (!/^[a-z](?:[_-]?[a-z])*$/i.test(text)) return false
  const words = text.toLowerCase().split(/[_-]/)
  const about = name.toLowerCase()
  return words.length > 1 || words.some(word => about.includes(word)) || !/pass|pwd|secret/i.test(name)
}

/** `not-a-secret`, `my password`: words, and one of them says that it stands for another. */
function isAboutSecrets(text: string): boolean {
  return /^[a-z_ -]+$/i.test(text) && /secret|password|token|credential/i.test(text)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]/g, '')
}

/** How many kinds of characters there are: lower, upper, digits, others. */
function variety(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter(kind => kind.test(text)).length
}
