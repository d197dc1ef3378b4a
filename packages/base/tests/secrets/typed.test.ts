// Secrets that code assigns to a name with a type are found in every language's way of writing it, by the look at a
// text and by the sweep's first look alike; what only looks so is left alone. Keys are put together here.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CueScanner } from '../../src/secrets/cues.ts'
import { findSecrets, maskSecrets } from '../../src/secrets/secrets.ts'

const KEY = ['b7f3c9d1e5a84f62', 'a0c7d9e8f1b2a3c4'].join('')
const PASSWORD = ['Tr0ub4dor', 'Zebra77'].join('-')

/** `%K` and `%P` stand for the secret. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [
    "const apiKey: string = '%K'",
    "export const API_KEY: string='%K';",
    "  private readonly apiKey: string | undefined = '%K'",
    "apiKey?: string | null = '%K'",
    "apiKey!: Readonly<Record<'a', string>>['a'] = '%K'",
    'let password: string = `%P`',
    "function login(user: string, password: string = '%P') {}",
    "const { password: given = '%P' } = options",
    "static #apiKey: string = '%K'",
    "const key = Buffer.from('a'), apiKey: Buffer = Buffer.from('%K', 'hex')",
  ],
  Rust: [
    'const API_KEY: &str = "%K";',
    'pub(crate) static API_KEY: &\'static str = "%K";',
    'let password: String = String::from("%P");',
    'let mut password: Option<String> = Some("%P".to_string());',
    'let password: Secret<String> = Secret::new(String::from("%P"));',
    'const API_KEY: &str = r#"%K"#;',
    'const API_KEY: &[u8; 32] = b"%K";',
    'const API_KEY: [u8; 32] = *b"%K";',
    'let password: std::borrow::Cow<\'_, str> = Cow::Borrowed("%P");',
    'Config { user, password: "%P".into() }',
    'Config { user, password: String::from("%P") }',
    'Config { user, password: Some("%P".to_owned()), retries: 3 }',
  ],
  Kotlin: [
    'val apiKey: String = "%K"',
    'private const val API_KEY: String = "%K"',
    'var password: String? = "%P"',
    'fun login(password: String = "%P") = connect(password)',
  ],
  Scala: ['lazy val apiKey: String = s"%K"', 'val password: Option[String] = Some("%P")'],
  Java: [
    'private static final String API_KEY = "%K";',
    'char[] password = "%P".toCharArray();',
    'String password = new String("%P");',
    'String apiKey = new String("%K");',
    'Optional<String> password = Optional.of("%P");',
  ],
  Python: [
    'api_key: str = "%K"',
    "    password: Optional[str] = '%P'",
    'password: str | None = "%P"',
    'api_key: Final[str] = "%K"  # noqa',
    'api_key: bytes = b"%K"',
    'api_key: Annotated[str, Field(description="for calls")] = "%K"',
    'api_key: str = Field(default="%K", env="API_KEY")',
    'password: SecretStr = SecretStr("%P")',
    'def login(user: str, password: str = "%P") -> None:',
    'api_key: str = ("%K")',
    'api_key: str = """%K"""',
    'secret_key = bytes("%K", "utf-8")',
    'connect(user="shop", password="%P")',
  ],
  Go: [
    'const apiKey string = "%K"',
    '\tapiKey     string = "%K"',
    'var password string = "%P"',
    'var jwtSecret = []byte("%K")',
    'var jwtSecret []byte = []byte("%K")',
    'var password config.Secret = "%P"',
    'Client{ApiKey: "%K"}',
    'apiKey := "%K"',
    'var apiKey string = `%K`',
  ],
  'C#': [
    'string ApiKey = "%K";',
    'private const string ApiKey = @"%K";',
    'public string ApiKey { get; set; } = "%K";',
    'public string ApiKey { get; private set; } = "%K";',
    'public string ApiKey => "%K";',
  ],
  Swift: [
    'let apiKey: String = "%K"',
    'static let apiKey: String = #"%K"#',
    'var password: String? = "%P"',
    'Client(host: host, password: "%P")',
  ],
  C: [
    'const char *password = "%P";',
    'static const char password[] = "%P";',
    'char password[32] = "%P";',
    'char *password = (char *)"%P";',
    'const char *apiKey = (const char *) "%K";',
    'const char *session_cookie = (const char *) "%K";',
  ],
  'C++': [
    'std::string password("%P");',
    'const std::string password{"%P"};',
    'std::wstring password = L"%P";',
    'std::string apiKey = std::string("%K");',
  ],
  PHP: ["private string $password = '%P';", "define('API_KEY', '%K');"],
  'Visual Basic': ['Dim password As String = "%P"'],
  Pascal: ["const ApiKey: string = '%K';"],
  Ada: ['Password : constant String := "%P";'],
  SQL: ["DECLARE @password varchar(40) = '%P'", "password CONSTANT VARCHAR2(40) := '%P';"],
  Dart: ["final String apiKey = '%K';"],
}

const CASES = Object.entries(DECLARED).flatMap(([language, lines]) => lines.map(line => [language, line] as const))

const HARMLESS = [
  // Types without a value.
  'apiKey: string',
  'apiKey?: string | undefined',
  'interface Login { user: string; password: string }',
  'password: Optional[str]',
  'pub api_key: String,',
  'pub password: Option<SecretString>,',
  'password string `json:"password1,omitempty" db:"pass2word"`',
  'func login(user string, password string) (string, error) {',
  'char password[64];',
  'public string Password { get; set; }',
  'password VARCHAR(64) NOT NULL,',
  'std::string password();',
  // Nothing, or something that stands for it.
  'password: str = ""',
  "password: string = ''",
  'def login(user: str = "shop2000x", password: str = "") -> None:',
  'def login(password: str = None, mode: str = "aes256cbc"):',
  'fun login(password: String = "", realm: String = "r4nd0mRealm")',
  'let password: String = String::new();',
  'let password: Option<String> = None;',
  'password: SecretStr = SecretStr("")',
  'var password string = ""',
  "const apiKey: string = 'YOUR_API_KEY'",
  'api_key: str = "<your-key-1234>"',
  'const API_KEY: &str = "xxxxxxxxxxxxxxxx";',
  'val apiKey: String = "changeme-placeholder-1"',
  'string ApiKey = "insert-key-here-123";',
  "const accessToken: string = 'accessToken'",
  'const providerPassword string = "password"',
  'elasticPassword string = "ELASTIC_PASSWORD"',
  'const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";',
  'token: str = "Bearer "',
  // Taken from elsewhere.
  'const apiKey: string = process.env.API_KEY_2',
  "const apiKey: string = process.env['API_KEY_2024A']",
  "const apiKey: string = getenv('A1B2C3D4E5F6')",
  'api_key: str = os.environ["API_KEY_2024A"]',
  'api_key: str = os.getenv("API_KEY_2024A")',
  'api_key: str = Field(..., env="API_KEY_2024A")',
  'val apiKey: String = System.getenv("API_KEY_2024A")',
  'let api_key: String = std::env::var("API_KEY_2024A")?;',
  'let apiKey: String = ProcessInfo.processInfo.environment["API_KEY_2024A"]!',
  'var apiKey string = os.Getenv("API_KEY_2024A")',
  'password: str = vault.read("kv2/db-Main1")',
  `const apiKey: string = \`$\{prefix}-\${suffix1}\``,
  // A condition, a label, a comparison, a header: no declaration.
  'if password: mode = "aes256cbc-X1"',
  'if not token: name = "anon-4711-Abc9"',
  'case TOKEN: name = "t0ken-4711-Abc9"; break',
  'for part in password: kind = "aes256cbc-X1"',
  'if user == password: mode = "aes256cbc-X1"',
  'password: string == "Tr0ub4dor-77x"',
  "check: (password: string) => 'h4shed-Value9'",
  'Set-Cookie2: Part_Number="Rocket_Launcher_0001"; Version="1"',
  'login(password, mode = "aes256cbc-X1")',
  'password: str, salt: str = "aes256cbc-X1"',
  "'pass': ('pass', ''),",
  'the password field and the label = "Label-4711x"',
  '<password-input string="Label4711x">',
  'password_hash: str = "sha256-4711-Abc9"',
  'tokenUrl: string = "/oauth2/v4/token"',
  'max_tokens: Optional[int] = 4096',
]

function secretOf(line: string): { text: string; secret: string } {
  const secret = line.includes('%K') ? KEY : PASSWORD
  return { text: line.replace(/%[KP]/, secret), secret }
}

const found = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end))
const isCue = (text: string) => new CueScanner().next(Buffer.from(text), 0, Buffer.byteLength(text)) >= 0

describe('a secret under a declared name', () => {
  it.each(CASES)('is found and hidden in %s: %s', (_, line) => {
    const { text, secret } = secretOf(line)
    expect(found(text)).toEqual([secret])
    expect(maskSecrets(text)).not.toContain(secret.slice(4, 12))
    expect(maskSecrets(maskSecrets(text))).toBe(maskSecrets(text))
  })

  it.each(CASES)('is no surprise to the first look at bytes in %s: %s', (_, line) => {
    expect(isCue(secretOf(line).text)).toBe(true)
  })

  it.each(HARMLESS)('is not seen in %j', text => {
    expect(found(text)).toEqual([])
    expect(maskSecrets(text)).toBe(text)
  })

  it('is found behind any type, and at its place', () => {
    const name = fc.constantFrom(
      'string',
      'str',
      'String',
      '&str',
      "&'static str",
      'a.b.Text',
      'x::y::Text',
      '[u8; 32]',
    )
    const type = fc.letrec<{ type: string }>(tie => ({
      type: fc.oneof(
        { maxDepth: 2 },
        name,
        tie('type').map(one => `Option<${one}>`),
        tie('type').map(one => `Final[${one}]`),
        fc.tuple(tie('type'), tie('type')).map(([a, b]) => `${a} | ${b}`),
        tie('type').map(one => `${one}?`),
      ),
    })).type
    const sign = fc.constantFrom(' = ', '=', ' := ')
    fc.assert(
      fc.property(type, sign, fc.constantFrom('"', "'"), fc.constantFrom('', '  ', 'let '), (one, is, quote, lead) => {
        fc.pre(one.length < 120)
        const before = `${lead}api_key: ${one}${is}${quote}`
        const text = `x\n${before}${KEY}${quote}\ny`
        expect(findSecrets(text).map(({ start, end }) => [start, end])).toEqual([
          [before.length + 2, before.length + 2 + KEY.length],
        ])
        expect(isCue(`${before}${KEY}${quote}`)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('does not keep what stands in place of a type from being found', () => {
    expect(found(`password: ${PASSWORD} user = "shop"`)).toEqual([PASSWORD])
    expect(found(`password: ${PASSWORD}\nuser = "shop"`)).toEqual([PASSWORD])
  })

  it('is passed by nowhere: whatever a line holds, the first look stops where a secret is found', () => {
    const part = fc.oneof(
      fc.constantFrom('apiKey', 'password', 'cookie', ': ', ' string', ' = ', '=', ':=', '"', "'", '(', '[', ']', '<'),
      fc.constantFrom(
        'ab<c9',
        "ab'c9",
        'a',
        '`',
        ',',
        '\\',
        '=>',
        '>',
        '\t',
        '\u0001',
        'ß',
        '--',
        'token',
        '\n',
        '{',
        '}',
      ),
      fc.constantFrom('Some(', 'r#"', '[]', ' { get; set; }', '?', '!', ' | ', 'Optional[str]', KEY, PASSWORD, ' '),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 12 }), parts => {
        const line = parts.join('')
        if (findSecrets(line).length > 0) expect(isCue(line)).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })
})
