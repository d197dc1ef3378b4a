// A task as an agent fetches it: page by page, each small enough for one answer of a tool, together all of it.
import type { ReadingPart } from '@shoal/base/model/model-work'
import { type Line, numbered } from './excerpt.ts'
import type { PartView } from './part-view.ts'

export interface Page {
  readonly part: ReadingPart
  /** What is known of the file and what programs found in the chunk: on its first page only. */
  readonly facts: string | null
  /** Lines borrowed from elsewhere in the file, on its first page only. */
  readonly context: string | null
  /** `LINE|text`. A line that is longer than a page goes on, under the same number, on the next. */
  readonly text: string
  readonly firstLine: number
  readonly lastLine: number
}

/** Characters of a page as JSON, escapes included: clients do not show an answer of 50,000 or more. */
const PAGE = 22_000
const MOST_FACTS = 10_000
const MOST_CONTEXT = 6_000

/** At least one for each part. */
export function pagesOf(views: readonly PartView[]): Page[] {
  return views.flatMap(({ part, facts, answers, head, borrowed, lines, repeats }) =>
    cut(lines).map((page, k): Page => {
      const { startLine } = part.chunk.body
      return {
        part,
        facts:
          k === 0
            ? clipped([facts, ...(answers === '' ? [] : [`Exact answer: ${answers}`]), '', head].join('\n'), MOST_FACTS)
            : null,
        context: k === 0 && borrowed.length > 0 ? clipped(numbered(borrowed), MOST_CONTEXT) : null,
        text: numbered(page, { repeats }),
        firstLine: page[0]?.number ?? startLine,
        lastLine: page.at(-1)?.number ?? startLine,
      }
    }),
  )
}

/** Pages that are handed out together: small files that are whole on one page, as many as fit. */
export function sheetsOf(pages: readonly Page[]): Page[][] {
  const sheets: Page[][] = []
  let room = 0
  for (const page of pages) {
    const size = sizeOf(page.text) + sizeOf(page.facts ?? '') + sizeOf(page.context ?? '') + OVERHEAD
    const sheet = sheets.at(-1)
    if (sheet && size <= room && page.facts !== null) sheet.push(page)
    else {
      sheets.push([page])
      room = PAGE + MOST_FACTS
    }
    room -= size
  }
  return sheets
}

/** What is said about a file beside its text: names, lines, types. */
const OVERHEAD = 400

/** Lines in runs of one page each. */
function cut(lines: readonly Line[]): Line[][] {
  const pages: Line[][] = [[]]
  let room = PAGE
  for (const { number, text } of lines) {
    for (const piece of piecesOf(text)) {
      const size = sizeOf(piece) + 8
      if (size > room && pages.at(-1)!.length > 0) {
        pages.push([])
        room = PAGE
      }
      pages.at(-1)!.push({ number, text: piece })
      room -= size
    }
  }
  return pages
}

/** Never inside of a character. */
function piecesOf(text: string): string[] {
  if (sizeOf(text) <= PAGE) return [text]
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PAGE)
    while (sizeOf(text.slice(at, end)) > PAGE) end = at + Math.floor((end - at) / 2)
    const code = text.charCodeAt(end - 1)
    if (end < text.length && code >= 0xd800 && code < 0xdc00) end--
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

/** As a part of a JSON text. */
function sizeOf(text: string): number {
  return JSON.stringify(text).length
}

function clipped(text: string, most: number): string {
  if (sizeOf(text) <= most) return text
  let end = Math.min(text.length, most)
  while (sizeOf(text.slice(0, end)) > most) end = Math.floor(end * 0.9)
  return `${text.slice(0, end)}\n… (cut)`
}
