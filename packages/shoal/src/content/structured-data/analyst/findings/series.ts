// What is out of the ordinary in the series of a table: one finding per event, with its span, its size and what was expected.
import type { FindingDraft } from '@shoal/base/model/finding'
import { YEAR } from '../../../../text/series/season.ts'
import type { Drafts } from '../draft.ts'
import type { TableEvent, TableSeries } from '../series.ts'
import { count, counted, figure, listed, moment } from '../words.ts'

const MOST_FINDINGS = 12

/** `others` are the problems that are told already: what they say is not said twice. */
export function seriesFindings(
  series: TableSeries | null,
  others: readonly FindingDraft[],
  drafts: Drafts,
): FindingDraft[] {
  if (!series) return []
  const told = toldLines(others)
  const own = series.events
    .filter(event => !isTold(event, told, drafts))
    .toSorted((a, b) => b.score - a.score || a.fromRow - b.fromRow)
  return drafts.leftOut
    .first(together(own), MOST_FINDINGS, 'events in series over time are listed')
    .flatMap(group => finding(group, drafts))
}

/** What happens to several columns in one span of time is one event: the gravest first. */
function together(events: readonly TableEvent[]): TableEvent[][] {
  const groups: TableEvent[][] = []
  for (const event of events) {
    const group = groups.find(([first]) => isSameMoment(first!, event))
    if (group) group.push(event)
    else groups.push([event])
  }
  return groups
}

function isSameMoment(one: TableEvent, other: TableEvent): boolean {
  if (one.kind !== other.kind || one.key?.value !== other.key?.value || one.column === other.column) return false
  const union = Math.max(one.toTime, other.toTime) - Math.min(one.fromTime, other.fromTime)
  return Math.min(one.toTime, other.toTime) - Math.max(one.fromTime, other.fromTime) >= union / 2
}

interface Told {
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>
  readonly jumps: ReadonlySet<string>
}

function toldLines(others: readonly FindingDraft[]): Told {
  const lines = new Map<string, Set<number>>()
  const jumps = new Set<string>()
  for (const { nature, column, line, more = [], key } of others) {
    if (nature !== 'problem' || column === undefined) continue
    if (key.startsWith('jump:')) jumps.add(column)
    const known = lines.get(column) ?? new Set<number>()
    for (const place of [{ line }, ...more]) known.add(place.line)
    lines.set(column, known)
  }
  return { lines, jumps }
}

function isTold({ kind, column, fromRow }: TableEvent, { lines, jumps }: Told, drafts: Drafts): boolean {
  if (kind === 'level' && jumps.has(column.name)) return true
  const line = drafts.profile.finder.lineOf(fromRow)
  return kind === 'spike' && line !== null && (lines.get(column.name)?.has(line) ?? false)
}

function finding([event, ...others]: readonly TableEvent[], drafts: Drafts): FindingDraft[] {
  if (!event) return []
  const { column, kind, key, fromRow, toRow, score, season, value, expected } = event
  const [from, to] = [event.fromTime, event.toTime].map(time =>
    moment(time, event.time.type === 'date' ? 'date' : 'datetime'),
  )
  const of = key ? ` of \`${key.column.name}\` "${key.value.slice(0, 60)}"` : ''
  const span = from === to ? `at ${from}` : `from ${from} to ${to}`
  const lines = [fromRow, toRow].map(row => drafts.profile.finder.lineOf(row))
  const made = drafts.make({
    type: kind === 'spike' ? 'outlier' : 'anomaly',
    key: `series:${kind}:${column.name}:${key?.value ?? ''}:${from}`,
    summary: `\`${column.name}\`${of} ${WORDS[kind](event)} ${span} (${where(lines)})${seasonWords(event)}${alsoIn(others)}`,
    severity: score >= 1.5 && kind !== 'trend' ? 'medium' : 'low',
    confidence: score >= 1.5 ? 'high' : 'medium',
    nature: 'problem',
    advice: 'Find out what happened in this span of time',
    column,
    row: fromRow,
    stats: {
      event: kind,
      from: from!,
      to: to!,
      value,
      expected,
      score: Number(score.toFixed(3)),
      season_seconds: season?.period ?? null,
      ...(others.length > 0 && {
        also: others.map(other => ({ column: other.column.name, value: other.value, expected: other.expected })),
      }),
      ...(key && { key: key.column.name, series: key.value.slice(0, 200) }),
    },
    topics: [
      'time',
      'series',
      kind,
      ...(key ? [key.column.name] : []),
      event.time.name,
      ...others.map(other => other.column.name),
    ],
    weight: Math.min(0.85, 0.6 + score / 10),
  })
  const last = lines[1]
  return made.map(draft => (last && last > draft.line ? { ...draft, endLine: last } : draft))
}

function alsoIn(others: readonly TableEvent[]): string {
  return others.length > 0
    ? `; so ${others.length === 1 ? 'is' : 'are'} ${listed(
        others.map(({ column }) => `\`${column.name}\``),
        8,
      )}`
    : ''
}

function where([first, last]: readonly (number | null)[]): string {
  if (!first) return 'in the table'
  return !last || last <= first ? `line ${count(first)}` : `lines ${count(first)} to ${count(last)}`
}

const WORDS: Readonly<Record<TableEvent['kind'], (event: TableEvent) => string>> = {
  spike: ({ value, expected }) => `is ${figure(value)} where about ${figure(expected)} was expected`,
  level: ({ value, expected }) =>
    `lies on another level, ${figure(value)} on average where ${figure(expected)} was expected,`,
  scatter: ({ value }) => `varies otherwise than elsewhere, around ${figure(value)},`,
  flat: ({ value }) => `stands still at ${figure(value)}`,
  trend: ({ value, expected }) =>
    `takes another trend, ${signed(value)} from row to row where it was ${signed(expected)},`,
  gap: ({ fromTime, toTime }) => `has no value for ${duration(toTime - fromTime)}`,
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${figure(Math.abs(value))}`
}

function duration(seconds: number): string {
  if (seconds >= 2 * 86_400) return counted(Math.round(seconds / 86_400), 'day')
  if (seconds >= 2 * 3600) return counted(Math.round(seconds / 3600), 'hour')
  return counted(Math.round(seconds / 60), 'minute')
}

/** What the expectation rests on. */
function seasonWords({ season, kind }: TableEvent): string {
  if (!season || kind === 'gap' || kind === 'flat') return ''
  if (season.period === 86_400) return '; it repeats by the day'
  if (season.period === YEAR) return '; it repeats by the year'
  return season.period === 604_800 ? '; it repeats by the week' : `; it repeats every ${duration(season.period)}`
}
