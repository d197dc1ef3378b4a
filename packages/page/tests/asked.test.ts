// The answer to a question on the page: rows put in order by pointer and keys, a picture, SQL to copy; and content that attacks.
import { join } from 'node:path'
import type { ReportPage } from '@shoal/base/model/report-page'
import { expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { askedReport, grouped, listed } from '../../shoal/tests/stages/report/asked-report.ts'
import { breachesOf } from './axe.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { payloads } from './hostile-files.ts'
import { inChromium, NARROW } from './in-chromium.ts'
import { madePage } from './made-page.ts'
import { writePage } from './made-report.ts'

const dir = tempDir()
let made = 0

function pageOf(question: Parameters<typeof askedReport>[0]): string {
  const page = madePage(20)
  const { query, answer, question: asked } = askedReport(question)
  const report = { ...page.report, query, answer, question: asked } as ReportPage['report']
  return writePage(join(dir.path, `asked-${made++}.html`), { ...page, report }).url
}

const GROUPS = grouped([
  ['Spain', 107855.26],
  ['Germany', 380365.07],
  ['Åland', -2],
  ['Nowhere', null],
])

inChromium('the answer to a question', chromium => {
  it('shows the figure, how it was read, the rows, bars and the SQL', async () => {
    const { page, seen } = await chromium.open(
      pageOf({ ...GROUPS, status: 'partial', unused: ['Atlantis'], rowCount: 1204 }),
    )
    const answer = page.getByRole('region', { name: 'Answer' })
    for (const part of [
      'In part: Spain (107,855.26) and 1,203 more',
      'answered in part',
      'Read as: the total amount by country.',
      'Not used: "Atlantis"',
      '4 of 1,204 rows',
    ])
      await expect.poll(() => answer.textContent()).toContain(part)
    await expect.poll(() => answer.getByRole('figure', { name: /^total by country/ }).count()).toBe(1)
    await expect.poll(() => breachesOf(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('puts rows in order by pointer and by keys, and says so', async () => {
    const { page, seen } = await chromium.open(pageOf(GROUPS))
    const table = page.getByRole('region', { name: 'Answer' }).getByRole('table').first()
    const rows = async () => (await table.locator('tbody tr').allInnerTexts()).map(row => row.split('\t')[0]!.trim())
    const head = (name: string) => table.getByRole('columnheader', { name })
    const first = ['Spain', 'Germany', 'Åland', 'Nowhere']
    await expect.poll(rows).toEqual(first)
    await head('total').getByRole('button').click()
    await expect.poll(rows).toEqual(['Åland', 'Spain', 'Germany', 'Nowhere'])
    await expect.poll(() => head('total').getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('Enter')
    await expect.poll(rows).toEqual(['Germany', 'Spain', 'Åland', 'Nowhere'])
    await expect.poll(() => head('total').getAttribute('aria-sort')).toBe('descending')
    await page.keyboard.press('Space')
    await expect.poll(rows).toEqual(first)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => head('country').getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(() => head('total').getAttribute('aria-sort')).toBe('none')
    await expect.poll(rows).toEqual(['Åland', 'Germany', 'Nowhere', 'Spain'])
    expect(await seen.settle()).toEqual([])
  })

  it('draws a line over time, and has its numbers', async () => {
    const months = grouped(
      [
        ['2024-01', 1],
        ['2024-02', 5],
        ['2024-04', -2],
      ],
      { ofNothing: 0 },
    )
    const { page, seen } = await chromium.open(pageOf(months), { colorScheme: 'dark' })
    const chart = page.getByRole('img', { name: /^Line from 2024-01 to 2024-04: total by country/ })
    await chart.scrollIntoViewIfNeeded()
    await expect.poll(() => chart.locator('svg').count()).toBe(1)
    await page.getByRole('button', { name: /^Show as table: total by country/ }).click()
    await expect.poll(() => page.getByRole('cell', { name: '2024-03' }).count()).toBe(1)
    await expect.poll(() => breachesOf(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('copies the SQL, or selects it where the page may not copy', async () => {
    const sql = 'SELECT "a"\nFROM "b"'
    const { page, seen } = await chromium.open(pageOf({ ...GROUPS, sql: [sql] }))
    await page.getByText('what was asked of the data').click()
    const allow = (isAllowed: boolean) =>
      page.evaluate(isAllowed => {
        const writeText = async (text: string) => void Reflect.set(window, 'copied', text)
        Object.defineProperty(navigator, 'clipboard', {
          value: isAllowed ? { writeText } : undefined,
          configurable: true,
        })
      }, isAllowed)
    await allow(true)
    await page.getByRole('button', { name: 'Copy SQL' }).click()
    await page.getByText('Copied').waitFor()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'copied'))).toBe(sql)
    await allow(false)
    await page.getByRole('button', { name: 'Copy SQL' }).click()
    await page.getByText('Selected: copy it with your keyboard').waitFor()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(sql)
    expect(await seen.settle()).toEqual([])
  })

  it('shows names, values and SQL that attack as text, on a phone too', async () => {
    const attacks = Object.values(payloads())
    const names = [...attacks.map((attack, k) => `${k} ${attack}`), '__proto__', 'constructor']
    const row = names.map((_, k) => attacks[k % attacks.length]!)
    const question = { ...listed(names, [row, row]), sql: attacks, unused: attacks, readAs: attacks.join(' ') }
    const { page, seen } = await chromium.open(pageOf({ ...question, status: 'partial' }), { viewport: NARROW })
    await page.getByText('what was asked of the data').click()
    const table = page.getByRole('region', { name: 'Answer' }).getByRole('table').first()
    await table.getByRole('button').first().click()
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(names.length + 1)
    expect(await foreignMarkup(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await seen.settle()).toEqual([])
  })
})
