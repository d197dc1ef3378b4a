// A real Chromium for the tests of a file, or a clear word that they are skipped.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { findChromium, launchChromium } from '../../../scripts/chromium.mjs'
import { PATIENCE_MS } from '../../../tests/patience.ts'
import { type Watch, watch } from './watch.ts'

export const NARROW = { width: 360, height: 740 }
export const WIDE = { width: 1280, height: 900 }

export interface Opened {
  readonly page: Page
  readonly seen: Watch
}

export interface Chromium {
  /** A page of its own at the address, watched from its first moment; closed after the test. */
  open(url: string, options?: BrowserContextOptions): Promise<Opened>
}

/** Describes what holds in a browser. */
export function inChromium(what: string, tests: (chromium: Chromium) => void): void {
  const isThere = findChromium() !== null
  const name = isThere ? what : `${what} (skipped: there is no Chromium; install one, or name it in CHROMIUM_PATH)`
  describe.skipIf(!isThere)(name, () => {
    let browser: Browser
    const pages: Page[] = []
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterEach(async () => {
      for (const page of pages.splice(0)) await page.context().close()
    })
    afterAll(async () => await browser?.close())

    tests({
      async open(url, options = {}) {
        const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options })
        context.setDefaultTimeout(PATIENCE_MS)
        const page = await context.newPage()
        pages.push(page)
        const seen = await watch(page)
        await page.goto(url)
        return { page, seen }
      },
    })
  })
}
