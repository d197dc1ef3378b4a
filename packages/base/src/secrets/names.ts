// What the name of a field promises. The one definition of a secret's name: config, data, code, tables and prose ask here.

/**
 * - password: whatever stands there is one
 * - token: a secret, key or credential; whatever stands there is one, if it can be a value at all
 * - noun: `token` alone, which parsers and linguists use too: the look of the value decides
 * - session: a cookie or the id of a session; only long random values count
 * - header: an `Authorization` header, whose value has a scheme before it
 * - pin: digits alone, as a bank or a phone asks for them; all else under such a name is something else
 */
export type NameKind = 'password' | 'token' | 'noun' | 'session' | 'header' | 'pin'

/** The last of its words decides, so that `password_file` and `max_tokens` promise nothing. */
export function kindOfName(name: string): NameKind | null {
  if (name.length > 200) return null
  const words = wordsOfName(name)
  // `client-key-data`, `secret_key_base`: how it is written.
  if (words.length > 1 && WRITTEN.has(words.at(-1)!)) words.pop()
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  if (last === 'pass' && PASSES.has(before)) return null
  // `--ask-vault-pass`.
  if (words[0] === 'ask') return null
  if (PASSWORD.has(last) || PASSWORD_END.test(last)) return ABOUT_PASSWORD.has(before) ? null : 'password'
  if (last === 'phrase' || last === 'passe' || last === 'word') return PHRASE.has(before) ? 'password' : null
  if (last === 'authorization') return before === '' || before === 'proxy' || before === 'http' ? 'header' : null
  if (TOKEN.has(last) || TOKEN_END.test(last)) return 'token'
  if (last === 'token' || last === 'secret') {
    if (
      UNSECRET.has(before) ||
      (before === 'request' && words.at(-3) === 'client') ||
      (before === 'key' && words.at(-3) === 'public')
    )
      return null
    return last === 'token' && before.length < 2 ? 'noun' : 'token'
  }
  if (last === 'key') return KEY_OF.has(before) ? 'token' : MAY_BE_KEY_OF.has(before) ? 'noun' : null
  if (last === 'pin' || last === 'otp') return 'pin'
  if (last === 'code') return RECOVERS.has(before) ? 'token' : null
  if (last === 'answer') return before === 'security' || before === 'secret' ? 'password' : null
  if (last === 'community') return before === 'snmp' ? 'token' : null
  if (last === 'salt') return SALTS.has(before) ? 'token' : null
  if (last === 'auth' && words.length > 1 && before === '') return 'token'
  if (SESSION.test(last) || (last === 'id' && before === 'session')) return 'session'
  return null
}

/** Of a name for several, `api_keys`, what one of them is; `tokens` alone are counted more often than kept, and only a map of them may hold some. */
export function kindOfMany(name: string): NameKind | null {
  if (!/[a-z]s$/i.test(name)) return null
  const kind = kindOfName(name.slice(0, -1))
  if (kind === 'noun') return kind
  return kind === 'token' && /token$/i.test(name.slice(0, -1))
    ? 'noun'
    : kind === 'password' || kind === 'token'
      ? kind
      : null
}

/** A word that says what a secret is called, in one of several languages. */
export function isSecretWord(word: string): boolean {
  return CALLED.has(word) || PASSWORD.has(word) || PASSWORD_END.test(word) || TOKEN.has(word)
}

export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?<!\d)\d+$/, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word, i) => word !== '' || i === 0)
}

/** Letters that every name of a secret has in it, in either case; a search for them passes over nearly all text. Marks at an end are not of the name. */
export const NAME_STEMS = [
  'pass',
  'pwd',
  'pswd',
  'secret',
  'token',
  'auth',
  'key',
  'cookie',
  'phrase',
  'pepper',
  '_salt',
  'snmp',
  'psk',
  'pw=',
  'pw:',
  'pw"',
  "pw'",
  'pw ',
  'pw>',
  'pin=',
  'pin:',
  'pin"',
  "pin'",
  'otp=',
  'otp:',
  'otp"',
  "otp'",
  'basic:',
  'basic"',
  'sid=',
  'sid"',
  'sess',
  '.sid',
  'credential',
  'login',
  'log_in',
  'signin',
  'sign_in',
  'getconn',
  'mnemonic',
  'seed',
  'recovery',
  'backup_code',
  'backupcode',
  'scratch_code',
  'security_answer',
  'securityanswer',
  'zugangsdaten',
  'identifiants',
  'credenciales',
  'kennwort',
  'contrase',
  'senha',
  'wachtwoord',
  'senord',
  'adgangskode',
  'salasana',
  'haslo',
  'heslo',
  'jelsz',
  'парол',
  '密码',
  '密碼',
  'パスワード',
  '비밀번호',
] as const

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

const PASSWORD = set(
  'password passwd passwort kennwort pwd pass passphrase passcode pw psk authtok pswd psw mnemonic contraseña contrasena motdepasse senha wachtwoord lösenord losenord passord adgangskode salasana haslo hasło heslo jelszo jelszó пароль 密码 密碼 パスワード 비밀번호',
)
/** Words run together: `PGPASSWORD`, `dbpass`. `compass` and `bypass` are none. */
const PASSWORD_END =
  /(?:password|passwd|passwort|passphrase|passcode|pswd)$|^(?:my|db|pg|ssh|ftp|sftp|smtp|imap|ldap|mysql|user|root|admin|mail|sudo|login|key|store|trust|wifi|vpn|sql|redis|mongo|rabbit|basic|auth|proxy|require|bind)(?:pass|pwd|pw)$/
/** `change_password`, `forgotPassword`: what is done with one, or said of it. */
const ABOUT_PASSWORD = set(
  'show hide forgot forget forgotten change changing reset resetting update edit invalid wrong incorrect missing validate check verify hash compare toggle generate get has is no lost remember expired weak enter type use uses require requires required must should strong allow allows by with without via per of for need needs',
)
/** `single-pass`, `SymbolPass`: once over all there is. */
const PASSES = set('single multi two one first second third final extra render symbol function module loop machine')
/** Codes that open an account when the phone is lost. */
const RECOVERS = set('recovery backup scratch')
const PHRASE = set('pass seed recovery secret backup de mnemonic')
const TOKEN = set(
  'masterauth pepper apikey apikeys secretkey accesskey privatekey authkey authtoken accesstoken apitoken bottoken refreshtoken clientsecret appsecret apisecret credential credentials cred creds signingkey encryptionkey masterkey sharedsecret',
)
const TOKEN_END =
  /(?:apikey|secretkey|accesskey|authtoken|accesstoken|apitoken|(?:identity|session|deploy|service|web)token|(?:client|api|app|shared|md5|web)secret)$/
/** Names of what a browser is known by again. Most values under them are harmless; long random ones are not. */
const SESSION = /^(?:cookie|session|(?:php|j|asp)?sess(?:ion)?id|sid)$/
const KEY_OF = set(
  'api secret access private priv auth signing encryption decryption consumer master account sas service license hmac crypto cipher jwt app application deploy webhook shared sharedaccess rsa aes deployment tls ssl server client hex preshared subscription instrumentation wep wpa wifi wlan recovery backup unlock',
)
/** What a browser keeps something under has a `storageKey` and a `sessionKey`, too. */
const MAY_BE_KEY_OF = set(
  'storage session validation activation product admin write ingest ingestion integration merchant gateway registration',
)
const WRITTEN = set('data base base64 b64 plain plaintext cleartext')
const SALTS = set('auth hash secure nonce password encryption logged in')
/** `csrf_token`, `next_token`, `image_pull_secret`: handed out freely, the name of one, or no credential at all. */
const UNSECRET = set(
  'input output limit truncation title starting creation action idempotency csrf xsrf unexpected next page continuation cancellation cancel stop eos bos pad unk mask sync existing pull target no is has get set create generate check validate verify invalid missing use uses sep cls special lex lexer syntax punctuation design max min per next prev previous current peek last first current end begin start top open close line type the a an this that of for with by',
)
/** Words for what is secret, as labels and sentences have them. */
const CALLED = set(
  'token tokens secret secrets key keys passwords credentials phrase passwörter contraseñas passe clé clef clave schlüssel geheimnis chiave sleutel ключ токен 密钥 jeton pin',
)
