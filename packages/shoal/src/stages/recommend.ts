// What to do: one recommendation for all findings that ask for the same, with the place to begin at. It says what its
// rule or kind advises, never again what was found.
import type { Finding, Rule } from '@shoal/base/model/finding'
import { severities } from '@shoal/base/model/finding'
import { groupBy } from '@shoal/base/model/lists'
import type { CrossFinding } from '@shoal/base/model/report'
import { placeName } from '@shoal/base/report/places'
import { plural, printable } from '@shoal/base/text/printable'
import { linkAdvice } from './cross/advice.ts'
import { importance } from './rank.ts'

export const MOST_RECOMMENDATIONS = 10
/** Trifles are only recommended while there is little else. */
const ENOUGH = 3
const MOST_NAMES = 3
/** From here on a finding is about the question; without one all are. */
const CLOSE = 0.5

/** One finding, as far as it matters here. */
interface Case {
  readonly advice: string
  /** What it is about: the title of a rule, the kind of a link, a column. */
  readonly name: string | null
  /** Said instead where the name would say all that the finding does. */
  readonly plainName: string | null
  readonly summary: string
  readonly severity: Finding['severity']
  readonly isClose: boolean
  readonly rank: number
  readonly place: string
  /** Null when there are more places than the finding lists. */
  readonly files: readonly string[] | null
}

export function recommend(findings: readonly Finding[], crossFile: readonly CrossFinding[]): string[] {
  const cases = [
    ...findings.filter(({ nature }) => nature === 'problem').map(caseOf),
    ...crossFile.filter(({ nature }) => nature === 'problem').map(caseOfLink),
  ].sort((a, b) => gravity(a) - gravity(b) || b.rank - a.rank)
  const groups = [...groupBy(cases, ({ advice }) => advice).values()].sort(byReach)
  const weighty = groups.filter(([first]) => first!.severity !== 'low')
  const chosen = weighty.length >= ENOUGH ? weighty : groups
  return chosen.slice(0, MOST_RECOMMENDATIONS).map(textOf)
}

/** The gravest first, then what is about the question, then what the most findings ask for. */
function byReach(a: readonly Case[], b: readonly Case[]): number {
  return (
    gravity(a[0]!) - gravity(b[0]!) ||
    Number(b.some(({ isClose }) => isClose)) - Number(a.some(({ isClose }) => isClose)) ||
    b.length - a.length ||
    b[0]!.rank - a[0]!.rank
  )
}

function gravity({ severity }: Case): number {
  return severities.indexOf(severity)
}

/** `src/a.ts:3, the first of 40 findings in 12 files — SQL built from untrusted text: pass values as parameters`. */
function textOf(group: readonly Case[]): string {
  const { place, advice } = group[0]!
  const files = new Set(group.flatMap(one => one.files ?? []))
  const inFiles = files.size > 1 && group.every(one => one.files) ? ` in ${plural(files.size, 'file')}` : ''
  const more = group.length > 1 ? `, the first of ${plural(group.length, 'finding')}${inFiles}` : ''
  const names = namesOf(group)
  const said = names === '' ? advice : `${names}: ${advice.charAt(0).toLowerCase()}${advice.slice(1)}`
  return `${place}${more} — ${said}`
}

function namesOf(group: readonly Case[]): string {
  const names = [
    ...new Set(group.flatMap(({ name, plainName, summary }) => (name?.includes(summary) ? plainName : name) ?? [])),
  ]
  const rest = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function caseOf(finding: Finding): Case {
  const { type, rule, summary, severity, column, jsonPath, by, relevance, places, placeCount } = finding
  const subject = column ?? jsonPath
  return {
    advice: finding.advice ?? (rule ? adviceOf(rule) : `Check what ${by ?? 'the analyst'} reports as ${spoken(type)}`),
    name: rule?.title ?? (subject === undefined ? null : `\`${printable(subject)}\``),
    plainName: rule?.id ?? null,
    summary: withoutEnd(summary),
    severity,
    isClose: relevance >= CLOSE,
    rank: importance(finding),
    place: placeName(finding),
    files: placeCount > places.length ? null : places.map(each => each.path),
  }
}

function caseOfLink(link: CrossFinding): Case {
  const { kind, summary, severity, evidence, files, by, relevance } = link
  const kindName = spoken(kind)
  return {
    advice: adviceForLink(kind) ?? `Check the connection that ${by ?? 'the analyst'} reports`,
    name: by === undefined ? `${kindName.charAt(0).toUpperCase()}${kindName.slice(1)}` : null,
    plainName: null,
    summary: withoutEnd(summary),
    severity,
    isClose: relevance >= CLOSE,
    rank: importance(link),
    place: evidence.slice(0, 2).map(placeName).join(', '),
    files,
  }
}

/** The explanation of a rule ends with what to do. */
export function adviceOf({ explanation }: Rule): string {
  const sentences = explanation.trim().split(/(?<=[.!?])\s+(?=\p{Lu})/u)
  return withoutEnd(sentences.at(-1)!)
}

function adviceForLink(kind: string): string | null {
  return Object.hasOwn(linkAdvice, kind) ? linkAdvice[kind as keyof typeof linkAdvice] : null
}

function spoken(name: string): string {
  return name.replaceAll(/[_-]+/g, ' ')
}

function withoutEnd(text: string): string {
  return text.trim().replace(/(?<![.\s])[.\s]+$/, '')
}
