// `shoal runs`: the runs, the newest first; `shoal runs ask` puts another question to one. A run is a team with a definition from which it can be resumed.
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { ago, iso, lastedAtLeast } from '@shoal/base/text/times'
import type { ListedRun } from '../run/runs.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import { runArgument, withRun } from './named-run.ts'
import { confirm } from './team/confirm.ts'
import { countsJson } from './team/shapes.ts'
import { type GridColumn, Sheet } from './team/sheet.ts'
import { progress, statusWords } from './team/words.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function runsCommand(world: World = realWorld): Command {
  return {
    name: 'runs',
    summary: 'lists runs; report, resume, replay, calls, ask, delete',
    usage: '[VERB RUN …]',
    ownVerbs: [
      ['ask RUN QUESTION', 'puts another question to what a run has read'],
      ['delete RUN', 'removes a run with all it has; refused while it is at work'],
    ],
    examples: [
      { line: 'shoal runs', does: 'each with its pattern, status, tasks and time' },
      { line: 'shoal runs --json', does: 'the same for a script' },
      {
        line: "shoal runs ask analyze-data 'Which city has the most orders?'",
        does: 'answered from what was read before; says which files have changed since',
      },
      { line: 'shoal runs delete analyze-data', does: 'removes it, with its reports and what was recorded of it' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, input: CommandInput, world: World): Promise<ExitStatus> {
  const { args, face } = input
  if (args[0] === 'ask') {
    const { askRunCommand } = await import('./runs-ask.ts')
    return await askRunCommand(io, { ...input, args: args.slice(1) }, world)
  }
  if (args[0] === 'delete') return await deleteRun(io, { ...input, args: args.slice(1) }, world)
  if (face.force)
    throw new ShoalError('unknown-option', '--force belongs to `shoal runs delete`', { detail: '--force' })
  if (args.length > 0)
    throw new ShoalError('bad-value', `shoal runs has no verb "${args[0]}"`, {
      detail: args[0]!,
      advice: 'it has ask, report, resume, replay, calls and delete; `shoal team show` for one run',
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

async function deleteRun(io: Io, { args, face }: CommandInput, world: World): Promise<ExitStatus> {
  const name = runArgument('runs delete', args)
  return await withRun({ io, world, name }, async ledger => {
    const { deleteTeam } = await import('./team/leave.ts')
    await deleteTeam({ io, face, ledger, world }, name).catch(error => {
      if (!(error instanceof ShoalError && error.code === 'members-alive')) throw error
      throw new ShoalError('members-alive', `run "${name}" cannot be deleted: it is at work`, {
        detail: name,
        advice: `stop it with \`shoal team shutdown ${name} --now\`, or pass \`--force\``,
        cause: error,
      })
    })
    return await confirm({ io, face }, `deleted run ${printable(name)}`, { run: name, deleted: true })
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
