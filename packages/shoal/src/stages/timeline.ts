// Findings that know when they happened, in the order of time.
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { compareText } from './rank.ts'

const WHEN = ['first_seen', 'first_time', 'first', 'from', 'start', 'since', 'at', 'time'] as const
const MOST = 100

/** `timeline` for the metadata of a type, or nothing when no finding has a time; with the total where not all are listed. */
export function timelineOf(findings: readonly Finding[]): { timeline?: Json; timeline_total?: number } {
  const events = findings.flatMap(({ id, stats, summary, path, line }) => {
    const time = timeIn(stats)
    return time === null ? [] : [{ time: time.text, at: time.at, id, summary, path, line }]
  })
  if (events.length === 0) return {}
  events.sort((a, b) => a.at - b.at || compareText(a.path, b.path) || a.line - b.line)
  const timeline = events.slice(0, MOST).map(({ at: _, ...event }) => event)
  return { timeline, ...(events.length > MOST && { timeline_total: events.length }) }
}

function timeIn(stats: Json | undefined): { text: string; at: number } | null {
  if (stats === undefined || stats === null || typeof stats !== 'object' || Array.isArray(stats)) return null
  const record = stats as { readonly [key: string]: Json }
  for (const key of WHEN) {
    const text = record[key]
    if (typeof text !== 'string' || !/\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}/.test(text)) continue
    const at = Date.parse(/\d{4}/.test(text) ? text : `1970-01-01T${text}`)
    if (!Number.isNaN(at)) return { text, at }
  }
  // One that several files or lines have begins where the first of them does.
  const times = [record.by_file, record.by_line].flatMap(parts =>
    parts !== null && typeof parts === 'object' ? Object.values(parts).flatMap(part => timeIn(part as Json) ?? []) : [],
  )
  return times.length === 0 ? null : times.reduce((first, next) => (next.at < first.at ? next : first))
}
