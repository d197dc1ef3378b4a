// No secret leaves in clear, and every file with one says so: all content types, all outputs, all that is kept on disk.
// The secrets are put together here, so that no file of the repository holds anything that looks like one.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunReport } from '@shoal/base/model/report'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { openLedger } from '../../src/run/ledger.ts'
import { profile } from '../../src/run/library.ts'
import { analyze } from '../../src/run/library-analysis.ts'
import { templateLines } from '../../src/run/profile.ts'
import { renderReport } from '../../src/run/render-report.ts'
import { reportJson } from '../../src/stages/report/json.ts'
import { reportMarkdown } from '../../src/stages/report/markdown.ts'
import { profileText } from '../../src/stages/report/profile-text.ts'
import { reportSarif } from '../../src/stages/report/sarif.ts'
import { reportText } from '../../src/stages/report/text.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

const base64 = (text: string) => Buffer.from(text).toString('base64')
const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')
const payload = Buffer.from(JSON.stringify({ sub: '9876543210', name: 'Tester' })).toString('base64url')

const SECRETS = {
  aws: ['AKIA', 'Z7QX4M2LNB5TRW6P'].join(''),
  awsSecret: ['wJ9rXkUtnF3M7K8M', 'DENGbPxRfiCYq2ZLVhTsWe4a'].join(''),
  slack: ['xoxb', '283746501928', '5647382910465', 'Qw8eRt7yUi9oPa2sDf3gHj4k'].join('-'),
  stripe: ['sk', 'live', '51Hk8sJ2eZvKYlo2C9xQ7wErTyUiOpAsD'].join('_'),
  github: ['ghp', 'a8Fk2Lq9Zx7Vb3Nm5Rt1Yp6Ws4Dc0Eg8HjKu'].join('_'),
  google: ['AIza', 'SyD9kL3mN5pQ7rS9tU1vW3xY5zA7bC9dE1f'].join(''),
  npm: ['npm', 'Zx9Cv8Bn7Mq6Lk5Jh4Gf3Ds2Az1Xw0Ed9RfT'].join('_'),
  urlPassword: ['S3cret', 'PgPass99'].join(''),
  password: ['Tr0ub4dor', 'Zebra77'].join('-'),
  hex: ['b7f3c9d1e5a84f62', 'a0c7d9e8f1b2a3c4d5'].join(''),
  basic: base64(['user', 'Hunter2Pass'].join(':')),
  cookie: ['s%3A', 'q8w7e6r5t4y3u2i1o0p9a8s7d6f5g4h3'].join(''),
  jwt: [header, payload, 'Qk3vXz8LmNp0RsTuVwXyZaBcDeFgHiJkLmNoPqRsTuV'].join('.'),
  key: ['MIIEpAIBAAKCAQEA7vQx2Zk9', 'Lm4Np8Rt6Wy3Bs5Df1GhTq0Kx'].join(''),
  tablePassword: ['kite', '93', 'Lantern'].join('-'),
  apiKey: ['f81d4fae7dec11d0a765', '00a0c91e6bf6aa'].join(''),
} as const
const s = SECRETS
const armour = ['-----BEGIN RSA PRIVATE', ` KEY-----\n${s.key}\n-----END RSA PRIVATE`, ' KEY-----'].join('')

const rows = <T>(count: number, row: (k: number) => T) => Array.from({ length: count }, (_, k) => row(k))

const FILES: Readonly<Record<string, string>> = {
  'app.py': [
    'import os',
    `AWS_ID = "${s.aws}"`,
    `AWS_SECRET = "${s.awsSecret}"`,
    `DB = "postgres://admin:${s.urlPassword}@db.internal:5432/app"`,
    `SLACK = "${s.slack}"`,
    `# old token: ${s.github}`,
    `PEM = """${armour}"""`,
    'def load(path):',
    `    return open(path, headers={"Authorization": "Bearer ${s.hex}"})`,
    '',
  ].join('\n'),
  'app.js': [
    `const client = connect('${s.google}')`,
    `// log in with password ${s.password}`,
    `export const stripe = new Stripe('${s.stripe}')`,
    '',
  ].join('\n'),
  '.env': [`STRIPE=${s.stripe}`, `DB_PASSWORD=${s.urlPassword}`, `COOKIE=${s.cookie}`, ''].join('\n'),
  'app.yaml': ['retry_limit: 5', 'db:', `  password: ${s.password}`, 'api:', `  token: ${s.npm}`, ''].join('\n'),
  'settings.json': JSON.stringify(
    { auth: { client_secret: s.hex, jwt: s.jwt }, aws: { secret_access_key: s.awsSecret }, key: armour, port: 5432 },
    null,
    1,
  ),
  'events.jsonl': rows(200, k =>
    JSON.stringify({
      id: k,
      user: `u${k % 7}`,
      ...(k === 50 && { token: s.npm }),
      ...(k === 51 && { msg: `login with password ${s.password}` }),
      ...(k === 52 && { inner: JSON.stringify({ password: s.tablePassword }) }),
    }),
  ).join('\n'),
  'users.csv': [
    'id,zone,password,api_key,note',
    ...rows(
      300,
      k =>
        `${k},${['north', 'south', 'east'][k % 3]},${k % 100 === 0 ? s.tablePassword : ''},${k === 42 ? s.apiKey : ''},${k === 43 ? `key ${s.aws}` : `n${k}`}`,
    ),
    '',
  ].join('\n'),
  'app.log': rows(400, k => {
    const at = `2026-03-01T0${Math.floor(k / 60)}:${String(k % 60).padStart(2, '0')}:00Z`
    const odd: Record<number, string> = {
      100: `ERROR auth login failed password=${s.password} user=bob`,
      101: `DEBUG http request Authorization: Bearer ${s.hex}`,
      102: `DEBUG http request Authorization: Basic ${s.basic}`,
      103: `ERROR db connect failed postgres://admin:${s.urlPassword}@db.internal:5432/app`,
      104: `ERROR jwt rejected ${s.jwt}`,
      105: `DEBUG cookie session=${s.cookie}`,
      106: `ERROR call https://api.example.org/v1?api_key=${s.google}&x=1 failed`,
      107: `WARN bob logged in with password ${s.tablePassword}`,
      108: `INFO retry with ${s.hex}`,
    }
    return `${at} ${odd[k] ?? `INFO worker ${k % 4} job ${k} done in ${k % 90} ms`}`
  }).join('\n'),
  'summary.md': [
    '# Sales report',
    '',
    'There are 3,000 orders in total.',
    `Admin login: admin / password: ${s.password}`,
    `Use token ${s.github} to deploy, or curl -H "Authorization: Bearer ${s.hex}" https://x.example.org`,
    `The key ${s.hex} is used for ${s.hex} only.`,
    '',
  ].join('\n'),
  'page.html': [
    '<!doctype html><html><head><title>Shop</title></head><body>',
    `<p>Call us</p><script>const key = "${s.google}"</script>`,
    `<a href="https://shop:${s.urlPassword}@shop.internal/x">shop</a>`,
    '</body></html>',
    '',
  ].join('\n'),
  'notes.xyz': ['@@ odd 1', `@@ pwd=${s.password}`, `@@ ${s.slack}`, '@@ odd 2', ''].join('\n'),
}

/** What gives a secret away, whole or in a telling part. */
const TELLING = Object.values(SECRETS).flatMap(secret => [secret, secret.slice(-12), secret.toLowerCase().slice(-12)])

function leaksIn(text: string): string[] {
  return [...new Set(TELLING.filter(part => text.includes(part)))]
}

function everyFile(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

describe('secrets', () => {
  const data = join(dir.path, 'mix')
  const state = join(dir.path, 'state')
  const reports: RunReport[] = []

  beforeAll(async () => {
    mkdirSync(data, { recursive: true })
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(data, name), text)
    const ledger = await openLedger(state)
    try {
      for (const query of [
        null,
        'where is the password defined?',
        'what errors occurred? list the tokens and api keys',
      ])
        reports.push(await analyze(data, { ledger, ...(query === null ? {} : { query }) }))
    } finally {
      // What the store keeps in its journal is looked at too.
      for (const file of everyFile(state)) kept.set(file, leaksIn(readFileSync(file, 'latin1')))
      await ledger.close()
    }
  })
  const kept = new Map<string, string[]>()

  it('are in no form of the report, nor in the lines around its quotes', async () => {
    for (const report of reports) {
      const forms = {
        library: JSON.stringify(report),
        json: JSON.stringify(reportJson(report)),
        sarif: JSON.stringify(reportSarif(report, '0.0.0')),
        markdown: reportMarkdown(report, { top: 1000, verification: true }),
        text: reportText(report, { width: 200, color: false, top: 1000, verification: true }),
        page: await renderReport(report, 'html', { root: data }),
      }
      for (const [form, text] of Object.entries(forms)) {
        expect([form, leaksIn(text)]).toEqual([form, []])
        expect(text).toContain('[masked]')
      }
    }
  })

  it('are in no file of the ledger, open or closed', () => {
    expect(kept.size).toBeGreaterThan(0)
    for (const [file, leaks] of kept) expect([file, leaks]).toEqual([file, []])
    for (const file of everyFile(state)) expect([file, leaksIn(readFileSync(file, 'latin1'))]).toEqual([file, []])
  })

  it.each(Object.keys(FILES))('are found in %s, and not shown in its profile', async name => {
    const path = join(data, name)
    const found = await profile(path)
    const text = profileText(found, { width: 200, color: false })
    expect([leaksIn(JSON.stringify(found)), leaksIn(text)]).toEqual([[], []])
    const vulnerable = found.findings.filter(({ type }) => type === 'vulnerability')
    expect(vulnerable.map(({ rule }) => rule!.id).join()).toMatch(/secret/)
    const inReport = reports[0]!.findings.filter(({ rule }) => rule?.id.includes('secret'))
    expect(inReport.flatMap(({ places }) => places.map(place => place.path))).toContain(path)
  })

  it('are in no template of a line', async () => {
    const lines: string[] = []
    const settings = settingsFrom()
    for await (const { template } of templateLines(join(data, 'app.log'), {
      settings,
      signal: new AbortController().signal,
    }))
      lines.push(template)
    expect(lines).toHaveLength(400)
    expect(leaksIn(lines.join('\n'))).toEqual([])
  })

  it('are reported once for each rule and file, with their lines', async () => {
    const { findings } = await profile(join(data, 'app.log'))
    const secrets = findings.filter(({ rule }) => rule?.id.startsWith('secret.'))
    expect(secrets.map(({ rule, line, severity }) => [rule!.id, rule!.cwe, line, severity])).toEqual([
      ['secret.password-logged', 'CWE-532', 101, 'medium'],
      ['secret.bearer-token-logged', 'CWE-532', 102, 'medium'],
      ['secret.basic-auth-logged', 'CWE-532', 103, 'high'],
      ['secret.url-password-logged', 'CWE-532', 104, 'high'],
      ['secret.jwt-logged', 'CWE-532', 105, 'medium'],
      ['secret.session-cookie-logged', 'CWE-532', 106, 'medium'],
      ['secret.google-key-logged', 'CWE-532', 107, 'high'],
    ])
    expect(secrets[0]!.stats).toEqual({ secrets: 2, lines: [101, 108] })
  })
})
