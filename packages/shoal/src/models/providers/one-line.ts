// What others say, as one short line that is safe to show and to keep.

import { printable } from '@shoal/base/text/printable'
import { shownText } from '../../text/gate/shown.ts'
import { withoutKey } from './without-key.ts'

const MOST = 300

/** No line breaks, no escapes for terminals, no secrets, and above all not the key. */
export function oneLine(text: string, key: string | null): string {
  const line = printable(
    shownText(
      withoutKey(text, key)
        .slice(0, MOST * 10)
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line
}
