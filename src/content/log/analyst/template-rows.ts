// When each template was written: the gravest and the most frequent ones, in steps that a picture can show.
import type { Json } from '../../../model/json.ts'
import { type Picture, RANKS, type TemplateStat } from './picture.ts'
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
      level: template.rank,
      count: template.count,
      line: template.first.line,
      values: gathered(picture.templateRow(template), step),
    })),
  }
}

/** The gravest first. `templates` are in order of how frequent they are. */
function chosen(templates: readonly TemplateStat[]): TemplateStat[] {
  const graver = (a: TemplateStat, b: TemplateStat) => RANKS.indexOf(b.rank) - RANKS.indexOf(a.rank)
  const grave = templates
    .filter(({ rank }) => rank !== 'calm')
    .sort(graver)
    .slice(0, MOST_GRAVE)
  const kept = new Set(grave)
  for (const template of templates) {
    if (kept.size >= MOST_TEMPLATES) break
    kept.add(template)
  }
  return [...kept].sort(graver)
}

/** Sums of so many neighbours each. */
export function gathered(row: Float64Array, step: number): number[] {
  const sums: number[] = []
  for (const [k, count] of row.entries()) sums[Math.floor(k / step)] = (sums[Math.floor(k / step)] ?? 0) + count
  return sums
}
