// Candidates for the cause of a trouble, ranked by how they fit its times and by what else speaks for and against each. They are
// no proof, and are never told as one.
import { stem } from '@shoal/base/text/stem'
import type { Change, SettingDifference } from './changes.ts'
import type { Place } from './moments.ts'
import { countText, lengthText, numberText, placeText, shortText, timeText } from './say.ts'
import type { Drift, Rise, Stopped } from './signals.ts'
import type { Trouble } from './trouble.ts'

export interface Candidate {
  readonly at: number
  readonly what: string
  readonly place: Place
  readonly speaksFor: readonly string[]
  readonly against: readonly string[]
  readonly score: number
}

export interface Evidence {
  readonly trouble: Trouble
  readonly changes: readonly Change[]
  readonly settings: readonly SettingDifference[]
  readonly stopped: readonly Stopped[]
  readonly drifts: readonly Drift[]
  readonly rises: readonly Rise[]
  /** Hosts with the trouble. */
  readonly hosts: readonly string[]
  /** First moment of the logs. */
  readonly start: number
}

/** From here on a candidate is worth the name. */
export const FAIR = 2
/** What is told of near an end may have ended it. */
export function changeNear(at: number, changes: readonly Change[]): Change | null {
  const near = changes.filter(one => !one.isDay && Math.abs(one.at - at) <= ENDING)
  const fit = near.filter(({ text }) => (UNDO.test(text) || STRONG.test(text) || START.test(text)) && !ALERT.test(text))
  return (
    fit.sort(
      (a, b) => Number(UNDO.test(b.text)) - Number(UNDO.test(a.text)) || Math.abs(a.at - at) - Math.abs(b.at - at),
    )[0] ?? null
  )
}

const ENDING = 5 * 60_000
const TAU = 20 * 60_000
/** Clocks of files differ, and notes tell minutes. */
const TOLERANCE: Readonly<Record<Change['origin'], number>> = { log: 1000, event: 30_000, note: 60_000 }
const DAY = 86_400_000

const STRONG =
  /\b(?:deploy\w*|releas\w*|version|v\d+\.\d|roll ?out|rolled out|upgrad\w*|downgrad\w*|config\w*|settings?|flag|toggle\w*|feature|migrat\w*|fail ?over|scal(?:ed|ing)|resiz\w*|reload\w*|patch\w*|firewall|rule|quota|limit|dns|switch\w*|enabled|disabled|schema|dropped|removed|replac\w*|set to|now using)\b/i
const CONDITION =
  /\b(?:no space|disk (?:is )?full|disk usage|9[5-9] ?(?:%|percent)|100 ?(?:%|percent)|expired|out of memory|oom|killed process|refused|unreachable|went away|connection lost|lost connection|not responding|shutting down|shut ?down|terminated|crashed|link down|is down|name or service not known|read-only|too many open files|quota exceeded)\b/i
const PERIODIC = /\b(?:cron|job|backup|batch|vacuum|reindex|import|export|nightly|scheduled|rotat\w*)\b/i
const START = /\b(?:re-?start\w*|starting|started|boot\w*)\b/i
const ALERT =
  /\b(?:alerts?|alarm|firing|monitor(?:ing)?|paged?|pager|incident|ticket|on-?call|customers? report\w*|acknowledged)\b/i
const UNDO =
  /\b(?:roll(?:ed|ing)? ?back|rollback|revert\w*|restor\w*|resolv\w*|recover\w*|back to normal|fixed|mitigat\w*|undo\w*)\b/i
const VERSION = /\bv?(\d+\.\d+(?:\.\d+)*)\b/g

interface Draft {
  at: number
  what: string
  place: Place
  speaksFor: string[]
  against: string[]
  score: number
}

export function candidatesOf(evidence: Evidence): Candidate[] {
  const merged = mergedChanges(evidence.changes)
  const drafts = [
    ...merged.flatMap(change => changeDraft(change, evidence, merged) ?? []),
    ...failureDrafts(evidence),
    ...evidence.stopped.flatMap(one => stoppedDraft(one, evidence.trouble) ?? []),
    ...evidence.drifts.flatMap(one => driftDraft(one, evidence.trouble) ?? []),
    ...evidence.rises.map(one => riseDraft(one, evidence.trouble)),
    ...decoyDrafts(evidence.trouble),
  ]
  for (const draft of drafts) {
    const shared = sharedWords(draft.what, evidence.trouble)
    if (shared.length > 0) {
      draft.score += Math.min(0.6, 0.3 * shared.length)
      draft.speaksFor.push(`the errors name ${shared.map(word => `“${word}”`).join(', ')} too`)
    }
  }
  for (const { score, against } of drafts)
    if (score < FAIR && against.length === 0) against.push('little but its time speaks for it')
  return drafts.sort((a, b) => b.score - a.score || a.at - b.at)
}

interface MergedChange extends Change {
  readonly also: readonly Change[]
}

const NEAR = 15 * 60_000

/** The same on several hosts, and told by several files: one change. */
function mergedChanges(changes: readonly Change[]): MergedChange[] {
  const merged: { change: Change; hosts: Set<string>; also: Change[] }[] = []
  // Days last: they belong to what has a time.
  const ordered = [...changes].sort(
    (a, b) => Number(a.isDay) - Number(b.isDay) || a.at - b.at || b.differs.length - a.differs.length,
  )
  for (const change of ordered) {
    const same = merged.find(({ change: other }) => isSame(other, change))
    if (!same) {
      merged.push({ change, hosts: new Set(change.hosts), also: [] })
      continue
    }
    for (const host of change.hosts) same.hosts.add(host)
    if (same.change.kind === change.kind) continue
    // What tells most of it stands for it.
    if (change.differs.length > same.change.differs.length) {
      same.also.push(same.change)
      same.change = change
    } else same.also.push(change)
  }
  return merged.map(({ change, hosts, also }) => ({ ...change, hosts: [...hosts], also }))
}

function isSame(other: Change, change: Change): boolean {
  if (other.isDay) return false
  const isNear = change.isDay
    ? Math.floor(other.at / DAY) === Math.floor(change.at / DAY)
    : Math.abs(other.at - change.at) <= NEAR
  if (!isNear) return false
  const isSeries = other.kind === change.kind && other.origin === 'log' && sameDiffers(other, change)
  return isSeries || sharesVersion(other, change)
}

function sameDiffers(a: Change, b: Change): boolean {
  return a.differs.join() === b.differs.join()
}

function versionsIn(text: string): string[] {
  return [...text.matchAll(VERSION)].map(([, version]) => version!)
}

/** Both speak of one version, and neither of going back to it while the other does not. */
function sharesVersion(a: Change, b: Change): boolean {
  if (UNDO.test(a.text) !== UNDO.test(b.text) && a.origin !== 'log' && b.origin !== 'log') return false
  const own = versionsIn(a.text)
  return versionsIn(b.text).some(version => own.includes(version))
}

function changeDraft(change: MergedChange, evidence: Evidence, all: readonly MergedChange[]): Draft | null {
  const { trouble, settings, hosts } = evidence
  const { at, isDay, text, place, origin, differs, before, also } = change
  const lead = trouble.from - at
  const draft: Draft = { at, what: shortText(text), place, speaksFor: [], against: [], score: 0 }
  if (isDay) {
    const days = Math.floor(trouble.from / DAY) - Math.floor(at / DAY)
    if (days < 0 || days > 7) return null
    draft.score = days === 0 ? 0.8 : 0.3
    draft.against.push('only its day is known')
  } else if (lead < -TOLERANCE[origin]) {
    if (at > trouble.to || ALERT.test(text) || UNDO.test(text) || !STRONG.test(text)) return null
    draft.score = -1
    draft.against.push(`it comes ${lengthText(lead)} after the first error`)
    return draft
  } else {
    draft.score = (3 * TAU) / (TAU + Math.max(0, lead))
    draft.speaksFor.push(lead <= 0 ? 'at the moment of the first error' : `${lengthText(lead)} before the first error`)
    if (lead > 2 * 3_600_000) draft.against.push(`${lengthText(lead)} passed without an error`)
  }
  weigh(draft, change)
  if (differs.length > 0) {
    draft.score += 1.5
    draft.speaksFor.push(`differs from the time before: ${differs.slice(0, 4).join(', ')}`)
  }
  const versions = [text, ...also.map(other => other.text)].flatMap(versionsIn)
  const set = settings.filter(({ version }) => versions.includes(version.replace(/^v/i, '').replaceAll('_', '.')))
  if (set.length > 0) {
    draft.score += 1
    const told = set.slice(0, 3).map(({ key, was, is, place: own }) => `${key} ${was} → ${is} (${placeText(own)})`)
    draft.speaksFor.push(`its settings differ: ${told.join(', ')}`)
  }
  if (also.length > 0) {
    draft.score += Math.min(1, 0.5 * also.length)
    draft.speaksFor.push(
      `also told by ${[...new Set(also.map(other => placeText(other.place)))].slice(0, 3).join(', ')}`,
    )
  }
  if (before > 0) {
    draft.score -= 1.5
    draft.against.push(`the same was there ${before === 1 ? 'once' : `${before} times`} before, with no such errors`)
  }
  if (change.hosts.length > 0 && hosts.length > 0) {
    const touched = change.hosts.filter(host => hosts.includes(host))
    if (touched.length === 0) {
      draft.score -= 1
      draft.against.push(`on ${change.hosts.slice(0, 3).join(', ')}, where the errors are not`)
    } else draft.speaksFor.push(`on ${touched.slice(0, 4).join(', ')}, where the errors are`)
  }
  const undone = undoneBy(change, trouble, all)
  if (undone) {
    draft.score += 1.5
    draft.speaksFor.push(
      `undone at ${timeText(undone.at)} (${placeText(undone.place)}), and the last error is at ${timeText(trouble.to)}`,
    )
  }
  return draft
}

function weigh(draft: Draft, { text, origin }: Change): void {
  if (ALERT.test(text) && !/\bdeploy/i.test(text)) {
    draft.score -= 2.5
    draft.against.push('it tells of trouble and does not make it')
  } else if (UNDO.test(text) && !STRONG.test(text)) draft.score -= 1
  else if (STRONG.test(text)) {
    draft.score += 1
    draft.speaksFor.push('a change')
  } else if (CONDITION.test(text)) {
    draft.score += 1
    draft.speaksFor.push('a condition that stops programs')
  } else if (START.test(text)) draft.score += 0.5
  else if (PERIODIC.test(text)) draft.score += 0.4
  else draft.score += origin === 'log' ? -0.5 : 0.2
}

/** `pool-size 50 → 5` as `pool-size 5 → 50`. */
function turnedRound(difference: string): string {
  const [left = '', is = ''] = difference.split(' → ')
  const at = left.lastIndexOf(' ') + 1
  return `${left.slice(0, at)}${is} → ${left.slice(at)}`
}

/** Taken back near the end of the trouble: the same value the other way round, or a word for it. */
function undoneBy(
  { differs, at, kind, text }: Change,
  { from, to }: Trouble,
  all: readonly MergedChange[],
): Change | null {
  const slack = Math.max(3 * 60_000, (to - from) * 0.25)
  const versions = versionsIn(text)
  return (
    all.find(other => {
      if (other.at <= Math.max(at, from) || Math.abs(other.at - to) > slack) return false
      const back = other.kind === kind && differs.some(one => other.differs.includes(turnedRound(one)))
      const isUndo = [other, ...other.also].some(one => UNDO.test(one.text) && !ALERT.test(one.text))
      return back || (isUndo && (STRONG.test(text) || versions.length > 0))
    }) ?? null
  )
}

/** Errors that come before the one that weighs most, or that say themselves what is wrong. */
function failureDrafts({ trouble, start }: Evidence): Draft[] {
  return trouble.kinds.flatMap(({ kind, burst }): Draft[] => {
    const lead = trouble.main.burst.from - burst.from
    const isCondition = CONDITION.test(burst.text)
    if (!isCondition && (kind === trouble.main.kind || lead < 0)) return []
    if (lead < -1000) return []
    const draft: Draft = {
      at: burst.from,
      what: shortText(burst.text),
      place: burst.place,
      speaksFor: [],
      against: [],
      score: 1.4,
    }
    if (isCondition) {
      draft.score += 1.6
      draft.speaksFor.push('the error itself names a condition that stops programs')
    }
    if (kind !== trouble.main.kind && lead > 0) {
      draft.score += 0.6
      draft.speaksFor.push(`begins ${lengthText(lead)} before “${shortText(trouble.main.burst.text, 60)}”`)
    }
    if (burst.from === trouble.from) draft.speaksFor.push('the first error of the trouble')
    if (burst.from - start < 1000) draft.against.push('it is there from the first entries of the log on')
    draft.against.push('an error may be an effect of the same cause')
    return [draft]
  })
}

function stoppedDraft({ at, every, again, text, place, kind }: Stopped, trouble: Trouble): Draft | null {
  const due = at + every
  const lead = trouble.from - due
  if (lead < -every || due > trouble.to) return null
  if (again !== null && again < trouble.from) return null
  return {
    at,
    what: `“${shortText(text, 80)}” stops`,
    place,
    speaksFor: [
      `${countText(kind.count, 'time')} in all, about every ${lengthText(every)}, the last ${lengthText(trouble.from - at)} before the first error`,
      ...(again === null ? ['it never came again'] : [`it came again at ${timeText(again)}`]),
    ],
    against: lead <= every ? ['it may have stopped because of the trouble'] : [],
    score: (1.9 * TAU) / (TAU + Math.max(0, lead)) + (lead > every ? 0.8 : 0),
  }
}

function driftDraft({ column, at, was, is, place }: Drift, trouble: Trouble): Draft | null {
  const lead = trouble.from - at
  if (lead <= 0) return null
  return {
    at,
    what: `${column} drifts from ${numberText(was)} to ${numberText(is)}`,
    place,
    speaksFor: [`off its level ${lengthText(lead)} before the first error`],
    against: lead < 2 * 60_000 ? ['it may be an effect'] : ['a drift has a cause of its own'],
    score: (lead < 2 * 60_000 ? 1.7 : 2.3) + Math.min(0.6, Math.log10(Math.max(1, Math.abs(is / (was || 1)))) * 0.6),
  }
}

function riseDraft({ kind, burst, rate, usual }: Rise, trouble: Trouble): Draft {
  const lead = trouble.from - burst.from
  return {
    at: burst.from,
    what: `“${shortText(burst.text, 80)}” becomes frequent`,
    place: burst.place,
    speaksFor: [
      `${numberText(rate)} a minute instead of ${numberText(usual)}, ${countText(burst.count, 'entry', 'entries')} from ${timeText(burst.from)} on`,
      lead <= 0 ? 'from the moment of the first error on' : `from ${lengthText(lead)} before the first error on`,
    ],
    against:
      kind.warnings > 0 ? ['a warning may be an effect of the same cause'] : lead < 1000 ? ['it may be an effect'] : [],
    score:
      (2.2 * TAU) / (TAU + Math.max(0, lead)) +
      Math.min(1, Math.log10(rate / Math.max(usual, 1e-3)) * 0.6) -
      (kind.warnings > 0 ? 0.6 : 0),
  }
}

/** What is loud and does not fit the times is named with the reason. */
function decoyDrafts({ constant, others, from }: Trouble): Draft[] {
  const loud = [...constant].sort((a, b) => b.count - a.count).slice(0, 2)
  const apart = [...others].sort((a, b) => b.count - a.count).slice(0, 2)
  return [
    ...loud.map(
      (kind): Draft => ({
        at: kind.first,
        what: `“${shortText(kind.text, 80)}”`,
        place: kind.place,
        speaksFor: [countText(kind.count, 'entry', 'entries')],
        against: [`as frequent without the trouble: from ${timeText(kind.first)} to ${timeText(kind.last)}`],
        score: -2,
      }),
    ),
    ...apart.map(
      (kind): Draft => ({
        at: kind.burst!.from,
        what: `“${shortText(kind.text, 80)}”`,
        place: kind.place,
        speaksFor: [countText(kind.burst!.count, 'entry', 'entries')],
        against: [`at another time: ${timeText(kind.burst!.from)}, and the errors begin at ${timeText(from)}`],
        score: -2,
      }),
    ),
  ]
}

const PLAIN = new Set(
  'the and for with from that this error errors failed failure info warn http https request requests user users path host after before time entry none null true false'.split(
    ' ',
  ),
)

/** Words that a candidate and the errors share; figures and words of every log are none. */
function sharedWords(what: string, { kinds }: Trouble): string[] {
  const own = wordsOf(what)
  const theirs = new Set(kinds.flatMap(({ burst, kind }) => [...wordsOf(burst.text), ...wordsOf(kind.template)]))
  return [...own]
    .filter(word => theirs.has(word) && !kinds.some(({ burst }) => shortText(burst.text) === what))
    .slice(0, 3)
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{4,30}/g) ?? []
  return new Set(words.filter(word => !PLAIN.has(word)).map(stem))
}
