// All that a log shows, worked out once: findings, figures, panels and answers are told from it.
import type { SourceText } from '@shoal/base/model/source'
import { LeftOut } from '../../../text/left-out.ts'
import { findSilences, lengthOf, type Step } from '../../../text/timeline/order.ts'
import { saidTime } from '../../../text/timeline/written-time.ts'
import { burstsOf } from './bursts.ts'
import { clustersOf, type ErrorCluster } from './clusters.ts'
import type { LogBurst } from './log-burst.ts'
import { type Picture, RANKS, type TemplateStat } from './picture.ts'
import { fullLineAt } from './quotes.ts'
import { type LogRhythm, rhythmsOf } from './rhythms.ts'
import { counted } from './wording.ts'

export interface Story {
  readonly picture: Picture
  readonly source: SourceText
  readonly clusters: readonly ErrorCluster[]
  readonly bursts: readonly LogBurst[]
  readonly leftOut: LeftOut
  readonly silences: readonly Step[]
  /** Where the clock went back by more than threads explain, the farthest first. */
  readonly jumps: readonly Step[]
  readonly rhythms: readonly LogRhythm[]
  /** Templates that came for the first time in the last tenth of the entries. */
  readonly late: readonly TemplateStat[]
  /** What happened, in order of time. */
  readonly events: readonly StoryEvent[]
  /** The time of the entry at an offset, and how it is written there; else the time given, in our own way. */
  placeAt(offset: number, time: number): { readonly time: number; readonly stamp: string }
  stampAt(offset: number, time: number): string
}

export interface StoryEvent {
  readonly line: number
  readonly time: number
  /** The time as the log writes it, but for one that is counted from 1970. */
  readonly stamp: string
  readonly what: string
}

/** A minute: less is threads and buffers, not the clock. */
const JUMP = 60_000
/** An hour: no log that is one goes back so far again and again, and what comes often in several says nothing. */
const FAR_BACK = 3_600_000
/** As much of an entry as tells what it says. */
const LONGEST_CONTENT = 400

export function storyOf(picture: Picture, source: SourceText): Story {
  const { order, entries } = picture.whole
  // Where the clock goes back again and again, the file is several logs in one, and silences mean nothing.
  const isOrdered = order.backCount <= Math.max(3, entries * 0.01)
  const placeAt = (offset: number, time: number) => {
    const { timestamp, epochMs } = picture.format.lines.split(fullLineAt(source, offset))
    const moment = picture.format.moment(epochMs)
    return Number.isNaN(moment)
      ? { time, stamp: picture.format.sayTime(time) }
      : { time: moment, stamp: timestamp === undefined ? picture.format.sayTime(moment) : saidTime(timestamp) }
  }
  const contentAt = (offset: number) =>
    picture.format.lines.split(fullLineAt(source, offset)).content.slice(0, LONGEST_CONTENT)
  const leftOut = new LeftOut()
  const jumps = order.back.filter(step => -lengthOf(step) >= JUMP)
  const isOne = isOrdered || jumps.filter(step => -lengthOf(step) >= FAR_BACK).length < 3
  const story = {
    picture,
    source,
    clusters: clustersOf(picture, contentAt),
    bursts: isOne ? burstsOf(picture, leftOut) : [],
    leftOut,
    silences: isOrdered ? findSilences(order) : [],
    jumps,
    rhythms: rhythmsOf(picture),
    late: lateTemplates(picture),
    placeAt,
    stampAt: (offset: number, time: number) => placeAt(offset, time).stamp,
  }
  return { ...story, events: eventsOf(story) }
}

function lateTemplates({ templates, whole }: Picture): TemplateStat[] {
  if (whole.entries < 100) return []
  const from = whole.lines * 0.9
  return templates
    .filter(({ first }) => first.line > from)
    .sort((a, b) => RANKS.indexOf(b.rank) - RANKS.indexOf(a.rank) || b.count - a.count || a.first.line - b.first.line)
}

const MOST_EVENTS = 60
const LONGEST = 300

function eventsOf({ clusters, bursts, silences, rhythms, placeAt }: Omit<Story, 'events'>): StoryEvent[] {
  const events: StoryEvent[] = []
  const tell = (line: number, offset: number, time: number, what: string) =>
    events.push({ line, ...placeAt(offset, time), what: what.slice(0, LONGEST) })
  const grave = clusters.filter(({ rank }) => rank === 'error' || rank === 'fatal')
  if (grave.length > 0) {
    const { first, template } = grave.reduce((a, b) => (b.first.line < a.first.line ? b : a))
    tell(first.line, first.offset, first.time, `first error: ${template.template}`)
  }
  for (const { what, template, from, burst, first, last, precursors } of bursts) {
    const name = template?.template ?? what
    tell(first.line, first.offset, from, `burst of ${name} begins (${burst.count} until it ends)`)
    if (last) tell(last.line, last.offset, last.time, `burst of ${name} ends`)
    for (const { template: before, how, place } of precursors)
      tell(place.line, place.offset, from, `${how} before it: ${before.template}`)
  }
  for (const { before, after } of silences) {
    tell(before.line, before.offset, before.time, 'the log falls silent')
    tell(after.line, after.offset, after.time, 'the log goes on')
  }
  for (const { template, missed } of rhythms)
    for (const { time, line, offset, beats } of missed.slice(0, 3))
      tell(line, offset, time, `last before a pause of ${counted(beats, 'beat')}: ${template.template}`)
  return events
    .filter(({ time }) => !Number.isNaN(time))
    .sort((a, b) => a.time - b.time || a.line - b.line)
    .slice(0, MOST_EVENTS)
}
