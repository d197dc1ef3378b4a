// What to do about it: concrete, each with the place it is about, the most important first, none twice.
import type { Finding } from '../model/finding.ts'
import type { CrossFinding } from '../model/report.ts'
import { placeName } from './places.ts'
import { importance } from './rank.ts'

export const MOST_RECOMMENDATIONS = 10
/** Trifles are only recommended while there is little else. */
const ENOUGH = 3

/** What to do about a kind of finding, by a word in its type or kind. The first that fits. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/secret/, 'Revoke the secret and take it from the environment'],
  [/vulnerab|security|insecure/, 'Close the hole'],
  [/missing.export|unresolved.import/, 'Mend the import'],
  [/undefined.setting/, 'Define the setting, or stop reading it'],
  [/unused.setting/, 'Remove the setting, or use it'],
  [/value.differs|default.differs/, 'Read the value from the config, or make both the same'],
  [/hard.coded/, 'Read the value from the config'],
  [/figure.differs|stale.documentation/, 'Correct the documentation, or what it speaks of'],
  [/schema/, 'Make data and schema agree'],
  [/shape.differs|type_inconsistency/, 'Settle on one type'],
  [/field.missing|unknown.field/, 'Make the names agree with the data'],
  [/naming/, 'Settle on one spelling'],
  [/undeclared.dependency/, 'Declare the package'],
  [/unused.dependency/, 'Remove the packages, or say what they are for'],
  [/missing.file/, 'Correct the path, or add the file'],
  [/missing|null/, 'Fill or explain the missing values'],
  [/duplicat/, 'Remove or explain the duplicates'],
  [/outlier|anomal|spike|sign|jump/, 'Check the values'],
  [/burst|error|failure|exception|timeout|trace/, 'Find the cause'],
  [/gap/, 'Find out what happened in the gap'],
  [/complex|long|nesting/, 'Split it up'],
  [/dead_code/, 'Remove it, or use it'],
  [/contradict|inconsisten/, 'Settle which is right'],
]
const OTHERWISE = 'Look into it'

interface Advice {
  readonly about: string
  readonly severity: Finding['severity']
  readonly rank: number
  readonly text: string
}

export function recommend(findings: readonly Finding[], crossFile: readonly CrossFinding[]): string[] {
  const all = [
    ...findings.filter(({ nature }) => nature === 'problem').map(forFinding),
    ...crossFile.filter(({ nature }) => nature === 'problem').map(forLink),
  ].sort((a, b) => b.rank - a.rank)
  // One piece of advice for each rule or kind: the gravest place stands for the others.
  const counts = new Map<string, number>()
  for (const { about } of all) counts.set(about, (counts.get(about) ?? 0) + 1)
  const seen = new Set<string>()
  const distinct = all.filter(({ about }) => !seen.has(about) && seen.add(about))
  const weighty = distinct.filter(({ severity }) => severity !== 'low')
  const chosen = weighty.length >= ENOUGH ? weighty : distinct
  return chosen.slice(0, MOST_RECOMMENDATIONS).map(({ about, text }) => {
    const more = counts.get(about)! - 1
    return more === 0 ? text : `${text}; and ${more.toLocaleString('en-US')} more like it`
  })
}

function forFinding(finding: Finding): Advice {
  const { type, rule, summary, path, line, severity, column } = finding
  const advice = rule ? lastSentence(rule.explanation) : adviceFor(type)
  return {
    about: rule?.id ?? `${finding.contentType} ${type} ${column ?? finding.key}`,
    severity,
    rank: importance(finding),
    text: `${placeName(path, line)} — ${withoutEnd(summary)}. ${withoutEnd(advice)}`,
  }
}

function forLink(link: CrossFinding): Advice {
  const [first, second] = link.evidence
  const places = [first, second].flatMap(end => (end ? [placeName(end.path, end.line)] : []))
  return {
    about: `${link.kind} ${link.files.join(' ')}`,
    severity: link.severity,
    rank: importance(link),
    text: `${places.join(', ')} — ${withoutEnd(link.summary)}. ${adviceFor(link.kind)}`,
  }
}

function adviceFor(kind: string): string {
  return ADVICE.find(([pattern]) => pattern.test(kind))?.[1] ?? OTHERWISE
}

/** The explanation of a rule ends with what to do instead. */
function lastSentence(text: string): string {
  return text
    .trim()
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .at(-1)!
}

function withoutEnd(text: string): string {
  return text.trim().replace(/[.\s]+$/, '')
}
