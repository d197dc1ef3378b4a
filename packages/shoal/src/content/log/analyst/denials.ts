// Failed log-ins: which keys speak of one, and who tried.

const DENIED =
  /\b(?:auth(?:entication|enticator)?[ _-]?(?:fail(?:ure|ed)|error)|failed (?:password|login|log-?in|logon|auth(?:entication)?|publickey)|(?:login|log-?in|logon)[ _-]?(?:fail(?:ed|ure)|error)|invalid authentication|no such user|password mismatch|invalid (?:user|password|credentials)|illegal user|incorrect password|bad password|wrong password|unknown user|user unknown|access denied for user|password check failed|too many authentication failures|failed keyboard-interactive)\b/i

/** A key that speaks of a failed log-in. */
export function isDenial(key: string): boolean {
  return DENIED.test(key)
}

/** IPv4; IPv6 in full or with its `::`, so that a time of day is none. */
const ADDRESS =
  /(?:(?<![\w.:])|(?<=\b(?:ip|addr|address|host|client|from|src|remote):))(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)|(?<![\w:.])(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6})(?![\w:])/i
const ADDRESSES = new RegExp(ADDRESS, 'gi')
const REMOTE_HOST = /\brhost=([\w.:-]{1,200})/
const USER =
  /\b(?:invalid user|illegal user|failed password for(?: invalid user| illegal user)?|access denied for user|user(?:name)?[ =:]{1,4}|account[ =:]{1,4}|(?<![\w-])login[ =:]{1,4})\s{0,4}["'<]?([\w.@$-]{1,64})/i
/** Words that stand where a name is expected. */
const NO_NAME = new Set([
  'unknown',
  'from',
  'by',
  'name',
  'for',
  'is',
  'was',
  'not',
  'failed',
  'attempt',
  'found',
  'in',
  'login',
  'to',
  'authenticator',
  'rhost',
  'user',
  'id',
  'password',
  'and',
])

/** The first address in a text, or the host that it names as the remote one. */
export function addressIn(text: string): string | null {
  return (mayHoldAddress(text) ? ADDRESS.exec(text)?.[0] : null) ?? REMOTE_HOST.exec(text)?.[1] ?? null
}

const [DOT, COLON] = [46, 58]

/** Whether there are enough dots or colons for an address; what it denies has none. */
function mayHoldAddress(text: string): boolean {
  let [dots, colons] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT && ++dots === 3) return true
    if (code === COLON && ++colons === 2) return true
  }
  return false
}

/** All addresses of a text, and where they stand. */
export function addressesIn(text: string): { readonly start: number; readonly address: string }[] {
  const addresses: { readonly start: number; readonly address: string }[] = []
  if (!mayHoldAddress(text)) return addresses
  ADDRESSES.lastIndex = 0
  for (let found = ADDRESSES.exec(text); found; found = ADDRESSES.exec(text))
    addresses.push({ start: found.index, address: found[0] })
  return addresses
}

export function userIn(text: string): string | null {
  const name = USER.exec(text)?.[1]?.replace(/\.$/, '')
  return name === undefined || NO_NAME.has(name.toLowerCase()) ? null : name
}
