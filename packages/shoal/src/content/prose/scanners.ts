// The scanner for each way of writing prose.
import { scanAsciidoc } from '../../text/structure/asciidoc.ts'
import { scanMarkdown } from '../../text/structure/markdown.ts'
import { MARKS, scanMarked } from '../../text/structure/marked-headings.ts'
import type { Outline } from '../../text/structure/outline.ts'
import { scanPlainText } from '../../text/structure/plain-text.ts'
import { scanRestructuredText } from '../../text/structure/restructured-text.ts'
import type { LineScanner } from '../../text/structure/structured-cut.ts'
import type { Dialect } from './dialect.ts'

export const SCANNERS: Readonly<Record<Dialect, (outline: Outline) => LineScanner>> = {
  markdown: scanMarkdown,
  rst: scanRestructuredText,
  asciidoc: scanAsciidoc,
  text: scanPlainText,
  org: scanMarked(MARKS.org),
  textile: scanMarked(MARKS.wiki),
  pod: scanMarked(MARKS.pod),
  rdoc: scanMarked(MARKS.rdoc),
}
