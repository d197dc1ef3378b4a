// Secrets on command lines: which flag or argument of which program takes one. One row per flag; one reader of arguments
// for shells, for lists of strings and for commands inside a string.
import { lookup } from '../model/lookup.ts'
import type { SecretSpan } from './assigned.ts'
import { isSecretWord, kindOfName } from './names.ts'
import { judgeValue } from './value.ts'

/**
 * How an argument holds a secret:
 * - next: the argument behind the flag, or what is joined to it
 * - joined: only what is joined to it, as in `mysql -pX`
 * - `:` `%` `,` `/`: the next argument is a user and, behind the mark, a password
 * - pass: what follows `pass:`
 * - named: the argument behind one that names a secret
 * - last: the last argument, if the flag is given
 * - first: the first argument
 * - second: the second argument behind the word, or of all
 * - word: the argument behind the word
 * - own: the first argument that is in quotes
 */
type Form =
  | 'next'
  | 'joined'
  | 'first'
  | 'second'
  | 'word'
  | ':'
  | '%'
  | ','
  | '/'
  | '='
  | 'pass'
  | 'named'
  | 'last'
  | 'own'

interface Row {
  readonly commands: string
  readonly flags: string
  readonly form: Form
}

/** Flags whose names say it (`--password`) are known by these names, of whatever program. */
const ROWS: readonly Row[] = [
  {
    commands: 'mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mariadb mariadb-dump',
    flags: '-p',
    form: 'joined',
  },
  { commands: 'sshpass', flags: '-p', form: 'next' },
  { commands: 'curl', flags: '-u --user -U --proxy-user', form: ':' },
  { commands: 'http https', flags: '-a --auth', form: ':' },
  { commands: 'redis-cli', flags: '-a --pass', form: 'next' },
  { commands: 'mongo mongosh mongodump mongorestore mongoexport mongoimport', flags: '-p', form: 'next' },
  { commands: 'ldapsearch ldapmodify ldapadd ldapdelete ldappasswd ldapwhoami', flags: '-w', form: 'next' },
  { commands: 'ldappasswd', flags: '-s -a', form: 'next' },
  { commands: 'docker podman helm nerdctl oras crane skopeo', flags: '-p', form: 'next' },
  { commands: 'skopeo oras', flags: '--creds --src-creds --dest-creds', form: ':' },
  { commands: 'htpasswd', flags: '-b -bc -cb -nb -nbB -Bb -bB -Bbn -nbm', form: 'last' },
  { commands: 'openssl', flags: '-passin -passout -pass -password -k', form: 'pass' },
  { commands: 'wget', flags: '--http-password --ftp-password --proxy-password', form: 'next' },
  { commands: 'smbclient rpcclient net', flags: '-U', form: '%' },
  { commands: 'lftp', flags: '-u', form: ',' },
  { commands: 'sqlplus sqlldr impdp expdp rman', flags: '', form: '/' },
  { commands: 'sqlcmd bcp isql osql tsql', flags: '-P', form: 'next' },
  { commands: 'mosquitto_pub mosquitto_sub ipmitool zip unzip', flags: '-P', form: 'next' },
  { commands: '7z 7za 7zr', flags: '-p', form: 'joined' },
  { commands: 'keytool jarsigner', flags: '-storepass -keypass -srcstorepass -deststorepass -new', form: 'next' },
  { commands: 'plink pscp psftp putty', flags: '-pw', form: 'next' },
  { commands: 'psexec psexec64 schtasks wmic', flags: '-p /p /rp /password:', form: 'next' },
  { commands: 'xfreerdp mstsc cmdkey', flags: '/p: /pass:', form: 'joined' },
  { commands: 'az twine cqlsh dsconf', flags: '-p', form: 'next' },
  { commands: 'ssh-keygen', flags: '-N -P', form: 'next' },
  { commands: 'influx', flags: '-password', form: 'next' },
  { commands: 'etcdctl', flags: '--user', form: ':' },
  { commands: 'useradd usermod', flags: '-p --password', form: 'next' },
  { commands: 'openssl', flags: '-k', form: 'word' },
  { commands: 'snmp-server', flags: 'community', form: 'word' },
  { commands: 'rocommunity rwcommunity rocommunity6 rwcommunity6 key-string', flags: '', form: 'first' },
  { commands: 'tacacs-server radius-server isakmp pre-shared-key', flags: 'key', form: 'word' },
  { commands: 'createUser', flags: 'MD5 SHA SHA-256 SHA-512 DES AES', form: 'word' },
  { commands: 'stats', flags: 'auth', form: ':' },
  { commands: 'rabbitmqctl', flags: 'add_user change_password', form: 'second' },
  { commands: 'wpa_passphrase', flags: '', form: 'second' },
  { commands: 'vault', flags: 'login', form: 'word' },
  { commands: 'nmcli', flags: 'password', form: 'word' },
  { commands: 'curl', flags: '-b --cookie', form: '=' },
  { commands: 'net', flags: 'use user', form: 'last' },
  { commands: 'snmpwalk snmpget snmpset', flags: '-A -X', form: 'next' },
  {
    commands: 'aws npm gcloud git pulumi heroku kubectl composer poetry pip dotnet',
    flags: 'set config configure put',
    form: 'named',
  },
  {
    commands: 'setenv setx set ENV ARG SetEnv proxy_set_header fastcgi_param uwsgi_param',
    flags: '',
    form: 'named',
  },
  { commands: 'ConvertTo-SecureString', flags: '', form: 'own' },
]

const BY_COMMAND: ReadonlyMap<string, readonly Row[]> = byCommand()

function byCommand(): Map<string, Row[]> {
  const rows = new Map<string, Row[]>()
  for (const row of ROWS) for (const name of row.commands.split(' ')) rows.set(name, [...(rows.get(name) ?? []), row])
  return rows
}

/** What is written to the input of a program: `echo 'x' | docker login --password-stdin`. */
const FED = ['password-stdin', '--with-token', '--token-stdin', 'passwd --stdin', 'chpasswd', 'sudo -S'] as const
const BEHIND_SQL = [
  'identified by',
  'IDENTIFIED BY',
  'Identified By',
  'Identified by',
  'IDENTIFIED WITH',
  'identified with',
] as const

/** Words that are common elsewhere count with what follows them in a command with a secret. */
const NARROWED: Readonly<Record<string, readonly string[]>> = {
  http: ['http -a', 'http --auth'],
  https: ['https -a', 'https --auth'],
  git: ['git config'],
  az: ['az login', 'az acr'],
  vault: ['vault login'],
  stats: ['stats auth'],
  isakmp: ['isakmp key'],
  'tacacs-server': ['tacacs-server key'],
  'radius-server': ['radius-server key', 'radius-server host'],
  dotnet: ['dotnet user-secrets'],
  set: ['set -x', 'set -g', 'set -U', 'set $'],
  ENV: ['ENV '],
  ARG: ['ARG '],
  net: ['net use', 'net user', 'net -U', 'net rpc'],
  npm: ['npm config', 'npm set'],
  aws: ['aws configure'],
  docker: ['docker login'],
  podman: ['podman login'],
  helm: ['helm registry', 'helm repo'],
  kubectl: ['kubectl config'],
  pip: ['pip config'],
}

/** Words that begin a command with a secret; a command is looked at only where it may have one. */
export const COMMAND_CUES: readonly string[] = [
  ...[...BY_COMMAND.keys()].flatMap(
    command => lookup(NARROWED, command) ?? (command.length > 3 ? [command] : [`${command} `]),
  ),
  ...FED,
  ...BEHIND_SQL,
]

/** Without it `identified by` is a sentence. */
const SQL_BEFORE = /\b(?:user|role|grant|alter|create)\b/i
const BACK = 300
const MOST_ARGUMENTS = 40
const MOST_LENGTH = 4096

/** The secrets of a command whose first word is the cue at `at`. */
export function commandSecrets(text: string, at: number, cue: string): SecretSpan[] {
  if ((FED as readonly string[]).includes(cue)) return fedSecret(text, at, cue === 'chpasswd')
  if ((BEHIND_SQL as readonly string[]).includes(cue))
    return cue.startsWith('IDENTIFIED') || SQL_BEFORE.test(text.slice(Math.max(0, at - BACK), at))
      ? sqlSecret(text, at + cue.length)
      : []
  const command = cue.trim().split(' ')[0]!
  if (/[\w.:-]/.test(text[at - 1] ?? ' ')) return []
  const behind = at + command.length + (text.startsWith('.exe', at + command.length) ? 4 : 0)
  if (/[\w.:=-]/.test(text[behind] ?? ' ')) return []
  const given = argumentsFrom(text, behind)
  return (BY_COMMAND.get(command) ?? []).flatMap(row => heldBy(row, given, { text, at }))
}

interface Argument {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly quoted: boolean
}

interface Where {
  readonly text: string
  readonly at: number
}

function heldBy({ flags, form }: Row, given: readonly Argument[], { text, at }: Where): SecretSpan[] {
  const names = flags === '' ? [] : flags.split(' ')
  if (form === 'own')
    return given
      .filter(({ quoted }) => quoted)
      .slice(0, 1)
      .flatMap(own => spanOf(text, own.start, own.end))
  if (form === '/')
    return given
      .filter(({ text: own }) => /^\w+\/[^@/\s]+(?:@|$)/.test(own))
      .slice(0, 1)
      .flatMap(own => parted(text, own, '/'))
  if (form === 'second') {
    const word = names.length === 0 ? 0 : given.findIndex(({ text: own }) => names.includes(own)) + 1
    const own = names.length > 0 && word === 0 ? undefined : given[word + 1]
    return own ? spanOf(text, own.start, own.end) : []
  }
  if (form === 'word')
    return given.flatMap((own, k) =>
      names.includes(given[k - 1]?.text ?? '') && !own.text.startsWith('-') ? spanOf(text, own.start, own.end) : [],
    )
  if (form === 'first') return given.slice(0, 1).flatMap(own => spanOf(text, own.start, own.end))
  if (form === 'last') {
    // Switches of Windows, and names of shares.
    const plain = given.filter(({ text: own }) => !/^[/\\]/.test(own))
    const last = plain.at(-1)
    return last && plain.length >= 3 && given.some(({ text: own }) => names.includes(own))
      ? spanOf(text, last.start, last.end)
      : []
  }
  return given.flatMap((own, k) => {
    const next = given[k + 1]
    if (form === 'named') {
      const isSet =
        (names.length === 0 && k < 3 && startsLine(text, at)) ||
        given.slice(0, k).some(({ text: before }) => names.includes(before))
      return isSet && next && !own.text.includes('=') && promises(own.text.replace(/^.*[:$]/, ''))
        ? spanOf(text, next.start, next.end)
        : []
    }
    const flag = names.find(name => own.text === name || (own.text.startsWith(name) && joins(name, own.text)))
    if (flag === undefined) return []
    const joined = own.text.length > flag.length
    const sign = joined && /^--/.test(flag) ? 1 : 0
    const holder = joined
      ? { ...own, start: own.start + flag.length + sign, text: own.text.slice(flag.length + sign) }
      : form === 'joined'
        ? undefined
        : next
    if (!holder) return []
    if (form === 'pass') return holder.text.startsWith('pass:') ? spanOf(text, holder.start + 5, holder.end) : []
    if (form === 'next' || form === 'joined')
      return holder.text.startsWith('-') && !joined ? [] : spanOf(text, holder.start, holder.end)
    return parted(text, holder, form)
  })
}

function promises(name: string): boolean {
  const kind = kindOfName(name)
  return kind !== null && kind !== 'pin'
}

function startsLine(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 60), at))
}

/** `-pX`, `--user=X`, `/p:X`; not `-pw` for `-p`, and no longer flag. */
function joins(flag: string, own: string): boolean {
  if (flag.startsWith('--')) return own[flag.length] === '='
  return (/^-\w$/.test(flag) || flag.endsWith(':')) && own !== '-password'
}

function parted(text: string, { start, end, text: own }: Argument, mark: string): SecretSpan[] {
  const at = own.indexOf(mark)
  if (at < 0) return []
  const host = mark === '/' ? own.indexOf('@', at) : -1
  return spanOf(text, start + at + 1, host < 0 ? end : start + host)
}

function spanOf(text: string, from: number, to: number): SecretSpan[] {
  let start = from
  let end = to
  if (/["']/.test(text[start] ?? '')) start++
  start +=
    /^(?:Basic|Bearer|Token)[ \t]{1,4}(?=\S)/i.exec(text.slice(start, Math.min(end, start + 20)))?.[0].length ?? 0
  while (end > start && /["'\\]/.test(text[end - 1]!)) end--
  const value = text.slice(start, end)
  // Manuals write what belongs there.
  if (isSecretWord(value.toLowerCase()) || /^[A-Z][A-Z_]*$|^\d{1,5}:\d{1,5}$/.test(value)) return []
  const verdict = judgeValue('password', 'password', value, { sure: true, quoted: true, syntax: 'data' })
  return verdict ? [{ ...verdict, start, end }] : []
}

/** Up to the end of the command: of its line, or of the last line that it is continued on. */
function argumentsFrom(text: string, from: number): Argument[] {
  const given: Argument[] = []
  const most = Math.min(text.length, from + MOST_LENGTH)
  let at = /["']/.test(text[from] ?? '') ? from + 1 : from
  while (at < most && given.length < MOST_ARGUMENTS) {
    const unit = text[at]!
    if (unit === ' ' || unit === '\t' || unit === ',' || (unit === '\\' && /["']/.test(text[at + 1] ?? ''))) at++
    else if (/[\\^`]/.test(unit) && /^[\\^`]\r?\n/.test(text.slice(at, at + 3))) at = text.indexOf('\n', at) + 1
    else if (/[\r\n|;&)\]]/.test(unit)) break
    else {
      const argument = oneArgument(text, at, most)
      if (argument.end <= at) break
      given.push(argument)
      at = argument.end + (argument.quoted ? 1 : 0)
    }
  }
  return given
}

function oneArgument(text: string, from: number, most: number): Argument {
  const opening = text[from]!
  if (opening === '"' || opening === "'") {
    let end = from + 1
    while (end < most && text[end] !== opening && text[end] !== '\n')
      end += text[end] === '\\' && text[end + 1] === opening && opening === '"' ? 2 : 1
    return { start: from + 1, end: Math.min(end, most), text: text.slice(from + 1, Math.min(end, most)), quoted: true }
  }
  let end = from
  while (end < most && !/[\s|;&]/.test(text[end]!)) {
    const unit = text[end]!
    if (unit === '"' || unit === "'") {
      // What is in quotes belongs to the argument; a quote that closes what is around the command ends it.
      const close = /[=:%p]/i.test(text[end - 1]!)
        ? text.slice(end + 1, most).search(unit === '"' ? /["\n]/ : /['\n]/)
        : -1
      if (end === from || close < 0 || text[end + 1 + close] === '\n') break
      end += 1 + close
    }
    if (unit === ',' && /["'\s]/.test(text[end + 1] ?? ' ')) break
    end++
  }
  return { start: from, end, text: text.slice(from, end), quoted: false }
}

function fedSecret(text: string, at: number, hasUser: boolean): SecretSpan[] {
  const from = Math.max(0, at - BACK)
  const before = text.slice(from, at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const fed = /(?:echo|printf|<<<)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4})?(?:["']([^"'|]{1,200})["']|([^\s|"']{1,200}))/.exec(
    line,
  )
  if (!fed) return []
  const value = fed[1] ?? fed[2]!
  const start = from + before.length - line.length + fed.index + fed[0].indexOf(value, 4)
  const colon = hasUser ? value.indexOf(':') + 1 : 0
  return spanOf(text, start + colon, start + value.replace(/(?:\\n)$/, '').length)
}

function sqlSecret(text: string, at: number): SecretSpan[] {
  const by =
    /[ \t]{1,8}(?:\w{1,60}[ \t]{1,4}(?:BY|AS)[ \t]{1,4})?(?:PASSWORD[ \t]{1,4}|VALUES[ \t]{1,4})?(?:'([^'\n]{1,400})|"([^"\n]{1,400})|([^\s;'"`,.]{1,200})(?=;|[ \t]{1,4}(?:USING|DEFAULT|ACCOUNT|PROFILE)\b))/iy
  by.lastIndex = at
  const found = by.exec(text)
  if (!found) return []
  const value = found[1] ?? found[2] ?? found[3]!
  return spanOf(text, by.lastIndex - value.length, by.lastIndex)
}
