// Text of files as the page shows it: nothing in it may hide, reorder or break what is around it.
import { printable } from '@shoal/base/text/printable'

/** On one line. */
export function shown(text: string, most = 2000): string {
  return printable(text.length > most ? `${text.slice(0, most - 1)}…` : text)
}

/** A line of source: tabs are kept, for they only push. */
export function shownSource(line: string): string {
  return line.split('\t').map(printable).join('\t')
}
