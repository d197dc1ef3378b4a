// A report that came from anywhere names any file it likes: none is opened without a root, and none outside of it.
import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ReportPage } from '@shoal/base/model/report-page'
import { describe, expect, it } from 'vitest'
import { renderReport } from '../../../src/run/render-report.ts'
import { reportPage } from '../../../src/run/report-page/report-page.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleReport } from '../../stages/report/sample-report.ts'

const dir = tempDir()
const root = join(dir.path, 'root')
const inside = dir.write('root/src/app.py', 'T = 5\nother = 1\n')
const outside = dir.write('private.py', 'T = 5\nother = 1\n')
const WITHOUT = { windows: [], problem: 'this page was made without reading the file again', isChanged: false }
const OUTSIDE = {
  windows: [],
  problem: 'the file lies outside of the directory that this page was allowed to read',
  isChanged: false,
}
const LINES = { windows: [{ line: 1, lines: ['T = 5', 'other = 1'] }], problem: null, isChanged: false }

/** A report that quotes the first line of a file that it says has a size. */
function naming(path: string, sizeBytes = 16) {
  const [planned] = sampleReport().files
  const answerEvidence = [{ path, line: 1, quote: 'T = 5' }]
  return sampleReport({ files: [{ ...planned!, path, sizeBytes }], findings: [], crossFile: [], answerEvidence })
}

function pageIn(html: string): ReportPage {
  return JSON.parse(/<script type="application\/json" id="shoal-report">([\s\S]*?)<\/script>/.exec(html)![1]!)
}

const excerptOf = async (path: string, from: string | undefined, size?: number) =>
  (await reportPage(naming(path, size), from === undefined ? {} : { root: from })).excerpts[path]

describe('the page of a report from anywhere', () => {
  it.each([
    ['in full', inside],
    ['from here', relative(process.cwd(), inside)],
    ['that is none of its own', '/etc/passwd'],
  ])('opens no file by itself: one named %s', async (_, path) => {
    expect(await excerptOf(path, undefined)).toEqual(WITHOUT)
  })

  it('is the same from the library, which reads below the root that it is given', async () => {
    const page = await reportPage(naming(inside))
    expect(page.madeAt).toBeNull()
    expect(pageIn(await renderReport(naming(inside), 'html'))).toEqual(JSON.parse(JSON.stringify(page)))
    const read = pageIn(await renderReport(naming(inside), 'html', { root }))
    expect(read.excerpts[inside]).toEqual(LINES)
  })

  it('reads what lies in the root, named from there or in full', async () => {
    expect(await excerptOf('src/app.py', root)).toEqual(LINES)
    expect(await excerptOf('./src/../src/app.py', `${root}/`)).toEqual(LINES)
    expect(await excerptOf(inside, root)).toEqual(LINES)
    expect(await excerptOf(inside, relative(process.cwd(), root))).toEqual(LINES)
  })

  it.each([
    ['in full', outside],
    ['by way of dots', '../private.py'],
    ['by way of dots from inside', 'src/../../private.py'],
    ['beside it, with a name that starts alike', `${root}-other/app.py`],
    ['where there is nothing', join(dir.path, 'nothing.py')],
  ])('reads nothing that lies outside, and does not say whether it is there: %s', async (_, path) => {
    dir.write('root-other/app.py', 'T = 5\nother = 1\n')
    expect(await excerptOf(path, root)).toEqual(OUTSIDE)
  })

  it.skipIf(process.platform === 'win32')('follows no link out of the root, but one that stays in it', async () => {
    symlinkSync(outside, join(root, 'link.py'))
    symlinkSync(dir.path, join(root, 'up'))
    symlinkSync(join(root, 'src'), join(root, 'same'))
    expect(await excerptOf('link.py', root)).toEqual(OUTSIDE)
    expect(await excerptOf('up/private.py', root)).toEqual(OUTSIDE)
    expect(await excerptOf('same/app.py', root)).toEqual(LINES)
    symlinkSync(root, join(dir.path, 'alias'))
    const alias = join(dir.path, 'alias')
    expect(await excerptOf(join(alias, 'src/app.py'), alias)).toEqual(LINES)
  })

  it('shows nothing of a file that has another size, or is gone, or is none', async () => {
    const changed = { windows: [], problem: 'the file has changed since it was read', isChanged: true }
    expect(await excerptOf('src/app.py', root, 1)).toEqual(changed)
    const gone = { windows: [], problem: 'the file is no longer there', isChanged: true }
    expect(await excerptOf('src/nothing.py', root)).toEqual(gone)
    mkdirSync(join(root, 'folder'), { recursive: true })
    const { size } = statSync(join(root, 'folder'))
    const folder = { windows: [], problem: 'there is a directory in the place of the file', isChanged: true }
    expect(await excerptOf('folder', root, size)).toEqual(folder)
    expect(await excerptOf('src/a\0b.py', root)).toMatchObject({ windows: [], isChanged: false })
  })

  it('shows nothing of a file that is quoted and not among those that were read', async () => {
    const report = { ...naming('src/other.py'), answerEvidence: [{ path: 'src/app.py', line: 1, quote: 'T = 5' }] }
    const { excerpts } = await reportPage(report, { root })
    const problem = 'it is not among the files that were read'
    expect(excerpts['src/app.py']).toEqual({ windows: [], problem, isChanged: false })
  })

  it('says which quotes it does not find', async () => {
    const report = naming('src/app.py')
    const answerEvidence = [...report.answerEvidence, { path: 'src/app.py', line: 2, quote: 'gone' }]
    const { excerpts } = await reportPage({ ...report, answerEvidence }, { root })
    expect(excerpts['src/app.py']).toEqual({ ...LINES, problem: '1 quote could not be found again' })
  })

  it('needs a root that is a directory', async () => {
    const rendered = (from: string) => renderReport(naming(inside), 'html', { root: from })
    await expect(rendered(join(dir.path, 'nowhere'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(rendered(inside)).rejects.toMatchObject({ code: 'bad-value', detail: 'root' })
  })
})
