// The live view of a real server: a run is started from the page, watched, stopped, resumed, opened down to a prompt, and
// all of it survives a reload and a server that dies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../tests/patience.ts'
import { bin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { type Stub, startStub } from '../../shoal/tests/models/stub/server.ts'
import { honestAnalyst } from '../../shoal/tests/run/models/honest-analyst.ts'
import { FindingsList, plain, wordsOf } from './findings-list.ts'
import { foreignMarkup, programsOf } from './foreign-markup.ts'
import { modelEnv } from './hostile-model.ts'
import { inChromium } from './in-chromium.ts'
import { type ServeProcess, startServe } from './serve-process.ts'

const dir = tempDir()
const MODEL = 'anthropic:claude-haiku-4-5'
const TASKS = 12

inChromium('the live view', chromium => {
  let server: ServeProcess
  let stub: Stub
  /** While it is held, the model answers nobody. */
  let held: { readonly until: Promise<void>; release(): void }
  const hold = () => {
    let release = () => {}
    const until = new Promise<void>(resolve => {
      release = resolve
    })
    held = { until, release }
  }
  const options = () => ({ cwd: dir.path, env: { SHOAL_HOME: join(dir.path, 'home'), ...modelEnv(stub) } })

  beforeAll(async () => {
    dir.write(
      'orders.csv',
      `id,region,amount\n${Array.from({ length: 40 }, (_, k) => `${k},EU,${k % 7}`).join('\n')}\n`,
    )
    for (let k = 0; k < TASKS; k++) dir.write(`diaries/day-${k}.txt`, diary(k))
    hold()
    held.release()
    let answered = 0
    const analyst = honestAnalyst()
    stub = await startStub(async request => {
      // The first ones pass, so that there is something to see before it is stopped.
      if (++answered > 3) await held.until
      return await analyst(request)
    })
    server = await startServe(options())
  })
  afterAll(async () => {
    held?.release()
    await server?.stop()
    await stub?.close()
  })

  const heading = (page: Page) => page.getByRole('heading', { level: 1 })
  const status = async (page: Page) => (await wordsOf(heading(page))).split(' ').at(-1)!
  const ended = async (page: Page, word: string) => await expect.poll(() => status(page)).toBe(word)

  it('lets in who knows the token, and nobody else', async () => {
    const { page, seen } = await chromium.open(server.url)
    await page.getByText('There are no runs yet').waitFor()
    expect(await programsOf(page)).toEqual(['link icon ,', 'link stylesheet /live.css', 'script /live.js'])
    expect(await foreignMarkup(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
    const { origin } = new URL(server.url)
    for (const path of ['/', '/live.js', '/api/runs', '/?token=wrong', '/api/runs?token=wrong'])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(401)
  })

  it('plans and starts a run, watches it to its end, and shows its report', async () => {
    const { page, seen } = await chromium.open(server.url)
    await page.getByRole('link', { name: 'New run' }).first().click()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Files and directories' }).getAttribute('aria-invalid'))
      .toBe('true')
    await page.getByRole('textbox', { name: 'Files and directories' }).fill('orders.csv')
    await page.getByRole('textbox', { name: 'Question' }).fill('How many orders are there?')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('table').waitFor()
    await expect.poll(() => wordsOf(preview)).toMatch(/Files ?1\b/)

    await page.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/#\/runs\//)
    await ended(page, 'completed')
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await page.getByRole('heading', { name: 'How many orders are there?' }).waitFor()
    const list = new FindingsList(page)
    await expect.poll(() => list.count()).toMatch(/^\d+ findings?$/)
    await list.rows.first().click()
    await expect.poll(() => list.opened.locator('mark').count()).toBeGreaterThan(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as one file' }).click(),
    ])
    const frozen = await chromium.open(`file://${await download.path()}`)
    await expect.poll(() => frozen.page.content()).toContain('How many orders are there?')
    expect((await seen.settle()).filter(trouble => !trouble.startsWith('download'))).toEqual([])

    await page.goto(server.url)
    await expect
      .poll(() => wordsOf(page.getByRole('listitem').filter({ hasText: 'How many orders' })))
      .toContain('completed')
  })

  it('stops a run when asked twice, keeps it over a reload, and resumes it', async () => {
    hold()
    const { page, seen } = await chromium.open(server.at('#/new'))
    await page.getByRole('textbox', { name: 'Files and directories' }).fill('diaries')
    await page.getByRole('textbox', { name: 'Question' }).fill('What happened?')
    await page.getByRole('textbox', { name: 'Model' }).fill(MODEL)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/#\/runs\//)
    await ended(page, 'running')
    const findings = page.getByRole('region', { name: 'Findings as they come' })
    await findings.getByText('this line stands in the middle').first().waitFor()
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await expect.poll(() => wordsOf(tasks)).toMatch(/\d+ working/)

    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('button', { name: 'Let it run' }).click()
    await expect.poll(() => status(page)).toBe('running')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('button', { name: 'Stop it' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await expect.poll(() => status(page)).toMatch(/^(?:stopped|interrupted)$/)
    await expect.poll(() => wordsOf(tasks)).not.toContain('working')
    const before = await wordsOf(tasks)

    await page.reload()
    await expect.poll(() => wordsOf(tasks)).toBe(before)
    held.release()
    await page.getByRole('button', { name: 'Resume' }).click()
    await ended(page, 'completed')
    // Both are drawn from one state: where the head says that it is completed, no task is under way.
    expect(await wordsOf(tasks)).toMatch(/\d+ done/)
    expect(await wordsOf(tasks)).not.toMatch(/working|failed|waiting/)
    expect(await foreignMarkup(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('opens a task down to its text, and a call down to its prompt and reply', async () => {
    const { page, seen } = await chromium.open(server.url)
    await page
      .getByRole('link', { name: /^analyze-diaries/ })
      .first()
      .click()
    const found = page.getByRole('region', { name: 'Findings as they come' })
    const place = found.getByRole('link', { name: /day-\d+\.txt:\d+/ }).first()
    const [, name, line] = /(day-\d+\.txt):(\d+)/.exec(await wordsOf(place))!
    await place.click()
    const text = page.getByLabel(new RegExp(`^Lines of .*${name}`))
    await text.locator('mark').first().waitFor()
    const lines = diary(Number(/\d+/.exec(name!)![0])).split('\n')
    await expect.poll(() => wordsOf(text.locator('mark').first())).toBe(plain(lines[Number(line) - 1]!))

    await page.getByRole('link', { name: /^Calls/ }).click()
    const calls = page.getByRole('main').getByRole('table')
    await calls.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Reply' }).waitFor()
    const asked = page.getByLabel('Asked').first()
    await expect.poll(() => wordsOf(asked)).toContain('What happened?')
    await expect.poll(() => wordsOf(page.getByLabel('Reply').first())).toMatch(/findings|answer|judgement/)
    await page.goBack()
    await calls.waitFor()
    expect(await seen.settle()).toEqual([])
  })

  it('says when the server is gone, and misses nothing of what happened meanwhile', async () => {
    hold()
    const port = Number(new URL(server.url).port)
    const { cwd, env } = options()
    const args = ['analyze', 'diaries', 'Who lit it?', '--model', MODEL, '--name', 'terminal', '--quiet']
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    const { page } = await chromium.open(server.url)
    await page.getByRole('link', { name: 'terminal', exact: true }).click()
    await ended(page, 'running')
    await server.stop('SIGKILL')
    await page.getByText('The connection to the server is lost').waitFor()
    held.release()
    await exited
    server = await startServe({ ...options(), port })
    await page.getByText('The connection is back').waitFor()
    await ended(page, 'completed')
    const fresh = (await chromium.open(server.at('#/runs/terminal'))).page
    await ended(fresh, 'completed')
    // What the pointer lies on by chance is told of.
    for (const one of [page, fresh]) await one.mouse.move(0, 0)
    for (const name of ['Tasks', 'Findings as they come'])
      await eventually(async () => {
        const [missed, whole] = await Promise.all([page, fresh].map(one => wordsOf(one.getByRole('region', { name }))))
        expect(missed).toBe(whole)
      })
  })
})

/** Long enough not to be read together with the others. */
function diary(day: number): string {
  const lines = Array.from(
    { length: 700 },
    (_, k) => `On day ${day}, hour ${k}, the lamp of room ${k % 9} was lit again.`,
  )
  return `${lines.join('\n')}\n`
}
