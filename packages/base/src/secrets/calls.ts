// Secrets that are an argument by its place: `jwt.sign(payload, "…")`, `new PDO(dsn, user, "…")`, `createHmac('sha256', "…")`.
// One row per function; no name beside the string says what it is.
import { judged, type SecretSpan } from './assigned.ts'
import { stringValue } from './string-value.ts'

/** Which argument, counted from 0; `pair`: a user and, behind a colon, a password; `only`: the one argument. */
type Place = number | 'pair' | 'only'

const CALLS: Readonly<Record<string, Place>> = {
  'PDO(': 2,
  'mysqli(': 2,
  'mysqli_connect(': 2,
  'mysqli_real_connect(': 3,
  'mysql_connect(': 2,
  'mysql_real_connect(': 3,
  'Sequelize(': 2,
  'odbc_connect(': 2,
  'oci_connect(': 1,
  'ftp_login(': 2,
  'ldap_bind(': 2,
  'imap_open(': 2,
  'ssh2_auth_password(': 2,
  'PlainAuth(': 2,
  'CRAMMD5Auth(': 1,
  'DBI->connect(': 2,
  'dbConnect(': 3,
  'WiFi.begin(': 1,
  '.auth(': 'only',
  ':auth(': 'only',
  'basic_auth ': 1,
  'Credentials.basic(': 1,
  'AuthenticationHeaderValue(': 1,
  'bearer_auth(': 0,
  'bearerAuth(': 0,
  'jwt.sign(': 1,
  'jwt.verify(': 1,
  'jwt.encode(': 1,
  'jwt.decode(': 1,
  'JWT.encode(': 1,
  'JWT.decode(': 1,
  'JWT::encode(': 1,
  'JWT::decode(': 1,
  'signWith(': 1,
  'Algorithm.HMAC256(': 0,
  'Algorithm.HMAC512(': 0,
  'createHmac(': 1,
  'hash_hmac(': 2,
  'hmac.new(': 0,
  'HMAC.new(': 0,
  'hexdigest(': 1,
  'SecretKeySpec(': 0,
  'SymmetricSecurityKey(': 0,
  'Fernet(': 0,
  'createCipheriv(': 1,
  'createDecipheriv(': 1,
  'openssl_encrypt(': 2,
  'openssl_decrypt(': 2,
  'pgp_sym_encrypt(': 1,
  'pgp_sym_decrypt(': 1,
  'AES_ENCRYPT(': 1,
  'AES_DECRYPT(': 1,
  'PASSWORD(': 0,
  'password_verify(': 0,
  'password_hash(': 0,
  'Buffer.from(': 'pair',
  'btoa(': 'pair',
  'b64encode(': 'pair',
  'encode64(': 'pair',
  'EncodeToString(': 'pair',
}

export const CALL_CUES: readonly string[] = Object.keys(CALLS)
const PLACES: ReadonlyMap<string, Place> = new Map(Object.entries(CALLS))

/** Arguments are read so far. */
const REACH = 800
/** Calls that only change how the bytes of a string are held. */
const WRAPPED = /\s{0,40}(?:new\s{1,4})?(?:[\w.:]{1,40}\(){0,2}/y
const PAIR = /^([\w.@+-]{1,60}):(\S{4,200})$/

/** `at` is where the cue begins. */
export function calledSecret(text: string, at: number, cue: string): SecretSpan | null {
  const place = PLACES.get(cue)
  if (place === undefined || (/\w/.test(cue[0]!) && /\w/.test(text[at - 1] ?? ' '))) return null
  const start = argumentStart(text, at + cue.length, typeof place === 'number' ? place : 0)
  if (start < 0) return null
  WRAPPED.lastIndex = start
  WRAPPED.test(text)
  const value =
    stringValue(text, WRAPPED.lastIndex) ??
    stringValue(text, start + /^\s*/.exec(text.slice(start, start + 40))![0].length)
  if (!value || /(?:de|en)code\($/.test(text.slice(Math.max(0, value.start - 12), value.start - 1))) return null
  const named = { kind: 'password', name: 'password', first: at, last: at + cue.length, syntax: 'code' } as const
  if (place === 'only' && !/^["'`][ \t\r\n]{0,20}\)/.test(text.slice(value.end, value.end + 24))) return null
  if (place !== 'pair') return judged(text, named, { ...value, sure: true, quoted: true })
  const pair = PAIR.exec(text.slice(value.start, value.end))
  return (
    pair && judged(text, named, { start: value.start + pair[1]!.length + 1, end: value.end, sure: true, quoted: true })
  )
}

/** Behind so many commas of the call itself; -1 where it has fewer arguments. */
function argumentStart(text: string, from: number, place: number): number {
  let depth = 0
  let left = place
  const most = Math.min(text.length, from + REACH)
  for (let at = from; at < most; at++) {
    if (left === 0) return at
    const unit = text[at]!
    if (/["'`]/.test(unit)) at = stringValue(text, at)?.end ?? at
    else if ('([{'.includes(unit)) depth++
    else if (')]}'.includes(unit) && --depth < 0) return -1
    else if (unit === ',' && depth === 0) left--
  }
  return -1
}
