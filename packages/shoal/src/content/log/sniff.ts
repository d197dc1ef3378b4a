// A log: most lines open an entry with a time or a level, the rest continue one; or the lines have the shapes that
// programs give to what they print.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { outputWeight, sentenceTemplate } from '../../text/entry-shapes.ts'
import { continuation, type EntryKind, entryKind, hasLevel } from '../../text/entry-stamps.ts'
import { envelopeOf } from '../../text/log/envelopes.ts'
import { dialectFit } from '../dialect-fit.ts'

const OWN = new Set(['log'])
const MAX_LINES = 120
/** JSON and XML carry times too, but their lines are no entries. */
const OPENS_A_DOCUMENT = /^\s*(?:\{|\[\s*[{"[]|<[?!a-z])/i
/** A history in a comment, or under a heading with its date, is told in points. */
const COMMENT = /^\s*(?:\* |\/[/*])/
const POINT = /^\s+[-*+o] /

/** What a line weighs that has no shape of output, but comes three times and more with other numbers. */
const REPEATED = 0.4

export function sniff(probe: Probe): Sniff | null {
  const lines = [...probe.lines].filter(line => line.trim() !== '').slice(0, MAX_LINES)
  const wrapped = lines.length >= 2 ? envelopeOf(lines) : null
  if (wrapped) return { score: 0.97, reason: `its lines are those of a log (${wrapped.name})` }
  if (OPENS_A_DOCUMENT.test(probe.text)) return null
  const census = countEntries(probe.lines)
  const found = judge(census)
  const likely = judgeShapes(census, dialectFit(probe, OWN)?.score ?? 0)
  if (found && found.score > (likely?.score ?? 0)) return found
  // What people list step by step has the shapes of output too: a name that says something knows better.
  return likely && !found ? { ...likely, shapeless: true } : likely
}

interface Census {
  readonly lines: number
  readonly kinds: Readonly<Record<EntryKind, number>>
  readonly entries: number
  readonly continuations: number
  readonly levels: number
  /** Lines with the shape of output, by weight; a date is no shape, for histories and tables have dates too. */
  readonly shaped: number
  /** Lines that go on from a line with such a shape. */
  readonly details: number
}

function countEntries(lines: readonly string[]): Census {
  const kinds = { dated: 0, undated: 0, levelled: 0, logfmt: 0 }
  let counted = 0
  let entries = 0
  let traces = 0
  let details = 0
  let levels = 0
  let shaped = 0
  const templates = new Map<string, number>()
  for (const line of lines) {
    if (line.trim() === '') continue
    if (counted === MAX_LINES) break
    counted++
    const kind = COMMENT.test(line) ? null : entryKind(line)
    if (kind) {
      kinds[kind]++
      entries++
      if (kind === 'levelled' || hasLevel(line)) levels++
      continue
    }
    const weight = outputWeight(line)
    shaped += weight
    const template = weight === 0 ? sentenceTemplate(line) : null
    if (template) templates.set(template, (templates.get(template) ?? 0) + 1)
    if (entries + shaped === 0 || POINT.test(line)) continue
    const goesOn = continuation(line)
    if (goesOn === 'trace') traces++
    else if (goesOn && weight === 0) details++
  }
  // Stack traces are as long as they like; of other details an entry has a few, or the entries are headings.
  const continuations = entries > 0 ? traces + Math.min(details, entries * 2) : 0
  for (const times of templates.values()) if (times > 2) shaped += times * REPEATED
  return { lines: counted, kinds, entries, continuations, levels, shaped, details }
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

/** Of other texts hardly one line in ten looks like output: from there on the odds grow with the share that does. */
const USUAL_SHARE = 0.08
const ODDS_GROWTH = 11
/** Statistics have met few of the many programs there are: what they find unlikely is possible still. */
const LEAST_LIKELY = 0.02
const MOST = 0.93

/** The statistics' opinion, made stronger by the share of lines that have the shape of output. */
function judgeShapes(census: Census, likeness: number): Sniff | null {
  const { lines, kinds, shaped, details } = census
  const undated = kinds.undated + kinds.levelled + kinds.logfmt
  const marks = shaped + undated
  // One more line than there are: two lines of three prove less than twenty of thirty.
  const share = marks / (lines - kinds.dated - Math.min(details, marks) + 1)
  if (marks < 1.5 || share <= USUAL_SHARE) {
    return likeness > 0 ? { score: likeness, reason: 'its lines read like the output of a program' } : null
  }
  const prior = Math.max(likeness, LEAST_LIKELY)
  const odds = (prior / (1 - prior)) * Math.exp(ODDS_GROWTH * (share - USUAL_SHARE))
  return {
    score: Math.max(likeness, (MOST * odds) / (1 + odds)),
    reason: `${Math.round(share * 100)} % of its lines have the shape of output`,
  }
}
