// Bursts of a log: errors, warnings, server errors, single templates and the whole of it, each with what came before.
import type { LeftOut } from '../../../text/left-out.ts'
import { type Burst, findBursts } from '../../../text/timeline/bursts.ts'
import type { Moment } from '../../../text/timeline/order.ts'
import { sum } from '../../../text/timeline/row-sum.ts'
import { type BurstSpan, type RowName, spanOf } from './burst-span.ts'
import { isGrave } from './entry-groups.ts'
import type { BurstKind, LogBurst } from './log-burst.ts'
import { isErrorByWording, type Picture, RANKS, type TemplateStat } from './picture.ts'
import { precursorsOf } from './precursors.ts'
import { CLIENT_ERRORS, LEVELS, SERVER_ERRORS } from './tally.ts'
import type { Axis } from './time-rows.ts'

/** Templates are compared over time only while they are not too many. */
const MOST_COMPARED = 2000
/** More bursts than this are waves. */
const MOST_BURSTS = 3
const FEWEST_BUCKETS = 10
/** Of fewer entries nobody knows how often they usually come. */
const FEWEST_ENTRIES = 30
const MOST_MEMBERS = 5
const LONGEST_SHARE = 0.25

export function burstsOf(picture: Picture, leftOut: LeftOut): LogBurst[] {
  const { axis } = picture
  if (axis === null || axis.size < FEWEST_BUCKETS || picture.whole.entries < FEWEST_ENTRIES) return []
  const { all } = picture
  const told = [
    ...burstsIn(picture, axis, all, 'errors', picture.errors, {}),
    ...burstsIn(picture, axis, all, 'server errors', picture.row(SERVER_ERRORS), {}),
    ...burstsIn(picture, axis, all, 'client errors', picture.row(CLIENT_ERRORS), { least: 30, ratio: 5 }),
    ...burstsIn(picture, axis, all, 'warnings', picture.row(LEVELS.indexOf('warn')), { least: 10 }).filter(isOwn),
  ]
  const volume = burstsIn(picture, axis, all, 'volume', all, { least: 50, ratio: 4 })
  const single = templateBursts(picture, axis, all).filter(own => !told.some(other => overlap(own, other)))
  return [
    ...told,
    ...volume.filter(burst => !told.some(other => isOwn(other) && overlap(burst, other))),
    ...leftOut.first(single, MOST_BURSTS, 'bursts of single messages are told of'),
  ]
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
  const rows = rowsOf(picture, what)
  const spans = bursts.map(found => ({ found, ...spanOf(picture, axis, rows, found, bursts) }))
  const waves = bursts.length > MOST_BURSTS ? spans.map(({ burst }) => burst) : []
  return (waves.length > 0 ? [strongest(spans)] : spans).flatMap((span): LogBurst[] => {
    const { burst, from, to, first } = span
    // What lasts so long is no burst, but how things are from then on, or were until then.
    if (!first || to - from > LONGEST_SHARE * axis.size * axis.width) return []
    const members = membersOf(picture, what, span)
    const withAll = what !== 'volume' && risesWithAll(row, all, span.found)
    const last = what === 'errors' || what === 'warnings' ? lastOf(what, span, members) : null
    const found = {
      what,
      template: null,
      burst,
      from,
      to,
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
  const found: { template: TemplateStat; burst: Burst; bursts: readonly Burst[] }[] = []
  for (const template of picture.templates.slice(0, MOST_COMPARED)) {
    if (template.count < 10) break
    if (template.denial) continue
    const row = picture.templateRow(template)
    const bursts = findBursts(row, { least: 10, ratio: 5 })
    if (bursts.length > MOST_BURSTS) continue
    for (const burst of bursts) if (!risesWithAll(row, all, burst)) found.push({ template, burst, bursts })
  }
  const firstLine = ({ template, burst }: (typeof found)[number]) =>
    picture.firstIn('template', template.number, burst.from, burst.to)!.line
  found.sort((a, b) => weight(b) - weight(a) || firstLine(a) - firstLine(b))
  const told: typeof found = []
  for (const one of found)
    if (!told.some(({ burst }) => burst.from < one.burst.to && one.burst.from < burst.to)) told.push(one)
  return told.flatMap(({ template, burst, bursts }): LogBurst[] => {
    const span = spanOf(picture, axis, [{ kind: 'template', row: template.number }], burst, bursts)
    if (!span.first || span.to - span.from > LONGEST_SHARE * axis.size * axis.width) return []
    const members = [{ template, count: span.burst.count }]
    const last = lastOf('template', span, members)
    const { first } = span
    return [{ what: 'template', template, ...span, first, last, members, precursors: [], waves: [], withAll: false }]
  })
}

/** The one with the most entries above the usual. */
function strongest<Span extends BurstSpan>(spans: readonly Span[]): Span {
  const excess = ({ burst: { count, ratio } }: BurstSpan) => count - count / ratio
  return spans.reduce((a, b) => (excess(b) > excess(a) ? b : a))
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

function weight({ template, burst }: { readonly template: TemplateStat; readonly burst: Burst }): number {
  return RANKS.indexOf(template.rank) * 1e9 + burst.count * Math.log(burst.ratio)
}

/** Templates with entries of the burst's own kind, and how many; those with most first. */
function membersOf(picture: Picture, what: BurstKind, { from, to, burst }: BurstSpan): LogBurst['members'] {
  return picture.templates
    .slice(0, MOST_COMPARED)
    .map(template => {
      const cells = picture.cellsIn(ownRow(what, template), template.number, from, to)
      // Templates may be known in wider steps than the span has.
      const count = cells.reduce((total, cell) => total + cell.count, 0)
      return { template, count: Math.min(count, burst.count) }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.template.number - b.template.number)
}

/** The entries of a template that a kind of burst is made of. */
function ownRow(what: BurstKind, template: TemplateStat): RowName['kind'] {
  if (what === 'volume' || what === 'template') return 'template'
  return what === 'errors' && isOwnByWording(template) ? 'template' : what
}

function isOwnByWording(template: TemplateStat): boolean {
  return isErrorByWording(template) && !template.denial
}

/** The last entry of a burst; null where not all of its entries are known one by one. */
function lastOf(what: BurstKind, { from, to, burst }: BurstSpan, members: LogBurst['members']): Moment | null {
  let last: Moment | null = null
  let known = 0
  for (const { template } of members) {
    if (template.beats === null) return null
    const { times, lines, offsets, levels } = template.beats
    for (const [k, time] of times.entries()) {
      if (time < from || time >= to || !isOwnLevel(what, template, levels[k]!)) continue
      known++
      if (!last || time > last.time) last = { time, line: lines[k]!, offset: offsets[k]! }
    }
  }
  return known === burst.count ? last : null
}

function isOwnLevel(what: BurstKind, template: TemplateStat, level: number): boolean {
  if (what === 'errors') return isGrave(level) || isErrorByWording(template)
  return what !== 'warnings' || level === LEVELS.indexOf('warn')
}

const ROWS: Readonly<Record<BurstKind, readonly number[]>> = {
  errors: [LEVELS.indexOf('error'), LEVELS.indexOf('fatal')],
  warnings: [LEVELS.indexOf('warn')],
  'server errors': [SERVER_ERRORS],
  'client errors': [CLIENT_ERRORS],
  template: [],
  volume: [...LEVELS.keys()],
}

/** The rows that a kind of burst is counted in. Errors by wording are on no level's row. */
function rowsOf(picture: Picture, what: BurstKind): RowName[] {
  const worded = what === 'errors' ? picture.templates.filter(isOwnByWording) : []
  return [
    ...ROWS[what].map(row => ({ kind: 'level', row }) as const),
    ...worded.map(({ number }) => ({ kind: 'template', row: number }) as const),
  ]
}
