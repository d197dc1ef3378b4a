// A file that grows while it is read is read to the size it had when it was planned, and the report says so. One that was
// cut off, replaced or rewritten is refused.
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { type AnalyzeOptions, analyzePaths } from '../../src/run/analysis/analyze.ts'
import { type FileStamp, stampOf, standingOf } from '../../src/run/file-stamp.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
let files = 0

const LINE = (n: number) =>
  `2026-03-01 10:${String(Math.floor(n / 60) % 60).padStart(2, '0')}:${String(n % 60).padStart(2, '0')} INFO request ${n} served\n`
const log = (lines: number) => Array.from({ length: lines }, (_, n) => LINE(n)).join('')
const MORE = '2026-03-01 11:59:59 ERROR the disk is full\n'.repeat(50)

function newLog(lines: number): string {
  return dir.write(`grown-${++files}/service.log`, log(lines))
}

async function analyse(file: string, hooks: Partial<AnalyzeOptions>): Promise<RunReport> {
  const signal = new AbortController().signal
  const options = { ledger: memoryLedger(), signal, env: {}, cwd: dir.path, ...hooks }
  const { report } = await analyzePaths([file], null, settingsFrom(), options)
  return report!
}

/** Where in a run something may happen to a file. */
const POINTS: readonly (readonly [string, (act: () => void) => Partial<AnalyzeOptions>])[] = [
  ['once it is planned', act => ({ onStart: act })],
  ['when a reader begins', act => ({ observer: { onEvent: once('task-claimed', act) } })],
  ['when the first chunk is done', act => ({ observer: { onEvent: once('task-completed', act) } })],
]

function once(kind: string, act: () => void) {
  let isDone = false
  return (event: { readonly kind: string }) => {
    if (isDone || event.kind !== kind) return
    isDone = true
    act()
  }
}

describe.each([20, 20_000])('a log of %i lines', lines => {
  it.each(POINTS)('that grows %s gives the report of what was planned, and says so', async (_, at) => {
    const file = newLog(lines)
    const { size } = statSync(file)
    const still = await analyse(file, {})
    const grown = await analyse(
      file,
      at(() => appendFileSync(file, MORE)),
    )
    expect(grown.failed).toEqual([])
    expect(grown.findings).toEqual(still.findings)
    expect(grown.coverage).toEqual(still.coverage)
    expect(grown.coverage.bytesRead).toBe(size)
  })

  it('says to which size it was read', async () => {
    const file = newLog(lines)
    const size = statSync(file).size.toLocaleString('en')
    const report = await analyse(file, { onStart: () => appendFileSync(file, MORE) })
    expect(report.warnings).toContainEqual(
      `${report.files[0]!.path}: it grew while it was read: read to ${size} bytes, as planned`,
    )
  })

  it.each([
    ['cut off', (file: string) => truncateSync(file, 100)],
    ['replaced by a longer one', (file: string) => writeFileSync(file, log(lines + 100).replaceAll('INFO', 'WARN'))],
    [
      'rotated',
      (file: string) => {
        renameSync(file, `${file}.1`)
        writeFileSync(file, MORE.repeat(1 + Math.ceil(statSync(`${file}.1`).size / MORE.length)))
      },
    ],
    [
      'rewritten in place',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('INFO', 'WARN')),
    ],
  ])('that is %s is refused', async (_, harm) => {
    const file = newLog(lines)
    const before = statSync(file)
    const report = await analyse(file, {
      onStart: () => {
        harm(file)
        // Whatever the clock of the file system is like, it is seen that it was written.
        utimesSync(file, before.atime, new Date(before.mtimeMs + 1000))
      },
    })
    expect(report.failed.length).toBeGreaterThan(0)
    for (const { reason } of report.failed) expect(reason).toMatch(/changed since/)
    expect(report.findings).toEqual([])
    expect(report.coverage.bytesRead).toBe(0)
  })
})

describe('how a file stands', () => {
  it('is told from its size, its time, and what it had', () => {
    const file = newLog(5000)
    const stamp = stampOf(file, file)
    expect(standingOf(stamp)).toBe('same')
    appendFileSync(file, 'more\n')
    expect(standingOf(stamp)).toBe('grown')
    expect(standingOf({ file: stamp.file, sizeBytes: stamp.sizeBytes, mtimeMs: stamp.mtimeMs })).toBe('changed')
    const text = readFileSync(file, 'utf8')
    for (const at of [0, stamp.sizeBytes - 2]) {
      writeFileSync(file, `${text.slice(0, at)}#${text.slice(at + 1)}`)
      expect(standingOf(stamp), `a change at ${at}`).toBe('changed')
    }
    writeFileSync(join(file, '..', 'other.log'), text)
    expect(standingOf({ ...stamp, file: join(file, '..', 'other.log') })).toBe('grown')
  })

  it('is never "same" where it was written, wherever that was and whatever its time was set to', () => {
    const sizes = fc.constantFrom(100, 64 * 1024, 64 * 1024 + 1, 300_000)
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (size, where) => {
        const file = dir.write('written', 'x'.repeat(size))
        utimesSync(file, WRITTEN, WRITTEN)
        const stamp = stampOf(file, file)
        writeAt(file, Math.floor(where * size), '#')
        setBack(file, stamp)
        expect(statSync(file)).toMatchObject({ size, mtimeMs: stamp.mtimeMs })
        expect(standingOf(stamp)).toBe('changed')
      }),
      { numRuns: 40 },
    )
  })

  it('of a small file that was only touched is "same"', () => {
    const file = dir.write('touched', 'x'.repeat(1000))
    utimesSync(file, WRITTEN, WRITTEN)
    const stamp = stampOf(file, file)
    setBack(file, stamp)
    expect(standingOf(stamp)).toBe('same')
  })
})

/** In whole seconds, which every file system keeps. */
const WRITTEN = 1_700_000_000

function writeAt(file: string, at: number, text: string): void {
  const fd = openSync(file, 'r+')
  writeSync(fd, text, at)
  closeSync(fd)
}

/** Gives it the time of writing that it had. The clock of the file system may tick slowly: it is waited for. */
function setBack(file: string, { ctimeMs }: FileStamp): void {
  do utimesSync(file, WRITTEN, WRITTEN)
  while (statSync(file).ctimeMs === ctimeMs)
}
