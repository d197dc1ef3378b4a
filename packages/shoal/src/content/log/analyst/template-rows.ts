// When each template was written: the gravest and the most frequent ones, in steps that a picture can show.
import type { Json } from '@shoal/base/model/json'
import { isErrorByWording, type Picture, RANKS, type Rank, type TemplateStat } from './picture.ts'
import { LEVELS } from './tally.ts'
import type { Axis } from './time-rows.ts'

const MOST_STEPS = 60
const MOST_TEMPLATES = 24
/** At most so many are chosen for how grave they are. */
const MOST_GRAVE = 16

/** `values` are of all its entries, in steps of `bucket_seconds` from the start of the timeline on. */
export function templatesOverTime(picture: Picture, axis: Axis): Json {
  const step = Math.ceil(axis.size / MOST_STEPS)
  return {
    bucket_seconds: (axis.width * step) / 1000,
    rows: chosen(picture.templates).map(template => ({
      template: template.template,
      level: usualRank(template),
      count: template.count,
      line: template.first.line,
      values: gathered(picture.templateRow(template), step),
    })),
  }
}

/** Those with the gravest entries and the most frequent ones; the gravest by what they usually are come first. */
function chosen(templates: readonly TemplateStat[]): TemplateStat[] {
  const graver = (rankOf: (template: TemplateStat) => Rank) => (a: TemplateStat, b: TemplateStat) =>
    RANKS.indexOf(rankOf(b)) - RANKS.indexOf(rankOf(a))
  const grave = templates
    .filter(({ rank }) => rank !== 'calm')
    .sort(graver(({ rank }) => rank))
    .slice(0, MOST_GRAVE)
  const kept = new Set(grave)
  for (const template of templates) {
    if (kept.size >= MOST_TEMPLATES) break
    kept.add(template)
  }
  return templates.filter(template => kept.has(template)).sort(graver(usualRank))
}

/** The rank that at least half of its entries reach: one warning among many calm entries makes no template of warnings. */
function usualRank(template: TemplateStat): Rank {
  const { levels, count, rank } = template
  const levelled = count - levels[LEVELS.indexOf('none')]!
  if (isErrorByWording(template) || levelled === 0) return rank
  let seen = 0
  for (const name of ['fatal', 'error', 'warn'] as const) {
    seen += levels[LEVELS.indexOf(name)]!
    if (seen * 2 >= levelled) return name
  }
  return 'calm'
}

/** Sums of so many neighbours each. */
export function gathered(row: Float64Array, step: number): number[] {
  const sums: number[] = []
  for (const [k, count] of row.entries()) sums[Math.floor(k / step)] = (sums[Math.floor(k / step)] ?? 0) + count
  return sums
}
