// `shoal team task TEAM TASK`: all there is to know of one task.
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Approval, Task } from '@shoal/base/model/task'
import { formatBytes, printable } from '@shoal/base/text/printable'
import { ago, lasted } from '@shoal/base/text/times'
import { expireMembers } from '@shoal/team/expire-members'
import { whyBlocked } from '../../run/teams.ts'
import { writeDocument } from '../document.ts'
import { writeJsonObject } from '../json-document.ts'
import { taskJson } from './shapes.ts'
import { Sheet, textLines, valueLines } from './sheet.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { decisionCommands, stateOf, stateWords } from './words.ts'

interface Details {
  readonly team: string
  readonly task: Task
  readonly waitsFor: string | null
  readonly blockers: readonly Task[]
  readonly input: Json
  readonly result: Json
  readonly log: string | null
}

/** More blockers than this are not listed for people. */
const SHOWN_BLOCKERS = 20

export const task: RunVerb = async input => {
  const { io, args, face, ledger } = input
  const [team, id] = args as [string, string]
  await expireMembers(ledger, team)
  const details = await detailsOf(ledger, team, id)
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') await writeJsonObject(write, detailsJson(details))
    else await write(detailsText(input, details))
  })
  return 0
}

async function detailsOf(ledger: Ledger, team: string, id: string): Promise<Details> {
  const task = await ledger.task(team, id)
  const blockers: Task[] = []
  for (const blocker of task.blockedBy) blockers.push(await ledger.task(team, blocker))
  return {
    team,
    task,
    waitsFor: stateOf(task) === 'blocked' ? await whyBlocked(ledger, team, id) : null,
    blockers,
    input: await ledger.input(team, id),
    result: task.resultBytes === null ? null : await ledger.result(team, id),
    log: task.hasLog ? await ledger.log(team, id) : null,
  }
}

function detailsJson({ team, task, waitsFor, blockers, input, result, log }: Details) {
  return {
    team,
    ...taskJson(task, waitsFor),
    blockers: blockers.map(({ id, subject, status, reason }) => ({ id, subject, status, reason })),
    input,
    result,
    log,
  }
}

function detailsText({ io, face, world }: VerbInput, details: Details): string {
  const { team, task, waitsFor } = details
  const now = world.now()
  const sheet = new Sheet(io, face)
  const optional = (label: string, text: string | null) => {
    if (text !== null && text !== '') sheet.entry(label, printable(text))
  }
  sheet.line(`${sheet.style.bold(printable(task.id))}: ${printable(task.subject)}`)
  sheet.line()
  sheet.entry('status', `${stateWords[stateOf(task)]}${waitsFor === null ? '' : `: ${printable(waitsFor)}`}`)
  optional('reason', task.reason)
  optional('summary', task.summary)
  optional('owner', task.owner)
  optional('for', task.role)
  if (task.priority !== 0) sheet.entry('priority', String(task.priority))
  sheet.entry(
    'tries',
    `${task.attempts}${task.retries > 0 ? `; a failure is tried again, ${task.retries} times at most` : ''}`,
  )
  sheet.entry('times', timesText(task, now))
  if (task.status === 'in_progress') optional('doing', task.activeForm)
  blockersText(sheet, details.blockers)
  if (task.approval) approvalText(sheet, team, task, task.approval)
  const whole = 'add --json for all'
  if (task.description !== null) {
    sheet.heading('Description')
    sheet.block(textLines(task.description), whole)
  }
  if (details.input !== null) {
    sheet.heading('Input')
    sheet.block(valueLines(details.input), whole)
  }
  if (task.resultBytes !== null) {
    sheet.heading(`Result (${formatBytes(task.resultBytes)})`)
    sheet.block(valueLines(details.result), whole)
  }
  if (details.log !== null) {
    sheet.heading('Log')
    sheet.block(textLines(details.log), whole, { tail: true })
  }
  return sheet.text()
}

function timesText({ createdAt, claimedAt, endedAt }: Task, now: number): string {
  const parts = [`created ${ago(createdAt, now)}`]
  if (claimedAt !== null) parts.push(`claimed ${ago(claimedAt, now)}`)
  if (endedAt !== null) parts.push(`ended ${ago(endedAt, now)}`)
  if (endedAt !== null && claimedAt !== null) parts.push(`took ${lasted(endedAt - claimedAt)}`)
  return parts.join(', ')
}

/** The open ones first, for they are what it waits for. */
function blockersText(sheet: Sheet, blockers: readonly Task[]): void {
  if (blockers.length === 0) return
  const isDone = ({ status }: Task) => status === 'completed' || status === 'skipped'
  const shown = [...blockers.filter(one => !isDone(one)), ...blockers.filter(isDone)].slice(0, SHOWN_BLOCKERS)
  sheet.heading('Blocked by')
  sheet.grid(
    [
      { title: 'id', atLeast: 12 },
      { title: 'status' },
      { title: 'subject', atLeast: 16 },
      { title: 'note', atLeast: 16 },
    ],
    shown.map(blocker => [
      printable(blocker.id),
      stateWords[stateOf(blocker)],
      printable(blocker.subject),
      printable((blocker.status === 'completed' ? blocker.summary : blocker.reason) ?? ''),
    ]),
  )
  if (blockers.length > shown.length) sheet.line(`and ${blockers.length - shown.length} more; add --json for all`)
}

function approvalText(sheet: Sheet, team: string, task: Task, { status, round, plan, feedback }: Approval): void {
  const words = {
    wanted: 'a plan is wanted',
    requested: 'awaits a decision',
    approved: 'approved',
    rejected: 'rejected',
  }
  sheet.heading('Plan')
  sheet.line(`${words[status]}${round === 0 ? '' : `, round ${round}`}`)
  if (feedback !== null) {
    sheet.line('Feedback:')
    sheet.block(textLines(feedback), 'add --json for all')
  }
  if (plan !== null) sheet.block(valueLines(plan), 'add --json for all')
  if (status === 'requested')
    for (const command of decisionCommands(team, task.id).slice(1)) sheet.line(`    ${command}`)
}
