// Blocks that stand twice in one file, as findings.
import type { FindingDraft, Rule } from '@shoal/base/model/finding'
import type { Goal } from '@shoal/base/model/goal'
import type { Repeat } from '../../../text/code/duplicates/repeats.ts'
import { draftPlaces } from '../../../text/draft-places.ts'
import { type CodeReading, clip } from './reading.ts'
import { weigh } from './weigh.ts'

export const DUPLICATE: Rule = {
  id: 'code.duplicate',
  concern: 'quality',
  title: 'The same code in two places',
  explanation:
    'A mistake that is mended in one copy stays in the other. Give the common part a name and call it from both places.',
  cwe: 'CWE-1041',
}

/** More than this in one file is one habit, told once. */
const APART = 5
/** Tokens, not lines: long texts and comments make a block no worse. */
const LARGE = 400

export function duplicateFindings(
  repeats: readonly Repeat[],
  reading: CodeReading,
  goals: readonly Goal[],
): FindingDraft[] {
  const ranked = united([...repeats].sort((a, b) => b.tokens - a.tokens))
  const largest = ranked.slice(0, APART)
  const smaller = ranked.slice(APART)
  const left = smaller.length
  const placesOf = ({ copies }: Copied) =>
    copies.map(({ line, endLine }) => ({ line, endLine, evidence: clip(reading.tree.lineText(line - 1, 400), 200) }))
  return largest.map((repeat, i) => {
    const { first, second, tokens, sameNames, copies } = repeat
    const lines = second.endLine - second.line + 1
    const more = i === 0 && left > 0 ? ` ${left} smaller blocks repeat as well.` : ''
    const renamed = sameNames < 0.95 ? ', some names apart' : ''
    return {
      type: 'antipattern',
      key: `${DUPLICATE.id}:${reading.path}:${first.line}:${second.line}`,
      summary: `Lines ${listed(copies.map(copy => `${copy.line}–${copy.endLine}`))} repeat lines ${first.line}–${first.endLine}${renamed} (${lines} lines, ${tokens} tokens).${more}`,
      severity: tokens >= LARGE && !reading.isTest ? 'medium' : 'low',
      confidence: sameNames >= 0.5 ? 'high' : 'medium',
      nature: 'problem',
      ...draftPlaces([repeat, ...(i === 0 ? smaller : [])].flatMap(placesOf)),
      rule: DUPLICATE,
      count: i === 0 ? 1 + left : 1,
      stats: { lines, tokens, first: [first.line, first.endLine], second: [second.line, second.endLine] },
      topics: ['duplicate', 'copy'],
      weight: weigh(goals, { quality: 0.7, architecture: 0.7, general: 0.4, otherwise: 0.25 }),
    }
  })
}

type Lines = Repeat['first']

interface Copied extends Repeat {
  readonly copies: Lines[]
}

/** A block that stands three times is told once, with all its copies. */
function united(ranked: readonly Repeat[]): Copied[] {
  const blocks: Copied[] = []
  for (const repeat of ranked) {
    const same = blocks.find(({ first, copies }) => [first, ...copies].some(lines => overlaps(lines, repeat.first)))
    if (same && same.copies.length < MOST_COPIES) same.copies.push(repeat.second)
    else blocks.push({ ...repeat, copies: [repeat.second] })
  }
  return blocks
}

const MOST_COPIES = 12

/** More than half of the shorter one lies in the other. */
export function overlaps(a: Lines, b: Lines): boolean {
  const shared = Math.min(a.endLine, b.endLine) - Math.max(a.line, b.line) + 1
  return 2 * shared > Math.min(a.endLine - a.line, b.endLine - b.line) + 1
}

function listed(ranges: readonly string[]): string {
  const last = ranges.length > 4 ? `${ranges.length - 3} more` : ranges.at(-1)!
  const front = ranges.length > 4 ? ranges.slice(0, 3) : ranges.slice(0, -1)
  return front.length === 0 ? last : `${front.join(', ')} and ${last}`
}
