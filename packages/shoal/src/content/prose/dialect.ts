// Which way of writing a prose file follows: its extension says it, or else its first lines do.

import { extname } from 'node:path'
import { lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'

export type Dialect = 'markdown' | 'rst' | 'asciidoc' | 'text' | 'org' | 'textile' | 'pod' | 'rdoc'

const BY_EXTENSION: Readonly<Record<string, Dialect>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdown': 'markdown',
  '.mkd': 'markdown',
  '.mdx': 'markdown',
  '.qmd': 'markdown',
  '.rmd': 'markdown',
  '.rst': 'rst',
  '.rest': 'rst',
  '.adoc': 'asciidoc',
  '.asciidoc': 'asciidoc',
  '.asc': 'asciidoc',
  '.org': 'org',
  '.textile': 'textile',
  '.wiki': 'textile',
  '.mediawiki': 'textile',
  '.creole': 'textile',
  '.pod': 'pod',
  '.rdoc': 'rdoc',
}

const DIALECTS: ReadonlySet<string> = new Set(Object.values(BY_EXTENSION))

/** What is looked at when the name does not tell. */
const PREFIX = 64 * 1024

/** Lines that only one dialect writes. */
const SIGNS: readonly (readonly [Dialect, RegExp])[] = [
  ['markdown', /^ {0,3}#{1,6} \S|^ {0,3}(?:```|~~~)|\]\(https?:|^\|(?: *:?-+:? *\|)+\s*$/],
  ['rst', /^\.\. [\w-]+::|::$|^:[\w-]+:`|\w`_\b|^\.\. _/],
  ['asciidoc', /^={1,5} \S|^\[(?:source|NOTE|TIP|WARNING|cols|%)[^\]]*\]$|^\|={3,}$|^:[\w-]+: \S|^-{4,}$/],
]

/** `language` is what detection found; plain text is looked at again, for it may hold headings of any dialect. */
export function dialectOf(source: SourceText, language: string | null): Dialect {
  const named = lookup(BY_EXTENSION, extname(source.path).toLowerCase())
  if (named) return named
  if (language && DIALECTS.has(language)) return language as Dialect
  const lines = source.text(0, Math.min(source.size, PREFIX)).split(/\r\n?|\n/)
  const counts = SIGNS.map(([dialect, sign]) => ({ dialect, count: lines.filter(line => sign.test(line)).length }))
  counts.sort((a, b) => b.count - a.count)
  const best = counts[0]!
  // A stray `#` or `::` is found in any text.
  return best.count >= 2 && best.count >= lines.length / 200 ? best.dialect : 'text'
}
