// A synthesis of any size: what does not fit one call is synthesised in groups, and what they say is merged in further
// calls, to any depth (S5). Citations are carried along: whatever a later sentence cites leads to the first quotes.
import type { ModelFailure } from '@shoal/base/model/language-model'
import { plural } from '@shoal/base/text/printable'
import { compareText } from '../rank.ts'
import type { CheckedReply } from './check-reply.ts'
import { type Exchange, exchange } from './exchange.ts'
import { claimExhibits, claimsOf, type Exhibit, exhibitLine } from './exhibits.ts'
import { type Desk, fixedTexts, synthesisRequest } from './prompt.ts'
import { clipToTokens, roomForExhibits, tokensOf } from './room.ts'
import type { SynthesisInput } from './synthesis.ts'

export type TreeOutcome =
  /** `cached`: calls that were paid for before. */
  | { readonly status: 'done'; readonly reply: CheckedReply; readonly cached: number }
  | { readonly status: 'unusable'; readonly reason: string }
  | { readonly status: 'failed'; readonly failure: ModelFailure }

/** With less room for exhibits than this there is no synthesis. */
const LEAST_ROOM = 800
/** No exhibit takes more than this share of the room, so that every group but the last is three quarters full. */
const LARGEST_SHARE = 1 / 4
/** What a group says may take half of what it was shown, or a little where that was little: levels shrink to one. */
const SHRINKS_TO = 1 / 2
const LEAST_SHARE = 1 / 8

const NO_ROOM = 'there was no room for it where the parts were merged'
const SILENCE: Exchange = {
  status: 'said',
  checked: { answer: [], summary: [], recommendations: [], links: [], same: [], missing: [], rejected: [] },
  isCached: false,
}

export async function synthesiseTree(
  exhibits: readonly Exhibit[],
  desk: Desk,
  input: SynthesisInput,
): Promise<TreeOutcome> {
  const room = roomForExhibits(input.inputTokens, fixedTexts(desk))
  if (room < LEAST_ROOM)
    return { status: 'unusable', reason: `${input.inputTokens} tokens a call leave no room for findings` }
  const levels: Level[] = []
  let shown: readonly Exhibit[] = exhibits.map(exhibit => ({
    ...exhibit,
    text: clipToTokens(exhibit.text, room * LARGEST_SHARE - tokensOf(exhibit.ref) - 1),
  }))
  while (sizeOf(shown) > room) {
    const level = await synthesiseLevel(shown, room, desk, input)
    if (level.status !== 'done') return level
    levels.push(level)
    shown = level.exhibits
  }
  const last = shown.length > 0 ? await ask(shown, null, desk, input) : SILENCE
  if (last.status !== 'said') return last
  const cached = levels.reduce((sum, level) => sum + level.cached, Number(last.isCached))
  return { status: 'done', reply: gathered(last.checked, levels), cached }
}

interface Level {
  readonly status: 'done'
  /** The sentences of its groups, for the next level. */
  readonly exhibits: readonly Exhibit[]
  readonly replies: readonly CheckedReply[]
  readonly rejected: CheckedReply['rejected']
  readonly cached: number
}

async function synthesiseLevel(
  shown: readonly Exhibit[],
  room: number,
  desk: Desk,
  input: SynthesisInput,
): Promise<Level | Exclude<TreeOutcome, { status: 'done' }>> {
  const groups = grouped(inFileOrder(shown), room)
  const said = await Promise.all(
    groups.map((group, k) => ask(group, { number: k + 1, of: groups.length }, desk, input)),
  )
  const exhibits: Exhibit[] = []
  const replies: CheckedReply[] = []
  const rejected: CheckedReply['rejected'][number][] = []
  let cached = 0
  for (const [k, one] of said.entries()) {
    const group = groups[k]!
    if (one.status === 'failed') return one
    if (one.status === 'unusable') {
      // The others go on; what is lost is said.
      const text = `${plural(group.length, 'exhibit')} from ${group[0]!.evidence[0]!.path} on`
      rejected.push({ text, reason: one.reason })
      continue
    }
    if (one.isCached) cached++
    replies.push(one.checked)
    let left = Math.max(sizeOf(group) * SHRINKS_TO, room * LEAST_SHARE)
    for (const [at, exhibit] of claimExhibits(one.checked, 'C').entries()) {
      const named = { ...exhibit, ref: `C${exhibits.length + 1}` }
      left -= costOf(named)
      if (left >= 0) exhibits.push(named)
      else rejected.push({ text: claimsOf(one.checked)[at]!.claim.text, reason: NO_ROOM })
    }
  }
  if (replies.length > 0) return { status: 'done', exhibits, replies, rejected, cached }
  return { status: 'unusable', reason: rejected[0]?.reason ?? 'nothing was said' }
}

function ask(
  group: readonly Exhibit[],
  part: { readonly number: number; readonly of: number } | null,
  desk: Desk,
  input: SynthesisInput,
): Promise<Exchange> {
  const exhibits = new Map(group.map(exhibit => [exhibit.ref, exhibit]))
  return exchange(synthesisRequest(desk, group, part), { exhibits, figures: desk.figures }, input)
}

/** What only groups could see is theirs to say: links, and what is the same. What they miss, others may have seen. */
function gathered(last: CheckedReply, levels: readonly Level[]): CheckedReply {
  const replies = [...levels.flatMap(level => level.replies), last]
  return {
    ...last,
    links: replies.flatMap(({ links }) => links),
    same: replies.flatMap(({ same }) => same),
    rejected: [...levels.flatMap(level => level.rejected), ...replies.flatMap(({ rejected }) => rejected)],
  }
}

function grouped(exhibits: readonly Exhibit[], room: number): Exhibit[][] {
  const groups: Exhibit[][] = [[]]
  let size = 0
  for (const exhibit of exhibits) {
    const cost = costOf(exhibit)
    if (size + cost > room) {
      groups.push([])
      size = 0
    }
    groups.at(-1)!.push(exhibit)
    size += cost
  }
  return groups
}

function inFileOrder(exhibits: readonly Exhibit[]): Exhibit[] {
  const at = ({ evidence }: Exhibit) => evidence[0]!
  return [...exhibits].sort((a, b) => compareText(at(a).path, at(b).path) || at(a).line - at(b).line)
}

function sizeOf(exhibits: readonly Exhibit[]): number {
  return exhibits.reduce((sum, exhibit) => sum + costOf(exhibit), 0)
}

/** With the line break after it. */
function costOf(exhibit: Exhibit): number {
  return tokensOf(exhibitLine(exhibit)) + 1
}
