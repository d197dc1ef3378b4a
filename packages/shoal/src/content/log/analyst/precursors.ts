// What announces a burst: templates that are new, or come far more often, in the time just before it.
import { sum } from '../../../text/timeline/row-sum.ts'
import type { LogBurst, Precursor } from './log-burst.ts'
import { type Picture, RANKS } from './picture.ts'
import type { Axis } from './time-rows.ts'

const MOST_TOLD = 5
/** As long as the burst itself, within these bounds, in buckets. */
const SHORTEST = 3
const LONGEST = 12
/** What came only once or twice may have come by chance. */
const FEWEST_NEW = 3
/** How surely chance alone cannot be the reason, in natural logarithms of odds. */
const SURE = 6

export function precursorsOf(
  picture: Picture,
  axis: Axis,
  { burst, first, members }: Pick<LogBurst, 'burst' | 'first' | 'members'>,
  compared: number,
): Precursor[] {
  const length = Math.min(LONGEST, Math.max(SHORTEST, burst.to - burst.from))
  const start = Math.max(0, burst.from - length)
  const size = burst.from - start
  if (start < 2) return []
  const since = axis.from + start * axis.width
  const own = new Set(members.map(({ template }) => template))
  const isNewsUsual = newsPerBucket(picture, axis, start) * size > 2
  const found = picture.templates.slice(0, compared).flatMap((template): Precursor[] => {
    if (own.has(template)) return []
    const row = picture.templateRow(template)
    const count = sum(row, start, burst.from)
    if (template.first.time >= since) {
      const { line, offset } = template.first
      const isTelling = line < first.line && count >= FEWEST_NEW && (!isNewsUsual || template.rank !== 'calm')
      return isTelling
        ? [{ template, how: 'new', count: Math.max(1, count), usual: 0, place: { line, offset, count } }]
        : []
    }
    const usual = (sum(row, 0, start) / start) * size
    const expected = Math.max(usual, 0.5)
    const evidence = count > 0 ? count * Math.log(count / expected) - (count - expected) : 0
    const place = picture.firstIn('template', template.number, start, burst.from)
    const isRaised = count >= 4 && count >= 3 * expected && evidence >= SURE
    return place && isRaised ? [{ template, how: 'raised', count, usual, place }] : []
  })
  const grave = ({ template }: Precursor) => RANKS.indexOf(template.rank)
  return found
    .sort((a, b) => grave(b) - grave(a) || Number(b.how === 'new') - Number(a.how === 'new') || b.count - a.count)
    .slice(0, MOST_TOLD)
    .sort((a, b) => a.place.line - b.place.line)
}

/** How many templates come for the first time in a bucket, once the log has warmed up. */
function newsPerBucket({ templates }: Picture, axis: Axis, until: number): number {
  const warm = axis.from + Math.ceil(axis.size * 0.1) * axis.width
  const end = axis.from + until * axis.width
  if (end <= warm) return 0
  const fresh = templates.filter(({ first }) => first.time >= warm && first.time < end).length
  return fresh / ((end - warm) / axis.width)
}
