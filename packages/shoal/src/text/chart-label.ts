// Names for parts of pictures: one line, short, never empty.

import { formatCount } from '@shoal/base/text/printable'

const MOST_UNITS = 10_000

export function chartLabel(text: string, longest = 120): string {
  const plain = text.slice(0, MOST_UNITS).replace(/\s+/g, ' ').trim()
  if (plain === '') return '(blank)'
  if (plain.length <= longest) return plain
  // No character is cut in half.
  const end = longest - (/[\ud800-\udbff]/.test(plain[longest - 2]!) ? 2 : 1)
  return `${plain.slice(0, end)}…`
}

/** The end of a path says most. */
export function chartPath(path: string, longest = 120): string {
  const plain = path.slice(-MOST_UNITS).replace(/\s+/g, ' ').trim()
  if (plain.length <= longest) return chartLabel(plain, longest)
  const end = plain.slice(1 - longest)
  return `…${/^[\udc00-\udfff]/.test(end) ? end.slice(1) : end}`
}

/** Says so when rows are left out of bars, which have no note. */
export function chartTitle(title: string, shown: number, of: number, isExact = true): string {
  return shown < of
    ? `${title}: the first ${formatCount(shown)} of ${isExact ? '' : 'about '}${formatCount(of)}`
    : title
}
