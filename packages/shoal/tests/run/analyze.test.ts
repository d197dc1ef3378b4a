// The main job as a program runs it: with an analyst of the test's own, so that every fault can be planted.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltInAnalyst, FileSurvey } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { defineContentType } from '../../src/content/define.ts'
import { analyze } from '../../src/run/library-analysis.ts'
import { reportText } from '../../src/stages/report/text.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

function finding(line: number, evidence: string): FindingDraft {
  return {
    type: 'pattern',
    key: `line:${evidence}`,
    summary: `line ${line} says ${evidence}`,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    line,
    evidence,
  }
}

interface Planted {
  findings?(path: string): readonly FindingDraft[]
  onSurvey?(path: string): void | Promise<void>
}

/** A type for `.planted` files, cut every ten lines, that says what it is told to. */
function planted({ findings = () => [], onSurvey = () => {} }: Planted) {
  const analyst: BuiltInAnalyst = {
    version: 1,
    splitFrom: null,
    read: async (source, _stretch, { onRead }) => onRead(source.sizeBytes),
    survey: async (_tallies, _source, { about, signal }): Promise<FileSurvey> => {
      await onSurvey(about.path)
      signal.throwIfAborted()
      return {
        summary: 'planted',
        figures: { lines: about.lineCount },
        panels: [],
        findings: findings(about.path),
        anchors: [],
        answers: [],
        topics: [],
        notes: [],
      }
    },
    synthesise: files => ({
      summary: `${files.length} files`,
      metadata: { files: files.length },
      panels: [],
      findings: [],
      answers: [],
    }),
  }
  return defineContentType({
    name: 'planted',
    extensions: ['.planted'],
    sizing: { target: 10, overlap: 2 },
    builtIn: async () => analyst,
  })
}

function writeLines(name: string, lines: number): string {
  const path = join(dir.path, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, Array.from({ length: lines }, (_, k) => `line ${k + 1} of ${name}\n`).join(''))
  return path
}

describe('an analysis', () => {
  it('believes only quotes that stand in the file, and corrects lines', async () => {
    const path = writeLines('gate/a.planted', 40)
    const types = [
      planted({
        findings: () => [
          finding(3, 'line 3 of'),
          finding(5, 'line 25 of'),
          finding(7, 'what nobody ever wrote'),
          finding(9, 'line  9   of'),
        ],
      }),
    ]
    const report = await analyze(path, { types, ledger: memoryLedger() })
    expect(report.verification).toEqual({ quotes: 4, verified: 3, relocated: 1, rejected: 1 })
    expect(report.rejected).toMatchObject([{ line: 7, quote: 'what nobody ever wrote' }])
    const placed = report.findings.map(({ line, evidence, verified }) => [line, evidence, verified])
    expect(placed.sort()).toEqual([
      [25, 'line 25 of', true],
      [3, 'line 3 of', true],
      [9, 'line 9 of', true],
    ])
    expect(report.coverage).toMatchObject({ files: 1, filesRead: 1, lines: 40, linesRead: 40, tasksFailed: 0 })
    expect(report.coverage.bytesRead).toBe(report.coverage.bytes)
  })

  it('masks secrets wherever they could come out', async () => {
    const secret = ['sk_li', 've_', '4eC39HqLyjWDarjtT1zdp7dc'].join('')
    const path = join(dir.path, 'secret.planted')
    writeFileSync(path, `key = "${secret}"\n`)
    const types = [planted({ findings: () => [{ ...finding(1, `key = "${secret}"`), stats: { value: secret } }] })]
    const report = await analyze(path, { types, ledger: memoryLedger() })
    expect(report.findings.map(({ type, verified }) => [type, verified]).sort()).toEqual([
      ['pattern', true],
      ['vulnerability', true],
    ])
    expect(JSON.stringify(report)).not.toContain(secret)
  })

  it('goes on without a file that changes while it is read, and says so', async () => {
    const changing = writeLines('changes/changing.planted', 30)
    writeLines('changes/steady.planted', 30)
    const types = [
      planted({
        findings: path => [finding(1, `line 1 of changes/${path.includes('steady') ? 'steady' : 'changing'}`)],
        onSurvey: path => {
          if (path === changing) utimesSync(changing, new Date(), new Date(Date.now() + 5000))
        },
      }),
    ]
    const report = await analyze(join(dir.path, 'changes'), { types, ledger: memoryLedger() })
    expect(report.findings.map(({ path }) => path)).toEqual([join(dir.path, 'changes/steady.planted')])
    expect(report.failed).toMatchObject([{ reason: expect.stringContaining('has changed since it was analysed') }])
    expect(report.coverage).toMatchObject({ files: 2, filesRead: 1, lines: 60, linesRead: 30 })
  })

  it('goes on without chunks of a file that vanishes', async () => {
    const gone = writeLines('vanish/gone.planted', 2000)
    writeLines('vanish/stays.planted', 2000)
    const types = [planted({ onSurvey: path => (path === gone ? rmSync(gone) : undefined) })]
    const report = await analyze(join(dir.path, 'vanish'), { types, ledger: memoryLedger() })
    expect(report.coverage.tasksFailed).toBeGreaterThan(0)
    expect(report.coverage.tasksFailed).toBe(report.failed.length)
    expect(report.coverage).toMatchObject({ filesRead: 1, linesRead: 2000, lines: 4000 })
    expect(report.failed[0]!.reason).toContain('no such file')
  })

  it('is interrupted without loss and goes on where it stopped', async () => {
    const names = Array.from({ length: 6 }, (_, k) => `stop/f${k}.planted`)
    for (const name of names) writeLines(name, 1600)
    const ledger = memoryLedger()
    const stop = new AbortController()
    const surveyed: string[] = []
    const make = (isFirst: boolean) =>
      planted({
        findings: path => [finding(7, `line 7 of stop/${path.slice(-10)}`)],
        onSurvey: path => {
          surveyed.push(path)
          if (isFirst && surveyed.length === 3) stop.abort()
        },
      })
    const path = join(dir.path, 'stop')
    const options = { ledger, name: 'stopped', concurrency: 1 }
    await expect(analyze(path, { ...options, types: [make(true)], signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    })
    const before = surveyed.length
    const resumed = await analyze(path, { ...options, types: [make(false)] })
    expect(surveyed.slice(before).length).toBeLessThan(6)
    const undisturbed = await analyze(path, { ledger: memoryLedger(), name: 'stopped', types: [make(false)] })
    expect(resumed).toEqual(undisturbed)
  })

  it('takes files whatever they are called', async () => {
    const path = writeLines(`odd/new\nline \u001b[31m ${'x'.repeat(180)}.planted`, 40)
    const report = await analyze(path, {
      types: [planted({ findings: () => [finding(1, 'line 1 of')] })],
      ledger: memoryLedger(),
    })
    expect(report.findings).toMatchObject([{ path, line: 1 }])
    expect(reportText(report, { width: 100, color: false, top: 5, verification: true })).not.toContain('\u001b')
  })

  it('has nothing to say about a directory of skipped files, and says that', async () => {
    mkdirSync(join(dir.path, 'skipped'), { recursive: true })
    writeFileSync(join(dir.path, 'skipped/a.png'), 'x')
    await expect(analyze(join(dir.path, 'skipped'), { ledger: memoryLedger() })).rejects.toMatchObject({
      code: 'nothing-to-read',
    })
  })

  it.each([
    ['empty', ''],
    ['long', 'why '.repeat(25_000)],
    ['in another language', '注文の合計はいくらですか？'],
    ['odd', '\u0000\u001b[31m %s \ud800'],
  ])('takes a query that is %s', async (_, query) => {
    const path = writeLines('query/a.planted', 20)
    const report = await analyze(path, { query, types: [planted({})], ledger: memoryLedger() })
    expect(report.coverage.linesRead).toBe(20)
  })
})
