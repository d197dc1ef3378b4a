// Requests in figures: classes of answers, quantiles of durations.
import type { LadderData } from './ladder-counts.ts'

/** Requests by class of answer: `2xx`, `5xx`. */
export function statusClasses(statuses: ReadonlyMap<number, number>): Record<string, number> {
  const classes: Record<string, number> = {}
  for (const [status, count] of [...statuses].sort((a, b) => a[0] - b[0])) {
    const name = `${Math.floor(status / 100)}xx`
    classes[name] = (classes[name] ?? 0) + count
  }
  return classes
}

/** Nearest-rank quantiles of durations. */
export function latencies({
  values,
}: LadderData): Record<'count' | 'min' | 'p50' | 'p90' | 'p95' | 'p99' | 'max', number> | null {
  const sorted = [...values].map(([ms, { count }]) => [Number(ms), count] as const).sort((a, b) => a[0] - b[0])
  const count = sorted.reduce((sum, [, n]) => sum + n, 0)
  if (count === 0) return null
  const at = (part: number) => {
    let seen = 0
    for (const [ms, n] of sorted) if ((seen += n) >= Math.ceil(part * count)) return ms
    return sorted.at(-1)![0]
  }
  return { count, min: sorted[0]![0], p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: sorted.at(-1)![0] }
}
