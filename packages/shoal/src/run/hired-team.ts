// The team of an RLM pattern file, ready to read: its workers by content type, and whoever sums up.

import type { Ledger } from '@shoal/base/model/ledger'
import type { LiveWorker } from '@shoal/base/model/live'
import { hireOf } from '@shoal/team/pattern-file/draft'
import { storedPatternFile } from '@shoal/team/pattern-file/parse'
import type { Performer } from '@shoal/team/patterns/keys'
import { loadAgents } from '../config/agents/load-agents.ts'
import { DelegatedRun, type DelegatedRunOptions } from './delegated/delegated-run.ts'
import { HiredReaders, type HiredWorker } from './delegated/hired-readers.ts'
import { modelWorkersOf } from './model-workers.ts'
import { nameOf, rlmOf } from './rlm-file.ts'
import type { RunPlace } from './run-place.ts'
import { WorkersFile } from './workers-file.ts'

export interface HiredOptions extends DelegatedRunOptions {
  /** Where the run keeps its record of calls. */
  readonly place: RunPlace
  readonly env: Readonly<Record<string, string | undefined>>
  readonly concurrency: number
  readonly ledger: Ledger
  /** Hears what workers do meanwhile. */
  onWorker?(worker: LiveWorker): void
}

export interface OpenTeam {
  readonly readers: HiredReaders
  close(): Promise<void>
}

/** Null for a run that no pattern file reads. Throws what opening its models throws. */
export async function openTeam(options: HiredOptions): Promise<OpenTeam | null> {
  const { definition, env, directory, place, concurrency, ledger, settings } = options
  if (definition.team === undefined) return null
  const file = storedPatternFile(definition.team)
  const { analyst, analysts = {}, synthesizer } = rlmOf(file)
  const models = await modelWorkersOf(file, { env, place, concurrency, settings })
  const hire = hireOf(file, {
    env: directory === null ? {} : { SHOAL_RUN_DIR: directory },
    ...(models && { hireModel: models.hire }),
  })
  const workers = new WorkersFile(directory ?? undefined, worker => options.onWorker?.(worker))
  const hired = (performer: Performer): HiredWorker => ({
    worker: workers.watch(hire(performer).worker),
    by: nameOf(performer),
  })
  const reader = hired(analyst)
  const byType = new Map(Object.entries(analysts).map(([type, performer]) => [type, hired(performer)]))
  const readers = new HiredReaders(new DelegatedRun(options), {
    readerOf: type => byType.get(type) ?? reader,
    synthesizer: synthesizer === undefined ? null : hired(synthesizer),
    ledger,
    agents: loadAgents({ cwd: file.dir, home: env.HOME ?? env.USERPROFILE }),
  })
  const close = async () => {
    workers.close()
    await models?.close()
  }
  return { readers, close }
}
