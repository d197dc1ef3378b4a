// Text of any length as it was written, in a box of its own; the rest of a very long one when asked for.

import { formatCount } from '@shoal/base/text/printable'
import { useState } from 'preact/hooks'
import { shownSource } from '../parts/shown.ts'

const STEP = 20_000

export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [most, setMost] = useState(STEP)
  const lines = text.slice(0, most).split(/\r\n|\r|\n/)
  return (
    <>
      <div class="long-text mono" role="group" aria-label={label} tabIndex={0}>
        <pre>{lines.map(shownSource).join('\n')}</pre>
      </div>
      {text.length > most ? (
        <button type="button" class="button is-plain small" onClick={() => setMost(most * 10)}>
          Show more: {formatCount(text.length - most)} characters are left
        </button>
      ) : null}
    </>
  )
}
