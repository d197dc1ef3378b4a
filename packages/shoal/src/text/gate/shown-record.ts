// Records of a file with their secrets masked where they stand; each stays a record.
import type { SourceText } from '@shoal/base/model/source'
import { hideSpans, type Stretch } from '@shoal/base/secrets/hide-spans'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { placesIn } from '@shoal/base/secrets/swept-places'
import type { SecretSweep } from '../secrets/sweep.ts'
import type { SweptSecrets } from './secret-hider.ts'
import { shownText } from './shown.ts'

/** Masks rather than numbered placeholders: equal records must look equal in every chunk. `body` is that of their chunk. */
export function hiderOf(
  source: SourceText,
  { start, end }: Stretch,
  { sweep, known }: SweptSecrets,
): (text: string) => string {
  const cells = new KnownSecrets(sweep.columns?.inStretch(source, start, end)?.map(({ value }) => value))
  return text => cells.mask(known.mask(shownText(text)))
}

/** What stands in a column or at a place of a secret is masked, though it be a word. */
export function withoutCells(
  source: SourceText,
  { start, end }: Stretch,
  { columns, spans }: Pick<SecretSweep, 'columns' | 'spans'>,
): string {
  const text = source.text(start, end)
  const cells = [
    ...(columns ? (columns.inStretch(source, start, end) ?? [{ start: 0, end: text.length }]) : []),
    ...placesIn(spans, source, { start, end }),
  ]
  const eol = String.fromCharCode(source.eol)
  return cells.length === 0 ? text : hideSpans(text, cells, { from: 0, to: text.length, eol })
}
