// Ten thousand findings: opened, scrolled, searched and gone through as if they were ten.
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { FindingsList, plain, wordsOf } from './findings-list.ts'
import { inChromium } from './in-chromium.ts'
import { madePage } from './made-page.ts'
import { type MadeReport, writePage } from './made-report.ts'

const dir = tempDir()
const MANY = 10_000

inChromium('a report of ten thousand findings', chromium => {
  let made: MadeReport
  let all: number
  beforeAll(() => {
    made = writePage(join(dir.path, 'many.html'), madePage(MANY))
    all = MANY + made.page.report.crossFile.length
  })

  it('draws what is in sight, finds one among all, and goes to the last', async () => {
    const { page, seen } = await chromium.open(made.url)
    const list = new FindingsList(page)
    await expect.poll(() => list.count()).toBe(`${all.toLocaleString('en-US')} findings`)
    await expect.poll(() => page.locator('*').count()).toBeLessThan(8000)
    await expect.poll(() => list.rows.count()).toBeLessThan(100)

    const wanted = made.page.report.findings[7_777]!
    await list.search.fill(wanted.id)
    await expect.poll(() => list.summaries()).toEqual([plain(wanted.summary)])
    await list.rows.first().click()
    await list.expectOpen(wanted)
    const address = page.url()

    await list.search.fill('handler')
    await expect.poll(() => list.count()).toContain(`${MANY.toLocaleString('en-US')} of`)
    await list.rows.first().focus()
    await page.keyboard.press('End')
    const last = made.page.report.findings.at(-1)!
    await list.expectOpen(last)
    await expect.poll(() => list.rows.count()).toBeLessThan(100)

    const other = await chromium.open(address)
    await new FindingsList(other.page).expectOpen(wanted)
    expect(await seen.settle()).toEqual([])
  })

  it('prints a bounded part of them, and says so', async () => {
    const { page, seen } = await chromium.open(made.url)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const words = () => wordsOf(page.getByRole('region', { name: 'Findings', exact: true }))
    await expect.poll(words).toContain(plain(made.page.report.findings[0]!.summary))
    await expect.poll(words).toMatch(/500 of 10,\d{3} findings are printed/)
    // A map of files is made of buttons, on paper too; what stands around pictures is for the screen.
    const onScreenOnly = () =>
      page.evaluate(() =>
        ['nav', 'search', 'select', 'button'].filter(name =>
          [...document.querySelectorAll<HTMLElement>(name)].some(
            one => one.checkVisibility() && !one.closest('figure'),
          ),
        ),
      )
    await expect.poll(onScreenOnly).toEqual([])
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => page.locator('*').count()).toBeLessThan(8000)
    expect(await seen.settle()).toEqual([])
  })
})
