// JavaScript and TypeScript: calls and options that are wrong by themselves.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import { anyKnown, isFalse, isTrue, isWeakCipher, isWorldWritable, randomWeight, weakHash } from './checks.ts'
import type { CheckRow, SettingRow } from './language-rules.ts'
import { MAYBE } from './rule-table.ts'
export const scriptChecks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: 'crypto.createHash crypto.createHmac',
    check: call => anyKnown(call.args[0], name => weakHash(name, call) !== false) && weakHash('md5', call),
  },
  {
    rule: 'weak-hash',
    calls: 'crypto-js.MD5 crypto-js.SHA1 CryptoJS.MD5 CryptoJS.SHA1 md5 sha1',
    check: call => weakHash('md5', call),
  },
  {
    rule: 'weak-cipher',
    calls: 'crypto.createCipheriv crypto.createDecipheriv crypto.createCipher crypto.createDecipher',
    check: call => anyKnown(call.args[0], isWeakCipher) || /createCipher$/.test(call.method),
  },
  {
    rule: 'weak-cipher',
    calls: `
      CryptoJS.DES.encrypt CryptoJS.TripleDES.encrypt CryptoJS.RC4.encrypt crypto-js.DES.encrypt crypto-js.RC4.encrypt
    `,
    check: () => true,
  },
  {
    rule: 'weak-key',
    calls: 'crypto.generateKeyPairSync crypto.generateKeyPair',
    check: call => isShort(call.args[1]?.entries?.get('modulusLength')),
  },
  {
    rule: 'weak-random',
    calls: 'Math.random crypto.pseudoRandomBytes',
    check: call => SECURITY_CONTEXT.test(call.purpose) && randomWeight(call),
  },
  {
    rule: 'insecure-cookie',
    calls: 'response.cookie',
    check: call =>
      !isTrue(call.args[2]?.entries?.get('secure')) &&
      (call.args[2]?.entries?.get('secure')?.trust ?? 0) === 0 &&
      (call.args[2]?.trust ?? 0) === 0,
  },
  {
    rule: 'unverified-jwt',
    calls: 'jsonwebtoken.verify jwt.verify',
    check: call =>
      onlyString(call.args[1]) === '' ||
      isFalse(call.args[1]) ||
      (call.args[2]?.entries?.get('algorithms')?.items?.some(item => /^none$/i.test(onlyString(item) ?? '')) ?? false),
  },
  {
    rule: 'unverified-jwt',
    calls: 'jsonwebtoken.sign jwt.sign',
    check: call => /^none$/i.test(onlyString(call.args[2]?.entries?.get('algorithm')) ?? ''),
  },
  { rule: 'unverified-jwt', calls: 'jwt-simple.decode', check: call => isTrue(call.args[2]) },
  {
    rule: 'permissive-cors',
    calls: 'response.setHeader response.header response.set',
    check: call =>
      /^access-control-allow-origin$/i.test(onlyString(call.args[0]) ?? '') &&
      ((call.args[1]?.trust ?? 0) >= Trust.remote ? MAYBE : onlyString(call.args[1]) === '*'),
  },
  { rule: 'permissive-cors', calls: 'cors', check: call => isOpen(call.args[0]?.entries) && MAYBE },
  {
    rule: 'permissive-file-mode',
    calls: 'fs.chmod fs.chmodSync fs/promises.chmod fs.promises.chmod',
    check: call => isWorldWritable(call.args[1]) || anyKnown(call.args[1], mode => /[2367]$/.test(mode)),
  },
]

const SECURITY_CONTEXT =
  /passw|secret|token|session|auth|salt|nonce|otp|csrf|cred|reset|apikey|api_key|verif|(?:^|\W|_)(?:iv|pin|key)\b|Key\b|password/i

function isOpen(options: Value['entries'] | undefined): boolean {
  const origin = options?.get('origin')
  if (!origin) return false
  return isTrue(options?.get('credentials')) && (isTrue(origin) || onlyString(origin) === '*')
}

function isShort(bits: Value | undefined): boolean {
  const length = bits ? onlyConstant(bits) : undefined
  return typeof length === 'number' && length < 2048
}

export const scriptSettings: readonly SettingRow[] = [
  { rule: 'disabled-tls-check', names: 'rejectUnauthorized strictSSL', check: value => isFalse(value) },
  {
    rule: 'disabled-tls-check',
    names: 'NODE_TLS_REJECT_UNAUTHORIZED',
    check: value => ['0', 0].includes(onlyConstant(value) as string),
  },
  {
    rule: 'weak-cipher',
    names: 'minVersion maxVersion secureProtocol DEFAULT_MIN_VERSION',
    check: value =>
      /^(?:SSLv[23]|TLSv1(?:[._][01])?)(?:_(?:client_|server_)?method)?$/.test(onlyString(value) ?? '') && {
        severity: 'medium',
        confidence: 'high',
      },
  },
  { rule: 'insecure-cookie', names: 'cookie', check: value => isFalse(value.entries?.get('secure')) },
  {
    rule: 'xss',
    names: 'autoescape autoEscape escapeMarkup',
    check: value => isFalse(value) && { severity: 'medium', confidence: 'medium' },
  },
]
