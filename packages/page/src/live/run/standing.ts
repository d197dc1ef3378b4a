// What a run is and what it stands at: an analysis or not, what waits for a decision, how long it was at work. Pure.
import type { LiveDecided, LiveDecision, LiveListed, LiveRun, LiveTask } from '@shoal/base/model/live'
import { ago, lasted, lasting } from '@shoal/base/text/times'
import { shown } from '../../parts/shown.ts'

export function isAnalysis({ pattern }: Pick<LiveListed, 'pattern'>): boolean {
  return pattern === 'analyze'
}

/** Agents of a client read it, and nobody leads it from here. */
export function isDelegated({ status, engine }: Pick<LiveListed, 'status' | 'engine'>): boolean {
  return status === 'open' && engine !== null
}

/** Tasks whose plan waits to be decided on, once all that they build on is done. */
export function tasksToDecide({ taskList }: Pick<LiveRun, 'taskList'>): readonly LiveTask[] {
  const asked = taskList.filter(({ status, approval }) => status === 'pending' && approval?.status === 'requested')
  if (asked.length === 0) return asked
  const open = new Set<string>()
  for (const { id, status } of taskList) if (status !== 'completed' && status !== 'skipped') open.add(id)
  return asked.filter(({ blockedBy }) => blockedBy.every(id => !open.has(id)))
}

/** What came of a decision, for whoever made it. */
export function decisionWords(
  { subject }: Pick<LiveTask, 'subject'>,
  { decision, isRepeated }: Pick<LiveDecision, 'decision'> & LiveDecided,
): string {
  const done = decision === 'approve' ? 'approved' : 'sent back'
  const plan = `The plan of “${shown(subject, 200)}”`
  return isRepeated ? `${plan} was ${done} before; nothing has changed.` : `${plan} is ${done}.`
}

export function failedTasks({ taskList }: Pick<LiveRun, 'taskList'>): readonly LiveTask[] {
  return taskList.filter(({ status }) => status === 'failed')
}

const MINUTE = 60_000

/** `running for 12 s`; `started 3 h ago, took at least 4 min`: what lies between the stretches of a run is no work. */
export function timeWords(run: LiveRun, now: number): string {
  const { startedAt, endedAt, tookMs, tookIsLeast, status } = run
  const started = `started ${ago(startedAt, now)}`
  const isAtWork = status === 'running' || status === 'waiting'
  if (tookMs === null) return endedAt === null ? started : `${started}, open for ${lasted(endedAt - startedAt)}`
  const since = isAtWork ? Math.max(0, now - run.now) : 0
  const took = tookMs + since
  const waited = run.waitedMs + (status === 'waiting' ? since : 0)
  const say = isAtWork ? lasting : lasted
  const least = tookIsLeast ? 'at least ' : ''
  const waiting = waited < 1000 ? '' : `, ${say(waited)} of it waiting for a decision`
  // Whoever started it a moment ago knows when.
  if (status === 'running' && waiting === '' && now - startedAt - took < MINUTE)
    return `running for ${least}${lasting(took)}`
  if (isAtWork) return `${started}, at work for ${least}${say(took)}${waiting}`
  return `${started}, took ${least}${say(took)}${endedAt === null ? ' so far' : ''}${waiting}`
}
