// A log: most lines open an entry with a time or a level, the rest continue one.
import type { Probe, Sniff } from '../../model/content-type.ts'
import { continuation, type EntryKind, entryKind, hasLevel } from '../../text/entry-stamps.ts'
import { dialectFit } from '../dialect-fit.ts'

const OWN = new Set(['log'])
const MAX_LINES = 120
/** JSON and XML carry times too, but their lines are no entries. */
const OPENS_A_DOCUMENT = /^\s*(?:\{|\[\s*[{"[]|<[?!a-z])/i

export function sniff(probe: Probe): Sniff | null {
  if (OPENS_A_DOCUMENT.test(probe.text)) return null
  const census = countEntries(probe.lines)
  const likeness = dialectFit(probe, OWN)
  const fallback = likeness && { score: likeness.score, reason: 'its lines read like the output of a program' }
  const found = judge(census)
  return found && found.score > (fallback?.score ?? 0) ? found : fallback
}

interface Census {
  readonly lines: number
  readonly kinds: Readonly<Record<EntryKind, number>>
  readonly entries: number
  readonly continuations: number
  readonly levels: number
}

function countEntries(lines: readonly string[]): Census {
  const kinds = { dated: 0, undated: 0, levelled: 0, logfmt: 0 }
  let counted = 0
  let entries = 0
  let traces = 0
  let details = 0
  let levels = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    if (counted === MAX_LINES) break
    const kind = entryKind(line)
    if (kind) {
      kinds[kind]++
      entries++
      if (kind === 'levelled' || hasLevel(line)) levels++
    } else if (entries > 0) {
      const goesOn = continuation(line)
      if (goesOn === 'trace') traces++
      else if (goesOn) details++
    }
    counted++
  }
  // Stack traces are as long as they like; of other details an entry has a few, or the entries are headings.
  return { lines: counted, kinds, entries, continuations: traces + Math.min(details, entries * 2), levels }
}

/** Scores the census. A time proves an entry; a level word alone opens sentences too, so it proves less. */
function judge(census: Census): Sniff | null {
  const { lines, kinds, entries, continuations, levels } = census
  if (entries === 0) return null
  const share = entries / (lines - continuations)
  const timed = (kinds.dated + kinds.undated + kinds.logfmt) / entries
  const enough = entries >= 3 || (timed === 1 && levels === entries) || (entries === lines && timed === 1)
  if (!enough || share < 0.5) return null
  const weight = timed >= 0.5 ? 1 : 0.9
  const score = (0.55 + 0.4 * share + (levels > entries / 2 ? 0.02 : 0)) * weight
  const what = timed >= 0.5 ? 'a time' : 'a level'
  return { score, reason: `${entries} of ${lines} lines open with ${what}` }
}
