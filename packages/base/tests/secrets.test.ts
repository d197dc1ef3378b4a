// Secrets: every known shape is found and hidden, its harmless twins are not. The keys are put together here, so that
// no file of the repository holds anything that looks like one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSecrets, maskSecrets } from '../src/secrets/secrets.ts'

const ALNUM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const HEX = '0123456789abcdef'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Always the same characters for the same length and alphabet. */
function fake(length: number, alphabet = ALNUM): string {
  let state = length * 2654435761 + alphabet.length
  return Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return alphabet[(state >>> 8) % alphabet.length]
  }).join('')
}

const variable = (name: string) => `$\{${name}}`
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'u-1', role: 'admin' })}.${fake(43)}`
const armour = (kind: string) => [`-----BEGIN ${kind}-----`, fake(64), fake(48), `-----END ${kind}-----`].join('\n')

/** Rule, the text around the secret, the secret. `@` stands for the secret. */
const SECRETS: readonly (readonly [rule: string, around: string, secret: string])[] = [
  ['aws-access-key', 'key @ end', `AKIA${fake(16, UPPER)}`],
  ['aws-access-key', '"@"', `ASIA${fake(16, UPPER)}`],
  ['aws-access-key', 'aws_secret_access_key = @', fake(40)],
  ['google-key', 'https://maps.example.org/api?key=@', `AIza${fake(35)}`],
  ['google-key', 'client_secret: "@"', `GOCSPX-${fake(28)}`],
  ['azure-key', 'AccountName=shop;AccountKey=@;EndpointSuffix=core.windows.net', `${fake(86)}==`],
  ['azure-key', 'Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=@', `${fake(43)}=`],
  ['github-token', 'GITHUB_TOKEN=@', `ghp_${fake(36)}`],
  ['github-token', 'clone with @', `github_pat_${fake(60)}`],
  ['gitlab-token', 'PRIVATE-TOKEN: @', `glpat-${fake(20)}`],
  ['slack-token', 'slack: @', `xoxb-${fake(12, '0123456789')}-${fake(24)}`],
  ['slack-token', 'https://hooks.slack.com/services/@', `T${fake(9, UPPER)}/B${fake(9, UPPER)}/${fake(24)}`],
  ['stripe-key', 'stripe.api_key = "@"', `sk_live_${fake(24)}`],
  ['twilio-key', 'sid @', `SK${fake(32, HEX)}`],
  ['sendgrid-key', 'SENDGRID_API_KEY=@', `SG.${fake(22)}.${fake(43)}`],
  ['npm-token', '//packages.example.org/:_authToken=@', `npm_${fake(36)}`],
  ['pypi-token', 'password = @', `pypi-${fake(90)}`],
  ['openai-key', 'OPENAI_API_KEY="@"', `sk-proj-${fake(64)}`],
  ['openai-key', 'openai @', `sk-${fake(48)}`],
  ['anthropic-key', "anthropic('@')", `sk-ant-api03-${fake(80)}`],
  ['provider-token', 'hub @', `hf_${fake(34)}`],
  ['provider-token', 'vault token @', `hvs.${fake(40)}`],
  ['provider-token', 'bot 123456789:@', `AA${fake(33)}`],
  ['jwt', 'cookie: session=@', jwt],
  ['bearer-token', 'Authorization: Bearer @', fake(40)],
  ['basic-auth', 'Authorization: Basic @', Buffer.from('admin:tr0ub4dor').toString('base64')],
  ['url-password', 'postgres://shop:@\u0000db.internal/shop', 'Zw9.kq-31x'],
  ['weak-password', 'amqp://guest:@\u0000localhost', 'guest'],
  ['password', 'Server=db;User Id=sa;Password=@;Encrypt=true', 'Kx81-pQz99'],
  ['password', "password = '@'", 'S3cur3P@ss'],
  ['password', '"smtpPassword": "@",', 'kd93-ls0Q'],
  ['password', '<password>@</password>', 'tiger99x'],
  ['password', 'mysql -h db --password=@ shop', 'Tiger99x'],
  ['password', 'config["password"] = "@"', 'Xk29dk3kd'],
  ['weak-password', 'password: @', 'changeme'],
  ['weak-password', 'DB_PASSWORD=@', 'password123'],
  ['weak-password', '    "password": "@"', 'hunter2'],
  ['weak-password', '      - POSTGRES_PASSWORD=@', 'postgres'],
  ['generic-token', 'const apiKey = "@"', fake(32, HEX)],
  ['generic-token', 'ENV API_TOKEN=@', fake(30)],
  ['generic-token', "client_secret => '@'", fake(24)],
]

const HARMLESS = [
  `password: ${variable('DB_PASSWORD')}`,
  'password = os.environ["DB_PASSWORD"]',
  'password: string',
  'password: str = None',
  'def login(user, password: Optional[str] = None):',
  '"password": ""',
  'api_key=<your-key>',
  'api_key: YOUR_API_KEY_HERE',
  'api_key: xxxxxxxxxxxx',
  `aws: AKIA${'IOSFODNN7'}${'EXAMPLE'}`,
  'max_tokens: 4096',
  'token_type: bearer',
  'password_file: /run/secrets/db',
  'passwordPolicy: strong1234',
  'The password: it must be long.',
  'connect(\n  user=user,\n  password=password,\n)',
  'secretName: my-secret-1',
  'token = get_token()',
  'const token = req.headers.token',
  'https://user:password@example.com',
  `https://${variable('USER')}:${variable('PASS')}@example.com`,
  'http://localhost:8080/a@b',
  'tokenizer: bert-base-uncased',
  'secret: {{ .Values.secret }}',
  'password: !vault',
  'pass: true',
  'auth_token=$TOKEN',
  'scikit: sk-learn is a library',
  'secret_key=getenv("A1B2C3D4E5")',
  'password="Enter your password"',
  '"password": "Passwort vergessen?"',
  'assert password == "abc12345"',
  'bypass: 12 and compass: north',
  armour('PUBLIC KEY'),
  armour('CERTIFICATE'),
  'if "-----BEGIN RSA PRIVATE KEY-----" in text:',
  `csrf_token: ${fake(32)}`,
  `commit ${fake(40, HEX)}`,
  'Password: ********',
  'id: 123e4567-e89b-12d3-a456-426614174000',
]

function place(around: string, secret: string): { text: string; at: number } {
  const at = around.indexOf('@')
  return { text: (around.slice(0, at) + secret + around.slice(at + 1)).replace('\u0000', '@'), at }
}

describe('findSecrets', () => {
  it.each(SECRETS)('finds %s in %s', (rule, around, secret) => {
    const { text, at } = place(around, secret)
    const [span, ...more] = findSecrets(text)
    expect(span && { rule: span.rule.id, value: text.slice(span.start, span.end) }).toEqual({
      rule: `secret.${rule}`,
      value: secret,
    })
    expect(span!.start).toBe(at)
    expect(more).toEqual([])
  })

  it.each(HARMLESS)('leaves %j alone', text => {
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([])
    expect(maskSecrets(text)).toBe(text)
  })

  it.each([
    'List<AuthToken> tokens = all;',
    'void set(std::unique_ptr<BasicCred> basicCred)',
    "$r['PASSWORD'] = self::$secret;",
  ])('leaves the types and names of code alone: %s', text => expect(findSecrets(text, 'code')).toEqual([]))

  it.each(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'EC PRIVATE KEY'])(
    'hides the body of a %s',
    kind => {
      const text = `before\n${armour(kind)}\nafter`
      expect(findSecrets(text).map(({ rule }) => rule.id)).toEqual(['secret.private-key'])
      expect(maskSecrets(text)).toBe(
        `before\n-----BEGIN ${kind}-----\n${fake(64).slice(0, 4)}…[masked]\n-----END ${kind}-----\nafter`,
      )
    },
  )

  it('hides a private key inside a JSON string, and one whose end is cut off', () => {
    const key = armour('PRIVATE KEY')
    const json = JSON.stringify({ private_key: `${key}\n`, client_email: 'a@b.c' })
    expect(maskSecrets(json)).not.toContain(fake(48))
    expect(maskSecrets(json)).toContain('client_email')
    expect(maskSecrets(key.slice(0, 90))).not.toContain(fake(64).slice(4, 12))
  })

  it('finds several in one text, in order', () => {
    const text = SECRETS.map(([, around, secret]) => place(around, secret).text).join('\n')
    const spans = findSecrets(text)
    expect(spans.map(({ rule }) => rule.id)).toEqual(SECRETS.map(([rule]) => `secret.${rule}`))
    for (const [i, span] of spans.entries()) expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0)
  })
})

describe('maskSecrets', () => {
  it.each(SECRETS)('shows at most four characters and a fifth of %s in %s', (_, around, secret) => {
    const { text, at } = place(around, secret)
    const masked = maskSecrets(text)
    const shown = Math.min(4, Math.floor(secret.length / 5))
    expect(masked).toContain('…[masked]')
    expect(masked.slice(at)).not.toContain(secret.slice(0, shown + 1))
    expect(masked.slice(at)).not.toContain(secret.slice(-Math.max(4, shown + 1)))
  })

  it('changes nothing more when it is done twice, and never grows a text without secrets', () => {
    const part = fc.oneof(
      fc.constantFrom(...SECRETS.map(([, around, secret]) => place(around, secret).text)),
      fc.constantFrom(
        ...HARMLESS,
        '\n',
        ' ',
        ' = ',
        ': ',
        '"',
        "'",
        '=',
        '://',
        '@',
        '…[masked]',
        'password',
        'token=',
      ),
      fc.string({ maxLength: 30 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => {
        const text = parts.join('')
        const once = maskSecrets(text)
        expect(maskSecrets(once)).toBe(once)
        if (findSecrets(text).length === 0) expect(once).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })
})
