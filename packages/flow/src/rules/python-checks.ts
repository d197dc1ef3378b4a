// Python: calls and options that are wrong by themselves.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import {
  anyKnown,
  hashWeight,
  isFalse,
  isSecurityPurpose,
  isTrue,
  isWorldWritable,
  randomWeight,
  weakHash,
} from './checks.ts'
import type { Call, CheckRow, SettingRow } from './language-rules.ts'
import { MAYBE } from './rule-table.ts'

const RANDOM = `
    random.random random.randint random.choice random.choices random.sample random.randrange random.uniform
    random.getrandbits random.shuffle random.gauss random.triangular random.betavariate random.randbytes
    random.normalvariate random.Random
  `

export const pythonChecks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: `
      hashlib.md5 hashlib.sha1 hashlib.md4 Crypto.Hash.MD5.new Crypto.Hash.SHA1.new Crypto.Hash.SHA.new
      Crypto.Hash.MD4.new Cryptodome.Hash.MD5.new MD5.new SHA.new md5.new sha.new hashes.MD5 hashes.SHA1
      cryptography.hazmat.primitives.hashes.MD5 cryptography.hazmat.primitives.hashes.SHA1
    `,
    check: call => !isFalse(call.named.get('usedforsecurity')) && hashWeight(call),
  },
  {
    rule: 'weak-hash',
    calls: 'hashlib.new hmac.new hmac.digest hashlib.pbkdf2_hmac',
    check: call => !isFalse(call.named.get('usedforsecurity')) && hashByName(call),
  },
  {
    rule: 'weak-cipher',
    calls: `
      Crypto.Cipher.DES.new Crypto.Cipher.DES3.new Crypto.Cipher.ARC2.new Crypto.Cipher.ARC4.new
      Crypto.Cipher.Blowfish.new Crypto.Cipher.XOR.new Cryptodome.Cipher.DES.new Cryptodome.Cipher.DES3.new
      Cryptodome.Cipher.ARC4.new Cryptodome.Cipher.Blowfish.new DES.new DES3.new ARC4.new ARC2.new Blowfish.new
      pyDes.des cryptography.hazmat.primitives.ciphers.algorithms.ARC4 algorithms.ARC4 algorithms.Blowfish
      algorithms.IDEA algorithms.CAST5 algorithms.TripleDES cryptography.hazmat.primitives.ciphers.modes.ECB modes.ECB
    `,
    check: () => true,
  },
  {
    rule: 'weak-cipher',
    calls: 'Crypto.Cipher.AES.new Cryptodome.Cipher.AES.new AES.new',
    check: call => (call.args[1] ?? call.named.get('mode'))?.path.endsWith('MODE_ECB') ?? false,
  },
  {
    rule: 'weak-cipher',
    calls: 'ssl.wrap_socket ssl.SSLContext',
    check: call => /SSLv2$|SSLv3|TLSv1(?:_1)?$/.test((call.named.get('ssl_version') ?? call.args[0])?.path ?? ''),
  },
  {
    rule: 'weak-key',
    calls: `
      Crypto.PublicKey.RSA.generate Cryptodome.PublicKey.RSA.generate RSA.generate DSA.generate
      rsa.generate_private_key dsa.generate_private_key
      cryptography.hazmat.primitives.asymmetric.rsa.generate_private_key
      cryptography.hazmat.primitives.asymmetric.dsa.generate_private_key rsa.newkeys
    `,
    check: call => [...call.args, ...call.named.values()].some(isShortKey),
  },
  {
    rule: 'weak-random',
    calls: RANDOM,
    check: call =>
      !(call.method === 'Random' && call.args.length > 0 && !isSecurityPurpose(call)) && randomWeight(call),
  },
  { rule: 'disabled-tls-check', calls: 'ssl._create_unverified_context', check: () => true },
  {
    rule: 'disabled-tls-check',
    calls: '.set_missing_host_key_policy',
    check: call => /AutoAddPolicy|WarningPolicy/.test(call.text) && { severity: 'medium', confidence: 'high' },
  },
  {
    rule: 'insecure-cookie',
    calls: '.set_cookie',
    check: call =>
      call.args.length + Number(call.named.has('value')) > 1 &&
      !isTrue(call.named.get('secure')) &&
      (call.named.get('secure')?.trust ?? 0) === 0,
  },
  { rule: 'unverified-jwt', calls: 'jwt.decode jwt.api_jwt.decode jose.jwt.decode', check: isUnverified },
  {
    rule: 'unverified-jwt',
    calls: 'jwt.encode',
    check: call => /^none$/i.test(onlyString(call.named.get('algorithm') ?? call.args[2]) ?? ''),
  },
  {
    rule: 'debug-mode',
    calls: '.run',
    check: call => isTrue(call.named.get('debug')) && /flask|bottle|dash|quart|sanic|uvicorn/i.test(call.source),
  },
  { rule: 'insecure-temp-file', calls: 'tempfile.mktemp os.tempnam os.tmpnam', check: () => true },
  {
    rule: 'insecure-temp-file',
    calls: 'open',
    check: call =>
      /^\/(?:tmp|var\/tmp)\//.test(onlyString(call.args[0] ?? call.named.get('file')) ?? '') &&
      /[wax]/.test(onlyString(call.args[1] ?? call.named.get('mode')) ?? '') &&
      call.args.length + call.named.size > 1 && { severity: 'low', confidence: 'medium' },
  },
  {
    rule: 'permissive-file-mode',
    calls: 'os.chmod os.fchmod os.lchmod .chmod',
    check: call => isWorldWritable(call.args.at(-1)) || /S_IWOTH|S_IRWXO/.test(call.text),
  },
  {
    rule: 'permissive-file-mode',
    calls: 'os.umask',
    check: call => onlyConstant(call.args[0]) === 0 && { severity: 'low', confidence: 'medium' },
  },
  {
    rule: 'permissive-cors',
    calls: 'flask_cors.CORS CORS',
    check: call =>
      isTrue(call.named.get('supports_credentials')) && !call.named.has('origins')
        ? MAYBE
        : anyStar(call.named.get('origins')),
  },
  {
    rule: 'xxe',
    calls: 'lxml.etree.XMLParser etree.XMLParser',
    check: call =>
      isTrue(call.named.get('resolve_entities')) ||
      (isFalse(call.named.get('no_network')) && !isFalse(call.named.get('resolve_entities'))),
  },
  {
    rule: 'xxe',
    calls: '.setFeature',
    check: call =>
      /feature_external_[gp]es|external-general-entities|external-parameter-entities/.test(call.text) &&
      (isTrue(call.args[1]) || onlyConstant(call.args[1]) === 1),
  },
  {
    rule: 'xxe',
    calls: 'lxml.etree.parse lxml.etree.fromstring',
    check: call =>
      call.args.length === 1 &&
      (call.args[0]?.trust ?? 0) >= Trust.remote && { severity: 'medium', confidence: 'medium' },
  },
]

function hashByName(call: Call): boolean | ReturnType<typeof hashWeight> {
  const named = call.named.get('digestmod') ?? call.named.get('hash_name') ?? call.named.get('name')
  const at = /hmac\.(?:new|digest)/.test(call.path) ? 2 : 0
  const value = named ?? call.args[at]
  if (!value) return false
  if (/hashlib\.(?:md5|sha1)$/.test(value.path)) return hashWeight(call)
  return anyKnown(value, name => weakHash(name, call) !== false) && hashWeight(call)
}

function isShortKey(value: Value): boolean {
  const bits = onlyConstant(value)
  return typeof bits === 'number' && bits < 2048 && bits >= 128
}

function isUnverified(call: Call): boolean {
  if (isFalse(call.named.get('verify')) || isFalse(call.args[2])) return true
  const options = call.named.get('options')
  const check = options?.entries?.get('verify_signature')
  if (isFalse(check)) return true
  const algorithms = call.named.get('algorithms')
  return algorithms?.items?.some(item => /^none$/i.test(onlyString(item) ?? '')) ?? false
}

function anyStar(value: Value | undefined): boolean {
  if (!value) return false
  return onlyString(value) === '*' || (value.items?.some(item => onlyString(item) === '*') ?? false)
}

/** Others verify too: stores their contents. */
const HTTP_CLIENT =
  /\b(?:requests|httpx|aiohttp|urllib3|niquests|curl_cffi|hvac|boto3?|elasticsearch|opensearchpy|kubernetes|client)\b/i

export const pythonSettings: readonly SettingRow[] = [
  {
    rule: 'disabled-tls-check',
    names: 'verify',
    check: (value, place, source) => isFalse(value) && !/options|jwt|jose/.test(place) && HTTP_CLIENT.test(source),
  },
  {
    rule: 'disabled-tls-check',
    names: 'verify_ssl ssl_verify check_hostname CURLOPT_SSL_VERIFYPEER',
    check: value => isFalse(value),
  },
  {
    rule: 'disabled-tls-check',
    names: 'verify_mode cert_reqs',
    check: value => /CERT_NONE$/.test(value.path) || onlyString(value) === 'CERT_NONE',
  },
  { rule: 'disabled-tls-check', names: '_create_default_https_context', check: value => /unverified/.test(value.path) },
  {
    rule: 'debug-mode',
    names: 'DEBUG',
    check: (value, place) =>
      isTrue(value) &&
      /^(?:DEBUG|settings\.DEBUG|app\.config\[["']DEBUG["']\])$/.test(place) && {
        severity: 'medium',
        confidence: 'medium',
      },
  },
  {
    rule: 'debug-mode',
    names: 'debug',
    check: (value, place) => isTrue(value) && /^(?:app|application)\.debug$/.test(place),
  },
  { rule: 'insecure-cookie', names: 'SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE', check: isFalse },
  { rule: 'permissive-cors', names: 'allow_origins Access-Control-Allow-Origin', check: anyStar },
  { rule: 'permissive-cors', names: 'CORS_ORIGIN_ALLOW_ALL CORS_ALLOW_ALL_ORIGINS', check: isTrue },
  {
    rule: 'xss',
    names: 'autoescape',
    // Templates make other things than pages, too.
    check: (value, place, source) =>
      isFalse(value) &&
      /(?:^|:)autoescape$/.test(place) && {
        severity: /html|flask|HttpResponse/i.test(source) ? 'medium' : 'low',
        confidence: 'medium',
      },
  },
]
