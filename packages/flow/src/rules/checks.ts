// Tests that the rules of several languages share.
import { elementOf, onlyConstant, onlyString, type Value } from '../values.ts'
import type { Call } from './language-rules.ts'
import type { Weight } from './rule-table.ts'

const GRAVE: Weight = { severity: 'high', confidence: 'high' }
const FAIR: Weight = { severity: 'medium', confidence: 'medium' }
const SLIGHT: Weight = { severity: 'low', confidence: 'medium' }

const SHELLS = /(?:^|[/\\])(?:(?:ba|da|k|z|c|tc|a)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i

/** Words that tell what a hash or a number is for. */
const SECURITY =
  /passw|passwd|pwd|secret|token|session|auth|login|signature|signing|\bsign|(?:private|api|access|sign|signing|auth|aes|master|licen[cs]e|activation|gen(?:erate|_)?|new|make|create)_?key|key_?gen|\bkey\b|salt|nonce|otp|crypt|cookie|csrf|cred|reset_?(?:code|key|link)|verif|secur|pin\b|invite|coupon|\biv\b/i
/** Of these words, those that mean nothing else. */
const SURELY = /passw|secret|token|session|csrf|nonce|otp\b|salt|crypt/i
/** What is drawn there protects nothing, whatever it is called: the `token` of a MIME boundary. */
const HARMLESS =
  /boundary|jitter|back_?off|delay|sleep|shuffle|sample|colou?r|placeholder|fake|mock|demo|key_?space|log_?info|trace|bench|_time\b|_count\b|interval|attempt/i
const CHECKSUM =
  /etag|checksum|cache|fingerprint|dedup|shard|bucket|digest_?file|file_?hash|content_?hash|gravatar|revision|version|color|colour/i

export function isTrue(value: Value | undefined): boolean {
  return value !== undefined && onlyConstant(value) === true
}

export function isFalse(value: Value | undefined): boolean {
  return value !== undefined && onlyConstant(value) === false
}

/** A list of arguments is safe as long as its first is a fixed program that is no shell. */
export function isFixedProgram(list: Value): boolean {
  if (!list.items || list.items.length === 0) return false
  const [program, ...rest] = list.items
  const name = onlyString(program!)
  if (name === undefined) return false
  if (!SHELLS.test(name)) return true
  return !rest.some(item => /^[-/]\w*c$/i.test(onlyString(item) ?? ''))
}

/** The same for arguments that are given one by one. */
export function isFixedCall(args: readonly Value[]): boolean {
  return isFixedProgram({ ...args[0]!, items: args })
}

/** What a program finds in its environment is not its command line: the last of `execve`, the map before a Ruby command. */
export function isEnvironment({ method, args, named }: Call, value: Value): boolean {
  if (value === named.get('env') || value === named.get('cwd')) return true
  if (value === args[0] && value.entries !== null) return true
  return /^(?:_?w?(?:exec|spawn)[lv]p?e|posix_spawnp?|Exec)$/.test(method) && args.length > 2 && value === args.at(-1)
}

export function isList(value: Value): boolean {
  return value.items !== null || (value.rest !== null && elementOf(value) !== null)
}

const WEAK_HASH =
  /^(?:md[245]|sha-?1|sha|ripemd(?:-?128)?|rmd160|haval\w*|tiger\w*|.*\bwith?(?:md5|sha1).*|hmac-?(?:md5|sha1))$/is

/** How grave it is to use a hash of this name here; false if it is a good one. */
export function weakHash(name: string | undefined, call: Call): boolean | Weight {
  if (name === undefined || !WEAK_HASH.test(name.trim())) return false
  return hashWeight(call)
}

export function hashWeight(call: Call): Weight {
  const about = `${call.purpose} ${call.text}`
  if (/passw|passwd|pwd/i.test(about)) return GRAVE
  // No collision of MD5 or SHA-1 helps against a keyed hash.
  if (CHECKSUM.test(about) || /hmac/i.test(call.path)) return SLIGHT
  return FAIR
}

/** Any of the constants it may be. */
export function anyKnown(value: Value | undefined, test: (text: string) => boolean): boolean {
  return value?.known?.some(constant => typeof constant === 'string' && test(constant)) ?? false
}

const WEAK_CIPHER =
  /^(?:des(?:ede)?|tdea|3des|tripledes|des3|rc[245]|arcfour|blowfish|bf|idea|cast5?|seed)(?:\W|_|$|40|128|192)|(?:^|\W|_)(?:des(?:ede)?\d?|rc[24]|bf|ecb)(?:\W|_|$)/i

/** A cipher or a mode that can be broken, as Java, OpenSSL and others write it: `DES/CBC/…`, `aes-128-ecb`. */
export function isWeakCipher(name: string): boolean {
  return WEAK_CIPHER.test(name) && !/^rsa\b/i.test(name)
}

/** Random numbers matter most where a name says that they protect something. */
export function randomWeight(call: Call): Weight {
  if (!isSecurityPurpose(call)) return SLIGHT
  return { severity: SURELY.test(call.purpose) ? 'high' : 'medium', confidence: 'medium' }
}

export function isSecurityPurpose(call: Call): boolean {
  return SECURITY.test(call.purpose) && !HARMLESS.test(call.purpose)
}

/** Everyone may write: the last digit of the mode has its second bit set. */
export function isWorldWritable(mode: Value | undefined): boolean {
  return (
    mode?.known?.some(constant => typeof constant === 'number' && (constant & 0o002) !== 0 && constant <= 0o7777) ??
    false
  )
}

/** The host is written in the code: only the rest of the address comes from elsewhere. */
export function hasFixedHost(value: Value): boolean {
  const head = (value.pattern ?? '').split('\u0000')[0]!
  return /^(?:\w+:)?\/\/[^/\s]+[/?#]/.test(head)
}

/** A path of this site: it starts with one slash. */
export function isOwnPath(value: Value): boolean {
  const head = (value.pattern ?? '').split('\u0000')[0]!
  return /^\/[^/\\]/.test(head) || /^\?|^#/.test(head) || hasFixedHost(value)
}
