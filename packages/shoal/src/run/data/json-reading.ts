// What a thread makes of JSON and JSON lines for DuckDB: how many lines there are, and copies with one record on each line.
import type { SourceText } from '@shoal/base/model/source'
import { copyDocument, copyLines, type DocumentCopy, type LineCopy } from '../../sql/record-copy.ts'
import { NumberedSecrets } from '../../text/gate/numbered-secrets.ts'
import { indexBlocks } from '../../text/scan/block-index.ts'
import type { TextWalk } from '../../text/text-lines.ts'
import { lineTotal } from '../../text/unit-cuts.ts'
import type { Masked } from './csv-reading.ts'

export interface RecordLines {
  /** DuckDB reads the file itself as we do. */
  readonly isPlain: boolean
  /** All lines; a file with empty ones is read by way of a copy. */
  readonly lines: number
}

export async function recordLines(source: SourceText, walk: TextWalk): Promise<RecordLines> {
  const { encoding, eol } = source
  const isPlain = encoding.name === 'utf-8' && encoding.bom === 0 && eol === 10
  return { isPlain, lines: isPlain ? lineTotal(await indexBlocks(source, { kind: 'lines', eol }, walk), source) : 0 }
}

export interface RecordCopyOrder {
  /** Where copies go; their names are taken from `name`. */
  readonly directory: string
  readonly name: string
  /** Values that are hidden wherever they stand; null where nothing is hidden. */
  readonly hide: ReadonlySet<string> | null
}

export async function linesCopy(
  source: SourceText,
  order: RecordCopyOrder,
  walk: TextWalk,
): Promise<LineCopy & Masked> {
  return await hiding(order, walk, options => copyLines(source, options))
}

export async function documentCopy(
  source: SourceText,
  order: RecordCopyOrder,
  walk: TextWalk,
): Promise<DocumentCopy & Masked> {
  return await hiding(order, walk, options => copyDocument(source, options))
}

async function hiding<T>(
  { directory, name, hide }: RecordCopyOrder,
  { signal, onRead }: TextWalk,
  copy: (options: Parameters<typeof copyLines>[1]) => Promise<T>,
): Promise<T & Masked> {
  const secrets = new NumberedSecrets(hide ?? [])
  const made = await copy({ directory, name, hide: hide && (text => secrets.json(text)), signal, onRead })
  return { ...made, masked: secrets.count }
}
