// Code in a table of the page is whole, in a browser of any width: nothing is cut, and nothing has to be scrolled to be read.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { inChromium, NARROW, WIDE } from './in-chromium.ts'
import { type MadeReport, makeReport } from './made-report.ts'

const dir = tempDir()
/** Behind every recipe. */
const LONG = `${'a-log-with-a-long-name-'.repeat(9)}.log`

inChromium('recipes of a log', chromium => {
  let made: MadeReport
  beforeAll(() => {
    const lines = Array.from({ length: 40 }, (_, k) =>
      JSON.stringify({
        time: `2026-03-01T10:00:${10 + k}Z`,
        level: k % 7 ? 'info' : 'error',
        service: 'pump',
        msg: 'm',
      }),
    )
    dir.write(`data/${LONG}`, `${lines.join('\n')}\n`)
    const directory = join(dir.path, 'report')
    mkdirSync(directory)
    made = makeReport({ directory, cwd: join(dir.path, 'data'), args: [LONG] })
  })

  it.each([
    ['wide', WIDE],
    ['narrow', NARROW],
  ])('%s: all of each is there, once, and within its box', async (_, viewport) => {
    const [panel] = made.page.report.perType[0]!.panels
    const commands = panel!.kind === 'table' ? panel!.rows.map(row => String(row[1])) : []
    expect(Math.max(...commands.map(({ length }) => length))).toBeGreaterThan(400)
    const { page, seen } = await chromium.open(made.url, { viewport })
    const code = page.locator('td code:visible')
    await expect.poll(() => code.allTextContents()).toEqual(commands)
    const isWithin = () =>
      code.first().evaluate(cell => {
        const box = cell.closest('.chart-table')!
        return box.scrollWidth <= box.clientWidth
      })
    await expect.poll(isWithin).toBe(true)
    expect(await seen.settle()).toEqual([])
  })
})
