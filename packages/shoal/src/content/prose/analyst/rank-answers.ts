// The longest sections and documents, for those who ask for them.
import type { Answer } from '@shoal/base/model/analyst'
import type { Question } from '@shoal/base/model/question'
import { plural } from '@shoal/base/text/printable'

interface ReadProse {
  readonly path: string
  readonly figures: {
    readonly words?: number
    readonly headings?: number
    readonly sections?: readonly { readonly title: string; readonly line: number; readonly words: number }[]
  }
}

const MOST_TOLD = 3
const MOST_ROWS = 15
const LONGEST = '(?:longest|largest|biggest|most words)'
const SECTIONS = asked('(?:sub)?(?:sections?|chapters?)')
const DOCUMENTS = asked('(?:documents?|files?|texts?|pages?|articles?)')

/** "The longest section", "which section is the longest". */
function asked(noun: string): RegExp {
  return new RegExp(`\\b${LONGEST}\\b.{0,40}\\b${noun}\\b|\\b${noun}\\b.{0,40}\\b${LONGEST}\\b`, 'i')
}

export function longestAnswers(files: readonly ReadProse[], { text }: Question): Answer[] {
  if (SECTIONS.test(text ?? '')) return longestSections(files)
  return files.length > 1 && DOCUMENTS.test(text ?? '') ? longestDocuments(files) : []
}

function longestSections(files: readonly ReadProse[]): Answer[] {
  const sections = files.flatMap(({ path, figures }) => (figures.sections ?? []).map(one => ({ ...one, path })))
  if (sections.length === 0) return []
  const ranked = sections.sort(
    (a, b) => b.words - a.words || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  )
  const told = ranked
    .slice(0, MOST_TOLD)
    .map(({ title, path, line, words }) => `“${title}” (${plural(words, 'word')}, ${path}:${line})`)
  const all = files.reduce((sum, { figures }) => sum + (figures.headings ?? 0), 0)
  const of = all > sections.length ? `the ${plural(sections.length, 'section')} listed` : plural(all, 'section')
  return [
    {
      text: `Longest sections by words of their own, of ${of}: ${told.join(', ')}.`,
      relevance: 0.92,
      evidence: [],
      panel: {
        kind: 'table',
        title: 'Longest sections',
        // Numbers first: what stands behind a title such as “Secrets” would be taken for one.
        columns: [
          { label: 'words', align: 'right' },
          { label: 'section' },
          { label: 'file' },
          { label: 'line', align: 'right' },
        ],
        rows: ranked.slice(0, MOST_ROWS).map(({ title, path, line, words }) => [words, title, path, line]),
        of: sections.length,
      },
    },
  ]
}

function longestDocuments(files: readonly ReadProse[]): Answer[] {
  const sized = files.map(({ path, figures }) => ({ path, words: figures.words ?? 0 }))
  const ranked = sized.sort((a, b) => b.words - a.words || (a.path < b.path ? -1 : 1))
  const told = ranked.slice(0, MOST_TOLD).map(({ path, words }) => `${path} (${plural(words, 'word')})`)
  return [
    {
      text: `Longest documents, of ${plural(files.length, 'document')}: ${told.join(', ')}.`,
      relevance: 0.92,
      evidence: [],
      panel: {
        kind: 'bars',
        title: 'Longest documents, in words',
        rows: ranked.slice(0, MOST_ROWS).map(({ path, words }) => ({ label: path, value: words })),
        total: sized.reduce((sum, { words }) => sum + words, 0),
      },
    },
  ]
}
