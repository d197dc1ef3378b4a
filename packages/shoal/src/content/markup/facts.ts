// The rows of markup: sections and sentences of what it says, and the settings of XML that configures something.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { MarkupReader } from '../../text/markup-events.ts'
import { scanMarked } from '../../text/structure/marked-headings.ts'
import { textBlocks } from '../../text/text-lines.ts'
import { headingsBy } from '../prose/analyst/headings.ts'
import { rowsUnder } from '../prose/facts.ts'
import { commandMarks, dialectOf } from './dialect.ts'
import { ElementSettings, isConfiguration } from './facts/element-settings.ts'
import { SaidText } from './facts/said-text.ts'

/** All that a file may have: rows leave nothing out. */
const MOST = 1_000_000

export async function* markupRows(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  const dialect = dialectOf(source, about.language)
  const marks = commandMarks(source, about.language)
  if (marks) {
    const search = { dialect, scannerOf: scanMarked(marks), signal: about.signal, most: MOST }
    yield* rowsUnder(source, await headingsBy(source, search), about)
    return
  }
  const visitor =
    dialect === 'xml' && isConfiguration(source.path) ? new ElementSettings() : new SaidText(dialect === 'html')
  const reader = new MarkupReader(visitor, dialect === 'html')
  let lines = 0
  for await (const block of textBlocks(source, { start: 0, end: source.size, line: 1 }, about)) {
    block(({ text, number, more }) => {
      lines = number
      reader.line(text, number, more)
    })
    yield visitor.take()
  }
  reader.end()
  yield visitor.finish(lines)
}
