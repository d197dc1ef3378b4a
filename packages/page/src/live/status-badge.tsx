// Where a run or a task stands, as a word with its colour.
import type { LiveListed } from '@shoal/base/model/live'
import { statusTone, type TaskState, type Tone } from './wording.ts'

const taskTone: Readonly<Record<TaskState, Tone>> = {
  waiting: 'quiet',
  ready: 'quiet',
  working: 'low',
  done: 'good',
  failed: 'high',
  skipped: 'medium',
}

export function StatusBadge({ status }: { readonly status: LiveListed['status'] }) {
  return <span class={`badge is-${statusTone[status]}`}>{status}</span>
}

export function TaskBadge({ state }: { readonly state: TaskState }) {
  return <span class={`badge is-${taskTone[state]}`}>{state}</span>
}
