// Groups that are steps of time: years, quarters, months, weeks, days, hours. Each has a number, and the next has the next.
import { largest, smallest } from '../model/lists.ts'

export interface Step {
  readonly unit: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute'
  readonly index: number
  readonly label: string
}

const DAY = 86_400_000
const WEEK = 7 * DAY
const HOUR = DAY / 24
const MINUTE = HOUR / 60
const MOST_STEPS = 2000

const FORMS: readonly (readonly [pattern: RegExp, unit: Step['unit'], index: (parts: readonly number[]) => number])[] =
  [
    [/^(\d{4})$/, 'year', ([year]) => year!],
    [/^(\d{4})-Q([1-4])$/, 'quarter', ([year, quarter]) => year! * 4 + quarter! - 1],
    [/^(\d{4})-(0[1-9]|1[0-2])$/, 'month', ([year, month]) => year! * 12 + month! - 1],
    [/^(\d{4})-W(0[1-9]|[1-4]\d|5[0-3])$/, 'week', ([year, week]) => thursdayOf(year!) / WEEK + week! - 1],
    [/^(\d{4})-(\d\d)-(\d\d)$/, 'day', ([year, month, day]) => Date.UTC(year!, month! - 1, day!) / DAY],
    [
      /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d)(?::00(?::00)?)?$/,
      'hour',
      ([year, month, day, hour]) => Date.UTC(year!, month! - 1, day!, hour!) / HOUR,
    ],
    [
      /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::00)?$/,
      'minute',
      ([year, month, day, hour, minute]) => Date.UTC(year!, month! - 1, day!, hour!, minute!) / MINUTE,
    ],
  ]

export function stepOf(label: string): Step | null {
  for (const [pattern, unit, index] of FORMS) {
    const match = pattern.exec(label)
    if (match) return { unit, index: index(match.slice(1).map(Number)), label }
  }
  return null
}

/** All from the first to the last; null where they are too many to be drawn. */
export function stepsBetween(steps: readonly Step[]): Step[] | null {
  const indices = steps.map(({ index }) => index)
  const [first, last] = [smallest(indices), largest(indices)]
  if (!Number.isInteger(first) || last - first >= MOST_STEPS) return null
  const known = new Map(steps.map(step => [step.index, step]))
  const { unit } = steps[0]!
  return Array.from(
    { length: last - first + 1 },
    (_, k) => known.get(first + k) ?? { unit, index: first + k, label: labelOf(unit, first + k) },
  )
}

function labelOf(unit: Step['unit'], index: number): string {
  const iso = (time: number) => new Date(time).toISOString()
  switch (unit) {
    case 'year':
      return String(index)
    case 'quarter':
      return `${Math.floor(index / 4)}-Q${(index % 4) + 1}`
    case 'month':
      return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    case 'week': {
      const year = new Date(index * WEEK).getUTCFullYear()
      return `${year}-W${String(index - thursdayOf(year) / WEEK + 1).padStart(2, '0')}`
    }
    case 'day':
      return iso(index * DAY).slice(0, 10)
    case 'hour':
      return iso(index * HOUR)
        .slice(0, 13)
        .replace('T', ' ')
    case 'minute':
      return iso(index * MINUTE)
        .slice(0, 16)
        .replace('T', ' ')
  }
}

/** Of the first week of a year by ISO 8601: a week is in the year of its Thursday, and 1970 began with one. */
function thursdayOf(year: number): number {
  const fourth = Date.UTC(year, 0, 4)
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7
  return fourth + (3 - weekday) * DAY
}
