// Reports as resources: whole where they are of a size that clients take, else as far as there is room.
import { isRecord } from '@shoal/base/model/option-values'
import type { RunReport } from '@shoal/base/model/report'
import { renderReport } from '../run/render-report.ts'
import { clipped, within } from './room.ts'

/** Characters of one resource. A message of many megabytes makes clients drop the connection. */
export const MOST_OF_RESOURCE = 400_000
/** Findings listed of each file in Markdown. */
const MOST_OF_A_FILE = 20
/** Characters for saying what was left out. */
const ROOM_FOR_NOTES = 20_000
/** Below so many keys, what does not fit is left out whole. */
const DEEPEST = 4

const LAST_LINE = '… page on with the tool `report`\n'
const MORE = 'the tool `findings` has every finding, the tool `report` with format "json" all of this'

/** Whole lines. */
export async function reportMarkdownWithin(report: RunReport): Promise<string> {
  const text = await renderReport(report, 'md', { full: true, top: MOST_OF_A_FILE })
  if (text.length <= MOST_OF_RESOURCE) return text
  const room = MOST_OF_RESOURCE - LAST_LINE.length
  return text.slice(0, text.lastIndexOf('\n', room - 1) + 1) + LAST_LINE
}

/** The same document with shorter lists, `left_out` with how long they are, and `more`. */
export async function reportJsonWithin(report: RunReport): Promise<string> {
  const text = await renderReport(report, 'json')
  if (text.length <= MOST_OF_RESOURCE) return text
  const leftOut = new Map<string, LeftOut>()
  const head = shrunk(JSON.parse(text), MOST_OF_RESOURCE - ROOM_FOR_NOTES, [], leftOut)
  const notes = Object.fromEntries(within([...leftOut], ROOM_FOR_NOTES - 1000))
  return JSON.stringify({ ...(head as object), left_out: notes, more: MORE })
}

interface LeftOut {
  readonly shown: number
  readonly total: number
}

/** Lists from their start, texts from their beginning, and of objects every key that has room, the small ones whole. */
function shrunk(value: unknown, room: number, path: readonly string[], leftOut: Map<string, LeftOut>): unknown {
  const size = JSON.stringify(value).length
  if (size <= room) return value
  if (typeof value === 'string') return clipped(value, room)
  const note = (shown: number, total: number) => leftOut.set(path.join('/'), { shown, total })
  if (Array.isArray(value)) {
    const fitting = within(value, room - 2)
    note(fitting.length, value.length)
    return fitting
  }
  if (!isRecord(value) || path.length === DEEPEST) {
    note(0, isRecord(value) ? Object.keys(value).length : 1)
    return null
  }
  const entries = Object.entries(value).map(([key, part]) => ({ key, part, size: sizeOf(key) + sizeOf(part) + 2 }))
  const kept = new Map<string, unknown>()
  let left = room - 2
  for (const [at, { key, part, size }] of entries.toSorted((a, b) => a.size - b.size).entries()) {
    const share = Math.floor(left / (entries.length - at))
    const room = share - sizeOf(key) - 2
    // Not even a few words of it.
    if (size > share && room < 100) continue
    const fitting = shrunk(part, room, [...path, key], leftOut)
    left -= sizeOf(key) + sizeOf(fitting) + 2
    kept.set(key, fitting)
  }
  if (kept.size < entries.length) note(kept.size, entries.length)
  return Object.fromEntries(entries.filter(({ key }) => kept.has(key)).map(({ key }) => [key, kept.get(key)]))
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length
}
