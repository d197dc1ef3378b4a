// What must be true of every stream of events, whatever was killed while it came to be.
import type { EventKind, LedgerEvent } from '@shoal/base/model/event'

const ENDINGS: readonly EventKind[] = ['task-completed', 'task-failed', 'task-released', 'task-lost', 'plan-submitted']

/**
 * Replays the stream and gives back every breach: a number left out, a task claimed while another has it, an ending by
 * somebody who does not have it, a task that goes on after it was completed.
 */
export function breaches(events: readonly LedgerEvent[]): readonly string[] {
  const found: string[] = []
  const holder = new Map<string, string>()
  const completed = new Set<string>()
  for (const [at, event] of events.entries()) {
    const { number, kind, task, member, detail } = event
    const said = `event ${number}: ${kind} ${task} by ${member} (${detail ?? ''})`
    if (at > 0 && number !== events[at - 1]!.number + 1) found.push(`${said} comes after ${events[at - 1]!.number}`)
    if (task === null) continue
    if (kind === 'task-claimed') {
      if (holder.has(task)) found.push(`${said}, but ${holder.get(task)} has it`)
      if (completed.has(task)) found.push(`${said}, but it is completed`)
      holder.set(task, member!)
    } else if (ENDINGS.includes(kind) && !isWornOut(events[at - 1], event)) {
      if (holder.get(task) !== member) found.push(`${said}, but ${holder.get(task) ?? 'nobody'} has it`)
      holder.delete(task)
    }
    if (kind === 'task-completed') completed.add(task)
  }
  return found
}

/** A task that was lost too often fails in the same step. */
function isWornOut(before: LedgerEvent | undefined, { kind, task }: LedgerEvent): boolean {
  return kind === 'task-failed' && before?.kind === 'task-lost' && before.task === task
}

export function countOf(events: readonly LedgerEvent[], kind: EventKind): number {
  return events.filter(event => event.kind === kind).length
}
