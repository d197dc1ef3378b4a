// Pages that shoal made: they lie where people work, and are neither read as data nor kept from being made again.

/** What the head of every page says it was made by, before the version. */
export const GENERATOR = 'shoal '

/** `start` is the text that a file begins with. */
export function isOwnReport(start: string): boolean {
  return (
    start.startsWith('<!doctype html>') && start.slice(0, 4000).includes(`<meta name="generator" content="${GENERATOR}`)
  )
}
