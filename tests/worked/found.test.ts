// The two worked directories of the requirement book, analysed from end to end: every planted fault is found, both ends
// quoted where they stand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { pipeline } from './pipeline.ts'
import { missed, writeWorked } from './planted.ts'
import { project } from './project.ts'

const dir = tempDir()

describe.each([
  ['the project of nine files', project, 12],
  ['the data directory of eight files', pipeline, 15],
])('%s', (name, worked, tasks) => {
  it('gives up all its planted faults', async () => {
    const directory = join(dir.path, name.replaceAll(' ', '-'))
    writeWorked(worked, directory)
    const report = await analyze(directory, { query: 'What does not fit together?', ledger: memoryLedger() })
    // Programs read: its larger files, its batches and the syntheses on top.
    expect(report.coverage.tasks).toBe(tasks)
    expect(report.coverage).toMatchObject({ tasksFailed: 0, bytesRead: report.coverage.bytes })
    expect(report.verification.rejected).toBe(0)
    const relative = report.crossFile.map(one => ({
      ...one,
      files: one.files.map(path => path.slice(directory.length + 1)),
      evidence: one.evidence.map(end => ({ ...end, path: end.path.slice(directory.length + 1) })),
    }))
    expect(missed(worked.planted, relative)).toEqual([])
    for (const { path, line, quote } of report.crossFile.flatMap(({ evidence }) => evidence)) {
      const lines = readFileSync(path, 'utf8').split('\n')
      if (!quote.includes('[masked]')) expect(lines.slice(line - 1, line + 5).join('\n')).toContain(quote)
    }
  })
})
