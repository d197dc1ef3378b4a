// Documents in which what makes a secret stands on another line than the secret: blocks, keys, nested values, rows. Every
// line of a value is planted as a secret of its own.
import type { DocumentKind, Look, Planter } from './planted.ts'

const lines = (count: number, line: (k: number) => string): string[] => Array.from({ length: count }, (_, k) => line(k))

/** The armour of a key, each line of which is a secret. */
function armour(p: Planter, form: string, kind = 'RSA PRIVATE KEY', count = 5): string[] {
  return [`-----BEGIN ${kind}-----`, ...lines(count, () => p.plant(form, 'armour')), `-----END ${kind}-----`]
}

const indented = (text: readonly string[], by: string) => text.map(line => by + line)

const yamlBlocks: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'blocks.yaml',
    [
      'service: billing',
      'database:',
      '  host: db1',
      '  password: |',
      `    ${s('YAML literal block', 'word')}`,
      `    ${s('YAML literal block', 'mixed')}`,
      '  port: 5432',
      'mail:',
      '  passphrase: >-',
      `    ${s('YAML folded block', 'phrase')}`,
      `    ${s('YAML folded block', 'phrase')}`,
      '  retries: 3',
      'tls:',
      '  private_key: |',
      ...indented(armour(p, 'YAML key block'), '    '),
      '  certificate: server.crt',
      'client_secret:',
      `  ${s('YAML value below', 'word')}`,
      'api_keys:',
      `  - ${s('YAML list of keys', 'mixed')}`,
      `  - ${s('YAML list of keys', 'hex')}`,
      'admin_password: "',
      `  ${s('YAML quoted over lines', 'word')}"`,
      'colour: green',
      '',
    ].join('\n'),
  ]
}

const kubernetesBlocks: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'sealed/secret-blocks.yaml',
    [
      'apiVersion: v1',
      'kind: Secret',
      'metadata:',
      '  name: web',
      'stringData:',
      '  config.ini: |',
      '    [db]',
      `    root = ${s('Kubernetes file in stringData', 'word')}`,
      `    note: ${s('Kubernetes file in stringData', 'phrase')}`,
      `  plain: ${s('Kubernetes plain name', 'word')}`,
      '  tls.key: |',
      ...indented(armour(p, 'Kubernetes key', 'PRIVATE KEY'), '    '),
      '---',
      'apiVersion: v1',
      'kind: ConfigMap',
      'data:',
      '  mode: fast',
      '',
    ].join('\n'),
  ]
}

const jsonNested: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  const document = {
    service: 'billing',
    password: { value: s('JSON object under a name', 'word'), type: 'string' },
    api_key: [s('JSON list under a name', 'mixed'), s('JSON list under a name', 'hex')],
    db: { primary: { credentials: { user: 'app', password: s('JSON deep', 'phrase') } } },
    env: [
      { name: 'DB_PASSWORD', value: s('JSON name and value over lines', 'word') },
      { name: 'MODE', value: 'fast' },
    ],
    client_secret: { current: { value: s('JSON deep under a name', 'mixed') } },
    private_key: `-----BEGIN PRIVATE KEY-----\n${s('JSON key with escapes', 'armour')}\n${s('JSON key with escapes', 'armour')}\n-----END PRIVATE KEY-----\n`,
  }
  return ['nested.json', `${JSON.stringify(document, null, 2)}\n`]
}

const pem: DocumentKind = p => [
  'server.pem',
  `${[...armour(p, 'PEM file', 'RSA PRIVATE KEY', 12), ...armour(p, 'PEM file, second key', 'EC PRIVATE KEY', 4)].join('\n')}\n`,
]

const tomlBlocks: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'blocks.toml',
    [
      'title = "x"',
      '[db]',
      'password = """',
      `${s('TOML block', 'word')}`,
      `${s('TOML block', 'phrase')}"""`,
      'port = 1',
      '[mail]',
      `api_keys = [`,
      `  "${s('TOML list', 'mixed')}",`,
      `  "${s('TOML list', 'hex')}",`,
      ']',
      '',
    ].join('\n'),
  ]
}

const propertiesLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'lines.properties',
    [
      'app.name=shop',
      'spring.datasource.password=\\',
      `    ${s('properties continued', 'word')}`,
      `mail.password = ${s('properties', 'phrase')}`,
      'app.retries=3',
      '',
    ].join('\n'),
  ]
}

const xmlLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'lines.xml',
    [
      '<?xml version="1.0"?>',
      '<server>',
      '  <password>',
      `    ${s('XML element over lines', 'word')}`,
      '  </password>',
      '  <clientSecret><![CDATA[',
      `    ${s('XML CDATA over lines', 'word')}`,
      '  ]]></clientSecret>',
      '  <add',
      '    key="DbPassword"',
      `    value="${s('XML attributes over lines', 'word')}"`,
      '  />',
      '  <port>80</port>',
      '</server>',
      '',
    ].join('\n'),
  ]
}

const tableLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  const rows = lines(
    60,
    k =>
      `${k},user${k},${k % 20 === 7 ? `"${s('CSV cell over lines', 'word')}\n${s('CSV cell over lines', 'mixed')}"` : ''},north`,
  )
  return ['accounts.csv', `id,login,password,zone\n${rows.join('\n')}\n`]
}

const tabs: DocumentKind = p => {
  const rows = lines(40, k => `${k}\tuser${k}\t${k % 9 === 4 ? p.plant('TSV column', 'word') : ''}\tsouth`)
  return ['accounts.tsv', `id\tlogin\tsecret_key\tzone\n${rows.join('\n')}\n`]
}

const logLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  const stamp = (k: number) => `2026-03-01 10:${String(k % 60).padStart(2, '0')}:00,000`
  const all = lines(120, k => `${stamp(k)} INFO [main] c.e.Shop - order ${k} was placed by user ${k % 7}`)
  all[20] = `${stamp(20)} ERROR [main] c.e.Shop - request failed\n  headers:\n    Authorization: Bearer ${s('log block header', 'hex')}\n    X-Api-Key: ${s('log block key', 'mixed')}\n  body:\n    password: ${s('log block password', 'word')}`
  all[50] = `${stamp(50)} WARN [main] c.e.Shop - config dump {\n  "db": {\n    "password": "${s('log JSON over lines', 'phrase')}"\n  }\n}`
  all[80] = `${stamp(80)} DEBUG [main] c.e.Shop - key:\n${armour(p, 'log key').join('\n')}`
  return ['shop.log', `${all.join('\n')}\n`]
}

const prose: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'runbook.md',
    [
      '# Runbook',
      '',
      'The password of the archive is:',
      '',
      `    ${s('prose indented below', 'word')}`,
      '',
      '| user | password |',
      '|------|----------|',
      `| bob  | ${s('Markdown table', 'word')} |`,
      `| eve  | ${s('Markdown table', 'mixed')} |`,
      '',
      '```yaml',
      'db:',
      '  password: >',
      `    ${s('YAML in Markdown', 'phrase')}`,
      '```',
      '',
      ...armour(p, 'key in Markdown'),
      '',
      ...lines(10, k => `Step ${k} takes a minute.\n`),
    ].join('\n'),
  ]
}

const shellLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'install.sh',
    [
      '#!/bin/sh',
      'cat > app.conf <<CONF',
      'user = app',
      `password = ${s('here document', 'word')}`,
      'CONF',
      'mysql \\',
      '  --host=db \\',
      `  --password=${s('mysql over lines', 'word')} \\`,
      '  shop',
      'cat > key.pem <<KEY',
      ...armour(p, 'key in a here document'),
      'KEY',
      '',
    ].join('\n'),
  ]
}

const codeLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'keys.py',
    [
      'import jwt',
      '',
      'PRIVATE_KEY = """',
      ...armour(p, 'Python key'),
      '"""',
      '',
      'settings = dict(',
      '    user="app",',
      '    password=(',
      `        "${s('Python value below', 'word')}"`,
      '    ),',
      ')',
      '',
      'client = connect(',
      '    "db",',
      `    api_key="${s('Python argument over lines', 'mixed')}",`,
      ')',
      '',
    ].join('\n'),
  ]
}

const terraformLines: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    'lines.tf',
    [
      'resource "aws_db_instance" "main" {',
      '  password = <<EOT',
      `${s('Terraform here document', 'word')}`,
      'EOT',
      '  port = 5432',
      '}',
      '',
      'variable "admin_password" {',
      '  type = string',
      '',
      `  default = "${s('Terraform default over lines', 'phrase')}"`,
      '}',
      '',
    ].join('\n'),
  ]
}

const logins: DocumentKind = p => {
  const s = (form: string, look: Look) => p.plant(form, look)
  return [
    '.netrc',
    [
      'machine git.internal',
      '  login bob',
      `  password ${s('netrc over lines', 'word')}`,
      `machine ci.internal login eve password ${s('netrc', 'mixed')}`,
      '',
    ].join('\n'),
  ]
}

export const LINES: readonly DocumentKind[] = [
  yamlBlocks,
  kubernetesBlocks,
  jsonNested,
  pem,
  tomlBlocks,
  propertiesLines,
  xmlLines,
  tableLines,
  tabs,
  logLines,
  prose,
  shellLines,
  codeLines,
  terraformLines,
  logins,
]
