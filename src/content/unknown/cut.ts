// Cuts text nobody knows the structure of: ranges of lines that end at blank lines where one is near.
import type { Cutting } from '../../model/chunk.ts'
import type { CutRequest } from '../../model/content-type.ts'
import type { SourceText } from '../../model/source.ts'
import { scanParagraphs } from '../../text/structure/paragraphs.ts'
import { cutStructure, lineReader } from '../../text/structure/structured-cut.ts'

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  return cutStructure(source, request, {
    read: lineReader(scanParagraphs),
    method: 'lines',
    kind: 'lines',
    label: (_, { mark }) => `line ${mark.line}`,
  })
}
