// `shoal diff A B`: two versions of a file or directory, compared by what they hold.

import type { Difference, DiffReport } from '@shoal/base/model/diff'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { cacheDir } from '../config/cache-dir.ts'
import type { FaceOptions } from '../config/options.ts'
import type { Command, CommandInput } from './command.ts'
import { csvLine } from './csv.ts'
import { type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { readablePaths } from './paths.ts'
import { ProgressLine } from './progress-line.ts'

export const diff: Command = {
  name: 'diff',
  summary: 'two versions of a file or directory, by what they hold',
  usage: 'A B',
  examples: [
    { line: 'shoal diff january.csv february.csv', does: 'rows added, removed and changed, by a key that is found' },
    { line: 'shoal diff old.csv new.csv --key order_id,line_no', does: 'by these columns' },
    { line: 'shoal diff config/staging.yaml config/production.yaml', does: 'settings with both places' },
    {
      line: 'shoal diff release-1 release-2',
      does: 'files added, removed, changed, renamed; then what changed in each',
    },
    { line: 'shoal diff a.json b.json --json', does: 'for a script: `same` is true when nothing differs' },
  ],
  run,
}

/** Of all differences of a page together; text has less room for one cell. */
const MOST_CHARACTERS = 64_000_000
const CELL = 1_000_000
const TEXT_CELL = 500

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const [before, after, third] = args
  if (before === undefined || after === undefined || third !== undefined)
    throw new ShoalError(
      third === undefined ? 'missing-argument' : 'bad-value',
      'shoal diff takes two paths, A and B',
      {
        ...(third === undefined ? {} : { detail: third }),
        advice: 'write `shoal diff A B`',
      },
    )
  if (face.csv && face.format === 'json')
    throw new ShoalError('bad-value', '--csv and --json contradict each other', { detail: '--csv' })
  if (readablePaths(io, [before, after], 'diff').length < 2) return 2
  const { diff: compare } = await import('../run/diff/diff.ts')
  const progress = new ProgressLine(io, face)
  const cell = face.csv || face.format === 'json' ? CELL : TEXT_CELL
  const { limit, offset } = face
  const report = await compare(
    { before, after, key: columnsOf(face.key), limit, offset, characters: MOST_CHARACTERS, cell },
    {
      settings,
      signal: io.signal,
      cache: cacheDir(io.env, process.platform, io.cwd),
      cwd: io.cwd,
      onProgress: progress.onFile,
    },
  ).finally(progress.end)
  await writeDocument(io, { output: face.output, inputs: [before, after], force: face.force }, write =>
    writeReport(io, write, face, report),
  )
  if (!face.quiet)
    for (const { path, reason } of report.skipped) io.stderr.write(`skipped ${printable(path)}: ${printable(reason)}\n`)
  return report.isPartial ? 6 : 0
}

/** `--key a,b` and `--key a --key b` are the same. */
function columnsOf(key: readonly string[]): string[] {
  return key
    .flatMap(part => part.split(','))
    .map(name => name.trim())
    .filter(name => name !== '')
}

async function writeReport(io: Io, write: Write, face: FaceOptions, report: DiffReport): Promise<void> {
  if (face.format === 'json') {
    const { diffDocument } = await import('../run/diff/diff-document.ts')
    return await writeJsonObject(write, { ...diffDocument(report), offset: face.offset })
  }
  if (face.csv) return await writeCsv(write, report.differences)
  const { diffText } = await import('./diff-text.ts')
  await write(diffText(io, face, report))
}

/** A line for every cell that differs. */
async function writeCsv(write: Write, differences: readonly Difference[]): Promise<void> {
  await write('change,unit,table,key,column,before,after,before_path,before_line,after_path,after_line\n')
  for (const { change, unit, table, key, cells, before, after } of differences) {
    const known = Object.keys(key).length === 0 ? null : JSON.stringify(key)
    const places = [before?.path ?? null, before?.line ?? null, after?.path ?? null, after?.line ?? null]
    const rows = cells.length === 0 ? [{ column: null, before: null, after: null }] : cells
    for (const cell of rows)
      await write(csvLine([change, unit, table, known, cell.column, cell.before, cell.after, ...places]))
  }
}
