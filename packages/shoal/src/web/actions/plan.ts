// What a run would read and cost, before it is started.

import type { LivePlan, LiveSkipped, LiveStart } from '@shoal/base/model/live'
import type { Plan } from '@shoal/base/model/plan'
import { skippedGroups } from '@shoal/base/report/plan-skipped'
import type { Settings } from '../../config/resolve.ts'
import { planWork } from '../../run/plan.ts'
import { limitWarnings } from '../../stages/plan-estimate.ts'
import type { ApiContext } from '../api-context.ts'
import { checkStart } from './start-request.ts'

type Planning = Pick<ApiContext, 'settings' | 'cwd' | 'signal'>

/** Throws what is wrong with it, as starting it would. */
export async function planStart({ settings, cwd, signal }: Planning, asked: LiveStart): Promise<LivePlan> {
  checkStart({ cwd, settings }, asked)
  const { plan } = await planWork(asked.paths, asked.query, settingsFor(settings, asked), { signal, cwd })
  const tooDear = limitWarnings(plan.estimate, asked.maxCostUsd ?? settings.maxCost)
  return shownPlan({ ...plan, warnings: [...tooDear, ...plan.warnings] })
}

function settingsFor(settings: Settings, { model }: LiveStart): Settings {
  return model === null ? settings : { ...settings, model }
}

/** Reasons, and paths of all of them together, that are told. */
const MOST_REASONS = 50
const MOST_PATHS = 200
const LONGEST = 1000

function shownSkipped(skipped: Plan['skipped']): LiveSkipped {
  const groups = skippedGroups(skipped)
  const told = groups.slice(0, MOST_REASONS)
  const room = shares(
    told.map(({ count }) => count),
    MOST_PATHS,
  )
  const reasons = told.map(({ reason, count, all }, at) => ({
    reason: clipped(reason),
    count,
    paths: all
      .slice(0, room[at])
      .map(one => ({ path: one.path, reason: one.reason === reason ? null : clipped(one.reason) })),
  }))
  return { count: skipped.length, reasonCount: groups.length, reasons }
}

/** What each gets of `room`: a reason for a few files is told whole, whatever another has. */
function shares(counts: readonly number[], room: number): readonly number[] {
  const given = counts.map(() => 0)
  const smallestFirst = counts.map((count, at) => ({ count, at })).sort((a, b) => a.count - b.count)
  let left = room
  for (const [done, { count, at }] of smallestFirst.entries()) {
    given[at] = Math.min(count, Math.floor(left / (counts.length - done)))
    left -= given[at]
  }
  return given
}

function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`
}

function shownPlan({ files, skipped, totals, estimate, warnings }: Plan): LivePlan {
  const byType = new Map<string, { readonly contentType: string; files: number; bytes: number }>()
  for (const { detection, sizeBytes } of files) {
    const { contentType } = detection
    const type = byType.get(contentType) ?? { contentType, files: 0, bytes: 0 }
    type.files++
    type.bytes += sizeBytes
    byType.set(contentType, type)
  }
  return {
    files: files.length,
    bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    tasks: totals.tasks,
    byType: [...byType.values()].sort((a, b) => b.bytes - a.bytes),
    skipped: shownSkipped(skipped),
    engine: estimate.engine,
    inputTokens: estimate.inputTokens,
    costUsd: estimate.costUsd,
    warnings,
  }
}
