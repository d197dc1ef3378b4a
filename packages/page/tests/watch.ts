// Everything a page must not do while hostile text is shown: each thing it does is written down.
import type { Page } from 'playwright-core'

export interface Watch {
  /** Dialogs, errors, requests elsewhere, breaches of the policy, scripts that ran: what happened so far. */
  readonly troubles: readonly string[]
  /** The same, once all that is under way has arrived, and with what the page itself tells. */
  settle(): Promise<readonly string[]>
}

/** Called before the page is opened. What scripts of fixtures do when they run is to set `window.__pwned`. */
export async function watch(page: Page): Promise<Watch> {
  const troubles: string[] = []
  page.on('dialog', async dialog => {
    troubles.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', error => troubles.push(`error: ${error.message}`))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console: ${message.text()}`)
  })
  page.on('request', request => {
    if (!isOwn(request.url(), page.url())) troubles.push(`request: ${request.url()}`)
  })
  page.on('popup', popup => troubles.push(`window: ${popup.url()}`))
  page.on('download', download => troubles.push(`download: ${download.url()}`))
  page.on('worker', worker => troubles.push(`worker: ${worker.url()}`))
  page.on('frameattached', frame => troubles.push(`frame: ${frame.url()}`))
  await page.addInitScript(noteBreaches)
  return {
    troubles,
    async settle() {
      // Handlers of broken pictures and the like run in tasks of their own.
      await page.waitForTimeout(150)
      const { pwned, breaches } = await page.evaluate(() => ({
        pwned: Reflect.get(window, '__pwned') as unknown,
        breaches: (Reflect.get(window, '__breaches') ?? []) as string[],
      }))
      const ran = pwned === undefined ? [] : [`script ran: ${String(pwned)}`]
      return [...troubles, ...breaches.map(breach => `policy: ${breach}`), ...ran]
    },
  }
}

/** Runs in the page. */
function noteBreaches(): void {
  const breaches: string[] = []
  Reflect.set(window, '__breaches', breaches)
  document.addEventListener('securitypolicyviolation', event => {
    breaches.push(`${event.effectiveDirective} ${event.blockedURI}`)
  })
}

/** A file is its own only; a served page may ask its server. Data in the address goes nowhere. */
function isOwn(url: string, pageUrl: string): boolean {
  if (url.startsWith('data:')) return true
  if (pageUrl === 'about:blank') return true
  if (pageUrl.startsWith('file:')) return withoutHash(url) === withoutHash(pageUrl)
  return new URL(url).origin === new URL(pageUrl).origin
}

function withoutHash(url: string): string {
  return url.split('#')[0]!
}
