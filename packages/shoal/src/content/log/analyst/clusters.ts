// Error clusters: entries that say the same and, where they carry a stack trace, raised the same error at the same place.
import { type Extent, extentOf } from './entry-groups.ts'
import { errorsOf, type Picture, RANKS, type Rank, type TemplateStat } from './picture.ts'
import { LEVELS, type Spot, type TraceStat } from './tally.ts'

export interface ErrorCluster {
  readonly template: TemplateStat
  readonly rank: Rank
  readonly count: number
  /** Of its entries, by place in LEVELS. */
  readonly levels: readonly number[]
  readonly first: Spot
  readonly last: Spot
  /** `gateway.GatewayTimeout`; null where the entries name none. */
  readonly errorClass: string | null
  readonly message: string
  /** The content of its first entry. */
  readonly example: string
  readonly trace: TraceStat | null
}

/** The content of the entry at an offset. */
export type ContentAt = (offset: number) => string

/** The gravest first, then the most frequent. */
export function clustersOf(picture: Picture, contentAt: ContentAt): ErrorCluster[] {
  const byPlace = new Map<string, TraceStat>()
  for (const trace of picture.traces) {
    const template = picture.templateOfKey(trace.key)
    if (!template) continue
    const id = JSON.stringify([template.number, trace.errorClass, trace.root, trace.calm])
    const seen = byPlace.get(id)
    byPlace.set(id, seen ? together(seen, trace) : trace)
  }
  const clusters = [...byPlace.values()].map((trace): ErrorCluster => {
    const { count, levels, first, last, errorClass, message } = trace
    const template = picture.templateOfKey(trace.key)!
    const example = exampleOf(template, first, contentAt)
    // A trace is trouble whatever the level, less so where the program took it calmly.
    const rank = trace.calm ? 'warn' : graveRank(levels)
    return { template, rank, count, levels, first, last, errorClass, message, example, trace }
  })
  for (const template of picture.templates) {
    if (RANKS.indexOf(template.rank) < RANKS.indexOf('error')) continue
    if (template.denial && template.levels.at(-1) === template.count) continue
    const plain = extentOf(errorsOf(template).filter(({ traced }) => !traced))
    if (plain) clusters.push(plainCluster(template, plain, contentAt))
  }
  for (const template of picture.templates) {
    const extent = extentOf(template.groups.filter(({ traced }) => !traced))
    if (extent && isTroubleByWords(template, picture.whole.entries))
      clusters.push({ ...plainCluster(template, extent, contentAt), rank: 'warn' })
  }
  return clusters.sort(
    (a, b) => RANKS.indexOf(b.rank) - RANKS.indexOf(a.rank) || b.count - a.count || a.first.line - b.first.line,
  )
}

/** Of entries at a level of information, more than this are how the program talks. */
const USUAL_SHARE = 0.05
/** Trouble by its words even where the program took it calmly. */
const PLAIN_TROUBLE = new Set(['failed-part', 'exhausted'])

/** It names a trouble for certain, at the level of a warning or below. */
function isTroubleByWords({ rank, signature, denial, levels, count }: TemplateStat, entries: number): boolean {
  if (denial || signature?.weight !== 'medium' || RANKS.indexOf(rank) >= RANKS.indexOf('error')) return false
  if (rank === 'warn') return true
  const quiet = levels[LEVELS.indexOf('debug')]! + levels[LEVELS.indexOf('trace')]!
  return PLAIN_TROUBLE.has(signature.id) && quiet === 0 && count <= Math.max(3, USUAL_SHARE * entries)
}

const CLASS = /(?<![\w.$])((?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$]*(?:Error|Exception|Throwable|Timeout))\b(?:: (.{1,300}))?/

function plainCluster(template: TemplateStat, extent: Extent, contentAt: ContentAt): ErrorCluster {
  const example = exampleOf(template, extent.first, contentAt)
  const named = CLASS.exec(example)
  return {
    template,
    rank: graveRank(extent.levels),
    ...extent,
    errorClass: named?.[1] ?? null,
    message: named?.[2] ?? '',
    example,
    trace: null,
  }
}

/** The template's example is that of its first entry, which may be no error. */
function exampleOf(template: TemplateStat, { line, offset }: Spot, contentAt: ContentAt): string {
  return line === template.first.line ? template.example : contentAt(offset)
}

function graveRank(levels: readonly number[]): Rank {
  return levels[LEVELS.indexOf('fatal')]! > 0 ? 'fatal' : 'error'
}

function together(a: TraceStat, b: TraceStat): TraceStat {
  const first = b.first.line < a.first.line ? b : a
  return {
    ...first,
    count: a.count + b.count,
    levels: LEVELS.map((_, k) => a.levels[k]! + b.levels[k]!),
    last: b.last.line > a.last.line ? b.last : a.last,
  }
}

/** What an engineer would call it: `GatewayTimeout at post (gateway.py:41)`, or its template. */
export function clusterName({ errorClass, trace, template }: ErrorCluster): string {
  const name = errorClass ?? template.template
  return trace ? `${name} at ${trace.root}` : name
}
