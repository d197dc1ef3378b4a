// Errors with their stack traces, counted by the class of the error and the frame it comes from.
import type { Frame } from '../../../text/stack-trace/frames.ts'
import { readTrace, type StackTrace } from '../../../text/stack-trace/read-trace.ts'
import { isCalm } from './entry-groups.ts'
import { LEVELS, type OpenEntry, type TraceStat, type TraceTally } from './tally.ts'

/** Lines of an entry that are kept until it ends. */
export const MOST_DETAILS = 400
const MOST_TRACES = 4096
const MOST_FRAMES = 20
/** A line that only traces have; without one nothing is read. */
const HINT = /^\s*(?:at \S|File "|#\d+ |(?:from )?\S+:\d+:in |\S+\.(?:go|s):\d+)|panicked at /

/** Reads the trace of an ended entry and counts it; false if it has none. */
export function addTrace(tally: TraceTally, entry: OpenEntry): boolean {
  const trace = traceOf(entry.content, entry.details)
  if (trace) unite(tally, traceStat(entry, trace))
  return trace !== null
}

/** The trace in the lines that continue an entry. */
export function traceOf(content: string, details: readonly string[]): StackTrace | null {
  return details.some(line => HINT.test(line)) ? readTrace([content, ...details]) : null
}

/** Adds what a later part of the file counted. */
export function mergeTraces(tally: TraceTally, later: TraceTally): void {
  while (tally.step < later.step) shrink(tally)
  for (const stat of later.stats.values()) unite(tally, { ...stat, levels: [...stat.levels] })
}

export function frameText({ function: name, file, line }: Frame): string {
  if (file === null) return name
  return `${name} (${line === null ? file : `${file}:${line}`})`
}

function unite(tally: TraceTally, stat: TraceStat): void {
  const id = idOf(stat, tally.step)
  const seen = tally.stats.get(id)
  if (!seen) {
    tally.stats.set(id, stat)
    if (tally.stats.size > MOST_TRACES) shrink(tally)
    return
  }
  seen.count += stat.count
  for (const k of LEVELS.keys()) seen.levels[k]! += stat.levels[k]!
  if (stat.last.line > seen.last.line) seen.last = stat.last
}

/** What makes traces the same; when there are too many, less and less. */
function idOf({ key, errorClass, root, language, calm }: TraceStat, step: number): string {
  return JSON.stringify([...[key, errorClass, root].slice(0, 3 - step), language, calm])
}

function shrink(tally: TraceTally): void {
  const stats = tally.stats
  tally.stats = new Map()
  tally.step++
  for (const stat of stats.values()) unite(tally, stat)
}

function traceStat(entry: OpenEntry, trace: StackTrace): TraceStat {
  const levels = LEVELS.map(() => 0)
  levels[entry.level] = 1
  return {
    key: entry.key,
    errorClass: trace.errorClass,
    message: trace.message.slice(0, 300),
    language: trace.language,
    root: frameText(trace.root),
    calm: isCalm(entry.level),
    frames: trace.frames.slice(0, MOST_FRAMES).map(frameText),
    outer: trace.outer.slice(0, 5),
    count: 1,
    levels,
    first: entry.spot,
    last: entry.spot,
    detailLines: entry.detailCount,
  }
}
