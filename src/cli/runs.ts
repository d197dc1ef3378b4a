// `shoal runs`: the runs, the newest first. A run is a team with a definition from which it can be resumed.
import { type ExitStatus, ShoalError } from '../model/errors.ts'
import type { Ledger } from '../model/ledger.ts'
import { printable } from '../text/printable.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import type { Standing } from './team/overviews.ts'
import { countsJson } from './team/shapes.ts'
import { type GridColumn, Sheet } from './team/sheet.ts'
import { ago, iso, lasted } from './team/times.ts'
import { progress, statusWords } from './team/words.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function runsCommand(world: World = realWorld): Command {
  return {
    name: 'runs',
    summary: 'the runs, the newest first',
    usage: '',
    examples: [
      { line: 'shoal runs', does: 'each with its pattern, status, tasks and time' },
      { line: 'shoal runs --json', does: 'the same for a script' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

interface ListedRun extends Standing {
  readonly pattern: string
  /** So far, while it is at work; null while it lies still. */
  readonly tookMs: number | null
}

async function run(io: Io, { args, face }: CommandInput, world: World): Promise<ExitStatus> {
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal runs takes no arguments', {
      detail: args[0]!,
      advice: 'run `shoal team show` for one run',
    })
  const now = world.now()
  const none = async () => []
  const runs = await withLedger<readonly ListedRun[]>({ io, world, none }, ledger => listRuns(ledger, now))
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

async function listRuns(ledger: Ledger, now: number): Promise<readonly ListedRun[]> {
  const [{ currentOverviews }, { unlessGone }, { patternOf }] = await Promise.all([
    import('./team/overviews.ts'),
    import('./team/follow.ts'),
    import('../run/definition.ts'),
  ])
  const runs: ListedRun[] = []
  for (const { overview, status } of await currentOverviews(ledger)) {
    if (!overview.isRun) continue
    const definition = await unlessGone(ledger.definition(overview.name), null)
    if (definition === null) continue
    const isAtWork = status === 'running' || status === 'waiting'
    const end = overview.endedAt ?? (isAtWork ? now : null)
    runs.push({
      overview,
      status,
      pattern: patternOf(definition),
      tookMs: end === null ? null : end - overview.createdAt,
    })
  }
  return runs
}

function runJson({ overview, status, pattern, tookMs }: ListedRun) {
  return {
    run: overview.name,
    pattern,
    status,
    reason: overview.endedReason,
    tasks: countsJson(overview.tasks),
    started_at: iso(overview.createdAt),
    ended_at: iso(overview.endedAt),
    took_ms: tookMs,
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

function cells({ overview, status, pattern, tookMs }: ListedRun, now: number): string[] {
  return [
    printable(overview.name),
    printable(pattern),
    statusWords[status],
    progress(overview.tasks),
    String(overview.tasks.failed),
    ago(overview.createdAt, now),
    tookMs === null ? '-' : lasted(tookMs),
  ]
}
