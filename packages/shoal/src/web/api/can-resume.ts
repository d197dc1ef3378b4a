// Whether there is anything left to go on with in a run: what the page offers is what is then done.
import type { LiveListed } from '@shoal/base/model/live'
import type { Outline } from './outline.ts'

/**
 * As `shoal resume` has it: what models failed at is tried again also when all else is done, and a task of a completed run
 * may have been sent back since. Agents of a client are waited for.
 */
export function canResume(
  { status, tasks }: Pick<LiveListed, 'status' | 'tasks'>,
  { isDelegated, asksModels }: Pick<Outline, 'isDelegated' | 'asksModels'>,
): boolean {
  if (isDelegated) return false
  const { total, completed, skipped } = tasks
  if (status === 'completed') return completed + (asksModels ? 0 : skipped) < total
  return status === 'interrupted' || status === 'stopped' || status === 'failed'
}
