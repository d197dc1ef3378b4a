// Nothing is dropped: what is planted n times in m files is listed n·m times, or counted and said.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { renderReport } from '../../packages/shoal/src/run/render-report.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { expectLawful, type JsonReport } from './report-laws.ts'

interface Plant {
  readonly what: string
  readonly ending: string
  /** A file with the thing at these many places. */
  make(times: number, file: number): string
  isIt(finding: JsonReport['findings'][number]): boolean
}

const lines = (times: number, line: (k: number) => string) =>
  Array.from({ length: times }, (_, k) => line(k)).join('\n')

const PLANTS: readonly Plant[] = [
  {
    what: 'images without alt text',
    ending: 'html',
    make: times =>
      `<!doctype html>\n<html><body>\n${lines(times, k => `<p>${k}</p><img src="a${k}.png">`)}\n</body></html>\n`,
    isIt: ({ type }) => type === 'accessibility',
  },
  {
    what: 'unfinished places of prose',
    ending: 'md',
    make: times => `# Notes\n\n${lines(times, k => `Paragraph ${k} is fine.\n\nTODO: write part ${k}\n`)}\n`,
    isIt: ({ type }) => type === 'unfinished',
  },
  {
    what: 'FIXME comments',
    ending: 'py',
    make: times => `${lines(times, k => `# FIXME: mend case ${k}\nvalue_${k} = ${k}`)}\n`,
    isIt: ({ rule, summary }) => rule?.id === 'code.put-off' || /FIXME comments?/.test(summary),
  },
  {
    what: 'comparisons with None',
    ending: 'py',
    make: times => `${lines(times, k => `def f_${k}(a):\n    return a == None\n\n`)}\n`,
    isIt: ({ summary, rule }) => /None/.test(summary) || /none/.test(rule?.id ?? ''),
  },
  {
    what: 'broken lines of JSON',
    ending: 'jsonl',
    make: times =>
      `${lines(times + 5, k => `{"id": ${k}, "name": "n${k}"}`)}\n${lines(times, k => `{"id": ${k}, "name": }`)}\n{"id": 1}\n`,
    isIt: ({ summary }) => /no JSON/.test(summary),
  },
  {
    what: 'access keys in a text',
    ending: 'txt',
    make: (times, file) =>
      `Some notes that people wrote.\n${lines(times, k => `key AKIA${token(k, file)} is for machine ${k}`)}\n`,
    isIt: ({ rule }) => /^secret\./.test(rule?.id ?? ''),
  },
  {
    what: 'packages without a version',
    ending: 'requirements.txt',
    make: times => `${lines(times, k => `package-${k}`)}\npinned==1.0\n`,
    isIt: ({ summary }) => /no version/.test(summary),
  },
  {
    what: 'rows of another length',
    ending: 'csv',
    make: times =>
      `id,name,size\n${lines(times + 30, k => `${k},n${k},${k * 3}`)}\n${lines(times, k => `${k},n${k}`)}\n`,
    isIt: ({ summary }) => /do not have 3 cells/.test(summary),
  },
]

function token(k: number, file: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let state = k * 7919 + file * 104_729 + 12_345
  return Array.from({ length: 16 }, () => {
    // In whole numbers: rounded, it soon draws the same letter again and again, which is no key but stands for one.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return letters[(state >> 8) % 32]!
  }).join('')
}

const space = tempDir()
let made = 0

async function planted({ make, ending }: Plant, files: number, times: number) {
  const folder = join(space.path, `case-${made++}`)
  mkdirSync(folder)
  for (let k = 0; k < files; k++) {
    const name = ending.includes('.') ? join(`d${k}`, ending) : `f${k}.${ending}`
    if (ending.includes('.')) mkdirSync(join(folder, `d${k}`))
    writeFileSync(join(folder, name), make(times, k))
  }
  return await analyze(folder, { ledger: memoryLedger() })
}

describe('every place of a finding', () => {
  for (const plant of PLANTS)
    it(`is listed or counted: ${plant.what}`, async () => {
      const cases = fc.record({ files: fc.integer({ min: 1, max: 6 }), times: fc.integer({ min: 1, max: 90 }) })
      const [drawn] = fc.sample(cases, 1)
      for (const { files, times } of [{ files: 1, times: 1 }, { files: 3, times: 60 }, drawn!]) {
        const report = await planted(plant, files, times)
        const json = await expectLawful(report)
        const found = json.findings.filter(plant.isIt)
        const total = found.reduce((sum, one) => sum + one.places_total, 0)
        expect({ files, times, total }).toEqual({ files, times, total: files * times })
        const listed = found.flatMap(one => one.places.map(({ path, line }) => `${path}:${line}`))
        // A table keeps the first 64 rows of another length: the rest is counted, and a warning says so.
        if (plant.ending !== 'csv') expect(new Set(listed).size).toBe(files * times)
        // People read the true total too.
        if (found.length === 1 && files * times > 1) {
          const others = (files * times - 1).toLocaleString('en-US')
          expect(await renderReport(report, 'text', { top: 1000 })).toContain(`(+${others})`)
          expect(await renderReport(report, 'md', { top: 1000 })).toMatch(/Also: /)
        }
      }
    })

  it('holds for thousands of places', async () => {
    const json = await expectLawful(await planted(PLANTS[0]!, 4, 1200))
    const [found] = json.findings.filter(PLANTS[0]!.isIt)
    expect(found!.places).toHaveLength(4800)
    expect(found!.places_total).toBe(4800)
  })

  it('is bounded in memory for what a file repeats without end, and that is said', async () => {
    const json = await expectLawful(await planted(PLANTS[0]!, 1, 12_000))
    const [found] = json.findings.filter(PLANTS[0]!.isIt)
    expect(found!.places_total).toBe(12_000)
    expect(found!.places).toHaveLength(10_000)
    expect(json.warnings.join('\n')).toMatch(/10,000 of 12,000 places are, and places_total/)
  })
})
