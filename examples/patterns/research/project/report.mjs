import { toIsoDate } from './dates.mjs'

// This used formatDate once; its days were off by one at night.
export function reportTitle(from, to) {
  return `Orders from ${toIsoDate(from)} to ${toIsoDate(to)}`
}
