// What readers rely on without thinking of it: letters they type, steps back, places they were at, and paper.
import { beforeAll, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { FindingsList } from './findings-list.ts'
import { inChromium, NARROW } from './in-chromium.ts'
import { EXAMPLES, type MadeReport, makeReport } from './made-report.ts'

const dir = tempDir()

inChromium('a report in use', chromium => {
  let made: MadeReport
  beforeAll(() => {
    made = makeReport({ directory: dir.path, cwd: EXAMPLES, args: ['.', 'What looks wrong?'] })
  })

  it('keeps every letter, however fast they come', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    for (const delay of [20, 115, 130]) {
      await list.search.fill('')
      await list.search.pressSequentially('gateway timeout', { delay })
      await page.waitForURL(/q=gateway\+timeout$/)
      await expect.poll(() => list.search.inputValue(), { message: `${delay} ms a key` }).toBe('gateway timeout')
    }
  })

  it('keeps a filter that is chosen while somebody types, and goes back step by step', async () => {
    const { page } = await chromium.open(`${made.url}#/types?show=log`)
    const list = new FindingsList(page)
    await list.search.pressSequentially('err')
    await list.filter('Severity', 'high')
    await page.waitForURL(url => ['q=err', 'severity=high', 'show=log'].every(part => url.hash.includes(part)))
    await page.goBack()
    await page.waitForURL(url => !url.hash.includes('severity'))
    await expect.poll(() => page.getByRole('combobox', { name: 'Severity', exact: true }).inputValue()).toBe('')
  })

  it('counts in a choice what the choice lists, on the map of files too', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const choice = page.getByRole('combobox', { name: 'File', exact: true })
    const words = await choice.getByRole('option').allTextContents()
    for (const [k, word] of words.entries()) {
      if (k === 0) continue
      const count = /\((\d+)\)$/.exec(word)![1]
      await choice.selectOption({ index: k })
      await expect.poll(() => list.count(), { message: word }).toMatch(new RegExp(`^${count} of `))
    }
    const area = page.getByRole('button', { name: /^config\.yaml,/ })
    await area.scrollIntoViewIfNeeded()
    const problems = /(\d+) problems?:/.exec((await area.getAttribute('aria-label'))!)![1]
    await area.click()
    await list.filter('Nature', 'problem')
    await expect.poll(() => list.count()).toMatch(new RegExp(`^${problems} of `))
  })

  it('brings what a link names into view, also when the address names it already', async () => {
    const { page } = await chromium.open(`${made.url}#/findings`)
    const heading = page.getByRole('heading', { name: 'Findings', exact: true })
    const isSeen = async () =>
      await heading.evaluate(
        one => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight / 2,
      )
    for (const link of [
      page.getByRole('region', { name: 'Answer' }).getByRole('link').first(),
      page.getByRole('navigation', { name: 'Sections of the report' }).getByRole('link', { name: /^Findings/ }),
    ]) {
      await page.evaluate(() => scrollTo(0, 0))
      await link.click()
      await expect.poll(isSeen).toBe(true)
    }
    await expect.poll(() => heading.evaluate(one => one === document.activeElement)).toBe(true)
  })

  it('has one stop for Tab in the list, and gives the focus back where a finding was opened', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    await expect
      .poll(() => list.rows.evaluateAll(links => links.filter(link => (link as HTMLElement).tabIndex === 0).length))
      .toBe(1)
    await list.rows.nth(2).click()
    const name = await list.rows.nth(2).getAttribute('data-row')
    await list.opened.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row)).toBe(name)
  })

  it('covers the list on a narrow screen, and Escape uncovers it', async () => {
    const { page } = await chromium.open(`${made.url}#/findings`, { viewport: NARROW })
    const list = new FindingsList(page)
    await list.rows.first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (let k = 0; k < 12; k++) await page.keyboard.press('Tab')
    const isInside = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        return focused === document.body || focused?.closest('dialog') !== null
      })
    await expect.poll(isInside).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('is whole on paper: every type, every chart, nothing folded', async () => {
    const { page } = await chromium.open(made.url)
    const drawn = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      const figures = [...document.querySelectorAll('#types figure')]
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      return {
        types: document.querySelectorAll('#types article').length,
        empty: figures.filter(one => !one.querySelector('svg, table, dl, button')).length,
        folded: document.querySelectorAll('details:not([open])').length,
        twice: ids.filter((id, k) => ids.indexOf(id) !== k),
        listed: document.querySelectorAll('.printed-one').length,
      }
    })
    const { findings, crossFile, perType } = made.page.report
    expect(drawn).toEqual({
      types: perType.length,
      empty: 0,
      folded: 0,
      twice: [],
      listed: findings.length + crossFile.length,
    })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => page.locator('.printed-one').count()).toBe(0)
  })
})
