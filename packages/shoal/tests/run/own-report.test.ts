// Pages that shoal made lie among the files that it reads: they are no data, and may be made again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkOutput } from '../../src/cli/document.ts'
import { analyze, plan, renderReport } from '../../src/index.ts'
import { isOwnReport } from '../../src/text/own-report.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

it('a report is known by its head, left out of a directory with its reason, and read when it is named', async () => {
  const { path } = dir
  writeFileSync(join(path, 'orders.csv'), 'id,region\n1,EU\n2,US\n')
  const report = await analyze(path)
  const html = await renderReport(report, 'html')
  expect(isOwnReport(html)).toBe(true)
  const page = join(path, 'report.html')
  writeFileSync(page, html)
  writeFileSync(join(path, 'other.html'), '<!doctype html>\n<html><head><title>shoal </title></head></html>\n')

  const whole = await plan(path)
  expect(whole.files.map(file => file.path.split('/').at(-1)).sort()).toEqual(['orders.csv', 'other.html'])
  expect(whole.skipped.map(({ reason }) => reason)).toEqual(['a report that shoal made'])
  expect((await plan([page, path])).files.map(file => file.path.split('/').at(-1))).toContain('report.html')

  const io = fakeIo({ cwd: path })
  expect(() => checkOutput(io, 'report.html', { inputs: [path] })).not.toThrow()
  expect(() => checkOutput(io, 'other.html', { inputs: [path] })).toThrow(/in a directory to read/)
})
