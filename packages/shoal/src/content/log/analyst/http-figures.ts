// Requests in figures: classes of answers, quantiles of durations.
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { LadderData } from './ladder-counts.ts'

/** Requests by class of answer: `2xx`, `5xx`. */
export function statusClasses(statuses: ReadonlyMap<number, number>): Record<string, number> {
  const classes = emptyRecord<number>()
  for (const [status, count] of [...statuses].sort((a, b) => a[0] - b[0])) {
    const name = `${Math.floor(status / 100)}xx`
    classes[name] = (lookup(classes, name) ?? 0) + count
  }
  return classes
}

export interface Latencies extends Record<'count' | 'min' | 'p50' | 'p90' | 'p95' | 'p99' | 'max', number> {
  /** False where there were too many different ones, and they were counted in ranges. */
  readonly exact: boolean
}

/** Nearest-rank quantiles of durations. */
export function latencies({ values, step }: LadderData): Latencies | null {
  const sorted = [...values].map(([ms, { count }]) => [Number(ms), count] as const).sort((a, b) => a[0] - b[0])
  const count = sorted.reduce((sum, [, n]) => sum + n, 0)
  if (count === 0) return null
  const at = (part: number) => {
    let seen = 0
    for (const [ms, n] of sorted) if ((seen += n) >= Math.ceil(part * count)) return ms
    return sorted.at(-1)![0]
  }
  const [min, max] = [sorted[0]![0], sorted.at(-1)![0]]
  return { count, min, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max, exact: step === 0 }
}

/** Requests by duration, in steps of 1, 2, 5, 10, 20 … milliseconds: [from, to). Empty steps only between others. */
export function latencySteps({ values }: LadderData): { from_ms: number; to_ms: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const [ms, { count }] of values) {
    const step = stepOf(Number(ms))
    counts.set(step, (counts.get(step) ?? 0) + count)
  }
  const steps = [...counts.keys()]
  const first = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = steps.reduce((a, b) => Math.max(a, b), -1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => ({
    from_ms: edgeOf(first + k),
    to_ms: edgeOf(first + k + 1),
    count: counts.get(first + k) ?? 0,
  }))
}

const MOST_STEPS = 30

/** 0 is what took less than a millisecond; the last step has no end that matters. */
function stepOf(ms: number): number {
  let step = 0
  while (step < MOST_STEPS - 1 && !(ms < edgeOf(step + 1))) step++
  return step
}

function edgeOf(step: number): number {
  return step === 0 ? 0 : [1, 2, 5][(step - 1) % 3]! * 10 ** Math.floor((step - 1) / 3)
}
