// Counts what the records of a JSON-lines log say together: errors by service and over time, clusters of errors, order.

import { pushAll } from '@shoal/base/model/lists'
import type { Question } from '@shoal/base/model/question'
import { addTo, createSum, type ExactSum, mergeSums } from '../../../text/json-census/exact-sum.ts'
import { Labels, labelOf } from '../../../text/json-census/labels.ts'
import type { RecordWatch, WatchedRecord } from '../../../text/json-census/record-watch.ts'
import { INTEGER, NULL, NUMBER, STRING, stringOf, type Tape } from '../../../text/json-census/tape.ts'
import { createClusters, type ErrorClusters, mergeClusters, noteError } from './error-clusters.ts'
import { type ListedRecords, Listing, mergeListed } from './log-listing.ts'
import type { LogRoles } from './log-roles.ts'
import { IsoReader, timeOfNumber, timeOfText } from './stamps.ts'
import { addMoment, createSeries, type Moment, mergeSeries, type TimeSeries } from './time-series.ts'

const MOST_SOURCES = 1000
const MOST_HOURS = 5000
const SLOWEST = 5
const FIRST_ERRORS = 5

export interface SourceTally {
  count: number
  errors: number
  warnings: number
  timed: number
  readonly sum: ExactSum
  slowest: number
  at: number
  line: number
  firstError: { readonly at: number; readonly line: number } | null
}

export interface LogTally {
  readonly roles: LogRoles
  errors: number
  warnings: number
  /** Offset and line of the first errors. */
  readonly firstErrors: { readonly at: number; readonly line: number }[]
  /** By service or what else the source is; null when there are too many. */
  sources: Map<string, SourceTally> | null
  readonly series: TimeSeries
  readonly clusters: ErrorClusters
  /** Errors by the first 13 characters of their time, where that is a string. */
  hours: Map<string, number> | null
  slowest: { readonly value: number; readonly at: number; readonly line: number }[]
  timed: number
  untimed: number
  /** Records that are earlier than the one before. */
  backwards: number
  firstBackwards: Moment | null
  earliest: Moment | null
  latest: Moment | null
  /** In order of the file. */
  head: Moment | null
  tail: Moment | null
  /** What the question asks to be listed; null when it asks for something else. */
  readonly listed: ListedRecords | null
}

/** What is watched as what. */
const TIME = 0
const LEVEL = 1
const MESSAGE = 2
const SOURCE = 3
const STATUS = 4
const DURATION = 5
const ERRORS = 6

const LEVEL_ERROR = /err|fatal|crit|panic|alert|emerg/i
const LEVEL_FATAL = /fatal|crit|panic|emerg/i
const LEVEL_WARNING = /warn/i

/** 0 nothing, 1 a warning, 2 an error, 3 fatal. */
export function gravity(scale: LogRoles['scale'], written: string | number): 0 | 1 | 2 | 3 {
  // journald writes its numbers as texts.
  const level = scale !== 'words' && /^\d+$/.test(String(written)) ? Number(written) : written
  if (typeof level === 'number' && scale === 'tens') return level >= 60 ? 3 : level >= 50 ? 2 : level >= 40 ? 1 : 0
  if (typeof level === 'number' && scale === 'syslog') return level <= 2 ? 3 : level <= 3 ? 2 : level === 4 ? 1 : 0
  const word = String(level)
  if (LEVEL_ERROR.test(word)) return LEVEL_FATAL.test(word) ? 3 : 2
  return LEVEL_WARNING.test(word) ? 1 : 0
}

export function createLogTally(roles: LogRoles, listed: ListedRecords | null = null): LogTally {
  return {
    roles,
    errors: 0,
    warnings: 0,
    firstErrors: [],
    sources: new Map(),
    series: createSeries(),
    clusters: createClusters(),
    hours: new Map(),
    slowest: [],
    timed: 0,
    untimed: 0,
    backwards: 0,
    firstBackwards: null,
    earliest: null,
    latest: null,
    head: null,
    tail: null,
    listed,
  }
}

/** Watches the fields of a log. */
export class LogWatch implements RecordWatch {
  readonly room: number
  readonly tally: LogTally
  readonly paths: readonly string[]
  private readonly labels = new Labels()
  private readonly listing: Listing | null
  private readonly iso = new IsoReader()
  private readonly gravities = new Map<number, 0 | 1 | 2 | 3>()

  constructor(roles: LogRoles, question: Question) {
    this.listing = Listing.of(question)
    this.tally = createLogTally(roles, this.listing?.listed ?? null)
    const { time, level, message, source, status, duration, errors } = roles
    this.paths = [time, level ?? '', message ?? '', source ?? '', status ?? '', duration ?? '', ...errors]
    this.room = this.paths.length
  }

  indexOf(within: string): number {
    return this.paths.indexOf(within)
  }

  onRecord(record: WatchedRecord): void {
    const { tape, seen, at, line } = record
    const { tally } = this
    const time = seen[TIME]!
    const level = seen[LEVEL]!
    const source = seen[SOURCE]!
    const duration = seen[DURATION]!
    const grave = this.gravityOf(record, level, seen[STATUS]!)
    if (grave === 1) tally.warnings++
    const moment = this.momentOf(record, time)
    if (moment) {
      this.order(moment)
      addMoment(tally.series, moment, grave)
    } else tally.untimed++
    const label = source >= 0 ? this.labels.of(record.buffer, tape, source) : null
    const took = duration >= 0 && isNumber(tape, duration) ? tape.num[duration]! : null
    if (label !== null) this.countSource(label, grave, took, at, line)
    if (took !== null) noteSlow(tally.slowest, took, at, line)
    if (grave > 1) {
      tally.errors++
      if (tally.firstErrors.length < FIRST_ERRORS) tally.firstErrors.push({ at, line })
      if (time >= 0 && tape.kind[time] === STRING) this.countHour(labelOf(record.buffer, tape, time).slice(0, 13))
      const names = [...seen.subarray(ERRORS, this.paths.length)].filter(
        token => token >= 0 && tape.kind[token] !== NULL,
      )
      noteError(tally.clusters, record, {
        names,
        message: seen[MESSAGE]!,
        source: label,
        time: moment?.time ?? null,
        fatal: grave === 3,
      })
    }
    this.listing?.note(grave, level >= 0, () => this.textsOf(record), { at, line, time: moment?.time ?? null })
  }

  /** What the record says: its message and what names its errors. */
  private textsOf({ tape, buffer, seen }: WatchedRecord): string[] {
    return [seen[MESSAGE]!, ...seen.subarray(ERRORS, this.paths.length)]
      .filter(token => token >= 0 && tape.kind[token] === STRING)
      .map(token => stringOf(buffer, tape, token))
  }

  /** By level; without one by the status, or by what names an error. */
  private gravityOf({ tape, buffer, seen }: WatchedRecord, level: number, status: number): 0 | 1 | 2 | 3 {
    const { roles } = this.tally
    if (roles.level !== null) {
      if (level < 0 || tape.kind[level] === NULL) return 0
      const key = tape.lo[level]! * 2 ** 21 + (tape.hi[level]! >>> 11)
      let known = this.gravities.get(key)
      if (known === undefined) {
        known = gravity(roles.scale, isNumber(tape, level) ? tape.num[level]! : labelOf(buffer, tape, level))
        if (this.gravities.size < 1000) this.gravities.set(key, known)
      }
      return known
    }
    if (roles.errors.length > 0)
      return [...seen.subarray(ERRORS, this.paths.length)].some(token => token >= 0 && tape.kind[token] !== NULL)
        ? 2
        : 0
    return status >= 0 && isNumber(tape, status) && tape.num[status]! >= 500 ? 2 : 0
  }

  private momentOf({ tape, buffer, at, line }: WatchedRecord, token: number): Moment | null {
    if (token < 0) return null
    let time = Number.NaN
    if (tape.kind[token] === STRING) {
      time = this.iso.read(buffer, tape.at[token]! + 1, tape.end[token]! - 1)
      if (Number.isNaN(time)) time = timeOfText(labelOf(buffer, tape, token))
    } else if (isNumber(tape, token)) time = timeOfNumber(tape.num[token]!)
    return Number.isFinite(time) ? { time, at, line } : null
  }

  private order(moment: Moment): void {
    const { tally } = this
    tally.timed++
    tally.head ??= moment
    if (tally.tail) follow(tally, tally.tail, moment)
    tally.tail = moment
    if (!tally.earliest || moment.time < tally.earliest.time) tally.earliest = moment
    if (!tally.latest || moment.time > tally.latest.time) tally.latest = moment
  }

  private countSource(label: string, grave: number, took: number | null, at: number, line: number): void {
    const { tally } = this
    if (tally.sources === null) return
    let source = tally.sources.get(label)
    if (!source) {
      if (tally.sources.size === MOST_SOURCES) {
        tally.sources = null
        return
      }
      source = {
        count: 0,
        errors: 0,
        warnings: 0,
        timed: 0,
        sum: createSum(),
        slowest: Number.NEGATIVE_INFINITY,
        at,
        line,
        firstError: null,
      }
      tally.sources.set(label, source)
    }
    source.count++
    if (grave > 1) {
      source.errors++
      source.firstError ??= { at, line }
    } else if (grave === 1) source.warnings++
    if (took === null) return
    source.timed++
    addTo(source.sum, took)
    if (took > source.slowest) source.slowest = took
  }

  private countHour(hour: string): void {
    const { hours } = this.tally
    if (hours === null) return
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    if (hours.size > MOST_HOURS) this.tally.hours = null
  }
}

export function mergeLogs(into: LogTally, from: LogTally): void {
  into.errors += from.errors
  into.warnings += from.warnings
  pushAll(into.firstErrors, from.firstErrors.slice(0, FIRST_ERRORS - into.firstErrors.length))
  mergeSources(into, from)
  mergeSeries(into.series, from.series)
  mergeClusters(into.clusters, from.clusters)
  if (into.hours && from.hours) {
    for (const [hour, count] of from.hours) into.hours.set(hour, (into.hours.get(hour) ?? 0) + count)
    if (into.hours.size > MOST_HOURS) into.hours = null
  } else into.hours = null
  for (const { value, at, line } of from.slowest) noteSlow(into.slowest, value, at, line)
  into.timed += from.timed
  into.untimed += from.untimed
  into.backwards += from.backwards
  into.firstBackwards ??= from.firstBackwards
  if (into.tail && from.head) follow(into, into.tail, from.head)
  if (from.earliest && (!into.earliest || from.earliest.time < into.earliest.time)) into.earliest = from.earliest
  if (from.latest && (!into.latest || from.latest.time > into.latest.time)) into.latest = from.latest
  mergeListed(into.listed, from.listed)
  into.head ??= from.head
  into.tail = from.tail ?? into.tail
}

/** Two records that follow each other in the file. */
function follow(tally: LogTally, before: Moment, moment: Moment): void {
  if (moment.time >= before.time) return
  tally.backwards++
  if (!tally.firstBackwards || moment.at < tally.firstBackwards.at) tally.firstBackwards = moment
}

function mergeSources(into: LogTally, from: LogTally): void {
  if (into.sources === null || from.sources === null) {
    into.sources = null
    return
  }
  for (const [label, source] of from.sources) {
    const own = into.sources.get(label)
    if (!own) into.sources.set(label, source)
    else {
      own.count += source.count
      own.errors += source.errors
      own.firstError ??= source.firstError
      own.warnings += source.warnings
      own.timed += source.timed
      mergeSums(own.sum, source.sum)
      own.slowest = Math.max(own.slowest, source.slowest)
    }
  }
  if (into.sources.size > MOST_SOURCES) into.sources = null
}

/** The largest values; of equal ones those that stand first. */
function noteSlow(list: LogTally['slowest'], value: number, at: number, line: number): void {
  if (list.length === SLOWEST && value <= list[SLOWEST - 1]!.value) return
  list.push({ value, at, line })
  list.sort((a, b) => b.value - a.value || a.at - b.at)
  if (list.length > SLOWEST) list.pop()
}

function isNumber(tape: Tape, token: number): boolean {
  return (tape.kind[token] === INTEGER || tape.kind[token] === NUMBER) && Number.isFinite(tape.num[token])
}
