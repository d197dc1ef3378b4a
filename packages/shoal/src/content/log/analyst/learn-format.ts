// Learns how the lines of a log are built from lines spread over the whole file, so that every stretch of it is read in
// the same way.

import { pushAll } from '@shoal/base/model/lists'
import type { SourceText } from '@shoal/base/model/source'
import type { LineFormat } from '../../../text/log/format.ts'
import { findHeader } from '../../../text/log/header.ts'
import { jsonFormat, type RecordFormat } from '../../../text/log/record-format.ts'
import { fitsGrid } from '../../../text/timeline/cell-grid.ts'
import { isEpoch } from '../../../text/timeline/written-time.ts'

export interface LogFormat<F extends LineFormat = LineFormat> {
  readonly lines: F
  /** The moment of an entry in milliseconds; years and days that the log leaves out are filled in. NaN if unknown. */
  moment(time: number | null | undefined): number
  /** A moment for people, with as much of the date as the log writes itself. */
  timeText(time: number): string
  /** The same for sentences, beside the times of entries: what the log counts from 1970 is in UTC. */
  sayTime(time: number): string
}

const HEAD_UNITS = 32 * 1024
const SPREAD = 16
const SPREAD_UNITS = 4 * 1024
const LONGEST = 16 * 1024
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Times without a year are read as of the year 2000. */
const NEXT_YEAR = Date.UTC(2001, 0, 1)

export function learnFormat(source: SourceText): LogFormat {
  return formatOf(source, findHeader(sampleLines(source)))
}

/** The same where every line is a JSON object, whatever the sample may look like. */
export function learnJsonFormat(source: SourceText): LogFormat<RecordFormat> {
  return formatOf(source, jsonFormat(sampleLines(source), findHeader))
}

function formatOf<F extends LineFormat>(source: SourceText, lines: F): LogFormat<F> {
  const { start, wrap, slack, zone } = wrapOf(lines, linesOf(source, 0, Math.min(source.size, HEAD_UNITS)))
  const timeText = (time: number) => {
    if (wrap === 0) return isoText(time)
    return wrap === DAY ? isoText(time).slice(11) : isoText(time < NEXT_YEAR ? time : time - wrap).slice(5)
  }
  return {
    lines,
    moment: time => {
      if (time === null || time === undefined || !fitsGrid(time)) return Number.NaN
      return wrap > 0 && time < start - slack ? time + wrap : time
    },
    timeText,
    sayTime: time => timeText(time) + zone,
  }
}

/** `2026-02-11 01:52:45`; a time beyond all calendars as its number. */
function isoText(time: number): string {
  const date = new Date(Math.floor(time / 1000) * 1000)
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().slice(0, 19).replace('T', ' ')
}

/** The lines of the head, and of some places spread over the rest. */
function sampleLines(source: SourceText): string[] {
  const head = Math.min(source.size, HEAD_UNITS)
  const lines = linesOf(source, 0, head)
  const rest = source.size - head
  const places = Math.min(SPREAD, Math.floor(rest / SPREAD_UNITS))
  for (let k = 0; k < places; k++) {
    const start = head + Math.floor((rest * k) / places)
    // The first line of a place may have begun before it.
    pushAll(lines, linesOf(source, start, Math.min(source.size, start + SPREAD_UNITS)).slice(1))
  }
  return lines
}

/** The whole lines of a stretch; the last only where the file ends with it. */
function linesOf(source: SourceText, start: number, end: number): string[] {
  const eol = source.eol === 10 ? /\r?\n/ : '\r'
  const lines = source.text(start, end).split(eol)
  const last = lines.pop()!
  if (last !== '' && (end === source.size || lines.length === 0)) lines.push(last)
  return lines.map(line => (line.length > LONGEST ? line.slice(0, LONGEST) : line))
}

const UNWRAPPED: Wrap = { start: 0, wrap: 0, slack: 0, zone: '' }

interface Wrap {
  readonly start: number
  readonly wrap: number
  readonly slack: number
  readonly zone: 'Z' | ''
}

/**
 * Times without a year, or without a day, start again at some point: what lies clearly before the first entry of the
 * file belongs to the next year, or day.
 */
function wrapOf(format: LineFormat, lines: readonly string[]): Wrap {
  for (const line of lines) {
    const { timestamp, epochMs, lacks } = format.split(line)
    if (timestamp === undefined || epochMs === null || epochMs === undefined) continue
    if (isEpoch(timestamp)) return { ...UNWRAPPED, zone: 'Z' }
    if (lacks !== 'year' && lacks !== 'date') break
    return lacks === 'date'
      ? { start: epochMs, wrap: DAY, slack: 60 * MINUTE, zone: '' }
      : { start: epochMs, wrap: 366 * DAY, slack: 31 * DAY, zone: '' }
  }
  return UNWRAPPED
}
