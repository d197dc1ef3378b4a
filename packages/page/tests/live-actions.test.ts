// What can be done on the page beside starting and stopping: a plan is decided on, and other tabs see it; what a run would
// leave out is named, and a model that the config file names is left out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { breachesOf } from './axe.ts'
import { wordsOf } from './findings-list.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { inChromium, NARROW, WIDE } from './in-chromium.ts'
import { type ServeProcess, startServe } from './serve-process.ts'

const dir = tempDir()
const MODEL = 'anthropic:claude-haiku-4-5'
const SCREENS: readonly BrowserContextOptions[] = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: NARROW, colorScheme: 'dark' },
]

inChromium('what can be done on the live page', chromium => {
  let server: ServeProcess
  const options = () => ({ cwd: dir.path, env: { SHOAL_HOME: join(dir.path, 'home') } })
  beforeAll(async () => {
    cpSync(fileURLToPath(new URL('../../../examples/patterns', import.meta.url)), join(dir.path, 'patterns'), {
      recursive: true,
    })
    dir.write('shoal.config.json', JSON.stringify({ model: MODEL }))
    dir.write('data/orders.csv', `id,amount\n${Array.from({ length: 40 }, (_, k) => `${k},${k % 7}`).join('\n')}\n`)
    dir.write('data/.gitignore', '*.tmp\n')
    for (let k = 0; k < 250; k++) dir.write(`data/many/${k}.tmp`, 'x')
    dir.write('data/evil\u202e<b>.bin', new Uint8Array([0, 1, 0, 255]))
    server = await startServe(options())
  })
  afterAll(async () => await server?.stop())

  /** A run of the command line that waits for its plan to be decided on; ended after `then`. */
  const withRun = async (name: string, then: (at: string) => Promise<void>) => {
    const { cwd, env } = options()
    const args = ['run', 'patterns/plan-approval-by-hand.yaml', '--name', name, '--quiet', '--no-config']
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    try {
      const { page } = await chromium.open(server.url)
      await page.getByRole('link', { name, exact: true }).waitFor()
      await then(server.at(`#/runs/${name}`))
    } finally {
      child.kill()
      await exited
    }
  }

  const waits = (page: Page) => page.getByRole('region', { name: 'Waits for a decision' })
  const status = async (page: Page) => (await wordsOf(page.getByRole('heading', { level: 1 }))).split(' ').at(-1)!
  const expectOpenToAll = async (page: Page) => {
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await expect.poll(() => breachesOf(page)).toEqual([])
    expect(await foreignMarkup(page)).toEqual([])
  }

  it('sends a plan back and approves the next; another tab sees it and keeps nothing to press', async () => {
    await withRun('migrate', async address => {
      const { page, seen } = await chromium.open(address)
      const { page: other } = await chromium.open(address, SCREENS[1])
      for (const one of [page, other]) {
        await waits(one).getByRole('button', { name: 'Approve' }).waitFor()
        await expect.poll(() => wordsOf(waits(one))).toContain('changes to settings.ini')
        await expectOpenToAll(one)
      }
      // Nothing is sent back without a word.
      await waits(page).getByRole('button', { name: 'Send it back' }).click()
      const remark = waits(page).getByRole('textbox', { name: 'Remark' })
      await expect.poll(() => remark.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => remark.evaluate(field => field === document.activeElement)).toBe(true)
      await remark.fill('keep legacy_mode')
      await waits(page).getByRole('button', { name: 'Send it back' }).click()
      await page.getByRole('status').getByText('is sent back.').waitFor()
      // The member has revised it: both tabs have the next plan.
      for (const one of [page, other])
        await expect.poll(() => wordsOf(one.getByRole('main'))).toMatch(/rejected: keep legacy_mode/)
      await waits(other).getByRole('button', { name: 'Approve' }).waitFor()

      // Where the task is open, it is decided on there.
      await other.goto(`${address}/tasks/settings`)
      const panel = other.getByRole('complementary', { name: 'Task' })
      await panel.getByRole('button', { name: 'Approve' }).waitFor()
      await expect.poll(() => waits(other).count()).toBe(0)
      await expect.poll(() => wordsOf(panel)).toContain('The one before was sent back: keep legacy_mode')
      await expectOpenToAll(other)
      await panel.getByRole('textbox', { name: 'Remark' }).fill('now it is right')
      await panel.getByRole('button', { name: 'Approve' }).click()
      await other.getByRole('status').getByText('is approved.').waitFor()
      await expect.poll(() => waits(page).count()).toBe(0)
      for (const one of [page, other]) await expect.poll(() => status(one)).toBe('completed')
      await expect.poll(() => wordsOf(page.getByRole('main'))).toMatch(/took \d[\d.]* (ms|s|min)/)
      expect(await seen.settle()).toEqual([])
    })
  })

  it('says so when somebody else was quicker, and stays where it is', async () => {
    await withRun('late', async address => {
      const { page } = await chromium.open(address)
      await waits(page).getByRole('button', { name: 'Approve' }).waitFor()
      const api = new URL('/api/runs/late/tasks/settings/decision', server.url)
      api.search = new URL(server.url).search
      // It is decided on between the press and the answer.
      await page.route('**/decision?*', async route => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ decision: 'reject', round: 1, feedback: 'not yet' })
        expect((await fetch(api, { method: 'POST', headers, body })).status).toBe(200)
        await route.continue()
      })
      await waits(page).getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('alert').getByText('nothing has changed; see where the task stands now').waitFor()
    })
  })

  it.each(SCREENS)(
    'names what would be left out, and leaves out the model that the config file names',
    async screen => {
      const { page, seen } = await chromium.open(server.at('#/new'), screen)
      await page.getByText(`Left empty, ${MODEL} reads: the config file names it`).waitFor()
      await page.getByRole('textbox', { name: 'Files and directories' }).fill('data')
      const preview = page.getByRole('region', { name: 'Preview' })
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect.poll(() => wordsOf(preview)).toMatch(/Cost ?about \$/)
      await page.getByRole('textbox', { name: 'At most, in US dollars' }).fill('not a sum')
      await page.getByRole('checkbox', { name: 'Built-in analysts only (no model)' }).check()
      for (const name of ['Model', 'At most, in US dollars'])
        await expect.poll(() => page.getByRole('textbox', { name }).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect.poll(() => wordsOf(preview)).toMatch(/Cost ?nothing the built-in analysts call no model/)

      const left = preview.getByRole('region', { name: 'Left out' })
      await expect.poll(() => wordsOf(left)).toContain('251 files and directories would be left out:')
      await expect.poll(() => left.getByRole('listitem').filter({ visible: true }).count()).toBe(0)
      for (const summary of await left.locator('summary').all()) await summary.click()
      await expect.poll(() => wordsOf(left)).toContain('data/evil\\u202e<b>.bin')
      await expect.poll(() => wordsOf(left)).toMatch(/data\/many\/0\.tmp.*and 51 more/)
      await expect.poll(() => left.getByRole('listitem').count()).toBe(201)
      await expectOpenToAll(page)
      expect(await seen.settle()).toEqual([])
    },
  )
})
