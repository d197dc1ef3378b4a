// Lines that say the same: they differ in nothing but numbers, times and ids.

/** An address or a version says something else where it differs: its digits are kept, as letters that no number has. */
const ADDRESS = /(?<![\d.])\d{1,5}(?:\.\d{1,5}){2,3}(?![\d.])/g
const LETTERS = 'ghijklmnop'

/** What lines of one kind have in common; empty for a blank line. */
export function lineKind(text: string): string {
  return text
    .replace(ADDRESS, run => run.replaceAll('.', '\u2024').replace(/\d/g, digit => LETTERS[Number(digit)]!))
    .replace(/\b[\da-f-]{8,}\b|\d+/gi, '#')
    .trim()
}
