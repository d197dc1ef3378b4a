// Every kind of danger: its weakness, how it is told, and how serious it is by where the value came from.
import type { Confidence } from '@shoal/base/model/confidence'
import type { Severity } from '@shoal/base/model/finding'

export interface Weight {
  readonly severity: Severity
  readonly confidence: Confidence
}

/** What makes a value safe for one use need not make it so for another; each use is a bit. */
export const Use = {
  command: 1 << 0,
  sql: 1 << 1,
  code: 1 << 2,
  data: 1 << 3,
  path: 1 << 4,
  html: 1 << 5,
  ldap: 1 << 6,
  xpath: 1 << 7,
  url: 1 << 8,
  redirect: 1 << 9,
  template: 1 << 10,
  query: 1 << 11,
  session: 1 << 12,
  format: 1 << 13,
  log: 1 << 14,
  header: 1 << 15,
} as const

export interface RuleKind {
  readonly title: string
  readonly cwe: string
  readonly explanation: string
  readonly topics: readonly string[]
  /** What a value must have been made safe for; 0 where no value flows. */
  readonly use: number
  /** By where the value came from; left out where that says nothing. */
  readonly remote: Weight
  readonly local?: Weight
  readonly parameter?: Weight
  readonly unknown?: Weight
}

const SURE: Weight = { severity: 'high', confidence: 'high' }
const LIKELY: Weight = { severity: 'high', confidence: 'medium' }
const PLAIN: Weight = { severity: 'medium', confidence: 'high' }
/** Where a rule is mostly broken harmlessly, and this time not. */
export const MAYBE: Weight = { severity: 'medium', confidence: 'medium' }
const FAINT: Weight = { severity: 'medium', confidence: 'low' }
const SMALL: Weight = { severity: 'low', confidence: 'medium' }
const TRACE: Weight = { severity: 'low', confidence: 'low' }

export const RULE_KINDS = {
  'command-injection': {
    title: 'Command built from untrusted text',
    cwe: 'CWE-78',
    explanation:
      'Whoever controls part of a command line can run commands of their own. Call the program with a list of arguments and no shell, or allow only values from a fixed list.',
    topics: ['command injection', 'security', 'shell'],
    use: Use.command,
    remote: SURE,
    local: MAYBE,
    parameter: MAYBE,
  },
  'sql-injection': {
    title: 'SQL built from untrusted text',
    cwe: 'CWE-89',
    explanation:
      'A value that is put into the text of a query can change the query: read other rows, or delete them. Pass values as parameters of a prepared statement; take names of tables and columns from a fixed list.',
    topics: ['sql injection', 'security', 'database'],
    use: Use.sql,
    remote: SURE,
    local: LIKELY,
    parameter: LIKELY,
    unknown: FAINT,
  },
  'code-injection': {
    title: 'Untrusted text run as code',
    cwe: 'CWE-95',
    explanation:
      'Text that is evaluated as code can do all that the program may do. Parse the value instead, or look it up in a table of what is allowed.',
    topics: ['code injection', 'eval', 'security'],
    use: Use.code,
    remote: SURE,
    local: LIKELY,
    parameter: MAYBE,
    unknown: TRACE,
  },
  'unsafe-deserialization': {
    title: 'Objects rebuilt from untrusted bytes',
    cwe: 'CWE-502',
    explanation:
      'Formats that can name any class let the sender of the bytes run code while they are read. Use a format of plain data such as JSON, a safe loader, or a list of allowed classes.',
    topics: ['deserialization', 'security'],
    use: Use.data,
    remote: SURE,
    local: MAYBE,
    parameter: MAYBE,
    unknown: TRACE,
  },
  'path-traversal': {
    title: 'File path built from untrusted text',
    cwe: 'CWE-22',
    explanation:
      'With `..` or an absolute path a caller reaches files outside of the folder that was meant. Resolve the path and check that it still lies below that folder, or take only its last part.',
    topics: ['path traversal', 'security', 'files'],
    use: Use.path,
    remote: SURE,
    local: SMALL,
    parameter: TRACE,
  },
  'zip-slip': {
    title: 'Archive entries unpacked wherever they say',
    cwe: 'CWE-22',
    explanation:
      'The name of an entry may hold `..` or be absolute, so that unpacking overwrites other files. Resolve each target and check that it lies below the folder, or use a filter that does.',
    topics: ['zip slip', 'path traversal', 'security'],
    use: Use.path,
    remote: LIKELY,
    local: MAYBE,
    parameter: MAYBE,
    unknown: MAYBE,
  },
  xss: {
    title: 'Untrusted text written into a page',
    cwe: 'CWE-79',
    explanation:
      'Text that reaches a page without being escaped can carry script that runs in the browser of whoever opens it. Escape it for the place where it stands, or use a template that does.',
    topics: ['xss', 'cross-site scripting', 'security'],
    use: Use.html,
    remote: SURE,
    local: MAYBE,
    parameter: SMALL,
  },
  'ldap-injection': {
    title: 'LDAP filter built from untrusted text',
    cwe: 'CWE-90',
    explanation:
      'Brackets and stars in a value change the filter and so who is found. Escape the value for filters, or pass it as an argument.',
    topics: ['ldap injection', 'security'],
    use: Use.ldap,
    remote: SURE,
    local: MAYBE,
    parameter: MAYBE,
  },
  'xpath-injection': {
    title: 'XPath built from untrusted text',
    cwe: 'CWE-643',
    explanation:
      'Quotes in a value change the expression and so which nodes are found. Bind the value as a variable, or allow only plain names.',
    topics: ['xpath injection', 'security', 'xml'],
    use: Use.xpath,
    remote: SURE,
    local: MAYBE,
    parameter: MAYBE,
  },
  xxe: {
    title: 'XML read with external entities on',
    cwe: 'CWE-611',
    explanation:
      'A document that names external entities makes the parser read local files or call other hosts. Forbid document types or external entities before parsing.',
    topics: ['xxe', 'xml', 'security'],
    use: 0,
    remote: LIKELY,
  },
  ssrf: {
    title: 'Request to an address from untrusted text',
    cwe: 'CWE-918',
    explanation:
      'Whoever chooses the address makes the server call hosts that only it can reach. Take the host from a fixed list, and only the rest from the caller.',
    topics: ['ssrf', 'security', 'http'],
    use: Use.url,
    remote: LIKELY,
  },
  'open-redirect': {
    title: 'Redirect to an address from untrusted text',
    cwe: 'CWE-601',
    explanation:
      'A link to this site can lead anywhere, which helps fraud. Redirect to paths of this site only, or to addresses from a fixed list.',
    topics: ['open redirect', 'security', 'http'],
    use: Use.redirect,
    remote: MAYBE,
  },
  'weak-hash': {
    title: 'Weak hash function',
    cwe: 'CWE-328',
    explanation:
      'Collisions of MD5 and SHA-1 can be made at will. Use SHA-256 or better, and for passwords a slow function such as argon2, scrypt or bcrypt.',
    topics: ['weak hash', 'cryptography', 'security'],
    use: 0,
    remote: MAYBE,
  },
  'weak-cipher': {
    title: 'Weak cipher or mode',
    cwe: 'CWE-327',
    explanation:
      'DES, RC2, RC4 and Blowfish can be broken, and ECB shows which blocks are equal. Use AES in GCM mode, or ChaCha20-Poly1305.',
    topics: ['weak cipher', 'cryptography', 'security'],
    use: 0,
    remote: LIKELY,
  },
  'weak-key': {
    title: 'Key too short',
    cwe: 'CWE-326',
    explanation:
      'Keys of this length can be broken. Use at least 2048 bits for RSA and DSA, and 224 for elliptic curves.',
    topics: ['weak key', 'cryptography', 'security'],
    use: 0,
    remote: PLAIN,
  },
  'weak-random': {
    title: 'Predictable random numbers',
    cwe: 'CWE-330',
    explanation:
      'Whoever sees some of these numbers can compute the next. Use a cryptographic generator for tokens, passwords and keys.',
    topics: ['weak random', 'cryptography', 'security'],
    use: 0,
    remote: SMALL,
  },
  'disabled-tls-check': {
    title: 'Certificate check switched off',
    cwe: 'CWE-295',
    explanation:
      'Without the check anyone on the way can read and change what is sent. Leave it on, and add the own authority to the trusted ones where needed.',
    topics: ['tls', 'certificate', 'security'],
    use: 0,
    remote: SURE,
  },
  'insecure-cookie': {
    title: 'Cookie without the secure flag',
    cwe: 'CWE-614',
    explanation: 'The browser sends this cookie over plain HTTP too, where anyone can read it. Set its secure flag.',
    topics: ['cookie', 'security', 'http'],
    use: 0,
    remote: MAYBE,
  },
  'trust-boundary': {
    title: 'Untrusted text kept in the session',
    cwe: 'CWE-501',
    explanation:
      'Code that reads the session takes its content for checked. Check the value, and choose the key yourself, before it is stored.',
    topics: ['trust boundary', 'session', 'security'],
    use: Use.session,
    remote: MAYBE,
  },
  'hardcoded-secret': {
    title: 'Secret in the code',
    cwe: 'CWE-798',
    explanation:
      'Whoever reads the code has the secret, and it cannot be changed without a release. Read it from the environment or a secret store, and change this one.',
    topics: ['secret', 'password', 'credentials', 'security'],
    use: 0,
    remote: LIKELY,
  },
  'template-injection': {
    title: 'Untrusted text used as a template',
    cwe: 'CWE-1336',
    explanation:
      'Template languages can reach objects of the program, and so run code. Keep templates constant and pass values as variables.',
    topics: ['template injection', 'security'],
    use: Use.template,
    remote: SURE,
    local: MAYBE,
    parameter: MAYBE,
  },
  'unverified-jwt': {
    title: 'Token accepted without checking its signature',
    cwe: 'CWE-347',
    explanation:
      'Anyone can write such a token. Check the signature with a fixed list of algorithms that has no `none`.',
    topics: ['jwt', 'token', 'security'],
    use: 0,
    remote: SURE,
  },
  'debug-mode': {
    title: 'Debug mode switched on',
    cwe: 'CWE-489',
    explanation:
      'Debug pages show code and settings, and some run code that a visitor types. Switch it on by the environment, off by default.',
    topics: ['debug', 'security'],
    use: 0,
    remote: MAYBE,
  },
  'insecure-temp-file': {
    title: 'Temporary file with a name that can be guessed',
    cwe: 'CWE-377',
    explanation:
      'Between choosing the name and opening the file somebody else can put a file or a link there. Use a function that creates and opens it at once.',
    topics: ['temporary file', 'security', 'files'],
    use: 0,
    remote: MAYBE,
  },
  'permissive-file-mode': {
    title: 'File that everyone may write',
    cwe: 'CWE-732',
    explanation:
      'Every user of the machine can change this file. Give rights to its owner, and to the group if needed.',
    topics: ['permissions', 'security', 'files'],
    use: 0,
    remote: MAYBE,
  },
  'permissive-cors': {
    title: 'Any site may read the answers',
    cwe: 'CWE-942',
    explanation:
      'With every origin allowed, a page of any site can call this server for its visitor and read what it says. Name the origins that may.',
    topics: ['cors', 'security', 'http'],
    use: 0,
    // Browsers send no cookies there: mostly meant, and worth a look.
    remote: SMALL,
  },
  'nosql-injection': {
    title: 'Query object from untrusted data',
    cwe: 'CWE-943',
    explanation:
      'A caller who sends an object with operators such as `$ne` where a string was meant changes the query. Turn the value into a string, or check its type.',
    topics: ['nosql injection', 'security', 'database'],
    use: Use.query,
    remote: LIKELY,
  },
  'log-injection': {
    title: 'Untrusted text in a log',
    cwe: 'CWE-117',
    explanation: 'Line breaks in the value forge log entries. Remove them, or log the value as a field.',
    topics: ['log injection', 'security'],
    use: Use.log,
    remote: SMALL,
  },
  'header-injection': {
    title: 'Untrusted text in a header',
    cwe: 'CWE-113',
    explanation: 'Line breaks in the value add headers, or a whole answer. Remove them, or allow only plain values.',
    topics: ['header injection', 'security', 'http'],
    use: Use.header,
    remote: SMALL,
  },
  'unsafe-c-function': {
    title: 'Copy without a limit',
    cwe: 'CWE-120',
    explanation:
      'This function writes as much as the source holds, past the end of the target. Use the variant that takes the size of the target.',
    topics: ['buffer overflow', 'security'],
    use: 0,
    remote: MAYBE,
  },
  'format-string': {
    title: 'Format string that is not constant',
    cwe: 'CWE-134',
    explanation:
      'A format from outside can read memory and, with `%n`, write it. Pass a constant format and the text as an argument.',
    topics: ['format string', 'security'],
    use: Use.format,
    remote: SURE,
    local: LIKELY,
    parameter: MAYBE,
    unknown: TRACE,
  },
  'piped-download': {
    title: 'Download run unseen',
    cwe: 'CWE-494',
    explanation:
      'Whatever the server sends is run, also when it was replaced. Download it, check its signature or checksum, then run it.',
    topics: ['download', 'supply chain', 'security'],
    use: 0,
    remote: MAYBE,
  },
} as const satisfies Readonly<Record<string, RuleKind>>

export type RuleName = keyof typeof RULE_KINDS
