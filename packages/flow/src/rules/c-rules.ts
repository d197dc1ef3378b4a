// C and C++: the C library, POSIX and the Windows names that samples use.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import { isEnvironment, isFixedCall, isSecurityPurpose, isWorldWritable, randomWeight } from './checks.ts'
import { type Call, type CheckRow, type LanguageRules, NO_RULES, type SinkRow } from './language-rules.ts'
import { cLibraries, cSecrets } from './libraries/c.ts'
import { Use } from './rule-table.ts'

const sinks: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls: 'system popen _popen _wpopen _wsystem WinExec ShellExecute ShellExecuteA SYSTEM POPEN',
  },
  {
    rule: 'command-injection',
    calls: `
      execl execlp execle execv execvp execve _execl _execlp _execv _execvp _spawnl _spawnlp _spawnv _spawnvp EXECL
      EXECLP EXECV EXECVP posix_spawn
    `,
    args: 'all',
    when: (call, value) =>
      value.trust >= Trust.local &&
      !isEnvironment(call, value) &&
      !isFixedCall(call.args.slice(/spawn/.test(call.method) ? 1 : 0).filter((_, i) => i !== 1)),
  },
  {
    rule: 'sql-injection',
    calls:
      'mysql_query mysql_real_query sqlite3_exec PQexec sqlite3_prepare sqlite3_prepare_v2 SQLExecDirect PQprepare',
    args: [1],
  },
  { rule: 'format-string', calls: 'printf wprintf', args: [0], when: isOwnFormat },
  { rule: 'format-string', calls: 'fprintf sprintf syslog fwprintf dprintf', args: [1], when: isOwnFormat },
  { rule: 'format-string', calls: 'snprintf _snprintf swprintf', args: [2], when: isOwnFormat },
  // A function that takes a format and its arguments passes them on in these, a template as a pack.
  { rule: 'format-string', calls: 'vprintf vfprintf vsprintf vsnprintf', args: 'all', least: Trust.local },
  {
    rule: 'path-traversal',
    calls: 'fopen open ifstream.open ofstream.open remove unlink _wfopen FOPEN OPEN',
    least: Trust.local,
    when: (_, value) => value.trust >= Trust.remote || value.pattern !== null,
  },
  {
    rule: 'ldap-injection',
    calls: 'ldap_search_ext_s ldap_search_s ldap_search ldap_search_ext ldap_search_extW',
    args: [3],
  },
]

function isOwnFormat({ text }: Call, { trust }: Value): boolean {
  return trust >= Trust.local || !/\.\.\.\s?\)$/.test(text)
}

const checks: readonly CheckRow[] = [
  {
    rule: 'unsafe-c-function',
    calls: 'gets',
    check: call => call.args.length === 1 && !call.receiver && { severity: 'high', confidence: 'high' },
  },
  {
    rule: 'unsafe-c-function',
    calls: 'strcpy strcat wcscpy wcscat stpcpy lstrcpy _mbscpy',
    check: call => isUnboundedCopy(call) && !hasRoom(call) && { severity: 'medium', confidence: 'medium' },
  },
  {
    rule: 'unsafe-c-function',
    calls: 'sprintf vsprintf',
    check: call =>
      /%(?!\d*\.)[-+ #0]*(?:[1-9]\d*)?l?s/.test(onlyString(call.args[1]) ?? '') &&
      call.args.slice(2).some(arg => arg.known === null) &&
      !hasRoom(call) && { severity: 'medium', confidence: 'medium' },
  },
  { rule: 'unsafe-c-function', calls: 'scanf', check: call => hasUnboundedText(onlyString(call.args[0])) },
  { rule: 'unsafe-c-function', calls: 'fscanf sscanf', check: call => hasUnboundedText(onlyString(call.args[1])) },
  { rule: 'insecure-temp-file', calls: 'tmpnam mktemp tempnam _tempnam', check: () => true },
  {
    rule: 'weak-random',
    calls: 'rand random drand48 lrand48',
    check: call => isSecurityPurpose(call) && randomWeight(call),
  },
  {
    rule: 'weak-hash',
    calls: 'MD5 MD5_Init MD5_Update SHA1 SHA1_Init EVP_md5 EVP_sha1 MD4 MD2',
    check: call => !/_Update$/.test(call.method),
  },
  {
    rule: 'weak-cipher',
    calls: `
      EVP_des_ecb EVP_des_cbc EVP_rc4 EVP_rc2_cbc EVP_bf_cbc EVP_aes_128_ecb EVP_aes_256_ecb DES_ecb_encrypt
      DES_set_key EVP_des_ede3_cbc RC4_set_key
    `,
    check: () => true,
  },
  {
    rule: 'permissive-file-mode',
    calls: 'chmod fchmod creat',
    check: call => isWorldWritable(call.args[1]) || /S_IWOTH|S_IRWXO/.test(call.text),
  },
  {
    rule: 'weak-key',
    calls: `
      RSA_generate_key_ex EVP_PKEY_CTX_set_rsa_keygen_bits DSA_generate_parameters_ex DH_generate_parameters_ex
      EVP_PKEY_CTX_set_dsa_paramgen_bits
    `,
    check: call => isShort(call.args[1]),
  },
  { rule: 'weak-key', calls: 'RSA_generate_key DSA_generate_parameters', check: call => isShort(call.args[0]) },
  {
    rule: 'weak-cipher',
    calls: `
      SSLv2_method SSLv3_method TLSv1_method TLSv1_1_method SSLv3_client_method SSLv3_server_method
      TLSv1_client_method TLSv1_server_method TLSv1_1_client_method TLSv1_1_server_method
    `,
    check: () => ({ severity: 'medium', confidence: 'high' }),
  },
  {
    rule: 'weak-cipher',
    calls: 'SSL_CTX_set_min_proto_version SSL_set_min_proto_version',
    check: call =>
      /^(?:SSL3_VERSION|TLS1_VERSION|TLS1_1_VERSION)$/.test(call.args[1]?.path ?? '') && {
        severity: 'medium',
        confidence: 'high',
      },
  },
  {
    rule: 'weak-hash',
    calls: 'CryptCreateHash',
    check: call => /CALG_(?:MD[245]|SHA1?)$/.test(call.args[1]?.path ?? ''),
  },
  {
    rule: 'weak-cipher',
    calls: 'CryptDeriveKey CryptGenKey',
    check: call => /CALG_(?:DES|3DES|RC[24])/.test(call.args[1]?.path ?? ''),
  },
  {
    rule: 'permissive-file-mode',
    calls: 'umask',
    check: call => onlyConstant(call.args[0]) === 0 && { severity: 'low', confidence: 'medium' },
  },
  {
    rule: 'disabled-tls-check',
    calls: 'curl_easy_setopt',
    check: call =>
      /CURLOPT_SSL_VERIFY(?:PEER|HOST)$/.test(call.args[1]?.path ?? '') &&
      [0, false].includes(onlyConstant(call.args[2]) as never),
  },
  {
    rule: 'disabled-tls-check',
    calls: 'SSL_CTX_set_verify SSL_set_verify',
    check: call => /SSL_VERIFY_NONE$/.test(call.args[1]?.path ?? ''),
  },
]

function isShort(bits: Value | undefined): boolean {
  const length = onlyConstant(bits)
  return typeof length === 'number' && length < 2048
}

/** A copy whose source is not a text that is written right there. */
function isUnboundedCopy(call: Call): boolean {
  return call.args[1] !== undefined && call.args[1].known === null && call.args[1].trust > Trust.constant
}

const REACH = 1200
const ROOM =
  /^\s*=[^;=]{0,80}alloc\w*\s*\([^;]{0,200}(?:len|size)|^\[[^\]]{0,80}len|^\s*\(\s*new\s+\w+\s*\[[^\]]{0,120}(?:len|size)/i

/** Just before, as many bytes were asked for as the text is long: `to = malloc(strlen(from) + 1)`, `char to[length]`. */
function hasRoom({ text, source, node }: Call): boolean {
  const to = /^[\w:]+\s*\(\s*(\*?\w[\w>-]{0,80}(?:\.(?!get\()\w{1,40}){0,4})(?:\.get\(\))?\s*[,+]/.exec(text)?.[1]
  if (!to) return false
  const before = source.slice(Math.max(0, node.startIndex - REACH), node.startIndex)
  for (let at = before.indexOf(to); at >= 0; at = before.indexOf(to, at + 1))
    if (ROOM.test(before.slice(at + to.length, at + to.length + 320))) return true
  return false
}

function hasUnboundedText(format: string | undefined): boolean {
  return format !== undefined && /%l?s|%\[/.test(format)
}

export const cRules: LanguageRules = {
  ...NO_RULES,
  family: 'c',
  sources: [
    { trust: Trust.local, at: 'optarg getenv GETENV secure_getenv argv _wgetenv readline getline getpass getchar' },
  ],
  sinks: [...sinks, ...cLibraries],
  secrets: cSecrets,
  checks,
  settings: [],
  effects: [
    { calls: 'strcpy strncpy memcpy memmove wcscpy wcsncpy strlcpy stpcpy lstrcpy', to: 0, from: [1] },
    { calls: 'strcat strncat wcscat wcsncat strlcat', to: 0, from: [1], adds: true },
    { calls: 'sprintf vsprintf', to: 0, from: [-1] },
    { calls: 'snprintf _snprintf swprintf vsnprintf', to: 0, from: [-2] },
    { calls: 'fgets gets fgetws', to: 0, trust: Trust.local },
    { calls: 'fread', to: 0, trust: Trust.local },
    { calls: 'read', to: 1, trust: Trust.local },
    { calls: 'recv recvfrom ReadFile', to: 1, trust: Trust.remote },
    { calls: 'cin', to: 0, trust: Trust.local },
    { calls: 'scanf', to: -1, trust: Trust.local },
    { calls: 'fscanf sscanf', to: -2, trust: Trust.local },
    { calls: 'getline', to: 1, trust: Trust.local },
  ],
  safe: [{ uses: Use.sql, calls: 'mysql_real_escape_string sqlite3_mprintf PQescapeLiteral' }],
  harmless: `
    atoi atol strtol strtoul strtod atof strlen wcslen sizeof strcmp strncmp memcmp abs stoi stol stod isdigit isalpha
    strcasecmp
  `,
  endings: 'exit abort _exit',
  buffers: true,
  signs: />>/g,
}
