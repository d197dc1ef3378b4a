// A question that a model answers step by step, on the page: started there, seen as it happens, and answered. Text of files and models is
// text, and whoever does not see the page is told too.
import { afterEach, expect, it } from 'vitest'
import { askingStub, orderLog, QUESTION } from '../../shoal/tests/web/asking-stub.ts'
import { served } from '../../shoal/tests/web/served.ts'
import { breachesOf } from './axe.ts'
import { inChromium, NARROW } from './in-chromium.ts'

const model = await askingStub()
const server = served({ env: model.env })
afterEach(() => model.letGo())

inChromium('the page of a question', chromium => {
  it('is started from the page, shows every step as it comes, and the answer', async () => {
    server.directory.write('data/orders.log', orderLog())
    const { page, seen } = await chromium.open(`${server.url()}#/new`)
    await page.getByLabel('Files and directories').fill('data')
    await page.getByLabel('Model', { exact: true }).fill('anthropic:claude-sonnet-4-5')
    await page.getByLabel('At most, in US dollars').fill('2')
    await page.getByLabel('Let the model look step by step').check()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Write the question that is to be answered').waitFor()
    await page.getByLabel('Question').fill(QUESTION)
    const held = model.holdBefore(2)
    await page.getByRole('button', { name: 'Start' }).click()
    await held

    const steps = page.getByRole('region', { name: 'Steps' })
    await steps.getByText('Noted N1:').waitFor()
    await steps.getByText('Two explanations fit. I count first.').waitFor()
    await steps.getByText('The model thinks…').waitFor()
    await expect.poll(() => steps.getByText('Refused:').count()).toBe(1)
    await expect
      .poll(() => steps.locator('summary').first().innerText())
      .toMatch(/^sql SELECT count\(\*\) AS failed .* R2: .*489/)
    const notes = page.getByRole('region', { name: 'Notes' })
    await expect.poll(() => notes.innerText()).toContain('data/orders.log:4001 config reloaded: pool-size=5 <img src=x')
    const open = page.getByRole('region', { name: 'Still open' })
    await expect
      .poll(() => open.getByRole('listitem').allInnerTexts())
      .toEqual(['the database was down', 'a burst of orders <script>window.__pwned=2</script>'])
    await page.getByText('of $2.00').waitFor()
    await expect.poll(() => breachesOf(page)).toEqual([])

    model.letGo()
    const answer = page.getByRole('region', { name: 'Answer, in part' })
    await answer.getByText('489 orders failed because the pool was set to 5.').waitFor()
    await expect
      .poll(() => answer.textContent())
      .toContain('The sceptic objects: The lines show what came first, not why.')
    await expect.poll(() => answer.textContent()).toContain('Missing: who reloaded it')
    await expect.poll(() => open.count()).toBe(0)
    await expect.poll(() => breachesOf(page)).toEqual([])

    await page.reload()
    await answer.waitFor()
    await page.setViewportSize(NARROW)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => breachesOf(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })
})
