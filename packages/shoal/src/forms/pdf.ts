// PDF documents: the text of every page under a heading with its number.
import { formatCount } from '@shoal/base/text/printable'
import { Damaged, type Entry, type FileContainer, type PackedFile, Refused, startsWith } from './form.ts'
import { library, wholeFile } from './library.ts'

const MOST = 200_000_000

/** The library finds a page by walking the tree of pages from its root: where that is flat, many pages take the square of their number. */
export const pdf = pdfOfAtMost(20_000)

export function pdfOfAtMost(mostPages: number): FileContainer {
  return {
    kind: 'file',
    name: 'PDF',
    endings: ['.pdf'],
    matches: head => startsWith(head, '%PDF-'),
    entries: packed => entries(packed, mostPages),
  }
}

async function* entries(packed: PackedFile, mostPages: number): AsyncGenerator<Entry> {
  const bytes = wholeFile(packed, MOST)
  const { getDocumentProxy } = await library('unpdf', () => import('unpdf'))
  let document: Awaited<ReturnType<typeof getDocumentProxy>>
  try {
    document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'PasswordException') throw new Refused('it is encrypted', 'encrypted')
    throw new Damaged(`the document cannot be read: ${message.slice(0, 200)}`)
  }
  const seen: Seen = { hasText: false, firstLines: [] }
  const parts = () => ({ unit: 'page' as const, firstLines: seen.firstLines })
  yield { name: 'pages.md', by: 'text of pages', bytes: pages(document, packed, seen, mostPages), parts }
  if (!seen.hasText)
    yield { name: 'pictures', reason: 'its pages hold no text: they may be pictures', cause: 'special' }
}

interface Seen {
  hasText: boolean
  readonly firstLines: number[]
}

type Document = import('unpdf/pdfjs').PDFDocumentProxy

async function* pages(
  document: Document,
  { onStep, signal }: PackedFile,
  seen: Seen,
  most: number,
): AsyncGenerator<Uint8Array> {
  let lines = 0
  for (let number = 1; number <= document.numPages; number++) {
    if (number > most)
      throw new Damaged(
        `it has ${formatCount(document.numPages)} pages; those after page ${formatCount(most)} are not read`,
        'limit',
      )
    signal.throwIfAborted()
    onStep()
    let text: string
    try {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      page.cleanup()
    } catch (error) {
      throw new Damaged(`page ${number} cannot be read: ${(error as Error).message.slice(0, 200)}`)
    }
    if (text.trim() !== '') seen.hasText = true
    const written = `## Page ${number}\n\n${text.trim()}\n\n`
    seen.firstLines.push(lines + 1)
    lines += written.split('\n').length - 1
    yield Buffer.from(written)
  }
}
