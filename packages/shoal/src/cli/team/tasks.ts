// `shoal team tasks TEAM`: its tasks in the order of creation, and what becomes of them from here on.

import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import { type Task, type TaskStatus, taskStatuses } from '@shoal/base/model/task'
import { printable } from '@shoal/base/text/printable'
import { clock } from '@shoal/base/text/times'
import { expireMembers } from '@shoal/team/expire-members'
import type { FaceOptions } from '../../config/options.ts'
import { unlessGone } from '../../run/overviews.ts'
import { writeDocument } from '../document.ts'
import { writeJsonObject } from '../json-document.ts'
import { checkFollow, followTeam, note } from './follow.ts'
import { taskJson } from './shapes.ts'
import { type GridColumn, Sheet } from './sheet.ts'
import { eachTask } from './task-pages.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { Waits } from './waits.ts'
import { stateOf, stateWords } from './words.ts'

export const tasks: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team] = args as [string]
  checkFollow(face)
  await expireMembers(ledger, team)
  const after = await ledger.lastEvent()
  const all: Task[] = []
  // Whoever follows must know them all, to tell which are new.
  for await (const task of eachTask(ledger, team, face.follow ? {} : ledgerFilter(face))) all.push(task)
  await writeSnapshot(
    input,
    team,
    all.filter(task => isWanted(task, face)),
  )
  if (face.follow) {
    const changes = new Changes(ledger, team, all.at(-1)?.id)
    await followTeam(input, { team, after, tell: events => tell(input, team, changes, events) })
  }
  return 0
}

/** The ledger knows statuses; what a pending task waits for is seen from the task. */
function ledgerFilter({ status }: FaceOptions): { readonly status?: TaskStatus } {
  if (status === null) return {}
  return { status: taskStatuses.find(one => one === status) ?? 'pending' }
}

function isWanted(task: Task, { status }: FaceOptions): boolean {
  return status === null || task.status === status || stateOf(task) === status
}

const columns: readonly GridColumn[] = [
  { title: 'id', atLeast: 10 },
  { title: 'status' },
  { title: 'subject', atLeast: 12 },
  { title: 'owner', atLeast: 8 },
  { title: 'tries', align: 'right' },
  { title: 'note', atLeast: 14 },
]

async function writeSnapshot({ io, face, ledger }: VerbInput, team: string, shown: readonly Task[]): Promise<void> {
  if (shown.length === 0)
    note(io, face, face.status === null ? `team ${team} has no tasks` : `team ${team} has no task of this status`)
  const waits = new Waits(ledger, team)
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      const list: unknown[] = []
      for (const task of shown) list.push(taskJson(task, await waits.reasonOf(task)))
      if (face.follow) return await write(`${JSON.stringify({ team, tasks: list })}\n`)
      return await writeJsonObject(write, { team, tasks: list })
    }
    if (shown.length === 0) return
    const rows: string[][] = []
    for (const task of shown) rows.push(cells(task, await waits.reasonOf(task)))
    const sheet = new Sheet(io, face)
    sheet.grid(columns, rows)
    await write(sheet.text())
  })
}

function cells(task: Task, waitsFor: string | null): string[] {
  return [
    printable(task.id),
    stateWords[stateOf(task)],
    printable(task.subject),
    printable(task.owner ?? '-'),
    String(task.attempts),
    remark(task, waitsFor),
  ]
}

/** What there is to say beside its status: why it waits, failed or was skipped, or what came of it. */
function remark({ status, reason, summary }: Task, waitsFor: string | null): string {
  return printable(waitsFor ?? (status === 'completed' ? summary : reason) ?? '')
}

async function tell(
  { face, ledger }: VerbInput,
  team: string,
  changes: Changes,
  events: readonly LedgerEvent[],
): Promise<readonly string[]> {
  const waits = new Waits(ledger, team)
  const lines: string[] = []
  for (const { task, at } of await changes.among(events)) {
    if (!isWanted(task, face)) continue
    const waitsFor = await unlessGone(waits.reasonOf(task), null)
    lines.push(face.format === 'json' ? JSON.stringify(taskJson(task, waitsFor)) : changeLine(task, waitsFor, at))
  }
  return lines
}

function changeLine(task: Task, waitsFor: string | null, at: number): string {
  const about = [printable(task.id), printable(task.subject), printable(task.owner ?? ''), remark(task, waitsFor)]
  return `${clock(at)}  ${stateWords[stateOf(task)].padEnd(17)}  ${about.filter(part => part !== '').join(' · ')}`
}

/** Which tasks a batch of events is about, each once, as it stands now, and only when that is news. */
class Changes {
  private readonly told = new Map<string, string>()

  constructor(
    private readonly ledger: Ledger,
    private readonly team: string,
    private newest: string | undefined,
  ) {}

  async among(events: readonly LedgerEvent[]): Promise<readonly { readonly task: Task; readonly at: number }[]> {
    const changed = new Map<string, { readonly task: Task; readonly at: number }>()
    for (const { kind, task: id, at } of events) {
      if (kind === 'tasks-created')
        for (const task of await unlessGone(this.created(), [])) changed.set(task.id, { task, at })
      if (id === null || changed.has(id) || !/^(task|plan)-/.test(kind)) continue
      const task = await unlessGone<Task | null>(this.ledger.task(this.team, id), null)
      if (task) changed.set(id, { task, at })
    }
    return [...changed.values()].filter(({ task }) => this.isNews(task))
  }

  private isNews(task: Task): boolean {
    const standing = JSON.stringify([stateOf(task), task.owner, task.attempts, task.reason, task.openBlockers])
    if (this.told.get(task.id) === standing) return false
    this.told.set(task.id, standing)
    return true
  }

  private async created(): Promise<readonly Task[]> {
    const found: Task[] = []
    const since = this.newest === undefined ? {} : { after: this.newest }
    for await (const task of eachTask(this.ledger, this.team, since)) found.push(task)
    this.newest = found.at(-1)?.id ?? this.newest
    return found
  }
}
