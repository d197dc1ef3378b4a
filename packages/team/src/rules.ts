// The rules that every ledger keeps, written once: what names, tasks, messages and budgets may look like.
import { ShoalError } from '@shoal/base/model/errors'
import { LINE_LIMIT } from '@shoal/base/model/message'
import type { NewTask } from '@shoal/base/model/task'
import { LEAD, NAME_PATTERN } from '@shoal/base/model/team'
import { findCycle } from './graph.ts'

const ID_LIMIT = 200
const SUBJECT_LIMIT = 1000

/** A new task with nothing left open. */
export interface FullTask extends Required<Omit<NewTask, 'description' | 'activeForm' | 'role'>> {
  readonly description: string | null
  readonly activeForm: string | null
  readonly role: string | null
}

export function checkName(kind: 'team' | 'member' | 'role', name: string): void {
  if (NAME_PATTERN.test(name)) return
  throw new ShoalError('bad-value', `${shown(name)} is no ${kind} name`, {
    detail: name,
    advice: 'use letters, digits, ".", "_" and "-", at most 64, not starting with "." or "-"',
  })
}

/**
 * Completes and checks a list of new tasks. `number` is what the ledger counts next; `exists` says whether the team has a
 * task. Blockers may stand anywhere in the list; a cycle is named.
 */
export function completeTasks(
  tasks: readonly NewTask[],
  number: number,
  exists: (id: string) => boolean,
): { readonly tasks: readonly FullTask[]; readonly nextNumber: number } {
  const given = new Set(tasks.flatMap(({ id }) => (id === undefined ? [] : [id])))
  let nextNumber = number
  const nextId = (): string => {
    let id = String(nextNumber++)
    while (given.has(id) || exists(id)) id = String(nextNumber++)
    return id
  }
  const full = tasks.map((task): FullTask => completeTask(task, task.id ?? nextId()))
  const byId = new Map<string, FullTask>()
  for (const task of full) {
    if (byId.has(task.id) || exists(task.id))
      throw new ShoalError('task-exists', `there is a task ${shown(task.id)} already`, { detail: task.id })
    byId.set(task.id, task)
  }
  for (const { id, blockedBy } of full)
    for (const blocker of blockedBy) if (!byId.has(blocker) && !exists(blocker)) throw unknownBlocker(id, blocker)
  const cycle = findCycle(byId.keys(), id => byId.get(id)?.blockedBy ?? [])
  if (cycle) throw cycleError(cycle)
  return { tasks: full, nextNumber }
}

function completeTask(task: NewTask, id: string): FullTask {
  const where = `task ${shown(id)}`
  if (id === '' || id.length > ID_LIMIT || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(id))
    throw new ShoalError('bad-value', `${shown(id)} is no task id`, {
      detail: id,
      advice: `use one line of at most ${ID_LIMIT} characters`,
    })
  const subject = task.subject.trim()
  if (subject === '' || subject.length > SUBJECT_LIMIT || /[\r\n]/.test(subject))
    throw new ShoalError('bad-value', `${where} needs a subject of one line, at most ${SUBJECT_LIMIT} characters`, {
      detail: id,
    })
  const { priority = 0, retries = 0, role = null } = task
  if (!Number.isSafeInteger(priority))
    throw new ShoalError('bad-value', `${where}: the priority must be a whole number`, { detail: id })
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new ShoalError('bad-value', `${where}: retries must be a whole number from 0`, { detail: id })
  if (role !== null) checkName('role', role)
  return {
    id,
    subject,
    description: task.description ?? null,
    activeForm: task.activeForm ?? null,
    input: task.input ?? null,
    role,
    priority,
    retries,
    blockedBy: [...new Set(task.blockedBy ?? [])],
    needsApproval: task.needsApproval ?? false,
  }
}

function unknownBlocker(task: string, blocker: string): ShoalError {
  return new ShoalError('unknown-task', `task ${shown(task)} is blocked by ${shown(blocker)}, which does not exist`, {
    detail: blocker,
  })
}

/** `way` starts and ends with the same task, each blocked by the next. */
export function cycleError(way: readonly string[]): ShoalError {
  const named = way.length > 12 ? [...way.slice(0, 6), `… ${way.length - 11} more …`, ...way.slice(-5)] : way
  return new ShoalError('task-cycle', `tasks would wait for each other: ${named.join(' → ')}`, { detail: way[0] ?? '' })
}

/** What a message carries itself, and the whole text where that is more. */
export function messageLine(text: string): { readonly line: string; readonly more: string | null } {
  const whole = text.trim()
  if (whole === '') throw new ShoalError('bad-value', 'a message needs a text')
  const [first = ''] = whole.split(/[\r\n]/, 1)
  const line = first.length > LINE_LIMIT ? `${cutText(first, LINE_LIMIT - 1)}…` : first
  return { line, more: line === whole ? null : whole }
}

/** Whether a task of this role is for a member. The lead takes only what is meant for it. */
export function isMeantFor(
  role: string | null,
  member: { readonly name: string; readonly role: string | null },
): boolean {
  return role === null ? member.name !== LEAD : role === member.role || role === member.name
}

/** A reason, a summary or a detail as one line of bounded length. */
export function oneLine(text: string): string {
  const line = text.trim().replace(/(?<!\s)\s*[\r\n]\s*/g, ' · ')
  return line.length > LINE_LIMIT ? `${cutText(line, LINE_LIMIT - 1)}…` : line
}

export function checkAmounts(amounts: Readonly<Record<string, number>>): void {
  for (const [unit, amount] of Object.entries(amounts))
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new ShoalError('bad-value', `${shown(unit)} must be a whole number from 0; it is ${amount}`, {
        detail: unit,
      })
}

/** A name in an error, quoted and short. */
export function shown(name: string): string {
  return JSON.stringify(name.length > 80 ? `${cutText(name, 79)}…` : name)
}

/** Never cuts a character in two. */
function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
