// Bursts of a log: errors, warnings, server errors, single templates and the whole of it, each with what came before.
import { type Burst, findBursts } from '../../../text/timeline/bursts.ts'
import type { Moment } from '../../../text/timeline/order.ts'
import { sum } from '../../../text/timeline/row-sum.ts'
import type { BurstKind, LogBurst } from './log-burst.ts'
import { type Picture, RANKS, type TemplateStat } from './picture.ts'
import { precursorsOf } from './precursors.ts'
import { LEVELS, SERVER_ERRORS } from './tally.ts'
import type { Axis, RowCell } from './time-rows.ts'

/** Templates are compared over time only while they are not too many. */
const MOST_COMPARED = 2000
/** More bursts than this are waves. */
const MOST_BURSTS = 3
const FEWEST_BUCKETS = 10
const MOST_MEMBERS = 5

export function burstsOf(picture: Picture): LogBurst[] {
  const { axis } = picture
  if (axis === null || axis.size < FEWEST_BUCKETS) return []
  const { all } = picture
  const told = [
    ...burstsIn(picture, axis, all, 'errors', picture.errors, {}),
    ...burstsIn(picture, axis, all, 'server errors', picture.row(SERVER_ERRORS), {}),
    ...burstsIn(picture, axis, all, 'warnings', picture.row(LEVELS.indexOf('warn')), { least: 10 }).filter(isOwn),
  ]
  const volume = burstsIn(picture, axis, all, 'volume', all, { least: 50, ratio: 4 })
  const single = templateBursts(picture, axis, all).filter(own => !told.some(other => overlap(own, other)))
  return [...told, ...volume.filter(burst => !told.some(other => isOwn(other) && overlap(burst, other))), ...single]
}

function isOwn({ withAll }: LogBurst): boolean {
  return !withAll
}

function overlap(a: LogBurst, b: LogBurst): boolean {
  return a.from < b.to && b.from < a.to
}

function burstsIn(
  picture: Picture,
  axis: Axis,
  all: Float64Array,
  what: BurstKind,
  row: Float64Array,
  options: { least?: number; ratio?: number },
): LogBurst[] {
  const bursts = findBursts(row, options)
  const waves = bursts.length > MOST_BURSTS ? bursts : []
  return (waves.length > 0 ? [strongest(bursts)] : bursts).flatMap((burst): LogBurst[] => {
    const members = membersOf(picture, what, burst)
    const at = times(axis, burst)
    const first = firstOf(picture, what, burst, members)
    if (!first) return []
    const withAll = what !== 'volume' && risesWithAll(row, all, burst)
    const last = what === 'errors' || what === 'warnings' ? lastIn(members, at.from, at.to) : null
    const found = {
      what,
      template: null,
      burst,
      ...at,
      first,
      last,
      members: members.slice(0, MOST_MEMBERS),
      waves,
      withAll,
    }
    const precursors = what === 'volume' ? [] : precursorsOf(picture, axis, found, MOST_COMPARED)
    return [{ ...found, precursors }]
  })
}

/** Bursts of single templates that neither come in waves nor with everything else; at most one told at a time. */
function templateBursts(picture: Picture, axis: Axis, all: Float64Array): LogBurst[] {
  const found: LogBurst[] = []
  for (const template of picture.templates.slice(0, MOST_COMPARED)) {
    if (template.count < 10) break
    if (template.denial) continue
    const row = picture.templateRow(template)
    const bursts = findBursts(row, { least: 10, ratio: 5 })
    if (bursts.length > MOST_BURSTS) continue
    for (const burst of bursts) {
      const first = picture.firstIn('template', template.number, burst.from, burst.to)
      if (!first || risesWithAll(row, all, burst)) continue
      const members = [{ template, count: burst.count }]
      const at = times(axis, burst)
      const last = lastIn(members, at.from, at.to)
      found.push({
        what: 'template',
        template,
        burst,
        ...at,
        first,
        last,
        members,
        precursors: [],
        waves: [],
        withAll: false,
      })
    }
  }
  found.sort((a, b) => weight(b) - weight(a) || a.first.line - b.first.line)
  const told: LogBurst[] = []
  for (const burst of found)
    if (told.length < MOST_BURSTS && !told.some(other => overlap(burst, other))) told.push(burst)
  return told
}

function times(axis: Axis, { from, to }: Burst): { from: number; to: number } {
  return { from: axis.from + from * axis.width, to: axis.from + to * axis.width }
}

/** The one with the most entries above the usual. */
function strongest(bursts: readonly Burst[]): Burst {
  const excess = ({ count, usual, from, to }: Burst) => count - usual * (to - from)
  return bursts.reduce((a, b) => (excess(b) > excess(a) ? b : a))
}

/** The rest of the log rose at the same time, at least half as much. */
function risesWithAll(row: Float64Array, all: Float64Array, { from, to, ratio }: Burst): boolean {
  const rest = all.map((count, k) => count - row[k]!)
  const inside = sum(rest, from, to)
  const outside = sum(rest, 0, rest.length) - inside
  if (inside < 20) return false
  const buckets = rest.length - (to - from)
  return inside / (to - from) >= (Math.min(ratio, 20) / 2) * (Math.max(1, outside) / Math.max(1, buckets))
}

function weight({ template, burst }: LogBurst): number {
  return RANKS.indexOf(template?.rank ?? 'calm') * 1e9 + burst.count * Math.log(burst.ratio)
}

const SERVED = /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\b/

function membersOf(picture: Picture, what: BurstKind, { from, to }: Burst): LogBurst['members'] {
  const belongs = (template: TemplateStat) => {
    if (what === 'errors') return RANKS.indexOf(template.rank) >= RANKS.indexOf('error') && !template.denial
    if (what === 'warnings') return template.levels[LEVELS.indexOf('warn')]! > 0
    return what === 'volume' || SERVED.test(template.template)
  }
  return picture.templates
    .slice(0, MOST_COMPARED)
    .filter(belongs)
    .map(template => ({ template, count: sum(picture.templateRow(template), from, to) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.template.number - b.template.number)
}

/** The last entry of some templates before a time; null where not all of their entries are known one by one. */
function lastIn(members: LogBurst['members'], from: number, to: number): Moment | null {
  let last: Moment | null = null
  for (const { template } of members) {
    if (template.beats === null) return null
    const { times: moments, lines, offsets } = template.beats
    for (const [k, time] of moments.entries())
      if (time >= from && time < to && (last === null || lines[k]! > last.line))
        last = { time, line: lines[k]!, offset: offsets[k]! }
  }
  return last
}

const ROWS: Readonly<Record<BurstKind, readonly number[]>> = {
  errors: [LEVELS.indexOf('error'), LEVELS.indexOf('fatal')],
  warnings: [LEVELS.indexOf('warn')],
  'server errors': [SERVER_ERRORS],
  template: [],
  volume: [...LEVELS.keys()],
}

function firstOf(picture: Picture, what: BurstKind, { from, to }: Burst, members: LogBurst['members']): RowCell | null {
  const cells = ROWS[what].map(row => picture.firstIn('level', row, from, to))
  // Errors by wording are on no level's row.
  if (what === 'errors')
    for (const { template } of members)
      if (template.levels.at(-1)! > 0) cells.push(picture.firstIn('template', template.number, from, to))
  return cells.reduce((a, b) => (a && b ? (b.line < a.line ? b : a) : (a ?? b)), null)
}
