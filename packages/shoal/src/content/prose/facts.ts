// The rows of prose: its sections with what stands in them, its sentences, and the defaults that it states.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { type Passage, partsOf } from '../../text/passages.ts'
import { countWords } from '../../text/terms.ts'
import { HeadingPath, type Headings, readHeadings } from './analyst/headings.ts'
import { prosePassages } from './analyst/reading.ts'
import { sectionsOf } from './analyst/structure.ts'
import { StatedDefaults } from './facts/stated-defaults.ts'

/** All that a file may have: rows leave nothing out. */
const MOST = 1_000_000

export async function* proseRows(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  yield* rowsUnder(source, await readHeadings(source, about.language, about.signal, MOST), about)
}

/** The rows of a text whose headings are known. */
export async function* rowsUnder(
  source: SourceText,
  headings: Headings,
  about: FactsAbout,
): AsyncGenerator<readonly FactRow[]> {
  const listed = headings.headings
  const words: number[] = new Array(listed.length + 1).fill(0)
  const paths = new HeadingPath(listed)
  const defaults = new StatedDefaults()
  let [at, lines] = [0, 0]
  for await (const passages of prosePassages(source, headings, about, ({ number }) => (lines = number))) {
    const rows: FactRow[] = []
    for (const passage of passages) {
      while ((listed[at]?.line ?? Number.POSITIVE_INFINITY) <= passage.line) at++
      words[at]! += countWords(passage.text)
      const path = pathText(paths.at(passage.line))
      if (passage.kind !== 'code') addSentences(rows, passage, { path, line: listed[at - 1]?.line ?? null })
      for (const row of defaults.read(passage)) rows.push(row)
    }
    yield rows
  }
  const path = new HeadingPath(listed)
  yield sectionsOf(listed, words, lines).map(({ title, level, line, lastLine, words: own }) => ({
    relation: 'sections',
    line,
    values: {
      heading: title,
      heading_path: pathText(path.at(line)),
      level,
      end_line: Math.max(line, lastLine),
      words: own,
    },
  }))
}

function pathText(titles: readonly string[]): string | null {
  return titles.length === 0 ? null : titles.join(' > ')
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const LEAD = /^(?:[-*+•>]|\d{1,4}[.)]|[a-z][.)])\s+/

function addSentences(
  rows: FactRow[],
  passage: Passage,
  section: { readonly path: string | null; readonly line: number | null },
): void {
  const { text, line, eol } = passage
  let [seen, breaks] = [0, 0]
  for (const { start, end } of partsOf(passage)) {
    for (; seen < start; seen++) if (text.charCodeAt(seen) === eol) breaks++
    const said = text.slice(start, end).replace(LEAD, '').replace(/\s+/g, ' ')
    if (!SAYS_SOMETHING.test(said)) continue
    rows.push({
      relation: 'sentences',
      line: line + breaks,
      values: { text: said, heading_path: section.path, section_line: section.line },
    })
  }
}
