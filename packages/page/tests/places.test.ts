// Every place of a finding can be read on the page: a few in their lines, the others on request and by keys.
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { FindingsList } from './findings-list.ts'
import { inChromium } from './in-chromium.ts'
import { madePage } from './made-page.ts'
import { type MadeReport, writePage } from './made-report.ts'

const dir = tempDir()
const PLACES = 455

inChromium('the places of a finding', chromium => {
  let made: MadeReport
  beforeAll(() => {
    const page = madePage(20)
    const [first, ...others] = page.report.findings
    const [place] = first!.places
    const places = Array.from({ length: PLACES }, (_, k) => ({ ...place!, line: place!.line + k }))
    const findings = [{ ...first!, places, placeCount: PLACES + 7 }, ...others]
    made = writePage(join(dir.path, 'places.html'), { ...page, report: { ...page.report, findings } })
  })

  it('are opened by keys, some at a time, until all are there', async () => {
    const { page, seen } = await chromium.open(made.url)
    const list = new FindingsList(page)
    await list.rows.first().click()
    await list.opened.waitFor()
    const more = list.opened.getByRole('list', { name: 'More places' })
    await expect.poll(() => more.count()).toBe(0)
    const button = list.opened.getByRole('button', { name: /^Show/ })
    const drawn: number[] = []
    while ((await button.count()) > 0) {
      await button.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => more.getByRole('listitem').count()).toBeGreaterThan(drawn.at(-1) ?? 0)
      drawn.push(await more.getByRole('listitem').count())
      const isAtFirstNew = () =>
        page.evaluate(
          index => document.activeElement === document.querySelectorAll('.more-places li')[index],
          drawn.at(-2) ?? 0,
        )
      await expect.poll(isAtFirstNew).toBe(true)
    }
    // Four stand in their lines above.
    expect(drawn).toEqual([200, 400, PLACES - 4])
    await expect.poll(() => list.opened.textContent()).toContain('and 7 more places, which the report only counts')
    const lines = async () => {
      const texts = await more.getByRole('listitem').allTextContents()
      return new Set(texts.map(text => /:(\d+) /.exec(text)?.[1])).size
    }
    await expect.poll(lines).toBe(PLACES - 4)
    expect(await seen.settle()).toEqual([])
  })
})
