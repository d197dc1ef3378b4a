// Cuts prose at its headings, in the dialect the file is written in, and at paragraphs where a section is too long.
import type { Cutting } from '../../model/chunk.ts'
import type { CutRequest } from '../../model/content-type.ts'
import type { SourceText } from '../../model/source.ts'
import { scanAsciidoc } from '../../text/structure/asciidoc.ts'
import { headingLabel } from '../../text/structure/heading-label.ts'
import { scanMarkdown } from '../../text/structure/markdown.ts'
import { MARKS, scanMarked } from '../../text/structure/marked-headings.ts'
import type { Outline } from '../../text/structure/outline.ts'
import { scanPlainText } from '../../text/structure/plain-text.ts'
import { scanRestructuredText } from '../../text/structure/restructured-text.ts'
import { cutStructure, type LineScanner, lineReader } from '../../text/structure/structured-cut.ts'
import { type Dialect, dialectOf } from './dialect.ts'

const SCANNERS: Readonly<Record<Dialect, (outline: Outline) => LineScanner>> = {
  markdown: scanMarkdown,
  rst: scanRestructuredText,
  asciidoc: scanAsciidoc,
  text: scanPlainText,
  org: scanMarked(MARKS.org),
  textile: scanMarked(MARKS.wiki),
  pod: scanMarked(MARKS.pod),
  rdoc: scanMarked(MARKS.rdoc),
}

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
