// Cuts prose at its headings, in the dialect the file is written in, and at paragraphs where a section is too long.
import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { headingLabel } from '../../text/structure/heading-label.ts'
import { cutStructure, lineReader } from '../../text/structure/structured-cut.ts'
import { dialectOf } from './dialect.ts'
import { SCANNERS } from './scanners.ts'

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  const dialect = dialectOf(source, request.language)
  const cutting = await cutStructure(source, request, {
    read: lineReader(SCANNERS[dialect]),
    method: 'headings',
    kind: 'sections',
    label: headingLabel,
  })
  return { ...cutting, facts: { dialect } }
}
