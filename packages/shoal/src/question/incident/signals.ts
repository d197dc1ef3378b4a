// What a log shows without saying it: kinds of entries that were regular and cease, figures that leave their level, kinds that
// become frequent before the trouble begins.
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import { type Burst, exactBurst, gridOf, type Kind } from './kinds.ts'
import { type LogMoments, type Place, placeOf } from './moments.ts'

export interface Stopped {
  readonly kind: Kind
  /** The last before the silence; the next was due `every` later. */
  readonly at: number
  readonly every: number
  /** When it came again; null for never. */
  readonly again: number | null
  readonly text: string
  readonly place: Place
}

const MOST_KINDS = 300
const FEWEST = 6
const LONGEST_LIST = 50

/** Silences that are several times as long as the longest usual one. */
export async function stoppedKinds(log: LogMoments, kinds: readonly Kind[], asked: Asked): Promise<Stopped[]> {
  const regular = kinds.filter(({ trouble, count }) => trouble === 0 && count >= FEWEST).slice(0, MOST_KINDS)
  if (regular.length === 0) return []
  const byId = new Map(regular.map(kind => [kind.id, kind]))
  const rows = await asked.rows(
    `${log.sql}, steps AS (SELECT kind, moment, text, at_path, at_line, epoch_ms(lead(moment) OVER own) - epoch_ms(moment) AS gap, row_number() OVER own AS nth
FROM log WHERE moment IS NOT NULL AND kind IN (${regular.map(({ id }) => literal(id)).join(', ')}) WINDOW own AS (PARTITION BY kind ORDER BY moment)),
usual AS (SELECT kind, quantile_cont(gap, 0.5) AS half, quantile_cont(gap, 0.9) AS most FROM steps GROUP BY kind)
SELECT kind, epoch_ms(moment), half, gap, text, at_path, at_line FROM steps JOIN usual USING (kind)
WHERE nth >= ${FEWEST} AND half > 0 AND coalesce(gap, ${log.to} - epoch_ms(moment)) > (CASE WHEN most < 1.5 * half THEN 3 ELSE 8 END) * most
ORDER BY moment LIMIT ${LONGEST_LIST}`,
  )
  return rows.map(([kind, at, every, gap, text, path, line]) => ({
    kind: byId.get(String(kind))!,
    at: Number(at),
    every: Number(every),
    again: gap === null ? null : Number(at) + Number(gap),
    text: String(text),
    place: placeOf(path, line),
  }))
}

export interface Drift {
  readonly column: string
  readonly template: string
  /** From here on it stays off its level. */
  readonly at: number
  readonly was: number
  readonly is: number
  readonly place: Place
}

const MOST_MEASURES = 20
const OFF = 0.4
const SPREADS = 5
/** Bins that a level is told from. */
const FEWEST_BINS = 6

/** Figures that leave their level before a moment, or with it; each of the kind of entry that tells it most often. */
export async function driftsOf(log: LogMoments, until: number, asked: Asked): Promise<Drift[]> {
  const drifts: Drift[] = []
  const grid = gridOf(log)
  for (const column of log.measures.slice(0, MOST_MEASURES)) {
    const own = identifier(column)
    const of = `${own} IS NOT NULL AND moment IS NOT NULL AND kind = (SELECT kind FROM log WHERE ${own} IS NOT NULL GROUP BY kind ORDER BY count(*) DESC, kind LIMIT 1)`
    const bin = `floor((epoch_ms(moment) - ${grid.from}) / ${grid.width})::INTEGER`
    const rows = await asked.rows(
      `${log.sql} SELECT ${bin} AS bin, median(${own})::DOUBLE, any_value(template), count(*) FROM log WHERE ${of} GROUP BY 1 HAVING count(*) > 0 ORDER BY 1`,
    )
    const found = leaves(
      rows.map(([at, value]) => ({ bin: Number(at), value: Number(value) })),
      (until - grid.from) / grid.width,
    )
    if (!found) continue
    const edge =
      found.is > found.was ? `${own} > ${(found.was + found.is) / 2}` : `${own} < ${(found.was + found.is) / 2}`
    const [first] = await asked.rows(
      `${log.sql} SELECT epoch_ms(moment), at_path, at_line FROM log WHERE ${of} AND ${edge} AND epoch_ms(moment) >= ${Math.floor(grid.from + found.bin * grid.width)} ORDER BY moment LIMIT 1`,
    )
    if (!first) continue
    drifts.push({
      column,
      template: String(rows[0]![2]),
      at: Number(first[0]),
      was: found.was,
      is: found.is,
      place: placeOf(first[1], first[2]),
    })
  }
  return drifts
}

/** The first bin from which on a series stays off the level that it has at first, up to a moment and beyond it. */
function leaves(series: readonly { bin: number; value: number }[], until: number) {
  const before = series.filter(({ bin }) => bin < until)
  if (before.length < FEWEST_BINS) return null
  const head = before.slice(0, Math.max(4, Math.floor(before.length / 3))).map(({ value }) => value)
  const was = middle(head)
  const spread = middle(head.map(value => Math.abs(value - was)))
  const off = ({ value }: { value: number }) =>
    Math.abs(value - was) > Math.max(SPREADS * spread, OFF * Math.abs(was), 1e-9)
  // With the trouble itself it may be an effect: only what is off before it, or right at it.
  const reach = series.filter(({ bin }) => bin <= until + 3)
  let at = reach.length
  while (at > 0 && off(reach[at - 1]!)) at--
  if (at === reach.length || reach.length - at < 2) return null
  return { bin: reach[at]!.bin, was, is: middle(reach.slice(at).map(({ value }) => value)) }
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

export interface Rise {
  readonly kind: Kind
  readonly burst: Burst
  /** Entries a minute, within and outside. */
  readonly rate: number
  readonly usual: number
}

const MOST_RISES = 6

/** Kinds without trouble that become frequent before a moment. */
export async function risesOf(log: LogMoments, kinds: readonly Kind[], until: number, asked: Asked): Promise<Rise[]> {
  const { width } = gridOf(log)
  const rising = kinds
    .filter(
      ({ trouble, burst }) =>
        trouble === 0 && burst !== null && burst.from <= until + width && burst.to >= until - 4 * width,
    )
    .sort((a, b) => b.burst!.weight - a.burst!.weight)
    .slice(0, MOST_RISES)
  const rises: Rise[] = []
  for (const kind of rising) {
    const burst = await exactBurst(log, kind, 'true', asked)
    const inside = Math.max(1, burst.to - burst.from)
    const rate = (burst.count / inside) * 60_000
    const usual = ((kind.count - burst.count) / Math.max(1, log.to - log.from - inside)) * 60_000
    if (burst.from <= until && rate >= 2 * usual && burst.count >= 10) rises.push({ kind, burst, rate, usual })
  }
  return rises
}
