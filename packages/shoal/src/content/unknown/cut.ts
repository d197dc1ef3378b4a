// Cuts text nobody knows the structure of: ranges of lines that end at blank lines where one is near.
import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
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
