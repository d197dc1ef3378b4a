// The rows of text of no known kind: its sentences, where it reads as prose at all.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { sentenceShare } from '../../text/sentences.ts'
import { rowsUnder } from '../prose/facts.ts'

const LOOKED_AT = 64 * 1024
const ENOUGH = 0.5

export async function* unknownRows(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  const head = source.text(0, Math.min(source.size, LOOKED_AT)).split(/\r\n?|\n/)
  if (sentenceShare(head) >= ENOUGH)
    yield* rowsUnder(source, { dialect: 'text', headings: [], total: 0, isWhole: true }, about)
  else about.onRead(source.sizeBytes)
}
