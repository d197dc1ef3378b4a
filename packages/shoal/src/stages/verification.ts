// Sums of quote verification.
import type { Verification } from '@shoal/base/model/report'

export const NOTHING_VERIFIED: Verification = { quotes: 0, verified: 0, relocated: 0, rejected: 0 }

export function addVerifications(parts: readonly Verification[]): Verification {
  return parts.reduce(
    (sum, part) => ({
      quotes: sum.quotes + part.quotes,
      verified: sum.verified + part.verified,
      relocated: sum.relocated + part.relocated,
      rejected: sum.rejected + part.rejected,
    }),
    NOTHING_VERIFIED,
  )
}
