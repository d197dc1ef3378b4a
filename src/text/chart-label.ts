// Names for parts of pictures: one line, short, never empty.

const MOST_UNITS = 10_000

export function chartLabel(text: string, longest = 120): string {
  const plain = text.slice(0, MOST_UNITS).replace(/\s+/g, ' ').trim()
  if (plain === '') return '(blank)'
  if (plain.length <= longest) return plain
  // No character is cut in half.
  const end = longest - (/[\ud800-\udbff]/.test(plain[longest - 2]!) ? 2 : 1)
  return `${plain.slice(0, end)}…`
}
