// Text for people: names made safe for a terminal, widths as a terminal counts them, numbers and sizes.

/** Control characters, line and paragraph separators, marks that reorder text, and halves of characters. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

/** A name or message on one line: whatever could move the cursor or hide text is shown as an escape. */
export function printable(text: string): string {
  return text.replace(UNSAFE, unit => SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u

/** Columns that `text` takes on a terminal: combining marks none, East Asian characters and emoji two. */
export function displayWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) {
    if (/^[\p{M}\p{Cf}]$/u.test(character)) continue
    width += WIDE.test(character) ? 2 : 1
  }
  return width
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Decimal units: `812 B`, `56.7 kB`, `2.1 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  let value = bytes
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}
