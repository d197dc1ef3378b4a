// Documents and databases as tests need them, each as the bytes of a file.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromArrays, tableToIPC } from '@uwdata/flechette'
import { writeOds, writeXlsx } from 'hucre'
import Database from 'libsql'
import { zipOf } from './packs.ts'

type Cell = string | number | boolean | Date | null

export async function xlsxOf(sheets: Readonly<Record<string, Cell[][]>>): Promise<Uint8Array> {
  return (await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) })) as Uint8Array
}

export async function odsOf(sheets: Readonly<Record<string, Cell[][]>>): Promise<Uint8Array> {
  return (await writeOds({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) })) as Uint8Array
}

export function sqliteOf(statements: readonly string[]): Uint8Array {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-db-'))
  try {
    const file = join(directory, 'x.db')
    const database = new Database(file)
    for (const statement of statements) database.exec(statement)
    database.close()
    return readFileSync(file)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export function arrowOf(columns: Readonly<Record<string, readonly unknown[]>>): Uint8Array {
  return tableToIPC(tableFromArrays(columns as Record<string, unknown[]>), { format: 'file' }) as Uint8Array
}

export function notebookOf(cells: readonly (readonly ['code' | 'markdown', string])[]): Uint8Array {
  const made = cells.map(([cell_type, source]) => ({
    cell_type,
    source: source.split(/(?<=\n)/),
    metadata: {},
    outputs: [],
  }))
  return Buffer.from(
    JSON.stringify({ cells: made, metadata: { language_info: { file_extension: '.py' } }, nbformat: 4 }),
  )
}

export function docxOf(body: string): Uint8Array {
  const xml = `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: xml },
  ])
}

/** One line of text a page. */
export function pdfOf(pages: readonly string[]): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, k) => `${4 + 2 * k} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((text, k) => {
      const drawn = `BT /F1 12 Tf 72 700 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * k} 0 R>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, k) => {
    const at = text.length
    text += `${k + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${offsets.length ? text.length : 0}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
