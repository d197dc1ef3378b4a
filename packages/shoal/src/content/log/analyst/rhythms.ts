// What comes at regular times in a log, the beats it missed, and whether it stopped.
import type { Moment } from '../../../text/timeline/order.ts'
import { findRhythm, type Rhythm } from '../../../text/timeline/rhythm.ts'
import type { Picture, TemplateStat } from './picture.ts'

export interface LogRhythm {
  readonly template: TemplateStat
  readonly rhythm: Rhythm
  /** Pauses: the beat before, and how many did not come. */
  readonly missed: readonly (Moment & { readonly beats: number })[]
  /** Beats that should have come between its last one and the end of the log. */
  readonly stopped: number
}

const MOST_LOOKED_AT = 2000

/** The rhythms of a log, those with missed beats first. */
export function rhythmsOf(picture: Picture): LogRhythm[] {
  const end = endOf(picture)
  return picture.templates
    .slice(0, MOST_LOOKED_AT)
    .flatMap((template): LogRhythm[] => {
      const times = template.beats?.times ?? []
      const rhythm = findRhythm(times)
      if (!rhythm) return []
      const { lines, offsets } = template.beats!
      const missed = rhythm.missed.map(({ after: k, beats }) => ({
        beats,
        time: times[k]!,
        line: lines[k]!,
        offset: offsets[k]!,
      }))
      // An error that comes no more, or not at every beat, is good news.
      if (template.rank !== 'calm') return [{ template, rhythm, missed: [], stopped: 0 }]
      const left = Math.floor((end - times.at(-1)!) / rhythm.period)
      return [{ template, rhythm, missed, stopped: left >= 3 ? left : 0 }]
    })
    .sort((a, b) => beatsMissed(b) - beatsMissed(a) || b.template.count - a.template.count)
}

export function beatsMissed({ missed, stopped }: LogRhythm): number {
  return missed.reduce((sum, { beats }) => sum + beats, 0) + stopped
}

function endOf({ templates }: Picture): number {
  return templates.reduce((end, { last }) => Math.max(last.time, end), Number.NEGATIVE_INFINITY)
}
