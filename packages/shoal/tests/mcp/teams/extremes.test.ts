// The longest names and the worst texts that a ledger takes, through every tool: nothing that has changed something may
// fail because its answer is too long, and whatever is cut says so.
import { describe, expect, it } from 'vitest'
import { readInbox } from '../../../src/mcp/tools/read-inbox.ts'
import { sendMessage } from '../../../src/mcp/tools/send-message.ts'
import { taskClaim } from '../../../src/mcp/tools/task-claim.ts'
import { taskCreate } from '../../../src/mcp/tools/task-create.ts'
import { taskGet } from '../../../src/mcp/tools/task-get.ts'
import { taskList } from '../../../src/mcp/tools/task-list.ts'
import { taskUpdate } from '../../../src/mcp/tools/task-update.ts'
import { teamCreate } from '../../../src/mcp/tools/team-create.ts'
import { teamDelete } from '../../../src/mcp/tools/team-delete.ts'
import { makeLab } from '../lab.ts'

const lab = makeLab()
const { call, ledger } = lab.server()

/** Six characters of JSON each. */
const control = (length: number) => '\u0001'.repeat(length)
/** The longest id that there is; two characters of JSON each. */
const longId = (k: number) => String(k).padStart(200, '"')
const longName = (k: number) => `n${k}`.padEnd(64, 'x')
const long = control(60_000)

const extremeTask = (k: number) => ({
  id: longId(k),
  subject: control(990) + k,
  description: long,
  active_form: long,
  role: longName(0),
  priority: Number.MAX_SAFE_INTEGER,
  input: { text: long },
})

/** Reads a long value of a task to its end. */
async function wholeText(team: string, task: string, first: string): Promise<string> {
  let text = ''
  for (let cursor: string | null = first; cursor !== null; ) {
    const page = await call(taskGet, { team, task, cursor })
    text += page.text
    cursor = page.next_cursor
  }
  return text
}

describe('with the longest names and texts', () => {
  it('team_create names the tasks that there is room for, and says how many there are', async () => {
    const tasks = Array.from({ length: 500 }, (_, k) => ({ id: longId(k), subject: control(1000) }))
    const team = longName(1)
    const made = await call(teamCreate, { team, purpose: long, tasks })
    expect(made).toMatchObject({ team, total: 500, tasks: { total: 500, ready: 500 } })
    expect(made.created.length).toBeGreaterThan(50)
    expect(made.created).toEqual(tasks.slice(0, made.created.length).map(({ id }) => id))
  })

  it('task_create does so, too', async () => {
    const team = longName(2)
    await call(teamCreate, { team })
    const tasks = Array.from({ length: 500 }, (_, k) => ({ id: longId(k), subject: control(1000) }))
    const made = await call(taskCreate, { team, tasks })
    expect(made).toMatchObject({ team, total: 500, tasks: { total: 500 } })
    expect(made.created).toEqual(tasks.slice(0, made.created.length).map(({ id }) => id))
    expect(await call(taskCreate, { team, subject: 'one more' })).toMatchObject({ created: ['1'], total: 1 })
  })

  it('task_list, task_get, task_claim and task_update answer', async () => {
    const team = longName(3)
    const role = longName(0)
    const blockers = Array.from({ length: 30 }, (_, k) => ({ ...extremeTask(k), id: longId(100 + k) }))
    const last = { ...extremeTask(99), blocked_by: blockers.map(({ id }) => id), needs_approval: true }
    await call(teamCreate, { team, purpose: long, tasks: [...blockers, last] })
    expect((await call(taskGet, { team, task: last.id })).task.waits_for).toMatch(/^waits for /)
    for (const [k, { id }] of blockers.entries()) {
      const who = { team, member: longName(k), role }
      const { task } = await call(taskClaim, { ...who, task: id, lease_minutes: 120 })
      expect(task).toMatchObject({ id, description: null, description_cursor: 'description:0' })
      const ended = await call(taskUpdate, { ...who, task: id, status: 'completed', result: long, summary: long })
      expect(ended).toMatchObject({ task: id, state: 'completed', owner: longName(k) })
    }
    const who = { team, member: longName(50), role }
    const claimed = await call(taskClaim, who)
    expect(claimed.task).toMatchObject({ id: last.id, phase: 'plan', subject: last.subject })
    expect(claimed.blockers.length).toBeGreaterThan(0)
    await call(taskUpdate, { ...who, task: last.id, plan: long, summary: long })
    await call(taskUpdate, { team, task: last.id, decision: 'reject', feedback: long })
    await call(taskUpdate, { ...who, task: last.id, plan: control(800), summary: long })
    await call(taskUpdate, { team, task: last.id, decision: 'approve', feedback: control(800) })
    expect((await call(taskClaim, who)).task).toMatchObject({ phase: 'work', feedback: control(800) })
    await call(taskUpdate, { ...who, task: last.id, status: 'failed', reason: long })
    await call(taskUpdate, { team, task: last.id, status: 'pending' })
    expect((await call(taskClaim, who)).task.failed_before).toMatch(/^\u0001{499}…$/)
    await call(taskUpdate, { ...who, task: last.id, status: 'completed', result: control(1900), summary: long })
    const { task } = await call(taskGet, { team, task: last.id })
    expect(task).toMatchObject({ id: last.id, subject: last.subject, state: 'completed' })
    for (const [field, text] of [
      ['result', control(1900)],
      ['feedback', control(800)],
      ['description', long],
    ] as const)
      if (task[field] === null) expect(await wholeText(team, last.id, task[`${field}_cursor`])).toBe(text)
      else expect(task[field]).toBe(text)
    const listed = await call(taskList, { team, limit: 200 })
    expect(listed).toMatchObject({ total: 31, members_total: 32 })
    expect(listed.members.length).toBeGreaterThan(5)
    let seen = listed.tasks.length
    for (let cursor = listed.next_cursor; cursor !== null; ) {
      const page = await call(taskList, { team, limit: 200, cursor })
      seen += page.tasks.length
      cursor = page.next_cursor
    }
    expect(seen).toBe(31)
  })

  it('send_message and read_inbox answer, also when many are asked to leave', async () => {
    const team = longName(4)
    await call(teamCreate, { team, tasks: [extremeTask(1)] })
    for (let k = 0; k < 30; k++)
      await call(sendMessage, { team, from: longName(1), to: 'lead', text: long, task: longId(1) })
    const page = await call(readInbox, { team, member: 'lead' })
    expect(page.total).toBe(30)
    expect(page.messages[0]).toMatchObject({ from: longName(1), task: longId(1), more: true })
    const { messages, next_cursor } = await call(readInbox, { team, member: 'lead', message: 1 })
    expect(long.startsWith(messages[0].text)).toBe(true)
    expect(next_cursor).toBe(`text:${messages[0].text.length}`)
    for (let k = 0; k < 900; k++) await ledger.join(team, { name: longName(k), kind: 'agent' }, 600_000).catch(() => {})
    const asked = await call(sendMessage, { team, from: 'lead', to: 'all', kind: 'shutdown_request', text: long })
    expect(asked).toMatchObject({ asked_total: 900, gone_total: 0, gone: [] })
    expect(asked.asked.length).toBeGreaterThan(100)
    expect(asked.asked.length).toBeLessThan(900)
    const stop = await call(taskClaim, { team, member: longName(7) })
    expect(stop).toMatchObject({ next: 'stop', task: null })
  })

  it('team_delete answers', async () => {
    const team = longName(5)
    await call(teamCreate, { team, purpose: long, tasks: [extremeTask(1)] })
    expect(await call(teamDelete, { team })).toEqual({ team, deleted: true })
  })
})

describe('a summary that is longer than a line', () => {
  const team = 'wordy'
  const summary = `${'word '.repeat(300)}end`
  const who = { team, member: 'ann', task: 'a' }

  it('is cut for the lead, who can read it whole', async () => {
    await call(teamCreate, { team, tasks: [{ id: 'a', subject: 'talk' }] })
    await call(taskUpdate, { ...who, status: 'completed', result: 1, summary })
    const { messages } = await call(readInbox, { team, member: 'lead' })
    expect(messages).toMatchObject([{ kind: 'task-report', more: true, text: `${summary.slice(0, 499)}…` }])
    const [whole] = (await call(readInbox, { team, member: 'lead', message: messages[0].number })).messages
    expect(whole).toMatchObject({ text: summary, more: false })
  })

  it('is read whole with the task', async () => {
    const { task } = await call(taskGet, { team, task: 'a' })
    expect(task).toMatchObject({ summary: `${summary.slice(0, 499)}…`, summary_cursor: 'summary:0' })
    expect(await wholeText(team, 'a', task.summary_cursor)).toBe(summary)
  })

  it('is so as the reason of a failure', async () => {
    await call(taskCreate, { team, id: 'b', subject: 'fail' })
    await call(taskUpdate, { ...who, task: 'b', status: 'failed', reason: summary })
    const [report] = (await call(readInbox, { team, member: 'lead' })).messages
    expect(report).toMatchObject({ more: true, text: expect.stringMatching(/^Task "fail" failed: word .*…$/) })
    const [whole] = (await call(readInbox, { team, member: 'lead', message: report.number })).messages
    expect(whole).toMatchObject({ text: `Task "fail" failed: ${summary}`, more: false })
    const { task } = await call(taskGet, { team, task: 'b' })
    expect(await wholeText(team, 'b', task.reason_cursor)).toBe(summary)
  })

  it('is so of a plan', async () => {
    await call(taskCreate, { team, id: 'p', subject: 'plan', needs_approval: true })
    await call(taskUpdate, { ...who, task: 'p', plan: 'short', summary })
    const [request] = (await call(readInbox, { team, member: 'lead' })).messages
    expect(request).toMatchObject({ kind: 'plan_approval_request', more: true })
    const [whole] = (await call(readInbox, { team, member: 'lead', message: request.number })).messages
    expect(whole).toMatchObject({ text: `Task "plan" has a plan: ${summary}`, more: false })
  })

  it('says nothing of more when there is none', async () => {
    await call(taskCreate, { team, id: 'c', subject: 'short' })
    await call(taskUpdate, { ...who, task: 'c', status: 'completed', summary: 'x'.repeat(500) })
    const [report] = (await call(readInbox, { team, member: 'lead' })).messages
    expect(report).toMatchObject({ more: false, text: 'x'.repeat(500) })
    expect((await call(taskGet, { team, task: 'c' })).task).not.toHaveProperty('summary_cursor')
  })
})
