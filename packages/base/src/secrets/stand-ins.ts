// What stands where a secret could stand and is none: nothing, placeholders, references to a value that is elsewhere,
// words from a fixed set, and sentences.

/** Text that is surely no secret, whatever it is assigned to. */
export function isPlaceholder(value: string): boolean {
  return value.trim() === '' || PLACEHOLDER.test(value) || STAND_IN.test(value) || distinct(value) < 3
}

const PLACEHOLDER =
  /\[masked\]|^0x[\da-f]+$|^(?:none|none:none|(?:non-?)?null|nil|undefined|true|false|yes|no|on|off|todo|tbd|n\/a|empty|unset|required|optional|string|str|text|number|integer|int|boolean|bool|object|any|hidden|prompt|ask|auto|disabled|enabled|redacted|removed|hash(?:ed)?|plain(?:text)?|bearer|basic|x+|\*+|\.+|-+|_+)[!?]?$|^[<[{(].*[>\]})]$|^\(\d\w{0,3}\)[,.;]?$|^\d{1,5}\/(?:tcp|udp|sctp)\b/is
const STAND_IN =
  /x{5,}|place_?holder|no_log|\*{3}|\.{3}|…|•|^[<[{"']?your(?:[-_ ]|[A-Z]|pass|token|key|secret|api|user|own|db)|_here\b|-here\b|example|sample|dummy|placeholder|redact|replace|insert|fill[-_ ]?(?:me|in)|goes[-_]here|to[-_]be[-_]|not[-_]set|lorem|-(?:encoded|based|bits?|bytes?)$|^my[-_]?(?:[a-z\d]{1,20}[-_]){0,4}(?:password|secret|token|key)$/i

/** What stands for a value that is elsewhere. `quoted`: inside of quotes only templates and addresses do. */
export function isReference(value: string, quoted: boolean): boolean {
  return (
    ADDRESS.test(value) ||
    ELSEWHERE.test(value.slice(0, 400)) ||
    TEMPLATE.test(value.slice(0, 400)) ||
    FORMAT.test(value.slice(0, 400)) ||
    (!quoted && (BARE.test(value) || CALL.test(value.slice(0, 200))))
  )
}

const ADDRESS =
  /^(?:--[a-z]+(?:-[a-z]+)*$|!(?:vault|ref|sub|getatt|importvalue|reference|env|secret|findinmap|join|if|select|split|base64)\b|@[A-Z][A-Z\d_]{1,60}$|&lt;|user(?:name)?:pass(?:word)?@|\$[A-Z_a-z]?\w*$|\$[{(]|%\w+%$|%\{|#\{|@\{|\{\{|~\/|\.{0,2}\/\w|[a-z]:\\|env[.:(]|arn:|file:|vault:|ssm:|op:\/\/|ref\+|enc[[:(]|secret:\/\/|secretsmanager|sops:|kms:|https?:\/\/|\{%|projects\/[\w-]+\/secrets\/)/i
/** `{}`, `{0}`, `{name}`, `…/%s`: filled in when the program runs. `{SSHA}` is the name of a hash. */
const FORMAT = /\{\d{0,2}\}|\{[a-z_]\w{0,30}\}|[/_-]%[sd]/
const TEMPLATE =
  /\$\{|\$\(|\{\{|%\(\w{1,40}\)[a-z]|#\{|<%|<[a-z _-]+>|^process\.env\b|^os\.(?:environ|getenv)\b|^[^\w%]{0,8}%[sdvr](?:[^\w%]{0,8}%[sdvr]){0,4}(?:[^\w%]|\\[rnt]){0,8}$/i
/** `@DB_PASS@`, `$db_pass$`, `*%PW%`, `$dir/ca.key`; a string that ends at once: `'.$x.'`; the name of a class: `A::B`, `A\\B`. */
const ELSEWHERE =
  /^(?:@[A-Z][A-Z\d_]{2,60}@(?:\/[\w./-]*)?|\$[A-Za-z_][\w.]{0,60}\$|[^\w%]{0,4}%[A-Z][A-Z\d_]{1,60}%|\\?\$\w{1,60}(?:\/[\w.-]{1,60}){1,8}\.[a-z]{2,5}|(?:[A-Z]\w{0,60}(?:::|\\{1,2})){1,12}\w{1,60}|\\?["'`]{1,2} ?[.+&] ?[$\w].*)$/
const BARE =
  /^(?:<|(?:self|static|parent)::|%[a-z_]{3,60}$|\$\w{1,60}(?:::|-|\.\w)|![A-Za-z]*$|[&*][A-Za-z_-]+$|:[a-z])/i
const CALL =
  /[\w\]](?:\(|\[['"\w])|\b(?:process|os|System|ENV|env|config|settings|secrets|args|options|opts|self|this|req|request|props|params|local|var|data|module|cfg|conf|ctx|context|event|input|body|state|user|response|res|result|ev|e|obj|row|form|fields|cls|super)\.[A-Za-z_]|=>|->|\|\||&&|\?\.\w/

/** The first that anybody tries, and what products are shipped with. */
export function isWeak(value: string): boolean {
  return WEAK.has(value.toLowerCase().replace(/[!.]{1,8}$/, ''))
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

const WEAK = set(
  'password passwd passw0rd p@ssw0rd p@ssword pass secret changeme changeit change_me change-me change-it admin administrator root toor test testing guest default letmein welcome qwerty qwertz abc123 master hunter2 monkey dragon iloveyou postgres mysql oracle redis rabbitmq rabbit elastic mongo minio minioadmin grafana jenkins tomcat vagrant docker ubuntu raspberry pi sa user demo dev development local foobar foo bar superuser trustno1 1234 12345 123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 admin123 admin1 password1 password123 passwort pass123 root123 test123 test1234 secret123 secretkey supersecret s3cret s3cr3t qwerty123 letmein123 welcome1 welcome123',
)

/** Words that settings and types take under such names. */
export function isEnumerated(value: string): boolean {
  return ENUMERATED.has(value.toLowerCase()) || FIELD.test(value)
}

/** `passwordfield`, `token_input`: what a form calls it. */
const FIELD = /^(?:pass(?:word|wd)?|pwd|token|secret)s?[-_]?(?:field|input|box|label|prompt)$/i

const ENUMERATED = set(
  'enable disable no-check nocheck not-needed auto-generate utf-8 utf8 latin1 header query cookie body path name id value values key keys generated random external internal public private read write readonly manual automatic inherit inherited shared unique array list map set function promise symbol never unknown void buffer char varchar bytes byte uuid date email username login user client server static dynamic self other valid invalid success failure failed pass fail passed skipped pending missing present absent expired revoked active inactive always sometimes encrypted decrypted bcrypt scrypt argon2 md5 sha1 sha256 sha512 hmac aes rsa jwt oauth oauth2 saml ldap basic digest kerberos password token secret form forms json xml yaml http https get post put delete patch options all both either include omit same-origin short long medium strong default custom new old current previous next first last input select textarea submit button checkbox hash salt file files env environment vault keychain keyring prompt stdin stdout tty interactive userpass userpwd',
)

/** A sentence or a label about secrets, not a pass phrase: one of its words says so. */
export function describes(value: string): boolean {
  if (/[?!:;.…]$|[()=<>{}]|^\W*$/.test(value)) return true
  return value
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .some(word => DESCRIBES.has(word))
}

/** Of what stands without quotes, more is a sentence. */
export function isSentence(value: string): boolean {
  return (
    describes(value) ||
    value
      .toLowerCase()
      .split(/[^\p{L}']+/u)
      .some(word => JOINS.has(word))
  )
}

/** `password is required`: a word of the sentence, not the password. */
export function isSaidWord(word: string): boolean {
  const low = word.toLowerCase()
  return (
    JOINS.has(low) ||
    DESCRIBES.has(low) ||
    ENUMERATED.has(low) ||
    SAID.has(low) ||
    /^(?:\p{L}{0,4}ge|ver|be|ent|zer)\p{L}{3,20}(?:en|t)$/u.test(low) ||
    /(?:ed|ing|ly|ble|ive|ory|ous|ful|less|ment|tion|ent|ant|ary|ic|al|est|'t|’t|n't)$/.test(low)
  )
}

/** A word that no report, setting or sentence about secrets has: hidden in one place, it can be hidden in all. */
export function isUncommon(word: string): boolean {
  return /^\p{L}(?:[\p{L}_]|[-.](?=\p{L})){5,59}$/u.test(word) && !isSaidWord(word) && !isWeak(word)
}

const DESCRIBES = set(
  'password passwords passwort passwörter passphrase kennwort contraseña contraseñas passe senha wachtwoord пароль token tokens secret secrets key keys api credential credentials enter please must should minimum maximum least most characters character letters digits numbers symbols required optional invalid valid wrong incorrect forgot forgotten reset change changed confirm confirmation repeat match matches matching mismatch field value empty missing error failed username user users login sign log account email e-mail access authentication authenticate authorization hash hashed encrypted plain plaintext stored storage default string type header parameter option flag argument used use uses using set sets get returns return specify specified provide provided provides given see bitte eingeben geben vergessen ändern mindestens zeichen ungültig falsch erforderlich saisissez veuillez oublié introduzca introduce olvidó escribe inserisci dimenticata digite esqueceu voer vergeten cannot contain contains least strength weak strong show hide visible view copy generate policy length long expires expired expiry database server client config configuration setting settings file files path url variable env environment placeholder description title label cookie cookies request requests response session',
)
const JOINS = set(
  'the a an of to for in on at by with from and or if is are was were be been being as that this these those it its not no do does did will would can could may might shall when where which who what how than then so your you we our they their has have had he she his her him i my me into out up down off over under via per der die das ein eine ist und oder für von zu mit le la les un une des est et ou pour avec el los las es y o para con il lo e per',
)
const SAID = set(
  'wrong correct safe unsafe same different bad good weak strong too very also just only never always often now here there fine ok okay sent shown known plain clear clean blank null nil kept held lost set put read written broken stale old new long short right left unclear ready true false yes still already currently simply first last only again however therefore thus because since before after until while during rather quite much many more less most least enough something nothing anything everything sensitive sha md passed available needed wanted asked found but args arg part one two three up down over under out off sane insane no-op noop done gone days hours minutes seconds',
)

function distinct(value: string): number {
  return new Set(value.length > 200 ? value.slice(0, 200) : value).size
}
