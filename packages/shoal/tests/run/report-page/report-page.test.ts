// The page of a real run: everything in it, nothing twice, the same bytes every time; and the way to it from every face.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReportPage } from '@shoal/base/model/report-page'
import { beforeAll, describe, expect, it } from 'vitest'
import { excerptAt, quoteSpan } from '../../../../page/src/source/excerpt.ts'
import { openLedger } from '../../../src/run/ledger.ts'
import { reportPage, runReportPage } from '../../../src/run/report-page/report-page.ts'
import { shoal } from '../../cli/fake-io.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleReport } from '../../stages/report/sample-report.ts'

const dir = tempDir()
const home = join(dir.path, 'home')
const env = { SHOAL_HOME: home }
const examples = fileURLToPath(new URL('../../../../../examples/data', import.meta.url))
const at = (name: string) => join(dir.path, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

function pageIn(html: string): ReportPage {
  return JSON.parse(/<script type="application\/json" id="shoal-report">([\s\S]*?)<\/script>/.exec(html)![1]!)
}

async function report(...args: readonly string[]) {
  return await shoal(['report', 'first', ...args], { env, cwd: dir.path })
}

describe('the page of a run', () => {
  let page: ReportPage

  beforeAll(async () => {
    const args = ['analyze', examples, 'What looks wrong?', '--name', 'first', '--output', 'first.html']
    const { status, stderr } = await shoal(args, { env, cwd: dir.path })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    page = pageIn(read('first.html'))
  })

  it('shows every quote in its lines', () => {
    const { findings, answerEvidence, crossFile } = page.report
    const quotes = [
      ...answerEvidence,
      ...crossFile.flatMap(({ evidence }) => evidence),
      ...findings.flatMap(({ places }) =>
        places.slice(0, 4).map(({ evidence: quote, ...place }) => ({ ...place, quote })),
      ),
    ]
    expect(quotes.length).toBeGreaterThan(50)
    for (const quote of quotes) {
      const window = excerptAt(page.excerpts, quote)
      expect([quote, window && quoteSpan(window, { line: quote.line, text: quote.quote })]).not.toContain(null)
    }
    for (const { problem } of Object.values(page.excerpts)) expect(problem).toBeNull()
  })

  it('has lines that are those of the files', () => {
    for (const [path, { windows }] of Object.entries(page.excerpts)) {
      const lines = readFileSync(path, 'utf8').split(/\r?\n/)
      for (const window of windows)
        for (const [k, line] of window.lines.entries())
          if (!line.includes('…')) expect(line).toBe(lines[window.line - 1 + k])
    }
  })

  it('has charts for its types, and no figures', () => {
    expect(Object.keys(page.charts).sort()).toEqual(page.report.perType.map(({ contentType }) => contentType).sort())
    for (const type of page.report.perType) {
      expect(type).not.toHaveProperty('metadata')
      expect(type).not.toHaveProperty('rejected')
      for (const file of type.files) expect(file).not.toHaveProperty('figures')
    }
  })

  it('is the same for bytes from a report again, on stdout and in a file, by flag and by ending', async () => {
    const first = read('first.html')
    expect((await report('--format', 'html')).stdout).toBe(first)
    await report('--output', 'again.HTM')
    expect(read('again.HTM')).toBe(first)
    await report('--format', 'html', '--output', 'page')
    expect(read('page')).toBe(first)
  })

  it('was made when the run ended', async () => {
    const { stdout } = await shoal(['runs', '--json'], { env, cwd: dir.path })
    const [{ ended_at: ended }] = JSON.parse(stdout)
    expect(page.madeAt).toBe(typeof ended === 'string' ? Date.parse(ended) : ended)
  })

  it('is given to servers by the name of the run', async () => {
    const ledger = await openLedger(home)
    try {
      expect(JSON.parse(JSON.stringify(await runReportPage({ ledger, run: 'first' })))).toEqual(page)
      await expect(runReportPage({ ledger, run: 'nobody' })).rejects.toMatchObject({ code: 'unknown-team' })
      const stopped = runReportPage({ ledger, run: 'first', signal: AbortSignal.abort() })
      await expect(stopped).rejects.toThrow()
    } finally {
      await ledger.close()
    }
  })
})

describe('the page of a report', () => {
  it('lists at most 500 files of a type: most findings first, then the largest', async () => {
    const sample = sampleReport()
    const [type] = sample.perType
    const [file] = type!.files
    const [planned] = sample.files
    const count = 700
    const files = Array.from({ length: count }, (_, k) => ({ ...file!, path: `f${k}`, findings: k % 3 }))
    const report = {
      ...sample,
      perType: [{ ...type!, files }],
      files: files.map(({ path }, k) => ({ ...planned!, path, sizeBytes: k })),
    }
    const listed = (await reportPage(report)).report.perType[0]!.files
    expect(listed).toHaveLength(500)
    expect(listed.slice(0, 3).map(({ path }) => path)).toEqual(['f698', 'f695', 'f692'])
    expect(listed[233]!.path).toBe('f697')
  })
})
