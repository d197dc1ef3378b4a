// A report of a run that stopped: what was done of it, with what programs alone can say of the rest.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import type { AnalystResult, TypeReport, Usage } from '@shoal/base/model/report'
import { plural } from '@shoal/base/text/printable'
import { reachedLimit } from '../../models/reached-limit.ts'
import { finalResult, notCompared } from './do-task.ts'
import { type ExactOptions, mergeAcross, mergeType, readExactly } from './exact-tasks.ts'
import type { ModelTasks } from './model-tasks.ts'
import { analystResults, type FinalResult, type PartialResult, partialResults, typeReports } from './stored-results.ts'

export interface PartialRequest extends ExactOptions {
  readonly ledger: Ledger
  readonly run: string
  readonly models: Pick<ModelTasks, 'withLabels'> | null
  /** Why it stopped, in one clause. */
  readonly reason: string
  readonly usage: Usage
  readonly signal: AbortSignal
  /** What models had made of all files when the run stopped; null when they had not come so far. */
  readonly soFar?: FinalResult | null
}

export async function partialResult(request: PartialRequest): Promise<PartialResult> {
  const { ledger, run, plan, models, reason, usage, signal, soFar = null } = request
  const goesOn = reachedLimit(reason) ? 'goes on once it is given a higher limit' : 'goes on'
  const told = (read: string) => `Partial report: ${reason}; ${read}. \`shoal resume ${run}\` ${goesOn}.`
  if (soFar) return { ...soFar, usage, partial: told('what models have said by then stands') }
  const results: AnalystResult[] = []
  let missing = 0
  for (const task of plan.tasks) {
    if (task.kind !== 'analyze') continue
    const done = analystResults.read(await ledger.result(run, task.id))
    if (done) results.push(done)
    else if (task.kind === 'analyze') {
      missing++
      const exact = await readExactly(task, request, signal).catch(() => signal.throwIfAborted())
      if (exact) results.push(exact)
    }
  }
  const types: TypeReport[] = []
  for (const { id, kind, contentType } of plan.tasks) {
    if (kind !== 'synthesize_type') continue
    const done = typeReports.read(await ledger.result(run, id))
    const merged = done ?? (await mergeType(contentType!, () => results, request, signal))
    types.push(done || !models ? merged : await models.withLabels(merged, results))
  }
  const readers = plan.totals.analystTasks
  const read = `models read ${readers - missing} of ${plural(readers, 'task')}; exact figures cover all of them`
  const { cross, unusable } = await mergeAcross(types, request, signal, { lacksReading: true })
  return { ...finalResult(types, cross, usage, notCompared(unusable)), partial: told(read) }
}

/** Kept for `shoal report`, which shows it until the run is finished. */
export function keepPartial(directory: string | null, result: PartialResult): void {
  if (directory === null) return
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeFileSync(partialFile(directory), JSON.stringify(result), { mode: 0o600 })
  } catch {}
}

export function readPartial(directory: string | null): PartialResult | null {
  if (directory === null) return null
  try {
    return partialResults.read(JSON.parse(readFileSync(partialFile(directory), 'utf8')))
  } catch {
    return null
  }
}

/** Looks without fetching it. */
export async function hasPartial(ledger: Ledger, run: string, runDirectory: (run: string) => string): Promise<boolean> {
  if (ledger.files) return (await ledger.files.list(run)).some(({ name }) => name === PARTIAL)
  return existsSync(partialFile(runDirectory(run)))
}

const PARTIAL = 'partial-report.json'

function partialFile(directory: string): string {
  return join(directory, PARTIAL)
}
