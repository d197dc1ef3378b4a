// A report that is made again after a file was changed, as a reader sees it: the quote as it was read, said to be so, and no
// other line in its place.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { renderReport } from '../../shoal/src/run/render-report.ts'
import { runBin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { FindingsList, wordsOf } from './findings-list.ts'
import { inChromium, NARROW } from './in-chromium.ts'
import { type MadeReport, makeReport, readReport } from './made-report.ts'

const dir = tempDir()
const CODE = [
  'import os',
  '',
  '',
  'def load(x):',
  '    print(x)',
  '    return eval(x)',
  '',
  '',
  'def main():',
  '    load(os.sep)',
  '',
]
const OTHER = 'return totally_other_code()'

/** The same run reported once more. */
function again(name: string): MadeReport {
  const file = join(dir.path, name)
  const { status, stderr } = runBin(['report', 'first', '--output', file], {
    cwd: dir.path,
    env: { SHOAL_HOME: join(dir.path, 'home') },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return readReport(file)
}

inChromium('a finding of a file', chromium => {
  let first: MadeReport
  const write = (lines: readonly string[]) => writeFileSync(join(dir.path, 'svc.py'), lines.join('\n'))
  const open = async (url: string, viewport?: { width: number; height: number }) => {
    const { id } = first.page.report.findings.find(({ evidence }) => evidence.includes('eval(x)'))!
    const { page, seen } = await chromium.open(`${url}#/findings?finding=${id}`, viewport ? { viewport } : {})
    const { opened } = new FindingsList(page)
    await opened.waitFor()
    return { page, seen, opened, source: opened.getByRole('group').first() }
  }

  beforeAll(() => {
    write(CODE)
    first = makeReport({ directory: dir.path, cwd: dir.path, args: ['svc.py', '--name', 'first'] })
  })

  it('that is as it was read is shown in its lines, verified', async () => {
    const { opened, source } = await open(first.url)
    await expect.poll(() => wordsOf(opened.locator('header'))).toMatch(/quote verified(?! when)/)
    await expect.poll(() => source.locator('mark').textContent()).toContain('eval(x)')
    await expect.poll(() => opened.locator('figcaption').first().textContent()).toBe('svc.py:6')
  })

  it('that has changed there is shown as it was read, and nothing in its place', async () => {
    write(CODE.with(5, `    ${OTHER}`))
    const made = again('changed.html')
    // Another finding may still stand near it, so that the new line is in the page.
    for (const viewport of [undefined, NARROW]) {
      const { page, opened, source, seen } = await open(made.url, viewport)
      await expect.poll(() => wordsOf(opened)).toContain('quote verified when it was read')
      await expect
        .poll(() => wordsOf(opened))
        .toContain('the file has changed since it was read; the quote as it was read:')
      await expect.poll(() => wordsOf(source)).toContain('eval(x)')
      await expect.poll(() => source.getAttribute('aria-label')).toBe('svc.py, line 6, as it was read')
      await expect.poll(() => wordsOf(opened)).not.toContain('totally_other_code')
      await expect.poll(() => opened.locator('.source-number').allTextContents()).not.toContain('6')
      await expect
        .poll(() => wordsOf(page.getByRole('region', { name: 'Coverage' })))
        .toContain('Verified when they were read: since then 1 quoted file changed or disappeared.')
      expect(await seen.settle()).toEqual([])
    }
  })

  it('that has changed elsewhere is shown in its lines of now, and said to be', async () => {
    write(CODE.with(4, '    print(x, x)'))
    const { opened, source } = await open(again('near.html').url)
    await expect.poll(() => wordsOf(opened.locator('header'))).toMatch(/quote verified(?! when)/)
    await expect.poll(() => source.locator('mark').textContent()).toContain('eval(x)')
    await expect.poll(() => wordsOf(source)).toContain('print(x, x)')
    await expect
      .poll(() => wordsOf(opened.locator('figcaption').first()))
      .toContain('the file was written again since it was read: these lines are as they are now')
  })

  it('in a page that was made of the report alone says why it has no lines', async () => {
    const file = join(dir.path, 'alone.html')
    const report = { ...first.page.report, perType: [] }
    writeFileSync(file, await renderReport(report, 'html'))
    const { opened, source } = await open(readReport(file).url)
    await expect.poll(() => wordsOf(opened)).toContain('quote verified when it was read')
    await expect
      .poll(() => wordsOf(opened))
      .toContain('this page was made without reading the file again; the quote as it was read:')
    await expect.poll(() => wordsOf(source)).toContain('eval(x)')
  })
})
