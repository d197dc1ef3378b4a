// PDF documents: the text of every page under a heading with its number.
import { Damaged, type Entry, type FileContainer, type PackedFile, Refused, startsWith } from './form.ts'
import { library, wholeFile } from './library.ts'

const MOST = 200_000_000

export const pdf: FileContainer = {
  kind: 'file',
  name: 'PDF',
  endings: ['.pdf'],
  matches: head => startsWith(head, '%PDF-'),
  entries,
}

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
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
  const seen = { hasText: false }
  yield { name: 'pages.md', by: 'text of pages', bytes: pages(document, packed, seen) }
  if (!seen.hasText)
    yield { name: 'pictures', reason: 'its pages hold no text: they may be pictures', cause: 'special' }
}

type Document = import('unpdf/pdfjs').PDFDocumentProxy

async function* pages(
  document: Document,
  { onStep, signal }: PackedFile,
  seen: { hasText: boolean },
): AsyncGenerator<Uint8Array> {
  for (let number = 1; number <= document.numPages; number++) {
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
    yield Buffer.from(`## Page ${number}\n\n${text.trim()}\n\n`)
  }
}
