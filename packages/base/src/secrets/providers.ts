// Tokens that are known by their shape: each begins with something literal, so one search for all beginnings finds them.
import type { Rule } from '../model/finding.ts'
import { secretRules as rules } from './rules.ts'
import { isRandomCase } from './value.ts'

export interface Shape {
  readonly rule: Rule
  /** The literal it begins with; what is matched starts there. */
  readonly cue: string
  /** Sticky. Its first group is the secret; without one, the whole match. */
  readonly pattern: RegExp
  /** A last look at the secret. */
  readonly holds?: (secret: string) => boolean
  readonly confidence?: 'high' | 'medium' | 'low'
}

/** Shapes by the literal they begin with. */
export function shapesByCue(): ReadonlyMap<string, readonly Shape[]> {
  const byCue = new Map<string, Shape[]>()
  for (const shape of SHAPES) byCue.set(shape.cue, [...(byCue.get(shape.cue) ?? []), shape])
  return byCue
}

function shape(rule: Rule, cue: string, rest: string, more: Partial<Shape> = {}): Shape {
  const literal = cue.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // A token does not begin in the middle of a word.
  const boundary = /^\w/.test(cue) ? `(?<![A-Za-z0-9_${cue.includes('-') ? '-' : ''}])` : ''
  return { rule, cue, pattern: new RegExp(`${boundary}${literal}${rest}`, 'y'), ...more }
}

/** The same shape after each of several beginnings. */
function shapes(rule: Rule, cues: string, rest: string, more: Partial<Shape> = {}): Shape[] {
  return cues.split(' ').map(cue => shape(rule, cue, rest, more))
}

const END = '(?![A-Za-z0-9_])'

/** Ends of lines, also written as escapes, and what stands between them in an armoured key and its headers. */
const BREAK = '\\s|\\\\[nr]'
const BODY = '[A-Za-z0-9+/=:,.]|-(?!----)'

const SHAPES: readonly Shape[] = [
  ...shapes(rules.aws, 'AKIA ASIA', `[A-Z2-7]{16}${END}`),
  shape(rules.gcp, 'AIza', `[\\w-]{35}${END}`),
  shape(rules.gcp, 'GOCSPX-', '[\\w-]{20,60}'),
  shape(rules.gcp, 'ya29.', '[\\w-]{20,400}'),
  shape(rules.azure, 'AccountKey=', '([A-Za-z0-9+/]{60,100}={0,2})'),
  shape(rules.azure, 'SharedAccessKey=', '([A-Za-z0-9+/]{30,100}={0,2})'),
  shape(rules.azure, 'sig=', '([A-Za-z0-9]{0,60}(?:%2[BF][A-Za-z0-9]{0,60}){0,20}%3D)', {
    holds: secret => secret.length >= 40,
  }),
  shape(rules.azure, '8Q~', '', { pattern: /(?<=[\w~.-]{3})8Q~[\w~.-]{31,34}/y, confidence: 'medium' }),
  ...shapes(rules.github, 'ghp_ gho_ ghu_ ghs_ ghr_', `[A-Za-z0-9]{30,255}${END}`),
  shape(rules.github, 'github_pat_', '\\w{22,255}'),
  ...shapes(rules.gitlab, 'glpat- gldt- glrt- glptt- glcbt- glsoat-', '[\\w.-]{20,80}'),
  ...shapes(rules.slack, 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xapp-', '[\\w.-]{10,250}'),
  shape(rules.slack, 'hooks.slack.com/services/', '(T\\w{6,14}/B\\w{6,14}/\\w{16,40})'),
  ...shapes(rules.stripe, 'sk_live_ rk_live_ sk_test_ rk_test_', `[A-Za-z0-9]{10,250}${END}`),
  shape(rules.stripe, 'whsec_', '[A-Za-z0-9+/]{20,100}={0,2}'),
  shape(rules.twilio, 'SK', `[0-9a-f]{32}${END}`),
  shape(rules.sendgrid, 'SG.', '[\\w-]{16,32}\\.[\\w-]{16,64}'),
  shape(rules.npm, 'npm_', `[A-Za-z0-9]{36}${END}`),
  shape(rules.pypi, 'pypi-', '[\\w-]{50,500}'),
  shape(rules.anthropic, 'sk-ant-', '[\\w-]{16,200}'),
  ...shapes(rules.openai, 'sk-proj- sk-svcacct- sk-admin-', '[\\w-]{20,250}'),
  shape(rules.openai, 'sk-', `[A-Za-z0-9]{32,80}${END}`),
  ...shapes(
    rules.provider,
    'hf_ gsk_ r8_ dckr_pat_ figd_ sntrys_ glsa_ glc_ sbp_ ntn_ lin_api_ dp.pt. dp.st. pscale_tkn_ pscale_pw_ fm2_ secret_ tskey- pul- EAAA xkeysib- sq0csp- sq0atp- ops_',
    '[\\w-]{27,250}',
    {
      holds: secret => /\d/.test(secret) && /[A-Z]|[\da-f]{32}/.test(secret),
    },
  ),
  ...shapes(
    rules.provider,
    'dop_v1_ doo_v1_ dor_v1_ shpat_ shpca_ shppa_ shpss_ rubygems_',
    `[0-9a-fA-F]{32,64}${END}`,
  ),
  ...shapes(rules.provider, 'hvs. hvb. NRAK- PMAK- AGE-SECRET-KEY-1 ATATT3', '[\\w=-]{24,250}'),
  shape(rules.provider, 'v1.0-', `[0-9a-f]{24}-[0-9a-f]{60,200}${END}`),
  shape(rules.provider, 'IncomingWebhook/', '([0-9a-f]{32}/?[\\w-]{0,60})'),
  shape(rules.provider, 'X-Amz-Signature=', '([0-9a-f]{64})'),
  shape(rules.basic, 'auth":', '\\s{0,4}"([A-Za-z0-9+/]{8,400}={0,2})"', { holds: isUserAndPassword }),
  shape(rules.basic, 'auth\\":', '\\s{0,4}\\\\"([A-Za-z0-9+/]{8,400}={0,2})', { holds: isUserAndPassword }),
  shape(rules.provider, 'dapi', `[0-9a-f]{32}${END}`),
  shape(rules.provider, 'key-', `[0-9a-f]{32}${END}`, { confidence: 'medium' }),
  shape(rules.provider, 'discord.com/api/webhooks/', '(\\d{15,22}/[\\w-]{40,100})'),
  shape(rules.provider, ':AA', '', { pattern: /(?<=(?<!\d)\d{8,10}):(AA[\w-]{33})(?![\w-])/y, confidence: 'medium' }),
  shape(rules.jwt, 'eyJ', '', {
    pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{4,8000}\.[\w-]{8,2000}/y,
    holds: isTokenHeader,
  }),
  shape(
    rules.privateKey,
    '-----BEGIN ',
    `(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:${BREAK}){0,8}([A-Za-z0-9+/=](?:${BODY}|${BREAK}){15,60000}?)(?=(?:${BREAK}){0,8}(?:-----|$|(?!${BODY}|${BREAK})))`,
    { holds: secret => /[A-Za-z0-9+/=]{16}/.test(secret) },
  ),
  shape(
    rules.privateKey,
    '---- BEGIN SSH2 ',
    `(?:[A-Z]{2,12} ){0,2}PRIVATE KEY ----[^\\n]{0,8}\\n(?:[A-Za-z-]{2,30}: [^\\n]{0,200}\\n){0,4}([A-Za-z0-9+/=\\s]{16,60000}?)(?=----|$)`,
  ),
  shape(
    rules.privateKey,
    'Private-Lines: ',
    '\\d{1,4}\\r?\\n((?!Private-)[A-Za-z0-9+/=]{1,64}(?:\\r?\\n(?!Private-)[A-Za-z0-9+/=]{1,64}){0,400})',
  ),
  shape(rules.password, ' on >', '([^\\s>]{4,200})(?=[ \\t~]|$)'),
  ...shapes(rules.basic, 'Basic basic', '\\s{1,4}([A-Za-z0-9+/]{8,400}={0,2})', { holds: isUserAndPassword }),
  ...shapes(rules.bearer, 'Bearer bearer', '\\s{1,4}([A-Za-z0-9._~+/-]{8,4000}={0,2})', { holds: isMixed }),
]

function isTokenHeader(token: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString())
    return typeof header === 'object' && header !== null && 'alg' in header
  } catch {
    return false
  }
}

function isUserAndPassword(encoded: string): boolean {
  const text = Buffer.from(encoded, 'base64').toString('latin1')
  return /^[\x20-\x7e]{1,128}$/.test(text) && /^[^:\s]+:[^\s]+$/.test(text)
}

function isMixed(secret: string): boolean {
  return (
    isRandomCase(secret) ||
    (secret.length >= 16 && /\d/.test(secret) && /[A-Za-z]/.test(secret) && new Set(secret).size >= 8)
  )
}
