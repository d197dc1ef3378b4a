// `shoal runs`: the runs, the newest first; `shoal runs ask RUN QUESTION`: another question to one of them. A run is a team with a
// definition from which it can be resumed.
import { cacheDir } from '../config/cache-dir.ts'
import { type ExitStatus, ShoalError } from '../model/errors.ts'
import type { ListedRun } from '../run/runs.ts'
import { printable } from '../text/printable.ts'
import { ago, iso, lastedAtLeast } from '../text/times.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import { withRun } from './named-run.ts'
import { countsJson } from './team/shapes.ts'
import { type GridColumn, Sheet } from './team/sheet.ts'
import { progress, statusWords } from './team/words.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function runsCommand(world: World = realWorld): Command {
  return {
    name: 'runs',
    summary: 'the runs, the newest first; another question to one of them',
    usage: '[ask RUN QUESTION]',
    examples: [
      { line: 'shoal runs', does: 'each with its pattern, status, tasks and time' },
      { line: 'shoal runs --json', does: 'the same for a script' },
      {
        line: 'shoal runs ask analyze-data "average amount per city"',
        does: 'another question to its files; what has not changed is not read again',
      },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, input: CommandInput, world: World): Promise<ExitStatus> {
  const { args, face } = input
  if (args[0] === 'ask') return await ask(io, input, world)
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal runs takes no arguments but `ask RUN QUESTION`', {
      detail: args[0]!,
      advice: 'run `shoal team show` for one run',
    })
  const now = world.now()
  const none = async () => []
  const runs = await withLedger<readonly ListedRun[]>({ io, world, none }, async ledger => {
    const { listRuns } = await import('../run/runs.ts')
    return await listRuns(ledger, now)
  })
  if (runs.length === 0 && !face.quiet) io.stderr.write('no runs yet\n')
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      await writeJsonList(write, runs.map(runJson))
      return await write('\n')
    }
    if (runs.length === 0) return
    const sheet = new Sheet(io, face)
    const rows = runs.map(one => cells(one, now))
    sheet.grid(columns, rows)
    await write(sheet.text())
  })
  return 0
}

async function ask(io: Io, { args, settings, face }: CommandInput, world: World): Promise<ExitStatus> {
  const [, name, question, more] = args
  if (name === undefined || question === undefined || question.trim() === '')
    throw new ShoalError('missing-argument', 'shoal runs ask needs a RUN and a QUESTION')
  if (more !== undefined)
    throw new ShoalError('bad-value', 'shoal runs ask takes one RUN and one QUESTION', {
      detail: more,
      advice: 'write the question in quotes',
    })
  const [{ askRun }, { checkOutputs, writeReport }] = await Promise.all([
    import('../run/analysis/ask-run.ts'),
    import('./report-document.ts'),
  ])
  checkOutputs(io, face, [])
  return await withRun<ExitStatus>({ io, world, name }, async ledger => {
    const cache = cacheDir(io.env, process.platform, io.cwd)
    const report = await askRun({ ledger, run: name, question, settings, signal: io.signal, cache })
    return await writeReport(io, { face, settings, ledger, report, inputs: [] })
  })
}

function runJson({ run, pattern, status, reason, tasks, startedAt, endedAt, tookMs, tookIsLeast }: ListedRun) {
  return {
    run,
    pattern,
    status,
    reason,
    tasks: countsJson(tasks),
    started_at: iso(startedAt),
    ended_at: iso(endedAt),
    took_ms: tookMs,
    took_is_least: tookIsLeast,
  }
}

const columns: readonly GridColumn[] = [
  { title: 'run', atLeast: 20 },
  { title: 'pattern' },
  { title: 'status' },
  { title: 'done', align: 'right' },
  { title: 'failed', align: 'right' },
  { title: 'started' },
  { title: 'took' },
]

function cells({ run, pattern, status, tasks, startedAt, tookMs, tookIsLeast }: ListedRun, now: number): string[] {
  return [
    printable(run),
    printable(pattern),
    statusWords[status],
    progress(tasks),
    String(tasks.failed),
    ago(startedAt, now),
    tookMs === null ? '-' : lastedAtLeast(tookMs, tookIsLeast),
  ]
}
