// `shoal team show TEAM`: one team at a glance, and what happens to it from here on.
import { ShoalError } from '@shoal/base/model/errors'
import type { Budget, Ledger } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'
import type { Task } from '@shoal/base/model/task'
import { LEAD, type Member } from '@shoal/base/model/team'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { ago, lastedAtLeast } from '@shoal/base/text/times'
import { isDelegated } from '../../run/analysis/definition.ts'
import { isAlive } from '../../run/members/presence.ts'
import { lastMessages } from '../../run/message-pages.ts'
import { currentOverview, type Standing } from '../../run/overviews.ts'
import type { WorkTime } from '../../run/work-clock.ts'
import { workTime } from '../../run/work-time.ts'
import { writeDocument } from '../document.ts'
import { writeJsonObject } from '../json-document.ts'
import { checkFollow, followTeam } from './follow.ts'
import { budgetJson, eventJson, memberJson, messageJson, overviewJson } from './shapes.ts'
import { type GridColumn, Sheet } from './sheet.ts'
import { eachTask } from './task-pages.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { countsLine, decisionCommands, eventLine, memberState, messageText, route, statusWords } from './words.ts'

/** More unread messages than this are not counted. */
const UNREAD_LIMIT = 1000
const LAST_MESSAGES = 5
const SHOWN_APPROVALS = 10

interface View extends Standing {
  /** Of a run that has ended, if somebody led it. */
  readonly time: WorkTime | null
  readonly members: readonly Member[]
  readonly approvals: readonly Task[]
  readonly budgets: readonly Budget[]
  /** Of the lead; counts no further than UNREAD_LIMIT. */
  readonly unread: number
  readonly messages: readonly Message[]
  /** Everything up to this event is in the view. */
  readonly lastEvent: number
}

export const show: RunVerb = async input => {
  const { io, args, face, ledger } = input
  const [team] = args as [string]
  checkFollow(face)
  if (face.after !== null && !face.follow)
    throw new ShoalError('bad-value', '--after says where to begin following', {
      detail: '--after',
      advice: 'add --follow',
    })
  const view = await viewOf(ledger, team)
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format !== 'json') await write(viewText(input, view))
    else if (face.follow) await write(`${JSON.stringify(viewJson(view))}\n`)
    else await writeJsonObject(write, viewJson(view))
  })
  if (face.follow)
    await followTeam(input, {
      team,
      after: face.after ?? view.lastEvent,
      tell: events =>
        events.map(event => (face.format === 'json' ? JSON.stringify(eventJson(event)) : eventLine(event))),
    })
  return 0
}

async function viewOf(ledger: Ledger, team: string): Promise<View> {
  const lastEvent = await ledger.lastEvent()
  const standing = await currentOverview(ledger, team)
  const approvals: Task[] = []
  if (standing.overview.tasks.awaitingApproval > 0)
    for await (const task of eachTask(ledger, team, { status: 'pending' }))
      if (task.approval?.status === 'requested') approvals.push(task)
  const { overview } = standing
  const isLed = overview.endedAt !== null && !isDelegated(await ledger.definition(team))
  return {
    ...standing,
    time: isLed ? await workTime(ledger, overview) : null,
    members: await ledger.members(team),
    approvals,
    budgets: await ledger.budgets(team),
    unread: (await ledger.unread(team, LEAD, UNREAD_LIMIT)).length,
    messages: await lastMessages(ledger, team, LAST_MESSAGES),
    lastEvent,
  }
}

function viewJson(view: View) {
  return {
    ...overviewJson(view.overview, view.status),
    members: view.members.map(memberJson),
    approvals: view.approvals.map(({ id, subject, approval }) => ({
      task: id,
      subject,
      round: approval?.round ?? 0,
      plan: approval?.plan ?? null,
    })),
    budgets: view.budgets.map(budgetJson),
    unread: view.unread,
    messages: view.messages.map(messageJson),
    last_event: view.lastEvent,
  }
}

function viewText({ io, face, world }: VerbInput, view: View): string {
  const { overview, status } = view
  const { name } = overview
  const now = world.now()
  const sheet = new Sheet(io, face)
  sheet.line(`${sheet.style.bold(printable(name))}: ${statusWords[status]}${because(overview.endedReason)}`)
  if (overview.purpose !== null) sheet.line(printable(overview.purpose))
  sheet.line()
  const took = view.time === null ? '' : `, took ${lastedAtLeast(view.time.ms, view.time.isLeast)}`
  sheet.entry('created', `${ago(overview.createdAt, now)}${took}`)
  sheet.entry('tasks', countsLine(overview.tasks))
  sheet.entry('members', `${formatCount(overview.alive)} alive`)
  for (const { unit, limit, used, reserved } of view.budgets)
    sheet.entry(
      'budget',
      `${formatCount(used)} of ${formatCount(limit)} ${printable(unit)} used, ${formatCount(reserved)} reserved`,
    )
  if (view.unread > 0) {
    const many =
      view.unread >= UNREAD_LIMIT ? `${formatCount(view.unread)} messages or more` : plural(view.unread, 'message')
    sheet.entry('unread', `${many} for the lead: shoal team messages ${name} --unread`)
  }
  if (overview.isRun && (status === 'interrupted' || status === 'failed' || status === 'stopped'))
    sheet.entry('go on with', `shoal resume ${name}`)
  approvals(sheet, name, view.approvals)
  members(sheet, view.members)
  messages(sheet, view.messages, now)
  return sheet.text()
}

function approvals(sheet: Sheet, team: string, waiting: readonly Task[]): void {
  if (waiting.length === 0) return
  sheet.heading('Plans to decide on')
  for (const { id, subject, approval } of waiting.slice(0, SHOWN_APPROVALS)) {
    sheet.line(`${printable(id)}: ${printable(subject)} (round ${approval?.round})`)
    for (const command of decisionCommands(team, id)) sheet.line(`    ${command}`)
  }
  const left = waiting.length - SHOWN_APPROVALS
  if (left > 0) sheet.line(`and ${formatCount(left)} more: shoal team tasks ${team} --status awaiting_approval`)
}

const memberColumns: readonly GridColumn[] = [
  { title: 'name', atLeast: 16 },
  { title: 'state' },
  { title: 'role', atLeast: 10 },
  { title: 'kind' },
  { title: 'task', atLeast: 10 },
  { title: 'completed', align: 'right' },
  { title: 'process', align: 'right' },
]

/** The lead is there from the start; it is worth a row once it has joined. */
function members(sheet: Sheet, all: readonly Member[]): void {
  const shown = all.filter(({ name, joinedAt }) => name !== LEAD || joinedAt !== null)
  if (shown.length === 0) return
  sheet.heading('Members')
  sheet.grid(
    memberColumns,
    shown.map(member => [
      printable(member.name),
      memberState(member),
      printable(member.role ?? '-'),
      printable(member.kind ?? '-'),
      printable(member.task ?? '-'),
      formatCount(member.completed),
      isAlive(member) && member.process ? String(member.process.pid) : '-',
    ]),
  )
}

const messageColumns: readonly GridColumn[] = [
  { title: 'when' },
  { title: 'from → to', atLeast: 16 },
  { title: 'message', atLeast: 20 },
]

function messages(sheet: Sheet, last: readonly Message[], now: number): void {
  if (last.length === 0) return
  sheet.heading('Last messages')
  sheet.grid(
    messageColumns,
    last.map(message => [ago(message.at, now), route(message), messageText(message)]),
  )
}

function because(reason: string | null): string {
  return reason === null ? '' : ` (${printable(reason)})`
}
