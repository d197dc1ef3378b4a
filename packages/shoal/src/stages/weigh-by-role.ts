// How grave a finding is where it stands: what tests, examples and foreign code do is not what the program does. One place for
// all content types; the role goes with the finding, so that everybody sees why.
import type { FindingDraft, Severity } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import type { FileRole } from '../text/file-role.ts'

/** `isData`: what the question may be about wherever it lies; only what stands in for data, and texts in many languages, weigh less. */
export function weighByRole<Draft extends FindingDraft>(
  drafts: readonly Draft[],
  role: FileRole,
  { isData }: { readonly isData: boolean },
): Draft[] {
  return oncePerCause(drafts).flatMap(draft => {
    if (draft.nature !== 'problem') return [draft]
    const doubted = { ...draft, severity: inDoubt(draft) }
    if (role === 'own' || (isData && role !== 'fixture' && role !== 'catalog')) return [doubted]
    // `field_password: Mot de passe`: there the name is that of a text.
    if (role === 'catalog' && NAMED_SECRET.test(draft.rule?.id ?? '')) return []
    return [{ ...doubted, severity: lighter(doubted, role), role }]
  })
}

const MOST_ON_A_LINE = 20

/** A rule that is broken by a call and by an argument of the same call is broken once. */
function oncePerCause<Draft extends FindingDraft>(drafts: readonly Draft[]): readonly Draft[] {
  const byPlace = new Map<string, Draft[]>()
  for (const draft of drafts) {
    const place = `${draft.rule?.id}:${draft.line}`
    addTo(byPlace, place, draft)
  }
  return drafts.filter(({ rule, line, evidence, more }) => {
    const there = rule && !more ? byPlace.get(`${rule.id}:${line}`)! : []
    // Of a file that is one line.
    if (there.length > MOST_ON_A_LINE) return true
    return !there.some(other => other.evidence.length > evidence.length && other.evidence.includes(evidence))
  })
}

/** Secrets that go by a name alone. */
const NAMED_SECRET = /^secret\.(?:password|generic-token|weak-password|session-cookie)$|\.hardcoded-secret$/
/** Secrets that anybody makes for a test; what a provider issued is real wherever it stands. */
const MADE_SECRET = /^secret\.(?:private-key|basic-auth|url-password|jwt|bearer-token)$/
/** A hash of no secret is a check sum, a key of a cache or an address of a picture. */
const OF_SECRET = /pass|pwd|secret|token|salt|sign|auth|cred|session|clear|\bpin\b/i

/** Nothing that is doubted is grave. */
function inDoubt({ severity, confidence, rule, evidence }: FindingDraft): Severity {
  if (severity === 'medium' && rule?.id.endsWith('.weak-hash') && !OF_SECRET.test(evidence)) return 'low'
  return confidence === 'low' ? STEP_DOWN[severity] : severity
}

const STEP_DOWN = { high: 'medium', medium: 'low', low: 'low' } as const

function lighter({ severity, rule }: FindingDraft, role: FileRole): Severity {
  const id = rule?.id ?? ''
  if (id.startsWith('secret.') && !NAMED_SECRET.test(id) && !MADE_SECRET.test(id)) return STEP_DOWN[severity]
  // Foreign code runs with the program, and a danger in it is one; its style is its own.
  if (role === 'vendored' && rule?.concern === 'security') return STEP_DOWN[severity]
  return 'low'
}
