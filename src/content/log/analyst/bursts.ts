// Bursts of a log: errors, warnings, server errors, single templates and the whole of it, each with what came before.
import { type Burst, findBursts } from '../../../text/timeline/bursts.ts'
import type { Moment } from '../../../text/timeline/order.ts'
import { sum } from '../../../text/timeline/row-sum.ts'
import { isGrave } from './entry-groups.ts'
import type { BurstKind, LogBurst } from './log-burst.ts'
import { isErrorByWording, type Picture, RANKS, type TemplateStat } from './picture.ts'
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
    const last = what === 'errors' || what === 'warnings' ? lastOf(what, burst, members, at) : null
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
      const last = lastOf('template', burst, members, at)
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

/** Templates with entries of the burst's own kind, and how many; those with most first. */
function membersOf(picture: Picture, what: BurstKind, { from, to }: Burst): LogBurst['members'] {
  return picture.templates
    .slice(0, MOST_COMPARED)
    .map(template => ({ template, count: sum(ownRow(picture, what, template), from, to) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.template.number - b.template.number)
}

/** The entries of a template that a kind of burst is made of, over time. */
function ownRow(picture: Picture, what: BurstKind, template: TemplateStat): Float64Array {
  if (what === 'volume' || what === 'template') return picture.templateRow(template)
  const isByWording = what === 'errors' && isErrorByWording(template) && !template.denial
  return picture.templateRow(template, isByWording ? undefined : what)
}

/** The last entry of a burst; null where not all of its entries are known one by one. */
function lastOf(
  what: BurstKind,
  { count }: Burst,
  members: LogBurst['members'],
  { from, to }: Pick<LogBurst, 'from' | 'to'>,
): Moment | null {
  if (members.reduce((total, member) => total + member.count, 0) !== count) return null
  let last: Moment | null = null
  for (const { template } of members) {
    if (template.beats === null) return null
    const { times: moments, lines, offsets, levels } = template.beats
    for (const [k, time] of moments.entries())
      if (time >= from && time < to && isOwnLevel(what, template, levels[k]!) && (!last || lines[k]! > last.line))
        last = { time, line: lines[k]!, offset: offsets[k]! }
  }
  return last
}

function isOwnLevel(what: BurstKind, template: TemplateStat, level: number): boolean {
  if (what === 'errors') return isGrave(level) || isErrorByWording(template)
  return what !== 'warnings' || level === LEVELS.indexOf('warn')
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
      if (isErrorByWording(template)) cells.push(picture.firstIn('template', template.number, from, to))
  return cells.reduce((a, b) => (a && b ? (b.line < a.line ? b : a) : (a ?? b)), null)
}
