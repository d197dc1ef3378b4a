// Kinds of entries (templates) and when each is frequent: a burst is the stretch of time that holds most more of a kind than its
// share, by the likelihood that chance would give it.
import { literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import { type LogMoments, type Place, placeOf } from './moments.ts'

export interface Kind {
  readonly id: string
  readonly template: string
  readonly count: number
  readonly trouble: number
  readonly warnings: number
  readonly first: number
  readonly last: number
  /** The first entry of it. */
  readonly text: string
  readonly place: Place
  readonly burst: Burst | null
  /** The burst lasts as long as there are logs: nothing begins. */
  readonly isWhole: boolean
  /** By bins of the whole span. */
  readonly bins: readonly number[]
}

export interface Burst {
  /** Milliseconds; the moments of its first and last entry. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** How surely it is no chance. */
  readonly weight: number
  readonly text: string
  readonly place: Place
}

export const BINS = 120
const MOST_KINDS = 5000
/** Kinds that are looked at closely; the most frequent, and all trouble before them. */
const MOST_BINNED = 1000
const FEWEST = 3
/** Below this a burst may be chance, with so many places to look for one. */
export const SURE = 9
/** Bursts are looked at again at most so often, each time closer. */
const ZOOMS = 3

export interface Grid {
  readonly from: number
  readonly width: number
}

export function gridOf({ from, to }: { readonly from: number; readonly to: number }): Grid {
  return { from, width: Math.max(1, (to - from + 1) / BINS) }
}

const binSql = ({ from, width }: Grid) =>
  `least(${BINS - 1}, greatest(0, floor((epoch_ms(moment) - ${from}) / ${width})))::INTEGER`

export async function kindsOf(log: LogMoments, where: string, asked: Asked): Promise<Kind[]> {
  const rows = await asked.rows(
    `${log.sql} SELECT kind, any_value(template), count(*) AS n, count(*) FILTER (is_trouble) AS bad, count(*) FILTER (is_warning),
epoch_ms(min(moment)), epoch_ms(max(moment)), arg_min(text, moment), arg_min(at_path, moment), arg_min(at_line, moment)
FROM log WHERE moment IS NOT NULL AND ${where} GROUP BY kind ORDER BY bad DESC, n DESC LIMIT ${MOST_KINDS}`,
  )
  const grid = gridOf(log)
  const binned = rows.filter(([, , count]) => Number(count) >= FEWEST).slice(0, MOST_BINNED)
  const bins = await binsOf(
    log,
    binned.map(([id]) => String(id)),
    { grid, where, asked },
  )
  const busy = await busyBins(log, grid, asked)
  return rows.map(([id, template, count, trouble, warnings, first, last, text, path, line]): Kind => {
    const own = bins.get(String(id)) ?? []
    const place = placeOf(path, line)
    const found = own.length === 0 ? null : scanBusy(own, busy)
    return {
      isWhole: found !== null && found.bins > 0.95 * busy.length,
      id: String(id),
      template: String(template),
      count: Number(count),
      trouble: Number(trouble),
      warnings: Number(warnings),
      first: Number(first),
      last: Number(last),
      text: String(text),
      place,
      bins: own,
      burst:
        found && found.weight >= SURE
          ? {
              from: grid.from + found.from * grid.width,
              to: grid.from + found.to * grid.width,
              count: found.count,
              weight: found.weight,
              text: String(text),
              place,
            }
          : null,
    }
  })
}

async function binsOf(
  log: LogMoments,
  ids: readonly string[],
  { grid, where, asked }: { grid: Grid; where: string; asked: Asked },
): Promise<Map<string, number[]>> {
  const bins = new Map<string, number[]>()
  if (ids.length === 0) return bins
  const rows = await asked.rows(
    `${log.sql} SELECT kind, ${binSql(grid)} AS bin, count(*) FROM log WHERE moment IS NOT NULL AND ${where} AND kind IN (${ids.map(literal).join(', ')}) GROUP BY 1, 2`,
  )
  for (const [id, bin, count] of rows) {
    let own = bins.get(String(id))
    if (!own) bins.set(String(id), (own = new Array<number>(BINS).fill(0)))
    own[Number(bin)] = Number(count)
  }
  return bins
}

/**
 * Bins in which logs are written: a note of a deployment on the day before is no time in which an error did not come. Quiet is what has
 * less than a tenth of what half of the others have.
 */
async function busyBins(log: LogMoments, grid: Grid, asked: Asked): Promise<number[]> {
  const rows = await asked.rows(
    `${log.sql} SELECT ${binSql(grid)} AS bin, count(*) AS n FROM log WHERE moment IS NOT NULL GROUP BY 1 ORDER BY n`,
  )
  const median = Number(rows[rows.length >> 1]?.[1] ?? 0)
  return rows.flatMap(([bin, count]) => (Number(count) * 10 >= median ? [Number(bin)] : [])).sort((a, b) => a - b)
}

/** The best stretch of the bins that are busy, by its place among all. */
function scanBusy(bins: readonly number[], busy: readonly number[]): (Found & { readonly bins: number }) | null {
  const found = scan(busy.map(bin => bins[bin]!))
  if (!found) return null
  const { from, to } = found
  return { ...found, from: busy[from]!, to: busy[to - 1]! + 1, bins: to - from }
}

interface Found {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly weight: number
}

/** The stretch of bins that chance would least give so many; the scan statistic of Kulldorff for counts. */
function scan(bins: readonly number[]): Found | null {
  const all = bins.reduce((sum, count) => sum + count, 0)
  let best: Found | null = null
  for (let from = 0; from < bins.length; from++) {
    // A best stretch begins and ends with something.
    if (bins[from] === 0) continue
    let inside = 0
    for (let to = from + 1; to <= bins.length; to++) {
      inside += bins[to - 1]!
      if (bins[to - 1] === 0 || to - from >= bins.length) continue
      const expected = (all * (to - from)) / bins.length
      if (inside <= expected) continue
      const outside = all - inside
      const weight =
        inside * Math.log(inside / expected) + (outside > 0 ? outside * Math.log(outside / (all - expected)) : 0)
      if (!best || weight > best.weight) best = { from, to, count: inside, weight }
    }
  }
  return best
}

/** A burst to the entry: looked at closer and closer, and then its first and last. */
export async function exactBurst(log: LogMoments, kind: Kind, where: string, asked: Asked): Promise<Burst> {
  const own = `kind = ${literal(kind.id)} AND ${where}`
  let { from, to } = kind.burst!
  const width = gridOf(log).width
  // The edges may lie in the bins beside.
  ;[from, to] = [from - width, to + width]
  for (let zoom = 0; zoom < ZOOMS && to - from > BINS * 1000; zoom++) {
    const grid = gridOf({ from, to })
    const rows = await asked.rows(
      `${log.sql} SELECT ${binSql(grid)} AS bin, count(*) FROM log WHERE ${own} AND ${betweenSql(from, to)} GROUP BY 1`,
    )
    const bins = new Array<number>(BINS).fill(0)
    for (const [bin, count] of rows) bins[Number(bin)] = Number(count)
    const found = scan(bins)
    if (!found || found.weight < SURE) break
    const share = found.count / bins.reduce((sum, count) => sum + count, 0)
    // Closer, only a part of it would be seen.
    if (share < 0.9) break
    const next = { from: grid.from + (found.from - 0.5) * grid.width, to: grid.from + (found.to + 0.5) * grid.width }
    const isSame = next.to - next.from > 0.9 * (to - from)
    ;({ from, to } = next)
    if (isSame) break
  }
  const [row] = await asked.rows(
    `${log.sql} SELECT epoch_ms(min(moment)), epoch_ms(max(moment)), count(*), arg_min(text, moment), arg_min(at_path, moment), arg_min(at_line, moment) FROM log WHERE ${own} AND ${betweenSql(from, to)}`,
  )
  const [first, last, count, text, path, line] = row!
  return {
    from: Number(first),
    to: Number(last),
    count: Number(count),
    weight: kind.burst!.weight,
    text: String(text),
    place: placeOf(path, line),
  }
}

export function betweenSql(from: number, to: number): string {
  return `moment BETWEEN make_timestamp(${Math.floor(from * 1000)}::BIGINT) AND make_timestamp(${Math.ceil(to * 1000)}::BIGINT)`
}
