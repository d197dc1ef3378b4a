// A report without a mouse and without eyes: keys that close and page, names of links, and places that can be copied.
import { join } from 'node:path'
import type { ReportPage } from '@shoal/base/model/report-page'
import { beforeAll, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { FindingsList } from './findings-list.ts'
import { inChromium } from './in-chromium.ts'
import { madePage } from './made-page.ts'
import { type MadeReport, writePage } from './made-report.ts'

const dir = tempDir()
const FAR = 'src/content/structured-data/analyst/question/plan.ts'

inChromium('a report by keys', chromium => {
  let made: MadeReport
  beforeAll(() => {
    const page = madePage(200)
    const [first] = page.report.findings
    const drawn: ReportPage = {
      ...page,
      report: {
        ...page.report,
        findings: [{ ...first!, path: FAR, line: 1, character: 48_213 }, ...page.report.findings.slice(1)],
        answerPanels: [
          {
            kind: 'table',
            title: 'Most complex functions',
            columns: [
              { label: 'Function' },
              { label: 'File' },
              { label: 'First seen' },
              { label: 'Lines', align: 'right' },
            ],
            rows: [['planOf', FAR, '2025-05-01 00:00:44.480', 111_786]],
          },
        ],
      },
    }
    made = writePage(join(dir.path, 'keys.html'), drawn)
  })

  it('closes a finding with Escape wherever the focus is, but in a field', async () => {
    const { page, seen } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const name = await list.rows.nth(1).getAttribute('data-row')
    await list.rows.nth(1).click()
    await list.opened.waitFor()
    await list.search.focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => list.opened.count()).toBe(1)
    await list.rows.nth(1).focus()
    await page.keyboard.press('Escape')
    await list.opened.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row)).toBe(name)
    await list.rows.nth(1).click()
    await list.opened.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Escape')
    await list.opened.waitFor({ state: 'detached' })
    expect(await seen.settle()).toEqual([])
  })

  it('goes on by pages in the list, and the focus with it', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const at = async () =>
      Number(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')))
    await list.rows.first().focus()
    const start = await at()
    await page.keyboard.press('PageDown')
    await expect.poll(at).toBeGreaterThan(start + 2)
    const far = await at()
    // The list scrolls after the focus has moved.
    const isSeen = () =>
      page.evaluate(() => {
        const box = document.activeElement!.closest('div')!.getBoundingClientRect()
        const row = document.activeElement!.getBoundingClientRect()
        return row.top >= box.top && row.bottom <= box.bottom
      })
    await expect.poll(isSeen).toBe(true)
    await page.keyboard.press('PageDown')
    await expect.poll(at).toBeGreaterThan(far)
    await page.keyboard.press('PageUp')
    await expect.poll(at).toBe(far)
  })

  it('names every link by more than a number, and stops at no box', async () => {
    const { page } = await chromium.open(made.url)
    const links = page.getByRole('region', { name: 'Files', exact: true }).getByRole('link')
    await expect.poll(() => links.count()).toBeGreaterThan(0)
    for (const link of await links.all())
      await expect
        .poll(() => link.getAttribute('aria-label'))
        .toMatch(/^[\d,]+ (high problems|medium problems|low problems|across files)$/)
    const box = page.getByRole('table', { name: 'Findings', exact: true }).locator('..')
    await expect.poll(() => box.evaluate(one => (one as HTMLElement).tabIndex)).toBe(-1)
  })

  it('shows a place on a long line to the character, and a path without tearing its names apart', async () => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 360, height: 740 },
    ]) {
      const { page } = await chromium.open(made.url, { viewport })
      const place = page.locator('.findings-place').first()
      await expect.poll(() => place.getAttribute('title')).toBe(`${FAR}:1:48213`)
      await expect.poll(() => place.textContent()).toBe(`${FAR}:1:48213`)
      const table = page.getByRole('figure', { name: 'Most complex functions' })
      await table.scrollIntoViewIfNeeded()
      // The whole path is there to be copied; each part that is seen stands on one line, as do figures and dates.
      const cells = table.locator('tbody td')
      await expect
        .poll(() => cells.nth(1).evaluate(cell => getSelection()!.selectAllChildren(cell) ?? String(getSelection())))
        .toBe(FAR)
      await expect.poll(() => cells.nth(1).locator('bdi').getAttribute('title')).toBe(FAR)
      const parts = table.locator('.path-part, td.number bdi, td.chart-short bdi')
      const torn = () =>
        parts.evaluateAll(all => all.filter(part => part.getClientRects().length > 1).map(part => part.textContent))
      await expect.poll(torn).toEqual([])
    }
  })
})
