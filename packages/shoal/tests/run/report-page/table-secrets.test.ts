// What a report shows of a table with secrets: in its evidence and in the lines around it, every cell but those is as it was.
import { statSync } from 'node:fs'
import type { Excerpts } from '@shoal/base/model/report-page'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenLike, secretTables } from '../../../../base/tests/secrets/secret-tables.ts'
import { excerptsOf } from '../../../src/run/report-page/excerpts.ts'
import { FileSecrets } from '../../../src/text/gate/file-secrets.ts'
import { sweepSecrets } from '../../../src/text/secrets/sweep.ts'
import { openSource } from '../../../src/text/source-file.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleFinding, sampleReport } from '../../stages/report/sample-report.ts'

const dir = tempDir()
const signal = new AbortController().signal

/** From one line to another, both 1-based and included, as the gate lets it through. */
async function shownOf(content: string, first: number, last: number) {
  const file = dir.write('table.csv', content)
  const lines = content.split('\n')
  const before = lines.slice(0, first - 1).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  const text = lines.slice(first - 1, last).join('\n')
  const source = openSource(file)
  try {
    const secrets = new FileSecrets(await sweepSecrets(source, { isTable: true, signal }))
    const spot = { offset: before, line: first, endLine: last, text }
    secrets.learn([spot], source)
    return { file, evidence: secrets.mask(spot, source) }
  } finally {
    source.close()
  }
}

async function excerptsFor(file: string, line: number, evidence: string): Promise<Excerpts> {
  const { size, mtimeMs } = statSync(file)
  const findings = [sampleFinding({ path: 'p', line, evidence })]
  const report = sampleReport({ findings, answerEvidence: [], crossFile: [] })
  const files = new Map([['p', { file, sizeBytes: size, mtimeMs }]])
  return (await excerptsOf(report, { files, tasks: [], isTable: () => true, signal })).p!
}

describe('a table with passwords', () => {
  const table = ['id,user,password,note', '1,a,,x', '2,dragonfly,dragon,x', '3,b,,y', '4,monkeyman,monkey,z', ''].join(
    '\n',
  )

  it('hides the cell, not the first that looks like it', async () => {
    const { file, evidence } = await shownOf(table, 3, 3)
    expect(evidence).toBe('2,dragonfly,d…[masked],x')
    expect(await excerptsFor(file, 3, evidence)).toMatchObject({
      windows: [
        {
          line: 1,
          lines: ['id,user,password,note', '1,a,,x', '2,dragonfly,d…[masked],x', '3,b,,y', '4,monkeyman,m…[masked],z'],
        },
      ],
      problem: null,
    })
  })

  it('hides all lines of a cell, wherever an excerpt begins', async () => {
    const rows = ['id,user,password,note', '1,a,,x', '2,b,"Mu1tiAbcd', 'L1neSecretX', 'L1neSecretY', 'L1neSecretZ",x']
    const more = ['3,c,,y', '4,d,dragon,z', '']
    const { file, evidence } = await shownOf([...rows, ...more].join('\n'), 3, 6)
    expect(evidence).toBe('2,b,"M…[masked]\n…[masked]\n…[masked]\n…[masked]",x')
    const hidden = ['2,b,"M…[masked]', '…[masked]', '…[masked]', '…[masked]",x', '3,c,,y', '4,d,d…[masked],z']
    expect(await excerptsFor(file, 3, evidence)).toMatchObject({
      windows: [{ line: 1, lines: ['id,user,password,note', '1,a,,x', ...hidden] }],
      problem: null,
    })
    expect((await excerptsFor(file, 7, '3,c')).windows).toEqual([{ line: 4, lines: hidden.slice(1) }])
  })

  it('hides a cell of a long row, though the row be cut before it', async () => {
    const long = 'w '.repeat(20_000)
    const rows = [`1,"${long}",dragonfly,dragon,the end`, '2,short,monkeyman,monkey,x', '']
    const content = ['id,text,user,password,note', ...rows].join('\n')
    const file = dir.write('long.csv', content)
    const { windows, problem } = await excerptsFor(file, 2, 'the end')
    expect(problem).toBeNull()
    expect(windows.at(-1)!.lines.at(-2)).toMatch(/ ",dragonfly,d…\[masked\],the end$/)
    expect(windows.at(-1)!.lines.at(-1)).toBe('2,short,monkeyman,m…[masked],x')
  })

  it('hides a word that only rows beyond those that are looked at hold', async () => {
    const filler = `7,somebody,,${'n'.repeat(80)}\n`.repeat(60_000)
    const content = `id,user,password,note\n${filler}8,dragonfly,dragon,x\n`
    expect((await shownOf(content, 60_002, 60_002)).evidence).toBe('8,dragonfly,d…[masked],x')
  })
})

describe('any table with passwords', () => {
  it('shows no secret at its place, and every other cell', async () => {
    await fc.assert(
      fc.asyncProperty(secretTables({ mostRows: 14 }), fc.nat(), fc.nat(4), async (table, at, more) => {
        const count = table.text.split('\n').length - 1
        const first = 1 + (at % count)
        const last = Math.min(count, first + more)
        const starts = [0, ...[...table.text.matchAll(/\n/g)].map(({ index }) => index + 1)]
        const { file, evidence } = await shownOf(table.text, first, last)
        expect(evidence).toMatch(hiddenLike(table, starts[first - 1]!, starts[last]! - 1))
        const { windows } = await excerptsFor(file, first, evidence)
        for (const { line, lines } of windows)
          for (const [k, text] of lines.entries()) {
            const [start, end] = [starts[line - 1 + k]!, starts[line + k]! - 1]
            const isEnded = table.text[end - 1] === '\r'
            expect(text).toMatch(hiddenLike(table, start, isEnded ? end - 1 : end))
          }
        // Three letters in a row or more are found again.
        if (/[a-z]{3}/.test(evidence.split('\n', 1)[0]!.replace('[masked]', ''))) expect(windows).toHaveLength(1)
      }),
      { numRuns: 120 },
    )
  })
})
