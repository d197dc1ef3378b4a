// The analyst of configuration: planted faults are all found, clean files stay silent, questions get the setting asked for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'

const FIXTURES = fileURLToPath(new URL('../../../../../fixtures/config-keys', import.meta.url))

/** Line and key of every planted fault. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'compose.yaml': [
    '3 config.unpinned-image',
    '4 config.privileged-container',
    '8 config.debug-on',
    '9 secret.weak-password',
    '10 config.plain-http',
    '13 config.unpinned-image',
    '14 config.root-user',
    '15 config.privileged-container',
    '17 config.port-clash',
    '19 config.privileged-container',
  ],
  'app.yaml': [
    '2 config.open-bind',
    '3 config.port-range',
    '5 config.port-clash',
    '7 config.old-tls',
    '8 config.tls-verification-off',
    '10 config.wildcard-origin',
    '12 secret.url-password',
    '14 secret.weak-password',
    '15 config.tls-off',
    '17 config.mixed-type',
    '18 config.duplicate',
    '21 config.yaml-boolean',
    '22 config.version-number',
    '23 config.leading-zero',
    '25 config.typo',
    '26 config.alias',
    '27 config.address',
  ],
  'tabs.yaml': ['3 config.tab'],
  'settings.ini': [
    '2 config.open-bind',
    '3 config.debug-on',
    '4 config.duplicate',
    '7 config.insecure-cookie',
    '8 config.auth-off',
    '9 config.empty-value',
    '10 config.syntax',
  ],
  'dotenv.env': ['2 secret.weak-password', '3 config.duplicate', '5 config.unclosed', '6 config.tls-verification-off'],
  'pyproject.toml': [
    '2 config.debug-on',
    '4 config.duplicate',
    '6 config.duplicate',
    '7 config.open-permissions',
    '10 config.syntax',
    '11 config.unclosed',
  ],
  Dockerfile: [
    '1 config.unpinned-image',
    '2 config.remote-script',
    '3 secret.weak-password',
    '4 config.open-permissions',
    '7 config.root-user',
  ],
  'nginx.conf': [
    '1 config.unclosed',
    '2 config.old-tls',
    '3 config.weak-cipher',
    '4 config.directory-listing',
    '7 config.wildcard-origin',
    '8 config.plain-http',
  ],
  'main.tf': ['4 config.public-resource', '8 config.public-resource', '9 config.public-resource'],
  'requirements.txt': ['1 config.unpinned-package'],
  sshd_config: ['2 config.auth-off', '3 config.auth-off'],
  'workflow.yml': ['7 config.unpinned-action', '8 config.workflow-injection'],
}

describe('planted faults', () => {
  it.each(readdirSync(join(FIXTURES, 'faulty')))('are all found in %s, and nothing else', async name => {
    const { findings } = await surveyFileLawfully(join(FIXTURES, 'faulty', name))
    const problems = findings.filter(({ nature }) => nature === 'problem')
    expect(problems.map(({ line, key }) => `${line} ${key.split(':', 1)[0]}`)).toEqual(PLANTED[name])
    for (const { rule, type } of problems) if (type === 'vulnerability') expect(rule?.cwe).toMatch(/^CWE-\d+$/)
  })

  it.each(readdirSync(join(FIXTURES, 'clean')))('are not imagined in %s', async name => {
    const { findings, notes } = await surveyFileLawfully(join(FIXTURES, 'clean', name))
    expect(findings.filter(({ nature }) => nature === 'problem')).toEqual([])
    // A template is read by its lines, and says so.
    expect(notes).toEqual(name === 'chart.yaml' ? [expect.stringContaining('template of YAML')] : [])
  })
})

describe('settings', () => {
  it('are named by their whole path, with value, type and line', async () => {
    const { figures, anchors } = await surveyFileLawfully(join(FIXTURES, 'clean', 'app.yaml'))
    const { keys, settings } = figures as unknown as { keys: { path: string }[]; settings: number }
    expect(settings).toBe(keys.length)
    expect(keys.find(({ path }) => path === 'server.tls.verify')).toEqual({
      path: 'server.tls.verify',
      value: 'true',
      type: 'boolean',
      line: 8,
    })
    expect(anchors.find(({ name }) => name === 'database.timeout')).toMatchObject({
      role: 'config-key',
      value: '30',
      line: 14,
      quote: 'timeout: 30',
    })
    expect(anchors).toContainEqual(expect.objectContaining({ role: 'path', name: '/run/secrets/db' }))
  })

  it('tell which variables a file sets and which it wants', async () => {
    const { anchors } = await surveyFileLawfully(join(FIXTURES, 'faulty', 'compose.yaml'))
    const of = (role: string) => anchors.filter(anchor => anchor.role === role).map(({ name }) => name)
    expect(of('env-definition')).toEqual(['APP_DEBUG', 'POSTGRES_PASSWORD', 'API_URL', 'SESSION_KEY'])
    expect(of('env-use')).toEqual(['SESSION_KEY'])
    const docker = await surveyFileLawfully(join(FIXTURES, 'clean', 'Dockerfile'))
    expect(
      docker.anchors.filter(({ role }) => role === 'env-definition').map(({ name, value }) => [name, value]),
    ).toEqual([
      ['NODE_ENV', 'production'],
      ['PORT', '8080'],
    ])
  })

  it('tell which packages a manifest wants', async () => {
    const wanted = async (name: string) =>
      (await surveyFileLawfully(join(FIXTURES, 'clean', name))).anchors
        .filter(({ role }) => role === 'dependency')
        .map(({ name: of, value }) => [of, value])
    expect(await wanted('pyproject.toml')).toEqual([
      ['requests', '>=2.31'],
      ['flask', '==3.0.0'],
      ['pytest', undefined],
    ])
    expect(await wanted('requirements.txt')).toEqual([
      ['requests', '==2.31.0'],
      ['flask', '>=3.0,<4'],
      ['uvicorn', '==0.29'],
    ])
  })

  it('never show a secret outside of quotes that are masked later', async () => {
    const survey = await surveyLawfully({ name: 'app.yaml', content: 'db:\n  password: swordfish\n  user: app\n' })
    expect(survey.findings.map(({ key }) => key)).toEqual(['secret.password:db.password'])
    expect(JSON.stringify([survey.figures, survey.panels])).not.toContain('swordfish')
    for (const { value } of survey.anchors) expect(value ?? '').not.toContain('swordfish')
  })
})

describe('questions', () => {
  const ask = async (query: string, name = 'app.yaml') =>
    (await surveyFileLawfully(join(FIXTURES, 'clean', name), { query })).answers

  it.each([
    ['What is the database timeout?', '`database.timeout` is 30 (line 14)'],
    ['Which port does the admin use?', '`server.admin_port` is 8444 (line 5)'],
    ['what is server.tls.min_version', '`server.tls.min_version` is 1.2 (line 7)'],
    ['How many retries are configured?', '`defaults.retries` is 3 (line 17)'],
  ])('%s', async (query, said) => {
    const [best] = await ask(query)
    expect(best?.text).toContain(said)
    expect(best?.relevance).toBeGreaterThanOrEqual(0.8)
    expect(best?.evidence.length).toBeGreaterThan(0)
  })

  it.each([
    'What errors occurred?',
    'Distribution of amount by region',
    'Who wrote this poem?',
    'average price per customer',
  ])('keeps silent when asked: %s', async query => {
    for (const { relevance } of await ask(query)) expect(relevance).toBeLessThan(0.5)
  })
})

describe('the laws', () => {
  const samples: readonly (readonly [string, string])[] = [
    ...['app.yaml', 'pyproject.toml', 'Dockerfile', 'nginx.conf', 'settings.ini', 'dotenv.env'].map(
      name => [name, readFileSync(join(FIXTURES, 'faulty', name), 'utf8')] as const,
    ),
    ['Makefile', readFileSync(join(FIXTURES, 'clean', 'Makefile'), 'utf8')],
  ]
  for (const [name, sample] of samples)
    it.each(hostileTexts(sample))(`hold for ${name} as %s`, async (_, content) => {
      await surveyLawfully({ name, content, type: 'config', query: 'which timeout is set?' })
    })
})
