// `shoal search PATH… TEXT`: the lines of any files that hold a text, match a pattern, or answer to words.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { isFailure } from '@shoal/base/model/plan'
import { LONGEST_QUERY, type SearchMode } from '@shoal/base/model/search'
import { formatBytes, formatCount, plural, printable } from '@shoal/base/text/printable'
import type { FaceOptions } from '../config/options.ts'
import type { SearchMatch } from '../run/search/task.ts'
import type { SearchReport } from '../run/search-paths.ts'
import type { Command, CommandInput } from './command.ts'
import { csvLine } from './csv.ts'
import { type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { readablePaths } from './paths.ts'
import { ProgressLine } from './progress-line.ts'
import { SkippedFiles } from './skipped-files.ts'
import { type Style, styleFor } from './style.ts'

export const search: Command = {
  name: 'search',
  summary: 'lines of files of any size, with their places',
  usage: 'PATH… TEXT',
  examples: [
    { line: 'shoal search logs GatewayTimeout', does: 'every line with the text, in either case' },
    { line: "shoal search src 'fetch[A-Z]\\w+\\(' --regex --case-sensitive", does: 'a regular expression' },
    { line: "shoal search docs 'who is paged at night' --words", does: 'the lines that answer best, ranked' },
    { line: "shoal search . TODO --include '**/*.py' --limit 20 --offset 20", does: 'some files, the second page' },
    { line: 'shoal search logs ERROR --json', does: 'matches, exact totals and what was not searched, for a script' },
  ],
  run,
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const { given, query } = split(args, face)
  const mode = modeOf(face)
  const paths = readablePaths(io, given, 'search')
  if (paths.length === 0) return 2
  const { searchPaths, UNHURRIED } = await import('../run/search-paths.ts')
  const { caseSensitive, limit, offset } = face
  const asked = { query, mode, caseSensitive, limit, offset, cursor: null, ...UNHURRIED }
  const progress = new ProgressLine(io, face)
  const report = await searchPaths(paths, asked, {
    settings,
    signal: io.signal,
    cwd: io.cwd,
    onProgress: (read, of) => progress.show(`searched ${formatBytes(read)} of ${formatBytes(of)}`),
  }).finally(progress.end)
  await writeDocument(io, { output: face.output, inputs: paths, force: face.force }, write =>
    writeReport(io, write, { report, query, mode, face }),
  )
  const skipped = new SkippedFiles(io, paths, face.quiet)
  for (const { path, reason, cause } of report.skipped) skipped.add(path, reason, cause)
  if (!face.quiet && face.format !== 'json') io.stderr.write(`${summaryOf(report, face)}\n`)
  if (paths.length < given.length || skipped.named > 0) return 2
  return report.isExact && !report.skipped.some(({ cause }) => isFailure(cause)) ? 0 : 6
}

/** The last argument is the text, whether such a path exists or not. */
function split(args: readonly string[], { query: flagged }: FaceOptions): { given: readonly string[]; query: string } {
  const query = flagged ?? args.at(-1) ?? ''
  const given = flagged === null ? args.slice(0, -1) : args
  if (given.length === 0)
    throw new ShoalError('missing-argument', 'shoal search needs a PATH and a TEXT', {
      advice: 'write `shoal search PATH TEXT`',
    })
  if (query.trim() === '') throw new ShoalError('bad-value', 'there is nothing to search for', { detail: 'TEXT' })
  if (query.length > LONGEST_QUERY)
    throw new ShoalError('bad-value', `the text to search for is longer than ${formatCount(LONGEST_QUERY)} characters`)
  return { given, query }
}

function modeOf({ regex, words, csv, format }: FaceOptions): SearchMode {
  if (regex && words) throw contradiction('--regex', '--words')
  if (csv && format === 'json') throw contradiction('--csv', '--json')
  return regex ? 'regex' : words ? 'words' : 'text'
}

function contradiction(one: string, other: string): ShoalError {
  return new ShoalError('bad-value', `${one} and ${other} contradict each other`, { detail: one })
}

interface Searched {
  readonly report: SearchReport
  readonly query: string
  readonly mode: SearchMode
  readonly face: FaceOptions
}

async function writeReport(io: Io, write: Write, { report, query, mode, face }: Searched): Promise<void> {
  const { matches, skipped } = report
  if (face.format === 'json') {
    const { searchDocument } = await import('../run/search-paths.ts')
    const asked = { query, mode, case_sensitive: face.caseSensitive, offset: face.offset }
    const named = skipped.map(({ path, reason }) => ({ path, reason }))
    return await writeJsonObject(write, { ...asked, ...searchDocument(report), skipped: named })
  }
  if (face.csv) {
    const isRanked = mode === 'words'
    await write(csvLine(['path', 'line', 'text', ...(isRanked ? ['score'] : [])]))
    for (const { path, line, text, score } of matches)
      await write(csvLine([path, line, text, ...(isRanked ? [score ?? null] : [])]))
    return
  }
  const style = styleFor(io, face)
  for (const match of matches) await write(`${matchLine(match, style)}\n`)
}

/** `path:line: text`, as terminals and editors follow it. */
function matchLine({ path, line, text, spans }: SearchMatch, style: Style): string {
  const parts: string[] = []
  let at = 0
  for (const [from, to] of spans) {
    parts.push(shown(text.slice(at, from)), style.mark(shown(text.slice(from, to))))
    at = to
  }
  return `${style.bold(printable(path))}:${line}: ${parts.join('')}${shown(text.slice(at))}`
}

/** A tab is no sign to be spelt out: the line keeps its look. */
function shown(text: string): string {
  return printable(text.replaceAll('\t', '    '))
}

/** `lines 1–100 of 8,509 in 3 files; --offset 100 shows the next`. */
function summaryOf(report: SearchReport, { offset, words }: FaceOptions): string {
  const { matches, total, isExact, files, searched, note } = report
  const shown = matches.length
  const least = isExact ? '' : 'at least '
  const isPage = shown < total
  const which = !isPage
    ? `${least}${plural(total, 'line')}`
    : shown === 0
      ? `no more lines: --offset ${offset} is behind the last of ${least}${formatCount(total)},`
      : `lines ${formatCount(offset + 1)}–${formatCount(offset + shown)} of ${least}${formatCount(total)}`
  const isRest = isPage && shown > 0 && offset + shown < total
  const next = !isRest
    ? ''
    : words && report.cursor === null
      ? '; no more are ranked: ask more precisely'
      : `; --offset ${offset + shown} shows the next`
  const where = `in ${formatCount(files)} of ${plural(searched, 'file')}`
  return `${which} ${where}${next}${note === null ? '' : `\nnote  ${asFlag(note)}`}`
}

/** A note says a mode as the tools of agents have it. */
function asFlag(note: string): string {
  return note.replace(/\bmode (regex|words)\b/g, '--$1')
}
