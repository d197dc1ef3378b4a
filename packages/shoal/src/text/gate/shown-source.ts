// A source whose text comes with its secrets hidden, wherever it is cut: for whoever hands on text of a file as it is asked for.
import type { SourceText } from '@shoal/base/model/source'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { sweepSecrets } from '../secrets/sweep.ts'
import { type Hiding, shownStretch } from './shown-lines.ts'

export type FileHiding = Pick<Hiding, 'known' | 'spans' | 'columns'>

/** What is hidden in a file, found once. In memory only. */
export async function hidingOf(
  source: SourceText,
  options: { readonly isTable: boolean; readonly signal: AbortSignal },
): Promise<FileHiding> {
  const sweep = await sweepSecrets(source, options)
  return { known: KnownSecrets.of(sweep), spans: sweep.spans, columns: sweep.columns }
}

export function shownSource(source: SourceText, hiding: FileHiding): SourceText {
  const { path, file, size, sizeBytes, encoding, eol } = source
  return {
    path,
    file,
    size,
    sizeBytes,
    encoding,
    eol,
    text: (start, end) => shownStretch(source, { start, end: Math.min(end, size) }, hiding),
    bytes: (start, end) => source.bytes(start, end),
    byteAt: offset => source.byteAt(offset),
    close: () => source.close(),
  }
}
