// Spreadsheets, databases, notebooks and documents become texts with names; what cannot be read is named.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { pdfOfAtMost } from '../../src/forms/pdf.ts'
import { arrowOf, docxOf, notebookOf, odsOf, pdfOf, sqliteOf, xlsxOf } from './documents.ts'
import { zipOf } from './packs.ts'
import { unpackedFrom, unpackedOf } from './unpacked.ts'

const SHEETS = {
  Orders: [
    ['id', 'note', 'at'],
    [1, 'say "hi", twice', new Date('2026-02-03T00:00:00Z')],
    [2, 'two\nlines', new Date('2026-02-03T10:30:00Z')],
    [3.5, null, null],
  ],
  Empty: [],
  Second: [['a'], ['b']],
}

describe('spreadsheets', () => {
  it.each([
    ['book.xlsx', xlsxOf],
    ['book.ods', odsOf],
  ] as const)('%s: every sheet is a table', async (name, write) => {
    const { texts, by } = await unpackedOf(name, await write(SHEETS))
    expect(texts['Second.csv']).toBe('a\nb\n')
    expect(texts['Orders.csv']).toMatch(/^id,note,at\n1,"say ""hi"", twice",2026-02-03\n2,"two\nlines",2026-02-03/)
    expect(texts['Orders.csv']).toMatch(/\n3\.5,,\n$/)
    expect(by).toEqual(['spreadsheet > sheet as CSV', 'spreadsheet > sheet as CSV'])
  })

  it('says what a damaged or an encrypted one is', async () => {
    expect((await unpackedOf('a.xlsx', zipOf([{ name: 'x', content: 'y' }]))).left.join()).toMatch(
      /cannot be read.*damaged/,
    )
    const sealed = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(1000)])
    expect((await unpackedOf('a.xlsx', sealed)).left.join()).toMatch(/it is encrypted/)
  })

  it('is not unpacked in memory when it is made to fill it', async () => {
    const content = Buffer.alloc(400_000, 32)
    const bomb = zipOf([1, 2, 3].map(k => ({ name: `xl/worksheets/sheet${k}.xml`, content })))
    const { left, texts } = await unpackedOf('a.xlsx', bomb, 1e6)
    expect(left.join()).toMatch(/more than 1\.0 MB when it is unpacked/)
    expect(texts).toEqual({})
  })
})

describe('databases', () => {
  it('SQLite: every table is a table', async () => {
    const { texts, left } = await unpackedOf(
      'shop.db',
      sqliteOf([
        'CREATE TABLE "order lines" (id INTEGER, name TEXT, raw BLOB)',
        `INSERT INTO "order lines" VALUES (1, 'a,b', x'00ff'), (2, NULL, NULL), (3, '', NULL)`,
        'CREATE VIEW v AS SELECT 1',
      ]),
    )
    expect(texts).toEqual({ 'order lines.csv': 'id,name,raw\n1,"a,b",(2 bytes)\n2,,\n3,"",\n' })
    expect(left).toEqual(['v.csv: a view: what it shows is in the tables (special)'])
  })

  it('SQLite that is cut off is said to be damaged', async () => {
    const whole = sqliteOf([
      'CREATE TABLE t (a)',
      `INSERT INTO t SELECT hex(randomblob(400)) FROM json_each('${JSON.stringify(Array(300).fill(0))}')`,
    ])
    expect((await unpackedOf('x.sqlite', whole.subarray(0, whole.length >> 1))).left.join()).toMatch(/damaged/)
  })

  it('SQLite: what only stands in its write-ahead log is read too, and the file is left alone', async () => {
    const home = mkdtempSync(join(tmpdir(), 'shoal-wal-'))
    const file = join(home, 'live.db')
    const database = new Database(file)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (n INTEGER)')
    database.exec('INSERT INTO t VALUES (1)')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.exec('INSERT INTO t VALUES (2)')
    const before = [readFileSync(file), readFileSync(`${file}-wal`)]
    const { texts, left } = await unpackedFrom(file)
    expect({ texts, left }).toEqual({ texts: { 't.csv': 'n\n1\n2\n' }, left: [] })
    expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before)
    database.close()
    rmSync(home, { recursive: true })
  })

  it('Arrow: its table', async () => {
    const { texts } = await unpackedOf('t.arrow', arrowOf({ id: [1, 2], name: ['x', 'y'] }))
    expect(texts).toEqual({ 'table.csv': 'id,name\n1,x\n2,y\n' })
    expect((await unpackedOf('t.feather', Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.alloc(100)]))).left).toEqual(
      ['null: the table cannot be read: it is damaged, or cut off (damaged)'],
    )
  })
})

describe('documents', () => {
  it('notebooks: code and prose, with the numbers of cells', async () => {
    const { texts } = await unpackedOf(
      'n.ipynb',
      notebookOf([
        ['markdown', '# Title\n\ntext'],
        ['code', 'import os\nx = 1'],
        ['code', 'print(x)'],
      ]),
    )
    expect(texts).toEqual({
      'code.py': '# %% cell 2\nimport os\nx = 1\n\n# %% cell 3\nprint(x)\n',
      'prose.md': '<!-- cell 1 -->\n# Title\n\ntext\n',
    })
    expect((await unpackedOf('n.ipynb', Buffer.from('{"a": 1'))).left.join()).toMatch(/not a notebook/)
  })

  it('Word: a paragraph is a line, a row of a table too', async () => {
    const p = (text: string, style = '') =>
      `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
    const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`
    const body = `${p('Plan &amp; aim', 'Heading1')}${p('One &lt;b&gt; &#233;.')}<w:p/><w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>${p('End')}`
    const { texts } = await unpackedOf('d.docx', docxOf(body))
    expect(texts['paragraphs.md']).toBe('# Plan & aim\nOne <b> é.\n\n| a | b |\nEnd\n')
    expect((await unpackedOf('d.docx', zipOf([{ name: 'x', content: 'y' }]))).left.join()).toMatch(
      /not a Word document/,
    )
  })

  it('PDF: of more pages than are read the first are, and it is said', async () => {
    const { texts, left } = await unpackedOf('a.pdf', pdfOf(['one', 'two', 'three']), 1e8, pdfOfAtMost(2))
    expect(texts['pages.md']).toBe('## Page 1\n\none\n\n## Page 2\n\ntwo\n\n')
    expect(left.join()).toMatch(/it has 3 pages; those after page 2 are not read.*\(limit\)/)
  })

  it('PDF: the text of every page under its number', async () => {
    const { texts } = await unpackedOf('r.pdf', pdfOf(['The pump failed at noon.', 'It was (re)started.']))
    expect(texts['pages.md']).toBe('## Page 1\n\nThe pump failed at noon.\n\n## Page 2\n\nIt was (re)started.\n\n')
    expect((await unpackedOf('r.pdf', Buffer.from('%PDF-1.4\nnothing of it'))).left.join()).toMatch(/damaged/)
  })
})
