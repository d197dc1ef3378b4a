// What readers of SARIF take. GitHub code scanning refuses a file beyond the first number of each pair and leaves out what
// is beyond the second: docs.github.com, "SARIF results exceed one or more limits". Nothing is dropped here; it is said.
import { formatCount } from '@shoal/base/text/printable'

/** Of one result. */
export const MOST_LOCATIONS = 1000
const SHOWN_LOCATIONS = 100
const MOST_RESULTS = 25_000
const SHOWN_RESULTS = 5000

export interface SarifSize {
  readonly results: number
  /** Of the result that has most. */
  readonly mostLocations: number
}

export function consumerWarnings({ results, mostLocations }: SarifSize): string[] {
  const fate =
    results > MOST_RESULTS
      ? `refuses a file with more than ${formatCount(MOST_RESULTS)}`
      : results > SHOWN_RESULTS
        ? `shows the ${formatCount(SHOWN_RESULTS)} gravest`
        : null
  return [
    ...(fate === null ? [] : [`the SARIF has ${formatCount(results)} results; GitHub code scanning ${fate}`]),
    ...(mostLocations > SHOWN_LOCATIONS
      ? [
          `the SARIF has results with up to ${formatCount(mostLocations)} locations; GitHub code scanning shows ${formatCount(SHOWN_LOCATIONS)} of a result`,
        ]
      : []),
  ]
}
