// Order among findings: how grave, how close to the question, how telling.
import { type Concerned, isAbout } from '@shoal/base/model/concern'
import type { Finding, FindingDraft } from '@shoal/base/model/finding'
import type { Brief, Intent } from '@shoal/base/model/question'
import { baseName } from '@shoal/base/text/paths'
import { stem } from '@shoal/base/text/stem'
import { plainName } from './cross/names.ts'

/** What a finding is judged by; anything with a summary will do. */
export type Subject = Pick<FindingDraft, 'summary'> &
  Partial<Pick<FindingDraft, 'type' | 'topics' | 'column' | 'scope' | 'jsonPath' | 'rule' | 'nature'>> & {
    readonly path?: string
    readonly contentType?: string
  }

/** Kinds of findings that a question of an intent is after, by a word in their type. */
const KINDS: Partial<Readonly<Record<Intent, RegExp>>> = {
  errors: /error|exception|failure|burst|crash|trace|timeout/,
  quality: /./,
  distribution: /distribut|frequen/,
  missing: /missing|null|absent|gap/,
  outliers: /outlier|anomal|spike|burst/,
  duplicates: /duplicat|unique/,
  correlation: /correlat|dependency/,
  trend: /trend|drift|growth|schema_variation|new_template/,
  time: /burst|gap|spike|period|time|trend/,
  schema: /schema|type_inconsistency|nesting|null_frequency|column/,
  structure: /api_surface|structure|dependency|pattern|nesting/,
  complexity: /complex|dead_code|antipattern|duplicat|long/,
  performance: /perform|complex|slow|burst|latenc/,
  config: /setting|config|duplicate_key/,
  comparison: /contradict|differ|inconsisten|drift|variation/,
  cause: /error|burst|precursor|exception|failure/,
}

/** Whether a question of that intent is after such findings. */
export function isOfIntent({ type }: Pick<Finding, 'type'>, intent: Intent): boolean {
  return intent !== 'quality' && (KINDS[intent]?.test(type) ?? false)
}

/** With no question everything is of the same interest. */
const NEUTRAL = 0.5

/** 0 to 1: how much something has to do with the question. */
export function relevanceTo({ question, goals }: Brief): (subject: Subject) => number {
  const stems = new Set(question.stems.filter(word => word.length > 1))
  const names = new Set([...question.names, ...question.phrases].map(plainName).filter(name => name !== ''))
  const kinds = question.intents.flatMap(intent => KINDS[intent] ?? [])
  const concerns = goals.filter(goal => goal !== 'general')
  const isGoal = (subject: Concerned) => concerns.some(concern => isAbout(subject, concern))
  if (question.text === null) return subject => (isGoal(subject) ? 0.8 : NEUTRAL)
  return subject => {
    const { type = '', topics = [], column, scope, jsonPath, summary, path = '', nature } = subject
    const named = [...topics, column ?? '', lastStep(scope ?? ''), lastStep(jsonPath ?? '')]
    const isNamed = named.some(name => names.has(plainName(name)))
    let score = 0
    if (isNamed) score += 0.6
    else if (names.has(plainName(baseName(path))) || names.has(plainName(path))) score += 0.4
    else {
      const inNames = shareOf(stems, stemsOf(named.join(' ')))
      const inSummary = shareOf(stems, stemsOf(summary))
      score += Math.min(0.5, inNames * 0.8 + inSummary * 0.4)
    }
    const wanted =
      kinds.some(kind => kind.test(type)) || (question.intents.includes('security') && isAbout(subject, 'security'))
    if (wanted) score += nature === 'fact' && !/distribut|frequen|schema|structure|api/.test(type) ? 0.15 : 0.35
    if (isGoal(subject)) score += 0.15
    // A question that names something is not about the others of its kind.
    if (names.size > 0 && !isNamed) score *= 0.7
    return Math.min(1, Math.round(score * 1000) / 1000)
  }
}

const GRAVITY = { high: 3, medium: 2, low: 1 } as const

const SURENESS = { high: 2, medium: 1, low: 0 } as const

/** The most important first: severity and relevance together, problems before facts, then how sure, weight, count and place. */
export function byImportance(a: Finding, b: Finding): number {
  return (
    importance(b) - importance(a) ||
    SURENESS[b.confidence] - SURENESS[a.confidence] ||
    b.weight - a.weight ||
    b.count - a.count ||
    compareText(a.path, b.path) ||
    a.line - b.line ||
    compareText(a.key, b.key)
  )
}

/** A related finding of middle gravity comes before an unrelated grave one, a related trifle does not. */
export function importance({
  severity,
  nature,
  relevance,
}: Pick<Finding, 'severity' | 'nature' | 'relevance'>): number {
  return GRAVITY[severity] + (nature === 'problem' ? 1 : 0) + 3 * relevance
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function lastStep(path: string): string {
  return /(?<![^.:[\]*$])[^.:[\]*$]+$/.exec(path.replace(/\[\*?\d*\]$/, ''))?.[0] ?? ''
}

function stemsOf(text: string): Set<string> {
  const words = text
    .slice(0, 1000)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return new Set((words ?? []).map(stem))
}

function shareOf(wanted: ReadonlySet<string>, there: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0
  let hits = 0
  for (const word of wanted) if (there.has(word)) hits++
  return hits / Math.min(wanted.size, 6)
}
