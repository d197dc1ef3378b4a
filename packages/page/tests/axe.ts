// Accessibility as axe sees it: every breach of WCAG 2.2 A and AA and of its best practices, each on one line.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Evaluated by the debugger, which the page's policy does not bind. */
export async function breachesOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(async () => {
    const run = Reflect.get(window, 'axe') as typeof axe
    const results = await run.run(document, { resultTypes: ['violations'], preload: false })
    return results.violations.flatMap(({ id, help, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => ({ id, help, target: target.join(' '), failureSummary })),
    )
  })
  return violations.map(
    ({ id, help, target, failureSummary }) =>
      `${id} (${help}): ${target}: ${(failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 300)}`,
  )
}
