// Pages of PDF and paragraphs of Word documents as places: in JSON as fields, in text beside the line.
import { join } from 'node:path'
import { documentPlace } from '@shoal/base/model/origin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docxOf, pdfOf } from '../forms/documents.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const run = (...argv: string[]) => shoal(argv, { cwd: dir.path, env: { SHOAL_HOME: join(dir.path, 'home') } })

describe('a place in a document', () => {
  it('of a PDF is its page, whatever the text of a page says', async () => {
    dir.write(
      'report.pdf',
      pdfOf(['The plant was opened.', '## Page 9', 'The turbine failed at noon because of a valve.']),
    )
    const said = await run('analyze', 'report.pdf', 'Why did the turbine fail?')
    expect(said.stdout).toContain('report.pdf!pages.md:11 (page 3)')
    const { answer_evidence: evidence } = JSON.parse(
      (await run('analyze', 'report.pdf', 'Why did the turbine fail?', '--json')).stdout,
    )
    expect(evidence).toEqual(expect.arrayContaining([expect.objectContaining({ line: 11, page: 3 })]))
  })

  it('of a Word document is its paragraph', async () => {
    const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
    dir.write(
      'plan.docx',
      docxOf(['First.', 'Second.', 'The turbine failed at noon because of a valve.'].map(paragraph).join('')),
    )
    const { stdout } = await run('analyze', 'plan.docx', 'Why did the turbine fail?')
    expect(stdout).toContain('plan.docx!paragraphs.md:3 (paragraph 3)')
  })

  it('is the part that the line lies in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }), lengths => {
        const firstLines = lengths.map((_, k) => 1 + lengths.slice(0, k).reduce((sum, one) => sum + one, 0))
        const pages = lengths.flatMap((length, k) => Array.from({ length }, () => k + 1))
        expect(pages.map((_, k) => documentPlace({ unit: 'page', firstLines }, k + 1).page)).toEqual(pages)
      }),
    )
  })
})
