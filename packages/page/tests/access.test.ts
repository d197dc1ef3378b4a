// Every view for every reader: no breach that axe finds, in both themes, on a wide and on a narrow screen, and nothing that
// has to be scrolled sideways.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shoal } from '../../shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import type { Stub } from '../../shoal/tests/models/stub/server.ts'
import { breachesOf } from './axe.ts'
import { crawl } from './crawl.ts'
import { FindingsList } from './findings-list.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { copyHostile, payloads } from './hostile-files.ts'
import { HOSTILE_QUESTION, modelEnv, startHostileModel } from './hostile-model.ts'
import { inChromium, NARROW, WIDE } from './in-chromium.ts'
import { EXAMPLES, type MadeReport, makeReport } from './made-report.ts'
import { type ServeProcess, startServe } from './serve-process.ts'

const dir = tempDir()

const SCREENS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['wide and light', { viewport: WIDE, colorScheme: 'light' }],
  ['narrow and dark', { viewport: NARROW, colorScheme: 'dark' }],
]

/** Draws what is only drawn when it is near, and opens what is closed. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo(0, y)
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    }
    scrollTo(0, 0)
  })
}

async function expectOpenToAll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expect.poll(() => breachesOf(page)).toEqual([])
}

inChromium('a report for every reader', chromium => {
  let made: MadeReport
  beforeAll(() => {
    made = makeReport({ directory: dir.path, cwd: EXAMPLES, args: ['.', 'What looks wrong?'] })
  })

  it.each(SCREENS)('%s', async (_, options) => {
    const { page } = await chromium.open(made.url, options)
    await unfold(page)
    await expectOpenToAll(page)
    const [finding] = made.page.report.findings
    await page.goto(`${made.url}#/findings?finding=${finding!.id}`)
    await new FindingsList(page).expectOpen(finding!)
    await page.emulateMedia({ colorScheme: options.colorScheme === 'dark' ? 'light' : 'dark' })
    await page.getByRole('button', { name: /^Show as table/ }).evaluateAll(buttons => {
      for (const button of buttons) (button as HTMLElement).click()
    })
    await expectOpenToAll(page)
  })
})

inChromium('the live view of a hostile run', chromium => {
  let stub: Stub
  let server: ServeProcess
  let views: readonly string[]
  beforeAll(async () => {
    const files = join(dir.path, 'files')
    mkdirSync(files)
    copyHostile(files)
    stub = await startHostileModel()
    const env = { SHOAL_HOME: join(dir.path, 'live-home'), ...modelEnv(stub) }
    const args = ['.', HOSTILE_QUESTION, '--model', 'anthropic:claude-haiku-4-5', '--name', 'hostile', '--quiet']
    const { stderr } = await shoal(['analyze', ...args, '--max-files', '100'], { env, cwd: files })
    expect(stderr).toBe('')
    server = await startServe({ cwd: files, env })
    const api = new URL('/api/runs/hostile', server.url)
    const { taskList } = (await (await fetch(`${api}${new URL(server.url).search}`)).json()) as {
      readonly taskList: readonly { readonly id: string }[]
    }
    const run = '#/runs/hostile'
    const task = `${run}/tasks/${encodeURIComponent(taskList[0]!.id)}`
    views = ['#/', '#/new', run, task, `${run}/calls`, `${run}/calls/1`, `${run}/report`]
  })
  afterAll(async () => {
    await server?.stop()
    await stub?.close()
  })

  it.each(SCREENS)('is open to every reader, %s', async (_, options) => {
    const { page, seen } = await chromium.open(server.url, options)
    for (const view of views) {
      await page.goto(server.at(view))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(() => !/Reading(…| the )/.test(document.querySelector('main')!.textContent))
      if (!view.endsWith('report')) await unfold(page)
      await expect.poll(() => breachesOf(page), { message: view }).toEqual([])
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: view })
        .toBeLessThanOrEqual(0)
      expect.soft({ view, foreign: await foreignMarkup(page) }).toEqual({ view, foreign: [] })
    }
    expect(await seen.settle()).toEqual([])
  })

  it('runs nothing, whatever is done with it', async () => {
    const words = Object.values(payloads()).slice(0, 5)
    const { page, seen } = await chromium.open(server.url)
    for (const view of views.filter(one => one !== '#/new')) {
      await page.goto(server.at(view))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await crawl(page, { words, moves: 80 })
      expect(await foreignMarkup(page)).toEqual([])
    }
    expect(await seen.settle()).toEqual([])
  })
})
