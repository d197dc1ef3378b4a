// `shoal watch PATH… [QUESTION]`: analyses again when files change, and tells only what is different.

import { type ExitStatus, ShoalError, toShoalError } from '@shoal/base/model/errors'
import { severities } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import type { Compared } from '@shoal/base/model/standing'
import { bySeverity } from '@shoal/base/report/words'
import { plural, printable } from '@shoal/base/text/printable'
import { cacheDir } from '../config/cache-dir.ts'
import type { FaceOptions } from '../config/options.ts'
import type { Settings } from '../config/resolve.ts'
import { stateDir } from '../config/state-dir.ts'
import { type CiProblem, ciProblems } from '../stages/report/ci/ci-problems.ts'
import { baselineOf } from '../stages/standing/baseline-of.ts'
import { compareReport } from '../stages/standing/compare.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { splitQuery } from './paths.ts'
import { errorLine } from './report-error.ts'
import { type Style, styleFor } from './style.ts'
import { runTold, wordsOf } from './told-command.ts'
import { WatchedFiles } from './watched-files.ts'

export const watch: Command = {
  name: 'watch',
  summary: 'analyzes again when files change, tells what is new',
  usage: 'PATH… [QUESTION]',
  examples: [
    { line: 'shoal watch src --goal security', does: 'new problems and those that are gone, until Ctrl-C' },
    { line: 'shoal watch app.log "how many errors are there?"', does: 'the answer, whenever it is another one' },
    { line: `shoal watch src --on high --run 'notify-send "new problems"'`, does: 'a command for what is grave' },
    { line: 'shoal watch logs --json', does: 'one line of JSON for every difference' },
  ],
  run,
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const { paths, query } = splitQuery(io, args, face.query)
  if (paths.length === 0) throw new ShoalError('missing-argument', 'shoal watch needs a PATH')
  const words = commandOf(face)
  const own = [cacheDir(io.env, process.platform, io.cwd), stateDir(io.env, process.platform, io.cwd)]
  const files = new WatchedFiles(io, paths, settings, own)
  const teller = new Teller(io, face)
  let known: RunReport | null = null
  try {
    let look = await files.look()
    for (;;) {
      const report = await analyzed(io, { ...settings, ...NO_MODEL }, files.present(), query, teller)
      if (report !== null) {
        const difference = differenceOf(report, known)
        teller.tell(report, difference, known)
        if (words !== null && known !== null) await runIfGrave(io, face, words, difference, teller)
        known = report
      }
      look = await files.changed(look)
    }
  } catch (error) {
    // An end that was asked for is how it ends.
    if (io.signal.aborted) return 0
    throw error
  } finally {
    files.close()
  }
}

/** What is done again and again must cost nothing. */
const NO_MODEL = { model: null, synthesisModel: null } as const

function commandOf({ run: command, on, shell }: FaceOptions): readonly string[] | null {
  if (command !== null) return shell ? [command] : wordsOf(command)
  if (on === null && !shell) return null
  throw new ShoalError('bad-value', `${on === null ? '--shell' : '--on'} needs --run`, {
    detail: on === null ? '--shell' : '--on',
    advice: 'name the command with --run, or leave it out',
  })
}

/** Null when there is nothing to say, and it was said why. In memory: what is watched for days leaves no runs behind. */
async function analyzed(
  io: Io,
  settings: Settings,
  paths: readonly string[],
  query: string | null,
  teller: Teller,
): Promise<RunReport | null> {
  const [{ analyzePaths }, { memoryLedger }] = await Promise.all([
    import('../run/analysis/analyze.ts'),
    import('@shoal/team/memory-ledger'),
  ])
  if (paths.length === 0) {
    teller.failed(new ShoalError('not-found', 'none of the paths is there', { advice: 'they are waited for' }))
    return null
  }
  const ledger = memoryLedger()
  try {
    const { report, stop } = await analyzePaths(paths, query, settings, {
      ledger,
      signal: io.signal,
      env: io.env,
      cwd: io.cwd,
      runDirectory: () => null,
    })
    io.signal.throwIfAborted()
    if (stop) throw stop
    return report
  } catch (error) {
    io.signal.throwIfAborted()
    const known = toShoalError(error)
    // What is wrong with the command stays wrong; what is wrong with the files may be right at the next look.
    if (!PASSING.has(known.code)) throw error
    teller.failed(known)
    return null
  } finally {
    await ledger.close()
  }
}

const PASSING: ReadonlySet<string> = new Set([
  'nothing-to-read',
  'not-found',
  'not-permitted',
  'not-directory',
  'not-a-file',
  'file-changed',
  'io-failed',
  'gave-up',
])

interface Difference {
  readonly fresh: readonly CiProblem[]
  readonly gone: Compared['fixed']
  /** Null when it is the same as before. */
  readonly answer: string | null
}

function differenceOf(report: RunReport, known: RunReport | null): Difference {
  const before = known ?? { findings: [], crossFile: [] }
  const none = { findings: [], links: [] }
  const previous = baselineOf(before, { today: '', previous: none, kept: none })
  const { report: compared } = compareReport(report, previous, { name: '', isThere: () => false })
  return {
    fresh: ciProblems(compared).filter(({ knownSince }) => knownSince === null),
    gone: compared.compared.fixed,
    answer: report.answer === known?.answer ? null : report.answer,
  }
}

async function runIfGrave(
  io: Io,
  { on, shell }: FaceOptions,
  words: readonly string[],
  { fresh }: Difference,
  teller: Teller,
): Promise<void> {
  const least = on === null ? severities.length - 1 : severities.indexOf(on)
  const grave = fresh.filter(({ severity }) => severities.indexOf(severity) <= least)
  if (grave.length === 0) return
  const failure = await runTold(io, {
    words,
    shell,
    env: { SHOAL_NEW: String(grave.length), SHOAL_SEVERITY: grave[0]!.severity },
    input: `${JSON.stringify(grave.map(problemJson))}\n`,
  })
  if (failure !== null) teller.note(`--run: ${failure}`)
}

function problemJson({ severity, rule, message, path, line, quote }: CiProblem) {
  return { severity, rule, summary: message, path, line, evidence: quote }
}

/** Says it as text, or as lines of JSON. */
class Teller {
  private readonly style: Style
  private said = ''

  constructor(
    private readonly io: Io,
    private readonly face: FaceOptions,
  ) {
    this.style = styleFor(io, face)
  }

  tell(report: RunReport, difference: Difference, known: RunReport | null): void {
    this.said = ''
    const { fresh, gone, answer } = difference
    if (known !== null && fresh.length + gone.length === 0 && answer === null) return
    if (this.face.format === 'json') this.json(report, difference, known)
    else this.text(report, difference, known)
  }

  private text(report: RunReport, { fresh, gone, answer }: Difference, known: RunReport | null): void {
    const head =
      known === null
        ? `${plural(fresh.length, 'problem')}${fresh.length > 0 ? ` (${bySeverity(fresh)})` : ''} in ${plural(report.coverage.files, 'file')}`
        : [
            ...(fresh.length > 0 ? [`${fresh.length} new`] : []),
            ...(gone.length > 0 ? [`${gone.length} gone`] : []),
            ...(answer === null ? [] : ['another answer']),
          ].join(', ')
    const { bold, dim } = this.style
    const write = (line: string) => void this.io.stdout.write(`${line}\n`)
    write(`${dim(clock())} ${bold(head)}`)
    if (answer !== null) for (const line of answer.split('\n')) write(`  ${printable(line)}`)
    for (const { severity, message, path, line, rule } of fresh.slice(0, MOST_TOLD))
      write(`+ ${severity.padEnd(6)} ${printable(`${path}:${line}: ${message} [${rule}]`)}`)
    for (const { severity, path, summary, rule } of gone.slice(0, MOST_TOLD))
      write(`- ${severity.padEnd(6)} ${printable(`${path === null ? '' : `${path}: `}${summary} [${rule}]`)}`)
    const more = Math.max(0, fresh.length - MOST_TOLD) + Math.max(0, gone.length - MOST_TOLD)
    if (more > 0) write(dim(`  ${plural(more, 'more line')}: \`--json\` has all`))
  }

  /** The same again is not said again. */
  failed(error: ShoalError): void {
    const line = errorLine(error)
    if (line === this.said) return
    this.said = line
    if (this.face.format === 'json')
      this.io.stdout.write(
        `${JSON.stringify({ event: 'failed', at: now(), code: error.code, reason: error.message })}\n`,
      )
    else this.io.stderr.write(`${line}\n`)
  }

  note(text: string): void {
    this.io.stderr.write(`shoal: ${printable(text)}\n`)
  }

  private json(report: RunReport, { fresh, gone, answer }: Difference, known: RunReport | null): void {
    const line = {
      event: known === null ? 'first' : 'changed',
      at: now(),
      files: report.coverage.files,
      problems: ciProblems(report).length,
      new: fresh.map(problemJson),
      gone: gone.map(({ path, severity, rule, summary, count }) => ({ path, severity, rule, summary, count })),
      ...(answer === null ? {} : { answer }),
      incomplete: report.failed.length > 0,
    }
    this.io.stdout.write(`${JSON.stringify(line)}\n`)
  }
}

const MOST_TOLD = 20

function now(): string {
  return new Date().toISOString()
}

function clock(): string {
  return new Date().toTimeString().slice(0, 8)
}
