// Passwords inside of addresses: `scheme://user:password@host`.
import type { SecretSpan } from './assigned.ts'
import { secretRules } from './rules.ts'
import { isPlaceholder, isWeak } from './stand-ins.ts'

export const URL_CUE = '://'

const AUTHORITY = /([^\s/@:"'<>`]{0,128}):([^\s/@"'<>`]{1,256})@(?=[\w[.$-])/y

/** Hosts that only manuals know. */
const EXAMPLE_HOST = /(?:www\.)?example\.(?:com|org|net)(?![\w.-])/y

/** `https://0123abcd…@host`: a key alone, as of services that take reports of errors. */
const USER_ALONE = /([\w.-]{20,200})@(?=[\w[])/y

function tokenAsUser(text: string, at: number): SecretSpan | null {
  USER_ALONE.lastIndex = at
  const user = USER_ALONE.exec(text)?.[1]
  if (user === undefined || isPlaceholder(user) || !/^(?:[\da-f]{32,64}|(?=\D*\d)[\w-]{30,200})$/i.test(user))
    return null
  return { rule: secretRules.url, confidence: 'high', start: at, end: at + user.length }
}

/** `at` is behind the two slashes. */
export function urlSecret(text: string, at: number): SecretSpan | null {
  AUTHORITY.lastIndex = at
  const found = AUTHORITY.exec(text)
  if (!found) return tokenAsUser(text, at)
  const [, user, password] = found as unknown as [string, string, string]
  if (/^[$%{[<*]/.test(password) || /\$\{|\{\{/.test(password) || isPlaceholder(password)) return null
  // Manuals write what belongs there.
  if (/^(?:user(?:name)?|login|name|)$/i.test(user) && /^(?:pass(?:word|wd)?|pwd|pw|secret)$/i.test(password))
    return null
  if (user.endsWith('[') && password.endsWith(']')) return null
  if (user === '' && password.includes(':')) return null
  EXAMPLE_HOST.lastIndex = AUTHORITY.lastIndex
  if (EXAMPLE_HOST.test(text)) return null
  if (user.includes('.') && /^\d{1,5}$/.test(password)) return null
  const weak = isWeak(password)
  const start = at + user.length + 1
  return {
    rule: weak ? secretRules.weak : secretRules.url,
    confidence: weak ? 'medium' : 'high',
    start,
    end: start + password.length,
  }
}
