// Work on what was found or said has a bound too: a report that is rendered, a reply of a model that is merged. What never comes
// to its end is given up and named; the other documents, and the exact report, are there all the same.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { madePage } from '../../../../page/tests/made-page.ts'
import { type ReportedRun, writeReport } from '../../../src/cli/report-document.ts'
import { scriptedModel } from '../../../src/models/scripted-model.ts'
import { type ReportFormat, renderReport } from '../../../src/run/render-report.ts'
import { synthesiseTypeByModel } from '../../../src/stages/model-synthesis/one-type.ts'
import { boundedPieces } from '../../../src/text/bounded-work.ts'
import { fakeIo } from '../../cli/fake-io.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { finding, inputFor, reply, reportOf } from '../../stages/model-synthesis/bench.ts'
import { GAVE_UP } from './stuck-threads.ts'

const dir = tempDir()
const gaveUp = { code: 'gave-up', message: expect.stringMatching(GAVE_UP) }

/** A report that code of the files so named never comes to the end of; of all others it is as any. */
function endless(within: RegExp): RunReport {
  const { report } = madePage(3)
  const [first, ...others] = report.findings
  return { ...report, findings: [loopingIn(first!, within), ...others] } as unknown as RunReport
}

function loopingIn<T extends object>(finding: T, within: RegExp): T {
  return Object.defineProperty({ ...finding }, 'summary', {
    enumerable: true,
    get() {
      if (within.test(new Error('here').stack!)) for (;;);
      return 'a summary'
    },
  })
}

describe('a report', () => {
  it.each<ReportFormat>(['text', 'md', 'json', 'sarif'])('that never ends as %s is given up', async format => {
    Error.stackTraceLimit = 100
    await expect(renderReport(endless(/./), format, { giveUpAfter: 0.2 })).rejects.toMatchObject(gaveUp)
    expect((await renderReport(endless(/none/), format, { giveUpAfter: 60 })).length).toBeGreaterThan(100)
  })

  it('that comes in pieces is given up where none comes any more, and nothing passes for its end', () => {
    const pieces = function* () {
      yield 'one'
      for (;;);
    }
    const coming = boundedPieces({ what: 'the page', size: 0, ms: 50 }, pieces())
    expect(coming.next()).toEqual({ value: 'one', done: false })
    expect(() => coming.next()).toThrow(expect.objectContaining(gaveUp))
  })

  it('costs no other document when it is given up, is named, and ends with status 6', async () => {
    Error.stackTraceLimit = 100
    const io = fakeIo({ cwd: dir.path })
    const output = ['stuck.md', 'whole.json'].map(name => join(dir.path, name))
    const shown = { top: null, full: false, verification: true, failOn: null }
    const compared = { baseline: null, writeBaseline: null, since: null }
    const face = { output, format: null, force: false, quiet: true, ...shown, ...compared }
    const reported = { face, report: endless(/markdown/), inputs: [], settings: { giveUpAfter: 0.2 } }
    expect(await writeReport(io, reported as unknown as ReportedRun)).toBe(6)
    expect(io.stderr.text).toMatch(/^shoal: .*stuck\.md was not written: the report as md: given up after 1 second/)
    expect(existsSync(output[0]!)).toBe(false)
    expect(JSON.parse(readFileSync(output[1]!, 'utf8')).findings).toHaveLength(3)
  })
})

describe('what a model says', () => {
  it('is given up when it cannot be merged with the findings', async () => {
    Error.stackTraceLimit = 100
    const said = reply({ answer: [{ text: 'It fails.', cites: ['F1'] }], same: [['F1', 'F2']] })
    const alike = [1, 2].map(n => loopingIn(finding(n, { by: 'stub:small' }) as Finding, /uniteSame|byImportance/))
    const made = synthesiseTypeByModel(reportOf(alike), inputFor(scriptedModel([said]), { workMs: 200 }))
    await expect(made).rejects.toMatchObject(gaveUp)
  })
})
