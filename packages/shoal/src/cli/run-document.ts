// What came of a run: its tasks, and the results that no other task waits for.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Task } from '@shoal/base/model/task'
import type { Ended } from '@shoal/base/model/team'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { lasted, lastedAtLeast } from '@shoal/base/text/times'
import type { FaceOptions } from '../config/options.ts'
import { isOfBudget } from '../run/pattern-budget.ts'
import type { WorkTime } from '../run/work-clock.ts'
import { workTime } from '../run/work-time.ts'
import { type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { countsJson } from './team/shapes.ts'
import { type GridColumn, Sheet, valueLines } from './team/sheet.ts'
import { eachTask } from './team/task-pages.ts'
import { Waits } from './team/waits.ts'
import { stateOf, stateWords } from './team/words.ts'

export interface FinishedRun {
  readonly run: string
  readonly pattern: string
  readonly ended: Ended | 'interrupted'
  readonly reason: string | null
}

interface Destination {
  readonly io: Io
  readonly face: FaceOptions
  readonly ledger: Ledger
  /** What was read, and must not be overwritten. */
  readonly inputs: readonly string[]
}

/** Writes the document and says with the exit status, and a line where there is something to do, how it ended. */
export async function concludeRun(to: Destination, finished: FinishedRun): Promise<ExitStatus> {
  const { run, ended, reason } = finished
  const goOn = `go on with \`shoal resume ${run}\``
  if (ended === 'interrupted') throw new ShoalError('interrupted', 'interrupted', { detail: run, advice: goOn })
  if (ended === 'stopped' && !(await to.ledger.teams()).some(({ name }) => name === run))
    throw new ShoalError('interrupted', `run ${run} was deleted while it ran`, { detail: run, advice: 'start it anew' })
  await writeRun(to, finished)
  if (ended === 'stopped')
    throw new ShoalError('interrupted', `run ${run} was stopped${reason === null ? '' : `: ${reason}`}`, {
      detail: run,
      advice: goOn,
    })
  if (ended === 'failed') {
    const { failed } = await to.ledger.counts(run)
    const short = (await to.ledger.tasks(run, { status: 'failed', limit: 100 })).find(task => isOfBudget(task.reason))
    if (short)
      throw new ShoalError('tasks-failed', `${reason ?? plural(failed, 'task')}: ${short.reason}`, {
        detail: run,
        advice: `go on with \`shoal resume ${run} --max-cost USD\`: what is done stays done and is not paid again`,
      })
    throw new ShoalError('tasks-failed', reason ?? `${plural(failed, 'task')} of run ${run} failed`, {
      detail: run,
      advice: `see \`shoal team tasks ${run} --status failed\`, then \`shoal team retry\` or \`skip\`, and \`shoal resume ${run}\``,
    })
  }
  return 0
}

export async function writeRun({ io, face, ledger, inputs }: Destination, finished: FinishedRun): Promise<void> {
  await writeDocument(io, { output: face.output, inputs, force: face.force }, async write => {
    if (face.format === 'json') await writeJson(write, ledger, finished)
    else await writeText(write, new Sheet(io, face), ledger, finished)
  })
}

/** Of all its stretches, this one and those before it was resumed. */
async function timeOf(ledger: Ledger, run: string): Promise<Pick<WorkTime, 'ms' | 'isLeast'>> {
  return (await workTime(ledger, await ledger.overview(run))) ?? { ms: 0, isLeast: false }
}

async function writeJson(write: Write, ledger: Ledger, { run, pattern, ended, reason }: FinishedRun) {
  const { ms, isLeast } = await timeOf(ledger, run)
  await writeJsonObject(write, {
    run,
    pattern,
    status: ended,
    reason,
    tasks: tasksJson(ledger, run),
    counts: countsJson(await ledger.counts(run)),
    took_ms: ms,
    took_is_least: isLeast,
  })
}

async function* tasksJson(ledger: Ledger, run: string) {
  for await (const task of eachTask(ledger, run)) {
    const { id, subject, status, owner, attempts, summary, reason } = task
    const result = task.resultBytes === null ? null : await ledger.result(run, id)
    yield { id, subject, status, owner, attempts, summary, result, reason, took_ms: tookMs(task) }
  }
}

const columns: readonly GridColumn[] = [
  { title: 'id', atLeast: 10 },
  { title: 'status' },
  { title: 'tries', align: 'right' },
  { title: 'time', align: 'right' },
  { title: 'subject', atLeast: 12 },
  { title: 'note', atLeast: 14 },
]

/** So many tasks that went well are listed; those that did not are all listed. */
const SHOWN_TASKS = 100
/** More final results than this are not one answer but many; each is a command away. */
const SHOWN_RESULTS = 5

async function writeText(write: Write, sheet: Sheet, ledger: Ledger, finished: FinishedRun): Promise<void> {
  const { run, pattern, ended } = finished
  const { ms, isLeast } = await timeOf(ledger, run)
  const all: Task[] = []
  for await (const task of eachTask(ledger, run)) all.push(task)
  sheet.line(
    `${sheet.style.bold(run)}: ${ended}, ${plural(all.length, 'task')} in ${lastedAtLeast(ms, isLeast)} (${printable(pattern)})`,
  )
  sheet.line()
  await listTasks(sheet, ledger, run, all)
  const awaited = new Set(all.flatMap(({ blockedBy }) => blockedBy))
  const final = all.filter(({ id, resultBytes }) => resultBytes !== null && !awaited.has(id))
  for (const { id, subject } of final.length > SHOWN_RESULTS ? [] : final) {
    sheet.heading(`${printable(id)}: ${printable(subject)}`)
    for (const line of valueLines(await ledger.result(run, id))) sheet.line(`  ${line}`)
  }
  if (final.length > SHOWN_RESULTS) {
    sheet.line()
    sheet.line(`${formatCount(final.length)} results: \`shoal team task ${run} ID\` shows one, \`--json\` has them all`)
  }
  await write(sheet.text())
}

async function listTasks(sheet: Sheet, ledger: Ledger, run: string, all: readonly Task[]): Promise<void> {
  const waits = new Waits(ledger, run)
  const rows: string[][] = []
  let left = SHOWN_TASKS
  let hidden = 0
  for (const task of all) {
    if (task.status === 'completed' && left-- <= 0) {
      hidden++
      continue
    }
    const remark = (await waits.reasonOf(task)) ?? (task.status === 'completed' ? task.summary : task.reason) ?? ''
    const took = tookMs(task)
    rows.push([
      printable(task.id),
      stateWords[stateOf(task)],
      String(task.attempts),
      took === null ? '-' : lasted(took),
      printable(task.subject),
      printable(remark),
    ])
  }
  if (rows.length > 0) sheet.grid(columns, rows)
  if (hidden > 0) sheet.line(`and ${formatCount(hidden)} more completed: \`shoal team tasks ${run}\``)
}

function tookMs({ claimedAt, endedAt }: Task): number | null {
  return claimedAt === null || endedAt === null ? null : endedAt - claimedAt
}
