// More tabs of the live view than a browser has connections: all of them load, act and stay up to date.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { type Stub, startStub } from '../../shoal/tests/models/stub/server.ts'
import { honestAnalyst } from '../../shoal/tests/run/models/honest-analyst.ts'
import { wordsOf } from './findings-list.ts'
import { modelEnv } from './hostile-model.ts'
import { inChromium } from './in-chromium.ts'
import { type ServeProcess, startServe } from './serve-process.ts'

const dir = tempDir()
const TABS = 7
const STREAMS = 4

inChromium('more tabs than connections', chromium => {
  let server: ServeProcess
  let stub: Stub
  /** Until then the model answers nobody. */
  let release = () => {}

  beforeAll(async () => {
    for (let k = 0; k < 3; k++) dir.write(`diaries/day-${k}.txt`, diary(k))
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const analyst = honestAnalyst()
    stub = await startStub(async request => {
      await held
      return await analyst(request)
    })
    server = await startServe({ cwd: dir.path, env: { SHOAL_HOME: join(dir.path, 'home'), ...modelEnv(stub) } })
  })
  afterAll(async () => {
    release()
    await server?.stop()
    await stub?.close()
  })

  it('all load, act and hear of it, though few of them have a stream', async () => {
    const { page: first } = await chromium.open(server.at('#/new'))
    await first.getByRole('textbox', { name: 'Files and directories' }).fill('diaries')
    await first.getByRole('textbox', { name: 'Model', exact: true }).fill('anthropic:claude-haiku-4-5')
    await first.getByRole('button', { name: 'Start' }).click()
    await first.waitForURL(/#\/runs\//)
    const tabs = [first]
    while (tabs.length < TABS) {
      const tab = await first.context().newPage()
      await tab.goto(first.url())
      tabs.push(tab)
    }
    const all = async (status: RegExp) => {
      for (const tab of tabs) await expect.poll(() => statusOf(tab)).toMatch(status)
    }
    await all(/running/)
    await expect.poll(() => streamsOf(first)).toBe(STREAMS)

    const last = tabs.at(-1)!
    await last.getByRole('button', { name: 'As a list' }).click()
    await last.getByRole('table').getByRole('link').first().click()
    await last
      .getByLabel(/^Lines of .*day-\d\.txt/)
      .first()
      .waitFor()
    await last.getByRole('button', { name: 'Stop', exact: true }).click()
    await last.getByRole('button', { name: 'Stop it' }).click()
    await all(/stopped|interrupted/)
    release()
    await last.getByRole('button', { name: 'Resume' }).click()
    await all(/completed/)
  })

  it('those that are not seen give their streams to those that are, and take them up when they are again', async () => {
    const { page: first } = await chromium.open(server.url)
    const tabs = [first]
    while (tabs.length <= STREAMS) {
      const tab = await first.context().newPage()
      await tab.goto(server.url)
      tabs.push(tab)
    }
    for (const tab of tabs) await tab.getByRole('heading', { level: 1, name: 'Runs' }).waitFor()
    await expect.poll(() => streamsOf(first)).toBe(STREAMS)
    for (const tab of tabs.slice(0, 3)) await see(tab, 'hidden')
    await expect.poll(() => streamsOf(first)).toBe(tabs.length - 3)
    await see(first, 'visible')
    await expect.poll(() => streamsOf(first)).toBe(tabs.length - 2)
  })
})

async function statusOf(tab: Page): Promise<string> {
  return await wordsOf(tab.getByRole('heading', { level: 1 }))
}

/** How many tabs hold a stream, as the browser knows it. */
async function streamsOf(tab: Page): Promise<number> {
  return await tab.evaluate(async () => (await navigator.locks.query()).held!.length)
}

/** A headless browser takes every tab for seen. */
async function see(tab: Page, state: 'hidden' | 'visible'): Promise<void> {
  await tab.evaluate(state => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Long enough not to be read together with the others. */
function diary(day: number): string {
  const lines = Array.from(
    { length: 700 },
    (_, k) => `On day ${day}, hour ${k}, the lamp of room ${k % 9} was lit again.`,
  )
  return `${lines.join('\n')}\n`
}
