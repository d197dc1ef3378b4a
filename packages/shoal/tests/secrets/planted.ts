// Documents of many kinds with secrets planted in them: by name, by form, by look. Every secret is made up here from
// syllables or random characters, and stands nowhere else, so that one search tells whether it left.

export type Look = 'word' | 'short' | 'phrase' | 'joined' | 'mixed' | 'marks' | 'hex' | 'armour'

export interface Planted {
  readonly file: string
  readonly form: string
  /** One of `Look`, or of the looks of `forms/`. */
  readonly look: string
  readonly value: string
}

export interface PlantedSet {
  readonly files: Readonly<Record<string, string>>
  readonly secrets: readonly Planted[]
}

/** The same for the same seed. */
export class Planter {
  readonly secrets: Planted[] = []
  private file = ''

  constructor(private state: number) {}

  in(file: string): this {
    this.file = file
    return this
  }

  plant(form: string, look: Look): string {
    const value = this.value(look)
    this.secrets.push({ file: this.file, form, look, value })
    return value
  }

  pick<T>(items: readonly T[]): T {
    return items[this.next() % items.length]!
  }

  /** A word that no language has. */
  word(syllables: number): string {
    return Array.from({ length: syllables }, () =>
      this.pick('zu vo qui rax mel tor fen ybb dro klu wex gha nim sep ojj hul bri cza'.split(' ')),
    ).join('')
  }

  private value(look: Look): string {
    if (look === 'word') return this.word(4)
    if (look === 'short')
      return `${this.pick([...'qxzj'])}${this.word(1)}${this.pick([...'qxzj'])}${this.pick([...'vkw'])}${this.word(1)}`.slice(
        0,
        6,
      )
    if (look === 'phrase') return [2, 2, 3, 2].map(n => this.word(n)).join(' ')
    if (look === 'joined') return `${this.word(2)}-${this.word(3)}-${this.pick(['42', '7', '2031'])}`
    if (look === 'hex') return this.from('0123456789abcdef', 32)
    if (look === 'armour') return this.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 64)
    const alnum = this.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', 11)
    return look === 'marks'
      ? `${alnum.slice(0, 4)}!${alnum.slice(4, 8)}+${alnum.slice(8)}7`
      : `${alnum.slice(0, 5)}-${alnum.slice(5)}4k`
  }

  private from(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.next() % alphabet.length]).join('')
  }

  private next(): number {
    this.state = (Math.imul(this.state ^ (this.state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return this.state >>> 7
  }
}

export type DocumentKind = (p: Planter) => readonly [file: string, text: string]

/** All documents of some kinds, each in several draws. */
export function plantedSet(kinds: readonly DocumentKind[], seed: number, draws = 1): PlantedSet {
  const planter = new Planter(seed)
  const files: Record<string, string> = {}
  for (let draw = 0; draw < draws; draw++)
    for (const kind of kinds) {
      const before = planter.secrets.length
      const [file, text] = kind(planter)
      const name = draw === 0 ? file : `draw${draw}/${file}`
      for (let k = before; k < planter.secrets.length; k++) planter.secrets[k] = { ...planter.secrets[k]!, file: name }
      files[name] = text
    }
  return { files, secrets: planter.secrets }
}

const PASSWORDS = [
  'password',
  'db_password',
  'adminPassword',
  'passwd',
  'smtp.password',
  'user-password',
  'PWD',
  'passphrase',
  'passwort',
]
const TOKENS = ['api_key', 'apiKey', 'client_secret', 'accessToken', 'secret_key', 'auth_token', 'signing-key']
const identifier = (name: string) => name.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
const filler = <T>(count: number, line: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => line(k))

/** Every look under names of passwords, all but phrases under those of tokens. */
function pairs(
  p: Planter,
  form: string,
  looks: readonly Look[] = ['word', 'short', 'phrase', 'joined', 'mixed', 'marks'],
): [name: string, value: string][] {
  return looks.flatMap(look => {
    const password: [string, string] = [p.pick(PASSWORDS), p.plant(`${form} password`, look)]
    return look === 'phrase' || look === 'short'
      ? [password]
      : [password, [p.pick(TOKENS), p.plant(`${form} token`, look)] as [string, string]]
  })
}

const jsonLines: DocumentKind = p => {
  p.in('signups.jsonl')
  const given = pairs(p, 'JSON line')
  const rows = filler(
    240,
    k => ({ id: k, user: `u${k % 9}`, plan: k % 3 ? 'free' : 'paid' }) as Record<string, unknown>,
  )
  for (const [k, [name, value]] of given.entries()) rows[k * 11 + 5]![name] = value
  // The same letters under one name, so that they are a top value of its profile.
  const often = p.plant('JSON line, repeated', 'word')
  for (let k = 0; k < 40; k++) rows[k * 5 + 1]!.password = often
  rows[200]!.request = {
    headers: { Authorization: `Token ${p.plant('JSON header', 'hex')}` },
    body: JSON.stringify({ password: p.plant('JSON in JSON', 'word') }),
  }
  return ['signups.jsonl', `${rows.map(row => JSON.stringify(row)).join('\n')}\n`]
}

const json: DocumentKind = p => {
  p.in('settings.json')
  const db = Object.fromEntries(pairs(p, 'JSON').map(([name, value], k) => [`${name}${k === 0 ? '' : k}`, value]))
  const env = [
    { name: 'DB_PASSWORD', value: p.plant('JSON name and value', 'word') },
    { name: 'LOG_LEVEL', value: 'debug' },
    { value: p.plant('JSON value and name', 'mixed'), name: 'API_SECRET' },
  ]
  return [
    'settings.json',
    `${JSON.stringify({ service: 'billing', port: 8080, db, env, parameters: { adminPassword: { type: 'string', value: p.plant('JSON block value', 'word') } } }, null, 2)}\n`,
  ]
}

const yaml: DocumentKind = p => {
  p.in('app.yaml')
  const lines = ['service: billing', 'replicas: 3']
  for (const [k, [name, value]] of pairs(p, 'YAML').entries())
    lines.push(`section${k}:`, `  ${name}: ${k % 2 ? JSON.stringify(value) : value}`, `  retries: ${k}`)
  lines.push(
    'env:',
    '  - name: DB_PASSWORD',
    `    value: ${p.plant('YAML name and value', 'word')}`,
    '  - name: LOG_LEVEL',
    '    value: debug',
  )
  lines.push(`login: {user: bob, password: ${p.plant('YAML flow', 'word')}, retries: 2}`)
  lines.push('key_store:', '  passphrase: |', `    ${p.plant('YAML block scalar', 'phrase')}`, '  path: /etc/keys')
  return ['app.yaml', `${lines.join('\n')}\n`]
}

const kubernetes: DocumentKind = p => {
  p.in('secret.yaml')
  const base64 = (look: Look) => p.plant('Kubernetes data', look)
  const text = [
    'apiVersion: v1',
    'data:',
    `  tls.key: ${base64('hex')}`,
    `  username: ${base64('mixed')}`,
    'kind: Secret',
    'metadata:',
    '  name: web',
    '---',
    'apiVersion: v1',
    'kind: Secret',
    'metadata:',
    '  name: db',
    'type: Opaque',
    'stringData:',
    `  root: ${p.plant('Kubernetes stringData', 'word')}`,
    `  note: "${p.plant('Kubernetes stringData', 'phrase')}"`,
    '  tls.key: |',
    `    ${p.plant('Kubernetes tls.key', 'mixed')}`,
    '---',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: web',
    'data:',
    '  colour: green',
    '  mode: fast',
  ]
  return ['secret.yaml', `${text.join('\n')}\n`]
}

const terraform: DocumentKind = p => {
  p.in('main.tf')
  const variable = (name: string, look: Look, more: readonly string[] = []) => [
    `variable "${name}" {`,
    '  description = "for the database"',
    '  type        = string',
    ...more,
    `  default     = "${p.plant('Terraform default', look)}"`,
    '}',
    '',
  ]
  const text = [
    'provider "aws" {',
    '  region = "eu-west-1"',
    '}',
    '',
    ...variable('db_password', 'word'),
    ...variable('apiKey', 'mixed'),
    ...variable('admin_passphrase', 'phrase'),
    ...variable('deploy', 'word', ['  sensitive   = true']),
    'resource "aws_db_instance" "main" {',
    '  username = "app"',
    `  password = "${p.plant('Terraform argument', 'word')}"`,
    '  port     = 5432',
    '}',
    '',
  ]
  return ['main.tf', text.join('\n')]
}

const dotenv: DocumentKind = p => {
  p.in('.env')
  const lines = pairs(p, '.env').map(
    ([name, value]) => `${name.toUpperCase().replace(/\W/g, '_')}=${/\s/.test(value) ? `"${value}"` : value}`,
  )
  return [
    '.env',
    `# local\nPORT=8080\n${lines.join('\nDEBUG=false\n')}\nexport PGPASSWORD=${p.plant('.env export', 'word')}\n`,
  ]
}

const ini: DocumentKind = p => {
  p.in('app.ini')
  const lines = pairs(p, 'INI').map(
    ([name, value], k) => `[part${k}]\n${name} ${k % 2 ? '=' : ':'} ${value}\ntimeout = 30`,
  )
  return ['app.ini', `${lines.join('\n')}\n`]
}

const xml: DocumentKind = p => {
  p.in('web.config')
  const text = [
    '<?xml version="1.0"?>',
    '<configuration>',
    '  <appSettings>',
    '    <add key="Theme" value="dark"/>',
    `    <add key="ApiSecret" value="${p.plant('XML key and value', 'word')}"/>`,
    `    <add value="${p.plant('XML value and key', 'mixed')}" key="DbPassword"/>`,
    '  </appSettings>',
    `  <connection user="app" password="${p.plant('XML attribute', 'phrase')}"/>`,
    `  <password>${p.plant('XML element', 'word')}</password>`,
    `  <Password type="text">${p.plant('XML element', 'short')}</Password>`,
    '  <property>',
    '    <name>hive.metastore.password</name>',
    `    <value>${p.plant('XML name and value', 'word')}</value>`,
    '  </property>',
    `  <entry key="smtp.password">${p.plant('XML entry', 'marks')}</entry>`,
    '  <dict><key>apiKey</key>',
    `  <string>${p.plant('XML plist', 'word')}</string></dict>`,
    '</configuration>',
  ]
  return ['web.config', `${text.join('\n')}\n`]
}

const csv: DocumentKind = p => {
  p.in('users.csv')
  const rows = filler(200, k => [`${k}`, `user${k}`, '', '', k % 2 ? 'north' : 'south'])
  for (const [k, look] of (['word', 'short', 'phrase', 'mixed', 'marks'] as const).entries()) {
    rows[k * 17 + 3]![2] = p.plant('CSV password', look)
    if (look !== 'phrase') rows[k * 17 + 9]![3] = p.plant('CSV token', look === 'short' ? 'hex' : look)
  }
  return ['users.csv', `id,login,password,api_key,zone\n${rows.map(row => row.join(',')).join('\n')}\n`]
}

const shell: DocumentKind = p => {
  p.in('deploy.sh')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    '#!/bin/sh',
    'set -eu',
    `PGPASSWORD=${s('PGPASSWORD', 'word')} psql -h db -U app -c 'select 1'`,
    `mysql -u root -p${s('mysql -p', 'word')} shop < dump.sql`,
    `mysqldump --user=root --password=${s('mysqldump', 'word')} shop > out.sql`,
    `sshpass -p ${s('sshpass', 'word')} ssh deploy@host uptime`,
    `sshpass -p '${s('sshpass', 'phrase')}' scp a host:b`,
    `curl -u admin:${s('curl -u', 'word')} https://ci.internal/job`,
    `curl -s --user 'bob:${s('curl --user', 'marks')}' https://ci.internal`,
    `curl -H "Authorization: Token ${s('curl -H', 'hex')}" https://api.internal`,
    `curl -H 'X-Api-Key: ${s('X-Api-Key', 'word')}' https://api.internal`,
    `redis-cli -h cache -a ${s('redis-cli', 'word')} ping`,
    `mongosh --host db -u root -p ${s('mongosh', 'word')} admin`,
    `ldapsearch -x -D cn=admin -w ${s('ldapsearch', 'word')} -b dc=x`,
    `docker login -u bot -p ${s('docker login', 'mixed')} registry.internal`,
    `echo ${s('echo |', 'word')} | docker login -u bot --password-stdin registry.internal`,
    `openssl rsa -in a.pem -passin pass:${s('openssl', 'word')} -out b.pem`,
    `htpasswd -bc users bob ${s('htpasswd', 'word')}`,
    `wget --user=bob --password=${s('wget', 'word')} https://x.internal/a`,
    `tool deploy --token ${s('--token', 'hex')} --verbose`,
    `tool login --password ${s('--password', 'word')} --user bob`,
    'curl \\',
    '  -X POST \\',
    `  -u admin:${s('curl over lines', 'word')} \\`,
    '  https://ci.internal/job',
    `echo "bob:${s('chpasswd', 'word')}" | chpasswd`,
    '',
  ]
  return ['deploy.sh', text.join('\n')]
}

const log: DocumentKind = p => {
  p.in('app.log')
  const lines = filler(
    300,
    k => `2026-03-01T10:${String(k % 60).padStart(2, '0')}:00Z INFO worker ${k % 4} job ${k} done in ${k % 90} ms`,
  )
  const s = (form: string, look: Look) => p.plant(form, look)
  const odd = [
    `login user=bob password=${s('log key=value', 'word')} ip=10.0.0.1`,
    `login user=eve, password=${s('log key=value,', 'word')}, ip=10.0.0.2`,
    `request {"user":"bob","password":"${s('log JSON', 'word')}"}`,
    `GET /login?user=bob&password=${s('log query', 'word')}&next=1 200`,
    `GET /v1?token=${s('log query token', 'mixed')} 200`,
    `header Authorization: Token ${s('log Authorization Token', 'hex')}`,
    `header authorization: ApiKey ${s('log Authorization ApiKey', 'word')}`,
    `config password: "${s('log quoted phrase', 'phrase')}" loaded`,
    `connect failed: Password=${s('log connection string', 'word')};Server=db`,
    `exec curl -u root:${s('log curl', 'word')} http://x`,
    `env PGPASSWORD=${s('log env', 'word')} psql`,
  ]
  for (const [k, line] of odd.entries()) lines[k * 20 + 7] = `2026-03-01T10:00:00Z ${k % 3 ? 'ERROR' : 'DEBUG'} ${line}`
  return ['app.log', `${lines.join('\n')}\n`]
}

const markdown: DocumentKind = p => {
  p.in('notes.md')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    '# Setup',
    '',
    `The api key is ${s('prose api key is', 'mixed')}.`,
    '',
    `The access token is ${s('prose token is', 'joined')} for staging.`,
    '',
    `For staging the password is ${s('prose password is', 'word')}, and the host is db1.`,
    '',
    `The API key for the billing service is \`${s('prose key in code', 'word')}\`.`,
    '',
    `Password: ${s('prose Password:', 'phrase')}`,
    '',
    `The admin password was changed to "${s('prose quoted', 'phrase')}" last week.`,
    '',
    `- user: bob`,
    `- password: ${s('list item', 'word')}`,
    '',
    '```',
    `mysql -uroot -p${s('command in Markdown', 'mixed')} shop`,
    '```',
    '',
    `Our client secret is ${s('prose client secret', 'hex')} until May.`,
    '',
    ...filler(20, k => `Step ${k} needs no more than a minute of your time.\n`),
  ]
  return ['notes.md', `${text.join('\n')}\n`]
}

const python: DocumentKind = p => {
  p.in('client.py')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    'import requests',
    '',
    `DB_PASSWORD = "${s('Python assignment', 'word')}"`,
    `API_KEY: str = '${s('Python typed', 'mixed')}'`,
    '',
    'def call(session):',
    `    session.get("https://x.internal", auth=("admin", "${s('Python auth tuple', 'word')}"))`,
    `    session.get("https://x.internal", auth=HTTPBasicAuth('admin', '${s('Python HTTPBasicAuth', 'phrase')}'))`,
    `    headers = {"Authorization": "Token ${s('Python header', 'hex')}"}`,
    `    return connect(user="app", password="${s('Python argument', 'word')}", retries=3)`,
    '',
    `settings = {"password": "${s('Python dictionary', 'phrase')}", "port": 1}`,
    `os.system("mysql -u root -p${s('Python os.system', 'word')} shop")`,
    `run(["sshpass", "-p", "${s('Python command list', 'word')}", "ssh", "host"])`,
    '',
  ]
  return ['client.py', text.join('\n')]
}

const javascript: DocumentKind = p => {
  p.in('server.js')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    "import pg from 'pg'",
    '',
    'export const pool = new pg.Pool({',
    "  user: 'app',",
    `  password: '${s('JS property', 'word')}',`,
    '})',
    `const apiKey = "${s('JS const', 'mixed')}"`,
    `const dbPassword =\n  '${s('JS next line', 'word')}'`,
    `export const mail = { auth: { user: 'a', pass: "${s('JS pass', 'phrase')}" } }`,
    `client.setPassword("${s('JS setter', 'word')}")`,
    `fetch(url, { headers: { 'X-Api-Key': '${s('JS header', 'word')}' } })`,
    `const cut = '{"password":"${s('JS JSON in a string', 'word')}"}'`,
    `await page.login('bob', '${s('JS login', 'word')}')`,
    `await sign_in("bob@shop.example", "${s('JS sign in', 'mixed')}")`,
    '',
  ]
  return ['server.js', text.join('\n')]
}

const setupPage: DocumentKind = p => {
  p.in('setup.html')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    '<html><body><h1>Setup of the shop</h1>',
    `<p>User: bob, Password: ${s('HTML paragraph', 'word')}</p>`,
    `<ul><li>Passwort: ${s('HTML list item', 'mixed')}<br>changed in May</li></ul>`,
    `<form><input name="user" value="bob"><input type="password" name="p" value="${s('HTML input', 'word')}">`,
    `<input value="${s('HTML input, value first', 'word')}" type="password"></form>`,
    `<script>var apiKey = "${s('HTML script', 'mixed')}";</script>`,
    '</body></html>',
    '',
  ]
  return ['setup.html', text.join('\n')]
}

const cut: DocumentKind = p => {
  p.in('wide.jsonl')
  // One line far longer than any excerpt, with values cut wherever something is cut.
  const parts = filler(
    60,
    k =>
      `"note${k}":"${'lorem ipsum dolor '.repeat(12)}","password${k}":"${p.plant('in a long line', k % 3 === 0 ? 'phrase' : 'word')}"`,
  )
  return ['wide.jsonl', `{${parts.join(',')}}\n{"id":1}\n`]
}

export const KINDS: readonly DocumentKind[] = [
  jsonLines,
  json,
  yaml,
  kubernetes,
  terraform,
  dotenv,
  ini,
  xml,
  csv,
  shell,
  log,
  markdown,
  python,
  javascript,
  setupPage,
  cut,
]

// Held back while the finder was written: other kinds, and other forms of known kinds.

const java: DocumentKind = p => {
  p.in('Mailer.java')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    'class Mailer {',
    `  private static final String SMTP_PASSWORD = "${s('Java constant', 'word')}";`,
    `  private String apiSecret = "${s('Java field', 'mixed')}";`,
    '  void send() {',
    `    mail.setPassword("${s('Java setter', 'phrase')}");`,
    `    props.put("mail.smtp.password", "${s('Java properties', 'mixed')}");`,
    `    new UsernamePasswordCredentials("bob", "${s('Java credentials', 'word')}");`,
    `    DriverManager.getConnection(url, "sa", "${s('Java connection', 'word')}");`,
    `    DriverManager.getConnection("jdbc:postgresql://db/shop?user=app&password=${s('Java JDBC', 'word')}");`,
    '  }',
    '}',
    '',
  ]
  return ['Mailer.java', text.join('\n')]
}

const go: DocumentKind = p => {
  p.in('main.go')
  const s = (form: string, look: Look) => p.plant(form, look)
  const text = [
    'package main',
    '',
    `const dbPassword = "${s('Go const', 'word')}"`,
    `var apiKey string = "${s('Go var', 'mixed')}"`,
    'func main() {',
    `\tcfg := Config{User: "app", Password: "${s('Go field', 'phrase')}"}`,
    `\treq.SetBasicAuth("bob", "${s('Go SetBasicAuth', 'word')}")`,
    `\treq.Header.Set("Authorization", "Token ${s('Go header', 'hex')}")`,
    '}',
    '',
  ]
  return ['main.go', text.join('\n')]
}

const toml: DocumentKind = p => {
  p.in('config.toml')
  return [
    'config.toml',
    `title = "x"\n${pairs(p, 'TOML')
      .map(([name, value], k) => `[s${k}]\n"${name}" = "${value}"\nport = ${k}`)
      .join('\n')}\n`,
  ]
}

const properties: DocumentKind = p => {
  p.in('app.properties')
  return [
    'app.properties',
    `app.name=shop\n${pairs(p, 'properties')
      .map(([name, value]) => `spring.${identifier(name)}=${value}`)
      .join('\napp.retries=3\n')}\n`,
  ]
}

const sql: DocumentKind = p => {
  p.in('users.sql')
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'users.sql',
    [
      `CREATE TABLE users (id int, password varchar(80));`,
      `CREATE USER app IDENTIFIED BY '${s('SQL identified by', 'word')}';`,
      `ALTER USER app WITH PASSWORD '${s('SQL password', 'word')}';`,
      `SELECT password FROM users WHERE id = 1;`,
      `UPDATE users SET password = '${s('SQL set', 'phrase')}' WHERE id = 2;`,
      '',
    ].join('\n'),
  ]
}

const dockerfile: DocumentKind = p => {
  p.in('Dockerfile')
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'Dockerfile',
    [
      'FROM debian:12',
      `ENV DB_PASSWORD=${s('Dockerfile ENV', 'word')}`,
      `ENV API_TOKEN ${s('Dockerfile ENV with a blank', 'hex')}`,
      `ARG NPM_TOKEN=${s('Dockerfile ARG', 'mixed')}`,
      `RUN curl -u ci:${s('Dockerfile RUN', 'word')} https://x.internal/a.tgz | tar xz`,
      'CMD ["run"]',
      '',
    ].join('\n'),
  ]
}

const html: DocumentKind = p => {
  p.in('page.html')
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'page.html',
    [
      '<!doctype html><html><head><title>Shop</title></head><body>',
      '<form><input type="password" name="password" placeholder="Password"></form>',
      `<script>const config = { apiKey: "${s('HTML script', 'mixed')}", password: '${s('HTML script', 'word')}' }</script>`,
      `<div data-config="{&quot;password&quot;:&quot;${s('HTML attribute', 'word')}&quot;}"></div>`,
      `<meta name="api-key" content="${s('HTML meta', 'word')}">`,
      '</body></html>',
      '',
    ].join('\n'),
  ]
}

const powershell: DocumentKind = p => {
  p.in('setup.ps1')
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'setup.ps1',
    [
      `$password = "${s('PowerShell variable', 'phrase')}"`,
      `$secure = ConvertTo-SecureString "${s('PowerShell SecureString', 'word')}" -AsPlainText -Force`,
      `$env:API_TOKEN = '${s('PowerShell env', 'mixed')}'`,
      `plink -ssh bob@host -pw ${s('plink', 'word')} uptime`,
      `sqlcmd -S db -U sa -P ${s('sqlcmd', 'word')} -Q "select 1"`,
      '',
    ].join('\n'),
  ]
}

const text: DocumentKind = p => {
  p.in('handover.txt')
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'handover.txt',
    [
      'Handover',
      '',
      `The root password of the old server is ${s('text password of', 'word')}.`,
      `Das Passwort lautet ${s('text Passwort lautet', 'mixed')}.`,
      `Mot de passe : ${s('text Mot de passe', 'word')}`,
      `wifi password = ${s('text password =', 'phrase')}`,
      `Secret key: ${s('text Secret key', 'hex')}`,
      `contraseña: ${s('text contraseña', 'word')}`,
      '',
      'Please keep the password safe and change the token when it expires.',
      '',
    ].join('\n'),
  ]
}

const compose: DocumentKind = p => {
  p.in('docker-compose.yml')
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'docker-compose.yml',
    [
      'services:',
      '  db:',
      '    image: postgres:16',
      '    environment:',
      `      POSTGRES_PASSWORD: ${s('compose map', 'word')}`,
      `      - MYSQL_ROOT_PASSWORD=${s('compose list', 'word')}`,
      `    command: redis-server --requirepass ${s('compose requirepass', 'word')}`,
      'Parameters:',
      '  DBPassword:',
      '    Type: String',
      `    Default: ${s('CloudFormation default', 'word')}`,
      '',
    ].join('\n'),
  ]
}

export const HELD_BACK: readonly DocumentKind[] = [
  java,
  go,
  toml,
  properties,
  sql,
  dockerfile,
  html,
  powershell,
  text,
  compose,
]
