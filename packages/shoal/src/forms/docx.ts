// Word documents: every paragraph a line, headings marked as in Markdown, a row of a table as one line.
import { lookup } from '@shoal/base/model/lookup'
import { Damaged, type Entry, type FileContainer, type PackedFile, Refused, startsWith } from './form.ts'
import { zip } from './zip.ts'

const MOST = 200_000_000

export const docx: FileContainer = {
  kind: 'file',
  name: 'Word document',
  endings: ['.docx'],
  needsEnding: true,
  matches: head => startsWith(head, 'PK\x03\x04') || startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]),
  entries,
}

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
  for await (const entry of zip.entries(packed)) {
    if (entry.name !== 'word/document.xml') continue
    if ('reason' in entry) throw new Refused(entry.reason, entry.cause)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of entry.bytes) {
      length += chunk.length
      if (length > MOST) throw new Refused('its text is larger than 200 MB', 'limit')
      chunks.push(chunk)
      packed.onStep()
    }
    const lines = paragraphs(Buffer.concat(chunks).toString('utf8'))
    yield { name: 'paragraphs.md', by: 'paragraphs', bytes: text(lines), parts: () => ({ unit: 'paragraph' }) }
    return
  }
  throw new Damaged('it is not a Word document, or an encrypted one: it holds no text')
}

async function* text(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (let k = 0; k < lines.length; k += 1000) yield Buffer.from(`${lines.slice(k, k + 1000).join('\n')}\n`)
}

const TAG =
  /<(\/?)w:(p|t|tab|br|cr|tr|tc|pStyle|outlineLvl|delText|instrText)\b([^<>]{0,2000})>|<[^<>]{0,10000}>|[^<]+/g

/** One line each; those of a table by its rows. */
function paragraphs(xml: string): string[] {
  const lines: string[] = []
  let words: string[] = []
  let row: string[] | null = null
  let cell: string[] = []
  let level = 0
  let isText = false
  for (const [part, end, tag, more = ''] of xml.matchAll(TAG)) {
    if (tag === undefined) {
      if (isText && !part.startsWith('<')) words.push(decoded(part))
      continue
    }
    const isEnd = end === '/'
    const isEmpty = more.endsWith('/')
    if (tag === 't') isText = !isEnd && !isEmpty
    else if (tag === 'tab') words.push('\t')
    else if (tag === 'br' || tag === 'cr') words.push(' ')
    else if (tag === 'pStyle')
      level = Number(/w:val="(?:heading|berschrift|titre|título)\s?(\d)"/i.exec(more)?.[1] ?? level)
    else if (tag === 'tr' && !isEnd) row = []
    else if (tag === 'tr') {
      if (row) lines.push(`| ${row.join(' | ')} |`)
      row = null
    } else if (tag === 'tc' && isEnd) {
      row?.push(cell.join(' '))
      cell = []
    } else if (tag === 'p' && (isEnd || isEmpty)) {
      const said = words.join('').trimEnd()
      if (row) cell.push(said)
      else lines.push(level > 0 && said !== '' ? `${'#'.repeat(Math.min(6, level))} ${said}` : said)
      words = []
      level = 0
    }
  }
  return lines
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (all, hex, number, name) => {
    if (name !== undefined) return lookup(NAMED, name) ?? all
    const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
