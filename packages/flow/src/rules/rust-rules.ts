// Rust: commands, queries, files and the few ways to switch off what the language and its libraries check.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import { anyKnown, hashWeight, isTrue, isWorldWritable } from './checks.ts'
import { type Call, type CheckRow, type LanguageRules, NO_RULES, type SinkRow } from './language-rules.ts'
import { rustLibraries, rustSecrets } from './libraries/rust.ts'
import { Use } from './rule-table.ts'

const sinks: readonly SinkRow[] = [
  { rule: 'command-injection', calls: 'Command.new', least: Trust.local },
  { rule: 'command-injection', calls: '.arg .args', when: runsShell },
  {
    rule: 'sql-injection',
    calls: `
      .execute .query .query_row .prepare .query_map .batch_execute sqlx.query sqlx.query_as diesel.sql_query
      sql_query .simple_query .execute_batch query query_as
    `,
  },
  {
    rule: 'path-traversal',
    calls: 'File.open File.create fs.read_to_string fs.read fs.write fs.remove_file fs.remove_dir_all NamedFile.open',
    least: Trust.remote,
  },
  { rule: 'ssrf', calls: 'reqwest.get Client.get client.get blocking.get' },
  {
    rule: 'open-redirect',
    calls: 'Redirect.to Redirect.temporary Redirect.permanent',
  },
  { rule: 'xss', calls: 'Html RawHtml', least: Trust.remote },
]

/** `-c` came before: the rest is a command line. */
function runsShell(call: Call, value: Value): boolean {
  const text = call.text
  return (
    value === call.args[0] &&
    /Command::new\(\s*"(?:\/bin\/)?(?:ba|z|da)?sh"|Command::new\(\s*"(?:cmd|powershell)/.test(text) &&
    /"(?:-c|\/c|\/C|-Command)"/.test(text)
  )
}

const checks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: 'Md5.new md5.compute Sha1.new Md5.digest Sha1.digest MessageDigest.md5 MessageDigest.sha1',
    check: hashWeight,
  },
  {
    rule: 'weak-cipher',
    calls: 'Cipher.des_cbc Cipher.des_ecb Cipher.rc4 Cipher.aes_128_ecb Cipher.aes_256_ecb Des.new',
    check: () => true,
  },
  {
    rule: 'disabled-tls-check',
    calls: '.danger_accept_invalid_certs .danger_accept_invalid_hostnames',
    check: call => isTrue(call.args[0]),
  },
  {
    rule: 'disabled-tls-check',
    calls: '.set_verify',
    check: call => /SslVerifyMode::NONE|SslVerifyMode\.NONE/.test(call.text),
  },
  {
    rule: 'permissive-file-mode',
    calls: 'Permissions.from_mode .set_mode',
    check: call => isWorldWritable(call.args[0]) || anyOctal(call),
  },
  {
    rule: 'insecure-cookie',
    calls: '.secure',
    check: call => /ookie/.test(call.source) && onlyConstant(call.args[0]) === false,
  },
  {
    rule: 'permissive-cors',
    calls: 'Cors.permissive CorsLayer.permissive CorsLayer.very_permissive',
    check: () => true,
  },
  {
    rule: 'weak-key',
    calls: 'RsaPrivateKey.new Rsa.generate RsaKeyPair.generate',
    check: call => call.args.some(arg => typeof onlyConstant(arg) === 'number' && (onlyConstant(arg) as number) < 2048),
  },
  { rule: 'unverified-jwt', calls: '.insecure_disable_signature_validation', check: () => true },
  {
    rule: 'permissive-cors',
    calls: '.insert_header',
    check: call =>
      anyKnown(call.args[0], name => /^access-control-allow-origin$/i.test(name)) && onlyString(call.args[1]) === '*',
  },
]

function anyOctal({ args }: Call): boolean {
  const text = onlyString(args[0])
  return text !== undefined && /^0o\d*[2367]$/.test(text)
}

export const rustRules: LanguageRules = {
  ...NO_RULES,
  family: 'rust',
  sources: [
    {
      trust: Trust.remote,
      at: `
        request.query_string request.headers request.uri request.path request.body request.match_info req.query_string
        req.headers req.uri req.match_info
      `,
    },
    { trust: Trust.local, at: 'env.args env.var env.vars std.env.args std.env.var .read_line' },
  ],
  sinks: [...sinks, ...rustLibraries],
  secrets: rustSecrets,
  checks,
  settings: [],
  effects: [{ calls: '.read_line', to: 0, trust: Trust.local }],
  safe: [
    { uses: Use.command, calls: 'shell_escape.escape shlex.quote shlex.try_quote' },
    { uses: Use.html, calls: 'html_escape.encode_text encode_text askama_escape.escape' },
    { uses: Use.path, calls: '.file_name sanitize_filename.sanitize' },
    { uses: 1 << 29, calls: '.canonicalize' },
  ],
  harmless: '.parse .len .is_empty Uuid.parse_str',
  requestTypes: /^(?:HttpRequest|Request|ServiceRequest)$/,
  boundTypes: /^(?:Query|Path|Json|Form|Multipart|RawQuery|RawForm|HeaderMap|TypedHeader|Bytes|CookieJar|Payload)$/,
  routeNotes: /#\[(?:\w{1,40}::){0,3}(?:get|post|put|delete|patch|head|route)\(/,
  endings: 'exit process.exit panic unreachable',
}
