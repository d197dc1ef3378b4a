// Durations as people write them: a number and a unit.

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** `250ms`, `1.5s`, `5m`, `2h`; null for anything else. */
export function milliseconds(written: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(written)
  return match ? Math.round(Number(match[1]) * units[match[2] as keyof typeof units]) : null
}
