// What the bundles leave out of Plot, no chart misses: each is drawn with all of Plot and with what is shipped of it, and both
// are the same to the last character, tips included.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../../scripts/build/left-out.mjs'
import { ownPackages } from '../../../scripts/packages.mjs'
import { assertBuilt } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { DRAWN } from './drawn-charts.ts'
import { inChromium } from './in-chromium.ts'
import { madePage } from './made-page.ts'
import { writePage } from './made-report.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dir = tempDir()

const PLOTS = `
  export { drawHistogram } from './histogram.ts'
  export { drawMatrix } from './matrix.ts'
  export { drawPoints } from './points.ts'
  export { drawSeries } from './series.ts'
  export { drawTimeline } from './timeline.ts'
`

/** A script that sets a global variable to what the code exports. */
async function bundled(code: string, globalName: string, isWhole = false): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(root, 'packages/page/src/charts/plots'), loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName,
    logLevel: 'silent',
    plugins: [ownPackages(root), ...(isWhole ? [] : [leaveOut()])],
  })
  return outputFiles[0]!.text
}

describe('leaving out', () => {
  it('fails where what is named is not in the bundle any more', async () => {
    await expect(bundled('export const nothing = 0', 'nothing')).rejects.toThrow(
      'd3-geo is to be left out of Plot, but is not in the bundle',
    )
  })
})

inChromium('what is left out of Plot', chromium => {
  const scripts: string[] = []
  beforeAll(async () => {
    scripts.push(await bundled(PLOTS, 'whole', true), await bundled(PLOTS, 'shipped'))
  })

  it.each(Object.entries(DRAWN))('is not missed by %s', async (name, charts) => {
    const { page, seen } = await chromium.open('about:blank')
    for (const content of scripts) await page.addScriptTag({ content })
    await fc.assert(
      fc.asyncProperty(charts, fc.constantFrom(260, 500, 1100), async (chart, width) => {
        expect(await differenceOf(page, name, [chart, width])).toBeNull()
      }),
      { numRuns: 25 },
    )
    expect(await seen.settle()).toEqual([])
  })

  it('is not missed by a report with a picture of every kind', async () => {
    assertBuilt()
    const made = writePage(join(dir.path, 'report.html'), madePage(40))
    const { page, seen } = await chromium.open(made.url)
    for (const [title, place] of [
      ['Amount', 'svg.plot'],
      ['Missing cells', 'svg.plot'],
      ['Errors', 'svg.plot'],
      ['Functions', 'svg.plot circle >> nth=0'],
      ['Requests', 'svg.plot'],
    ] as const) {
      const figure = page.getByRole('figure', { name: title, exact: true }).first()
      // Drawn when it is near.
      await figure.scrollIntoViewIfNeeded()
      await figure.locator(place).hover({ force: true })
      await figure.locator('svg.plot [aria-label=tip] text').waitFor()
    }
    await expect.poll(() => page.getByText('could not be drawn').count()).toBe(0)
    expect(await seen.settle()).toEqual([])
  })

  it('says so when it is reached', async () => {
    const { page } = await chromium.open('about:blank')
    const content = await bundled("export { dot, frame, lineY, plot } from '@observablehq/plot'", 'parts')
    await page.addScriptTag({ content })
    for (const [code, module] of [
      ["plot({ height: 99, marks: [dot([[0, 0]])], projection: 'mercator' })", './projection.js'],
      ['plot({ height: 99, marks: [dot([[0, 0]], { fill: () => 1 })] })', './scales/schemes.js'],
      ['plot({ height: 99, marks: [dot([[0, 0]])] })', 'd3-format'],
      ['lineY([1, 2])', './transforms/bin.js'],
      ['frame()', './marks/frame.js'],
    ] as const)
      await expect(page.evaluate(`{ const { dot, frame, lineY, plot } = parts; ${code} }`), code).rejects.toThrow(
        `A chart reached ${module} of Plot, which is left out.`,
      )
  })
})

/** Where the two pictures part, if they do, with every tip that the pointer meets on its way through them. */
async function differenceOf(page: Page, name: string, drawn: [chart: unknown, width: number]): Promise<unknown> {
  return await page.evaluate(
    ([name, ...drawn]) => {
      const [whole, shipped] = ['whole', 'shipped'].map(bundle => {
        const picture: Element = Reflect.get(window, bundle)[name](...drawn)
        document.body.replaceChildren(picture)
        const { x, y, width, height } = picture.getBoundingClientRect()
        const moments = [picture.outerHTML]
        for (const share of [0.1, 0.5, 0.9]) {
          const at = { clientX: x + width * share, clientY: y + height * share, pointerType: 'mouse' }
          for (const type of ['pointerenter', 'pointermove']) picture.dispatchEvent(new PointerEvent(type, at))
          moments.push(picture.outerHTML)
        }
        return moments
      })
      const moment = whole!.findIndex((html, k) => html !== shipped![k])
      return moment < 0 ? null : { whole: whole![moment], shipped: shipped![moment] }
    },
    [name, ...drawn] as const,
  )
}
