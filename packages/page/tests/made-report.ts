// Reports as users make them: by the built command, into a file, with the data that the file carries.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ReportPage } from '@shoal/base/model/report-page'
import { pageFile } from '../../shoal/src/run/report-page/page-file.ts'
import { assertBuilt, runBin } from '../../shoal/tests/cli/built-bin.ts'

export const EXAMPLES = fileURLToPath(new URL('../../../examples/data', import.meta.url))
export const HOSTILE = fileURLToPath(new URL('../../../fixtures/hostile', import.meta.url))

export interface MadeReport {
  /** `file://…/report.html`. */
  readonly url: string
  readonly html: string
  readonly page: ReportPage
}

export interface Making {
  /** Where the run and the report are kept. */
  readonly directory: string
  /** What is read, as seen from there. */
  readonly cwd: string
  readonly args: readonly string[]
  readonly env?: Record<string, string>
}

/** `shoal analyze ARGS -o report.html`. */
export function makeReport({ directory, cwd, args, env = {} }: Making): MadeReport {
  assertBuilt()
  const file = join(directory, 'report.html')
  const { status, stderr } = runBin(['analyze', ...args, '--output', file], {
    cwd,
    env: { SHOAL_HOME: join(directory, 'home'), ...env },
  })
  if (status !== 0) throw new Error(`the analysis ended with status ${status}: ${stderr}`)
  return readReport(file)
}

export function readReport(file: string): MadeReport {
  const html = readFileSync(file, 'utf8')
  const [, json] = /<script type="application\/json" id="shoal-report">([^<]*)<\/script>/.exec(html)!
  return { url: pathToFileURL(file).href, html, page: JSON.parse(json!) as ReportPage }
}

/** A page that no run made, in a file. */
export function writePage(file: string, page: ReportPage): MadeReport {
  writeFileSync(file, [...pageFile(page)].join(''))
  return readReport(file)
}
