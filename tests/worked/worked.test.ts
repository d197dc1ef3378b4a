// The worked directories are what the seeds say: the same files, the same sizes, cut into the same number of tasks (M9).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../packages/shoal/src/config/resolve.ts'
import { planPaths } from '../../packages/shoal/src/run/plan.ts'
import { PIPELINE, PROJECT } from '../../packages/shoal/tests/stages/plan-manifest.ts'
import { pipeline } from './pipeline.ts'
import { missed, writeWorked } from './planted.ts'
import { project } from './project.ts'

describe.each([
  ['project', project, PROJECT, { partitions: 40, batches: 4, analystTasks: 44 }],
  ['pipeline', pipeline, PIPELINE, { partitions: 39, batches: 3, analystTasks: 42 }],
] as const)('the %s', (_, worked, manifest, totals) => {
  it('has the files and lines of the seeds, and what is planted stands in them', () => {
    expect(Object.entries(worked.files).map(([name, { length }]) => [name, length])).toEqual(
      manifest.map(([name, , lines]) => [name, lines]),
    )
    for (const { ends } of worked.planted)
      for (const [file, text] of ends)
        if (file !== '')
          expect(
            worked.files[file]!.some(line => line.includes(text)),
            `${file}: ${text}`,
          ).toBe(true)
  })

  it('is planned as the seeds say', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'shoal-worked-'))
    try {
      writeWorked(worked, directory)
      const plan = await planPaths([directory], worked.query, settingsFrom(), new AbortController().signal)
      expect(plan.totals).toMatchObject(totals)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('counts as missed what no finding shows with all its ends', () => {
    expect(missed(worked.planted, [])).toEqual(worked.planted)
    const found = worked.planted.map(({ kinds, ends }) => ({
      kind: kinds[0]!,
      evidence: ends.map(([path, quote]) => ({ path: `some/where/${path}`, quote: `… ${quote} …` })),
    }))
    expect(missed(worked.planted, found)).toEqual([])
    expect(missed(worked.planted, [{ ...found[0]!, evidence: found[0]!.evidence.slice(1) }])).toEqual(worked.planted)
  })
})
