// The map marks every file that has problems, also those whose findings are too many to be listed.
import { expect, it } from 'vitest'
import { rowsOf } from '../src/report/findings/row.ts'
import { mappedFiles } from '../src/report/mapped-files.ts'
import { madePage } from './made-page.ts'

it('counts what was found in a file, or what is listed where that is more', () => {
  const { report } = madePage(60)
  const [first, second, third] = report.files.map(({ path }) => path)
  const one = report.findings.find(({ path, nature }) => path === first && nature === 'problem')!
  const kept = { ...report, findings: [one], crossFile: [] }
  const found = { [second!]: { high: 0, medium: 700, low: 3 } }
  const files = new Map(mappedFiles(report.files, found, rowsOf(kept)).map(file => [file.path, file]))
  expect(files.size).toBe(report.files.length)
  expect(files.get(first!)).toMatchObject({ [one.severity]: 1 })
  expect(files.get(second!)).toMatchObject({ high: 0, medium: 700, low: 3 })
  expect(files.get(third!)).toMatchObject({ high: 0, medium: 0, low: 0 })
})
