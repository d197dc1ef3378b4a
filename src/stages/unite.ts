// Findings of one key made one: all their places, counts summed, the gravest severity. Exact, and linear in the places.

import type { Finding, Share } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import { emptyRecord, lookup } from '../model/lookup.ts'
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
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.key)
    if (group) group.push(finding)
    else groups.set(finding.key, [finding])
  }
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
    : lead.totalRows
  const distribution = summed(distinct)
  const paths = [...new Set(distinct.map(({ path }) => path))]
  const others = distinct.filter(finding => finding !== lead)
  const placeCount = sum(distinct, finding => finding.placeCount)
  return {
    ...lead,
    summary: unitedSummary(lead, paths, placeCount),
    nature: distinct.some(({ nature }) => nature === 'problem') ? 'problem' : 'fact',
    confidence: distinct.reduce((best, next) => (TRUST[next.confidence] > TRUST[best.confidence] ? next : best))
      .confidence,
    count,
    ...(totalRows !== undefined && { totalRows }),
    ...(distribution && { distribution: distribution.slice(0, MOST_SHARES) }),
    ...(distribution && distribution.length > MOST_SHARES && { distributionTotal: distribution.length }),
    ...(lead.stats !== undefined && { stats: unitedStats(distinct, lead, count, totalRows, paths.length > 1) }),
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

function unitedSummary({ summary, path }: Finding, paths: readonly string[], places: number): string {
  if (paths.length === 1) return `${summary} (${places.toLocaleString('en-US')} places)`
  const others = paths.filter(other => other !== path)
  const where =
    others.length <= NAMED_FILES ? others.join(', ') : `${others.length.toLocaleString('en-US')} other files`
  return `${summary} (${path}); also in ${where}`
}

function summed(findings: readonly Finding[]): Share[] | undefined {
  const with_ = findings.filter(({ distribution }) => distribution !== undefined)
  if (with_.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const { distribution } of with_)
    for (const { value, count } of distribution!) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
}

const COUNTED = /(^|_)(counts?|rows|lines|entries|missing|nulls?|errors|total|occurrences|records|objects)$/
const PERCENT = /(^|_)(percent|pct)$/
const RATE = /(^|_)(share|rate|ratio)$/
const MOST_FILES_IN_STATS = 10

/** Counts are summed and shares reckoned again; what cannot be added up, like a mean, stays with its file. */
function unitedStats(
  findings: readonly Finding[],
  lead: Finding,
  count: number,
  totalRows: number | undefined,
  severalFiles: boolean,
): Json {
  const all = findings.map(({ stats }) => stats).filter(isRecord)
  if (!isRecord(lead.stats) || all.length < findings.length) return lead.stats ?? null
  const united = emptyRecord<Json>()
  for (const [key, value] of Object.entries(lead.stats)) {
    if (typeof value !== 'number') continue
    if (COUNTED.test(key) && all.every(stats => typeof lookup(stats, key) === 'number'))
      united[key] = sum(all, stats => lookup(stats, key) as number)
    else if (totalRows !== undefined && totalRows > 0 && (PERCENT.test(key) || RATE.test(key)))
      united[key] = Number(((PERCENT.test(key) ? 100 : 1) * (count / totalRows)).toPrecision(12))
  }
  if (!severalFiles) return { ...lead.stats, ...united }
  const byFile = [...new Map(findings.map(({ path, stats }) => [path, stats ?? null]))]
  return {
    ...united,
    by_file: Object.fromEntries(byFile.slice(0, MOST_FILES_IN_STATS)),
    ...(byFile.length > MOST_FILES_IN_STATS && { by_file_total: byFile.length }),
  }
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
