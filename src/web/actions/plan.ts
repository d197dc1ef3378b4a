// What a run would read and cost, before it is started.
import type { Settings } from '../../config/resolve.ts'
import type { LivePlan, LiveStart } from '../../model/live.ts'
import type { Plan } from '../../model/plan.ts'
import { planWork } from '../../run/plan.ts'
import type { ApiContext } from '../api-context.ts'
import { checkStart } from './start-request.ts'

type Planning = Pick<ApiContext, 'settings' | 'cwd' | 'signal'>

/** Throws what is wrong with it, as starting it would. */
export async function planStart({ settings, cwd, signal }: Planning, asked: LiveStart): Promise<LivePlan> {
  checkStart({ cwd, settings }, asked)
  const { plan } = await planWork(asked.paths, asked.query, settingsFor(settings, asked), { signal, cwd })
  return shownPlan(plan)
}

function settingsFor(settings: Settings, { model }: LiveStart): Settings {
  return model === null ? settings : { ...settings, model }
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
    skipped: skipped.length,
    engine: estimate.engine,
    inputTokens: estimate.inputTokens,
    costUsd: estimate.costUsd,
    warnings,
  }
}
