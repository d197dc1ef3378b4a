// Text for people: names made safe for a terminal, widths as a terminal counts them, numbers and sizes.
import { lookup } from '../model/lookup.ts'

/** Controls, marks that reorder text, and what is never seen: fillers, joiners of words, soft hyphens. */
const NEVER =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb'
/** What may have to be shown as an escape. Most text has none of it, and is looked through once. */
const SUSPECT = new RegExp(`[${NEVER}\\u200c\\u200d\\ud800-\\udfff\\ufe00-\\ufe0f]`)
/** With halves of characters, marks of music without a form, and tags. */
const ALONE = `[${NEVER}\\p{Cs}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e007f}]`
/** One chooses the form of what stands before it; several could hide a message. */
const VARIANT = '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]'
const PILED = `${VARIANT}(?=${VARIANT})|(?<=${VARIANT})${VARIANT}`
/** Arabic, Syriac, N'Ko, the scripts of India, Burmese, Khmer and Mongolian need U+200C and U+200D between letters. */
const JOINING = '[\\u0600-\\u0dff\\u1000-\\u109f\\u1780-\\u18af\\ufb50-\\ufdff\\ufe70-\\ufefc]'
/** Signs that take a letter its vowel: a joiner may follow them at the end of a word too. */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'
const IN_WORD = `${VIRAMA}|${JOINING}(?=.${JOINING})`
const IN_EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f](?=.\\p{Extended_Pictographic})'

const UNSAFE = new RegExp(`${ALONE}|${PILED}|\\u200c(?<!(?:${IN_WORD}).)|\\u200d(?<!(?:${IN_WORD}|${IN_EMOJI}).)`, 'gu')

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

/** A name or message on one line: whatever could move the cursor or hide is shown as an escape. */
export function printable(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSAFE, escaped) : text
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16)
  return lookup(SHORT, character) ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`)
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

const formatters = new Map<number, Intl.NumberFormat>()

/** Grouped, with at most `digits` behind the point. */
export function formatNumber(value: number, digits: number): string {
  // Made once: `toLocaleString` with options makes a formatter for every number, which takes longer than a small file.
  let formatter = formatters.get(digits)
  if (!formatter)
    formatters.set(digits, (formatter = new Intl.NumberFormat('en-US', { maximumFractionDigits: digits })))
  return formatter.format(value)
}

export function formatCount(count: number): string {
  // What knows all languages takes longer to load than many a command runs.
  if (!Number.isSafeInteger(count) || Object.is(count, -0)) return count.toLocaleString('en-US')
  const digits = `${Math.abs(count)}`
  const parts: string[] = []
  for (let end = digits.length; end > 0; end -= 3) parts.unshift(digits.slice(Math.max(0, end - 3), end))
  return `${count < 0 ? '-' : ''}${parts.join(',')}`
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `33.3%`: never all while something is left, nor nothing where there is something. */
export function sharePercent(share: number, gap = ''): string {
  if (share > 0 && share < 0.001) return `<${gap}0.1${gap}%`
  if (share > 0.999 && share < 1) return `>${gap}99.9${gap}%`
  return `${(100 * share).toFixed(1)}${gap}%`
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

/** With a mark of its own where it is cut. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
