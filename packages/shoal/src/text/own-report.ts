// Documents that shoal made: they lie where people work, and are neither read as data nor kept from being made again.

/** What the head of every page says it was made by, before the version. */
export const GENERATOR = 'shoal '

/** What a baseline says it is. */
export const BASELINE_KIND = 'shoal-baseline'

/** `start` is the text that a file begins with. */
export function isOwnReport(start: string): boolean {
  if (start.startsWith('{') && start.slice(0, 200).includes(`"kind": "${BASELINE_KIND}"`)) return true
  return (
    start.startsWith('<!doctype html>') && start.slice(0, 4000).includes(`<meta name="generator" content="${GENERATOR}`)
  )
}
