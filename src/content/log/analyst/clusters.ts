// Error clusters: entries that say the same and, where they carry a stack trace, raised the same error at the same place.
import { errorCount, type Picture, RANKS, type Rank, type TemplateStat } from './picture.ts'
import { LEVELS, type Spot, type TraceStat } from './tally.ts'

export interface ErrorCluster {
  readonly template: TemplateStat
  readonly rank: Rank
  readonly count: number
  readonly first: Spot
  readonly last: Spot
  /** `gateway.GatewayTimeout`; null where the entries name none. */
  readonly errorClass: string | null
  readonly message: string
  readonly trace: TraceStat | null
}

/** The gravest first, then the most frequent. */
export function clustersOf(picture: Picture): ErrorCluster[] {
  const traced = new Map<TemplateStat, number>()
  const byPlace = new Map<string, TraceStat>()
  for (const trace of picture.traces) {
    const template = picture.templateOfKey(trace.key)
    if (!template) continue
    traced.set(template, (traced.get(template) ?? 0) + trace.count)
    const id = JSON.stringify([template.number, trace.errorClass, trace.root])
    const seen = byPlace.get(id)
    byPlace.set(id, seen ? together(seen, trace) : trace)
  }
  const clusters: ErrorCluster[] = [...byPlace.values()].map(trace => ({
    template: picture.templateOfKey(trace.key)!,
    rank: traceRank(trace),
    count: trace.count,
    first: trace.first,
    last: trace.last,
    errorClass: trace.errorClass,
    message: trace.message,
    trace,
  }))
  for (const template of picture.templates) {
    if (RANKS.indexOf(template.rank) < RANKS.indexOf('error')) continue
    if (template.denial && errorCount(template) === template.count && template.levels.at(-1) === template.count)
      continue
    const count = errorCount(template) - (traced.get(template) ?? 0)
    if (count > 0) clusters.push(plainCluster(template, count))
  }
  return clusters.sort(
    (a, b) => RANKS.indexOf(b.rank) - RANKS.indexOf(a.rank) || b.count - a.count || a.first.line - b.first.line,
  )
}

const CLASS = /(?<![\w.$])((?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$]*(?:Error|Exception|Throwable|Timeout))\b(?:: (.{1,300}))?/

function plainCluster(template: TemplateStat, count: number): ErrorCluster {
  const named = CLASS.exec(template.example)
  return {
    template,
    rank: template.rank,
    count,
    first: template.first,
    last: template.last,
    errorClass: named?.[1] ?? null,
    message: named?.[2] ?? '',
    trace: null,
  }
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

/** A trace is trouble whatever the level, less so where the program took it calmly. */
function traceRank({ levels, count }: TraceStat): Rank {
  if (levels[LEVELS.indexOf('fatal')]! > 0) return 'fatal'
  if (levels[LEVELS.indexOf('error')]! > 0 || levels[LEVELS.indexOf('none')] === count) return 'error'
  return 'warn'
}

/** What an engineer would call it: `GatewayTimeout at post (gateway.py:41)`, or its template. */
export function clusterName({ errorClass, trace, template }: ErrorCluster): string {
  const name = errorClass ?? template.template
  return trace ? `${name} at ${trace.root}` : name
}
