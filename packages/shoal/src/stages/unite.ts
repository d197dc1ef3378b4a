// Findings of one key made one: all their places, counts summed, the gravest severity. Exact, and linear in the places.
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { groupBy } from '@shoal/base/model/lists'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { cutShares } from '../text/left-out.ts'
import { compareText } from './rank.ts'

/** Places a finding lists over all files: a bound for the memory, not for the reader. `placeCount` says how many there are. */
export const MOST_PLACES = 100_000
const MOST_TOPICS = 20
const MOST_SHARES = 100
const NAMED_FILES = 3

const GRAVITY = { high: 2, medium: 1, low: 0 } as const
const TRUST = { high: 2, medium: 1, low: 0 } as const

/** In the order of the first finding of each key. */
export function uniteByKey(findings: readonly Finding[]): Finding[] {
  const groups = groupBy(findings, finding => finding.key)
  return [...groups.values()].map(group => (group.length === 1 ? group[0]! : unite(group)))
}

function unite(group: readonly Finding[]): Finding {
  const distinct = withoutRepeats(group)
  const lead = distinct.reduce((best, next) => (isGraver(next, best) ? next : best))
  if (distinct.length === 1)
    return {
      ...lead,
      chunkIds: chunksOf(group),
    }
  const count = sum(distinct, finding => finding.count)
  const totalRows = distinct.every(finding => finding.totalRows !== undefined)
    ? sum(distinct, finding => finding.totalRows!)
    : undefined
  const { totalRows: _, distribution: __, distributionTotal: ___, stats: ____, ...first } = lead
  const others = distinct.filter(finding => finding !== lead)
  const placeCount = sum(distinct, finding => finding.placeCount)
  return {
    ...first,
    summary: unitedSummary(lead, others, placeCount),
    nature: distinct.some(({ nature }) => nature === 'problem') ? 'problem' : 'fact',
    confidence: distinct.reduce((best, next) => (TRUST[next.confidence] > TRUST[best.confidence] ? next : best))
      .confidence,
    count,
    ...(totalRows !== undefined && { totalRows }),
    ...unitedDistribution(distinct),
    ...unitedStats(distinct),
    topics: limited(
      distinct.flatMap(({ topics = [] }) => topics),
      MOST_TOPICS,
    ),
    chunkIds: chunksOf(group),
    // Its own place stays the first.
    places: firstPlaces([lead, ...others]),
    placeCount,
    weight: most(distinct, finding => finding.weight),
    relevance: most(distinct, finding => finding.relevance),
  }
}

/** Of each in turn, up to the limit. */
export function firstPlaces(findings: readonly Pick<Finding, 'places'>[]): Finding['places'] {
  const places: Finding['places'][number][] = []
  for (const one of findings)
    for (const place of one.places) {
      if (places.length === MOST_PLACES) return places
      places.push(place)
    }
  return places
}

function chunksOf(group: readonly Finding[]): string[] {
  return [...new Set(group.flatMap(({ chunkIds }) => chunkIds))]
}

/**
 * What two analysts saw at the same place, in a body and in borrowed context, is there once. What was counted in each of
 * two chunks is not the same, though both may quote one long line.
 */
function withoutRepeats(group: readonly Finding[]): Finding[] {
  const seen = new Map<string, Finding>()
  for (const finding of group) {
    const counted = finding.distribution ? finding.chunkIds.join() : ''
    const place = `${finding.path}\0${finding.line}\0${finding.evidence}\0${counted}`
    const known = seen.get(place)
    if (!known || isGraver(finding, known)) seen.set(place, finding)
  }
  return [...seen.values()]
}

function isGraver(a: Finding, b: Finding): boolean {
  const more =
    GRAVITY[a.severity] - GRAVITY[b.severity] || Number(a.nature === 'problem') - Number(b.nature === 'problem')
  return more > 0 || (more === 0 && (compareText(a.path, b.path) || a.line - b.line) < 0)
}

/** A sentence with figures is that of its file: of another file it is only said where that has the same sentence. */
function unitedSummary(lead: Finding, others: readonly Finding[], places: number): string {
  const { summary, path } = lead
  const paths = [...new Set(others.map(other => other.path))].filter(other => other !== path)
  if (paths.length === 0) return `${summary} (${places.toLocaleString('en-US')} places)`
  const where =
    paths.length <= NAMED_FILES
      ? paths.map(other => besides(path, other)).join(', ')
      : `${paths.length.toLocaleString('en-US')} other files`
  const told = `${summary.replace(/\.$/, '')} (${path})`
  const unlike = others.find(other => other.summary !== summary)
  // Figures of a second file are told; what breaks the same rule there needs no second sentence.
  if (unlike && others.length === 1 && !lead.rule) return `${told}; in ${where}: ${unlike.summary}`
  return `${told}; also in ${where}${unlike ? ', with other details' : ''}`
}

/** A file of the same folder is known by its name. */
function besides(path: string, other: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return folder !== '' && other.startsWith(folder) ? other.slice(folder.length) : other
}

/** Added up value by value where every part lists all its values: of a list that was cut no sum is known. */
function unitedDistribution(findings: readonly Finding[]): Pick<Finding, 'distribution' | 'distributionTotal'> {
  const isWhole = findings.every(({ distribution, distributionTotal }) => distribution && !distributionTotal)
  if (!isWhole) return {}
  const counts = new Map<string, number>()
  for (const { distribution } of findings)
    for (const { value, count } of distribution!) counts.set(value, (counts.get(value) ?? 0) + count)
  return cutShares(
    [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || compareText(a.value, b.value)),
    MOST_SHARES,
  )
}

const MOST_PARTS_IN_STATS = 10

/**
 * Only what can be added up is said of all: what was the count, the rows or their share in every part is so in the whole, and
 * words that all have in common stay. Everything else, like a mean, stays with its file, or its line.
 */
function unitedStats(findings: readonly Finding[]): { stats?: Json } {
  if (findings.every(({ stats, distribution }) => stats === undefined && distribution === undefined)) return {}
  const united = emptyRecord<Json>()
  const all = findings.map(({ stats }) => stats).filter(isRecord)
  if (all.length === findings.length)
    for (const key of Object.keys(all[0]!)) {
      const value = ofAll(findings, all, key)
      if (value !== undefined) united[key] = value
    }
  const severalFiles = new Set(findings.map(({ path }) => path)).size > 1
  const parts = new Map(
    findings.map(finding => [severalFiles ? finding.path : String(finding.line), partStats(finding)]),
  )
  const name = severalFiles ? 'by_file' : 'by_line'
  return {
    stats: {
      ...united,
      [name]: Object.fromEntries([...parts].slice(0, MOST_PARTS_IN_STATS)),
      ...(parts.size > MOST_PARTS_IN_STATS && { [`${name}_total`]: parts.size }),
    },
  }
}

function ofAll(findings: readonly Finding[], all: readonly { readonly [key: string]: Json }[], key: string) {
  const values = all.map(stats => lookup(stats, key))
  if (values.every(value => typeof value === 'string' && value === values[0])) return values[0]
  const is = (of: (finding: Finding) => number) =>
    findings.every((finding, k) => typeof values[k] === 'number' && Math.abs(values[k] - of(finding)) <= ROUNDING)
  const count = sum(findings, finding => finding.count)
  const rows = sum(findings, ({ totalRows }) => totalRows ?? Number.NaN)
  if (is(finding => finding.count)) return count
  if (is(({ totalRows }) => totalRows ?? Number.NaN)) return rows
  for (const whole of [1, 100])
    if (is(finding => (whole * finding.count) / (finding.totalRows ?? Number.NaN)))
      return Number(((whole * count) / rows).toPrecision(12))
  return undefined
}

/** A share that was rounded is still a share. */
const ROUNDING = 1e-6

function partStats({ stats, distribution, distributionTotal }: Finding): Json {
  if (distribution === undefined) return stats ?? null
  const shares = Object.fromEntries(distribution.map(({ value, count }) => [value, count]))
  const total = distributionTotal === undefined ? {} : { distribution_total: distributionTotal }
  return { ...(isRecord(stats) && stats), distribution: shares, ...total }
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value)
}

function limited<T>(values: readonly T[], most: number): T[] {
  return [...new Set(values)].slice(0, most)
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}

function most<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((best, value) => Math.max(best, of(value)), 0)
}
