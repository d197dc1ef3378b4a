// Names as people mean them: `TIMEOUT_SECONDS`, `timeoutSeconds` and `billing.timeout-seconds` are made of the same words.
import { lookup } from '@shoal/base/model/lookup'
import { baseName } from '@shoal/base/text/paths'

const SHORT_FORMS: Readonly<Record<string, string>> = {
  dir: 'directory',
  dirs: 'directories',
  folder: 'directory',
  db: 'database',
  cfg: 'config',
  conf: 'config',
  configuration: 'config',
  conn: 'connection',
  addr: 'address',
  msg: 'message',
  ts: 'timestamp',
  qty: 'quantity',
  amt: 'amount',
  cust: 'customer',
  num: 'number',
  pwd: 'password',
  passwd: 'password',
  uri: 'url',
  maximum: 'max',
  minimum: 'min',
  attempts: 'retries',
  retry: 'retries',
}

/** Words for how something is measured: they say nothing about what it is. */
const UNIT_WORDS = new Set(
  'ms millis milliseconds s sec secs second seconds min mins minute minutes hours hour days day kb mb gb bytes'.split(
    ' ',
  ),
)

/** Names that half of all files have: they make no pair on their own. */
const GENERIC = new Set(
  `id name type value key title description version date time status state level count size number data items index code
   message text label mode path file url host port user default enabled debug format kind source target start end config
   result results created updated options info list note notes tags email region category amount total price`.split(
    /\s+/,
  ),
)

/** Lower case, in order: `billing.gatewayURL` → billing gateway url. */
export function wordsOf(name: string): string[] {
  const words = name
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? []).map(word => (Object.hasOwn(SHORT_FORMS, word) ? lookup(SHORT_FORMS, word)! : word))
}

/** The steps of a dotted path: `billing.timeout_seconds`, `$.billing[*].timeout`. */
export function stepsOf(name: string): string[] {
  return name
    .replace(/\[[^\]]{0,300}\]/g, '.')
    .split(/[.:/]+/)
    .filter(step => step !== '' && step !== '$' && step !== '*')
}

export function lastStepOf(name: string): string {
  return stepsOf(name).at(-1) ?? name
}

/** Nothing but letters and digits, lower case: equal for all spellings of one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** `regions` → `region`. */
export function singular(plain: string): string {
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain
}

export function isGeneric(name: string): boolean {
  const plain = plainName(name)
  return plain.length < 2 || GENERIC.has(plain)
}

export function isUnitWord(word: string): boolean {
  return UNIT_WORDS.has(word)
}

/** What a name is about: its words without units. `TIMEOUT_MS` → timeout. */
export function subjectOf(name: string): string[] {
  const words = wordsOf(name)
  const subject = words.filter((word, k) => k === 0 || !isUnitWord(word))
  return subject.length > 0 ? subject : words
}

/** How a name is written. */
export function spellingOf(
  name: string,
): 'snake_case' | 'camelCase' | 'PascalCase' | 'kebab-case' | 'UPPER_CASE' | 'spaces' | 'plain' {
  if (/\s/.test(name)) return 'spaces'
  if (/^[\p{Lu}\p{N}_]+$/u.test(name) && /\p{Lu}/u.test(name)) return 'UPPER_CASE'
  if (name.includes('-')) return 'kebab-case'
  if (name.includes('_')) return 'snake_case'
  if (/^\p{Lu}/u.test(name)) return 'PascalCase'
  return /\p{Lu}/u.test(name) ? 'camelCase' : 'plain'
}

export function stemOfFile(path: string): string {
  return baseName(path).replace(/(?<=.)\.[^.]*$/, '')
}

/** What a file is called without folder, ending and numbers: `2024/orders-03.csv` and `orders.jsonl` are both orders. */
export function kindOfFile(path: string): string {
  return wordsOf(stemOfFile(path).replace(/\d+/g, ' ')).map(singular).join(' ')
}

/** `a, b and 4 more`. */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more.toLocaleString('en-US')} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** `1 place`, `3 places`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
