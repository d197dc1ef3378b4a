// Tells secrets written into code from placeholders, names, prompts and look-ups. What a name promises and what is no value is
// defined with the secrets; here is what only code has.
import { kindOfName } from '@shoal/base/secrets/names'
import { isEnumerated, isPlaceholder, isReference, isWeak } from '@shoal/base/secrets/stand-ins'
import { onlyString, type Value } from '../values.ts'
import type { Weight } from './rule-table.ts'

/** Text for people, addresses, paths, names with dots or dashes, types, constants, code. */
const OTHER_TEXT = [
  /\s.*\s/,
  /^(?:https?|ftp|file|ws):\/\/[^:@\s]*$/,
  /^[./~][\w./-]*$/,
  /^[a-z\d]+(?:[._/-][a-z\d]+)+$/,
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/,
  /^[A-Z]+(?:_[A-Z]+)+$/,
  /^[A-Za-z_]+(?:\.[A-Za-z_]+)+$/,
  /[()<>{};]|^[\^@]|^--|^:\w+$/,
]
const SHORTEST = 5
/** A table of what people read: `$lang['pass'] = 'Passwort'`. */
const TRANSLATES = /^\W?(?:lang|labels?|messages?|strings?|texts?|i18n|translations?|captions?)\[/i

/** How sure it is that `name = value` puts a secret into the code; null if it does not. */
export function secretWeight(name: string, value: Value, place: string): Weight | null {
  if (value.trust !== 0 || TRANSLATES.test(place)) return null
  const text = onlyString(value)
  if (text === undefined || text.length < SHORTEST || text.length > 500 || name.length > 80) return null
  const kind = kindOfName(name)
  if (kind === null || kind === 'session' || kind === 'header') return null
  if (isPlaceholder(text) || isReference(text, true) || isWeak(text) || isEnumerated(text)) return null
  if (OTHER_TEXT.some(other => other.test(text)) || plain(text) === plain(name)) return null
  if (isNameLike(text, name) || isAboutSecrets(text)) return null
  const isStrong = text.length >= 12 && variety(text) >= 3
  return {
    severity: isStrong ? 'high' : 'medium',
    confidence: isStrong && !/test|spec|mock|example/i.test(place) ? 'high' : 'medium',
  }
}

/** A text in the place of a secret: not empty, no stand-in, no name to look it up by. */
export function isWrittenSecret(value: Value): boolean {
  const text = onlyString(value) ?? value.pattern ?? undefined
  if (value.trust !== 0 || text === undefined || text.length < 4 || text.length > 500) return false
  return !isPlaceholder(text) && !isReference(text, true) && !/\s.*\s.*\s|^[./~]|^https?:|[<>{}]/.test(text)
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
  return /^[#.]?[a-z_ -]+$/i.test(text) && /secret|password|passphrase|token|credential/i.test(text)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]/g, '')
}

/** How many kinds of characters there are: lower, upper, digits, others. */
function variety(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter(kind => kind.test(text)).length
}
