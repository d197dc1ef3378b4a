// Findings of the secrets that a sweep met: one for each rule and file, whatever the type of the file.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import type { FindingDraft, Rule, Severity } from '@shoal/base/model/finding'
import { secretRules as rules } from '@shoal/base/secrets/rules'
import { formatCount } from '@shoal/base/text/printable'
import { isTestPath } from '@shoal/base/text/test-path'
import { draftPlaces } from '../../text/draft-places.ts'
import type { FoundSecret, SecretSweep } from '../../text/secrets/sweep.ts'

export interface SecretsContext {
  readonly path: string
  /** Below the path that was named. */
  readonly place: string
  readonly stand: BuiltInAnalyst['secrets']
  /** What the analyst says of the file: a secret that it reports itself is not reported again. */
  readonly findings: readonly FindingDraft[]
  /** The lines on which offsets stand; they ascend. */
  lineNumbers(offsets: readonly number[]): number[]
}

const LINES_TOLD = 20

/** Anybody may hold them for a while; or they are known only by a name. */
const MEDIUM: readonly Rule[] = [rules.password, rules.token, rules.weak, rules.jwt, rules.bearer, rules.session]
/** Rules that go by names. */
const BY_NAME: readonly Rule[] = [rules.password, rules.token, rules.weak, rules.session]

/** Rules that an example in a comment breaks as well. */
const SHOWN: readonly Rule[] = [...BY_NAME, rules.basic, rules.url, rules.jwt, rules.bearer]

export function secretDrafts(sweep: SecretSweep, context: SecretsContext): FindingDraft[] {
  const reported = new Set(
    context.findings
      .filter(({ rule }) => rule && /^secret\.|secret$/.test(rule.id))
      .flatMap(({ line, more = [] }) => [line, ...more.map(place => place.line)]),
  )
  // Files that try things out have keys and passwords of their own making.
  const isTrial = isTestPath(context.place)
  return [...sweep.rules.values()].flatMap(({ count, first }) => {
    const { rule } = first[0]!
    if (isTrial && BY_NAME.includes(rule)) return []
    const believed = first.filter(secret => isBelieved(secret, context.stand))
    const lines = context.lineNumbers(believed.map(({ offset }) => offset))
    const own = believed.map((secret, k) => ({ ...secret, line: lines[k]! })).filter(({ line }) => !reported.has(line))
    if (own.length === 0) return []
    const all = own.length + Math.max(0, count - first.length)
    const shown = context.stand === 'coded' && own.every(isInDocumentation)
    return [draft(own, { count: all, atLeast: sweep.hasMore, isTrial: isTrial || shown, isShown: shown, ...context })]
  })
}

/** ` *   "access_token": "…"` above a function shows what a reply looks like; what a provider issued is real there too. */
function isInDocumentation({ rule, evidence }: FoundSecret): boolean {
  return SHOWN.includes(rule) && /^\s*(?:\*|\/\*\*|\/\/\/|>>>|#:|--\|)/.test(evidence)
}

/** In texts for people well-known passwords are examples; in code a word is a type or a variable. */
function isBelieved({ rule, isWord, confidence }: FoundSecret, stand: SecretsContext['stand']): boolean {
  if (stand === undefined || stand === 'tabled') return true
  return rule !== rules.weak && confidence !== 'low' && !(isWord && BY_NAME.includes(rule))
}

function draft(
  found: readonly (FoundSecret & { readonly line: number })[],
  {
    path,
    stand,
    count,
    atLeast,
    isTrial,
    isShown,
  }: SecretsContext & {
    readonly count: number
    readonly atLeast: boolean
    readonly isTrial: boolean
    readonly isShown: boolean
  },
): FindingDraft {
  const { rule, confidence } = found[0]!
  const lines = [...new Set(found.map(one => one.line))]
  const times = count === 1 ? 'once' : `${formatCount(count)} times`
  const shown = lines.slice(0, 5).map(formatCount).join(', ')
  const where = `line${lines.length > 1 ? 's' : ''} ${shown}${count > 5 && lines.length >= 5 ? ' …' : ''}`
  const broken = stand === 'logged' ? logged(rule) : rule
  return {
    type: 'vulnerability',
    key: `${rule.id}:${path}`,
    summary: `${broken.title}${atLeast ? `, at least ${times}` : count === 1 ? '' : `, ${times}`}: ${where}`,
    severity: isShown ? 'low' : severityOf(rule, confidence, isTrial),
    confidence,
    nature: 'problem',
    ...draftPlaces(
      found.map(({ line, evidence }) => ({ line, evidence })),
      count,
    ),
    rule: broken,
    count,
    stats: { secrets: count, lines: lines.slice(0, LINES_TOLD) },
    topics: ['secret', 'security', 'password', 'credentials', 'vulnerability'],
    weight: 0.9,
  }
}

function severityOf(rule: Rule, confidence: FindingDraft['confidence'], isTrial: boolean): Severity {
  if (confidence === 'low') return 'low'
  return MEDIUM.includes(rule) || confidence === 'medium' || isTrial ? 'medium' : 'high'
}

/** The same, where a program wrote it down for all who read its logs. */
function logged({ id, title, explanation }: Rule): Rule {
  return {
    id: `${id}-logged`,
    concern: 'security',
    title: title.replace(/in clear text$/, 'written to a log'),
    explanation: `${explanation.replace(/\.$/, '')}; keep the program from logging it.`,
    cwe: 'CWE-532',
  }
}
