// Finds whatever in a pattern file says who does work, wherever its pattern has it.
import { isRecord } from '@shoal/base/model/option-values'
import type { Path } from './mistake.ts'

/** Deeper than any worker of a pattern stands. */
const WORKER_DEPTH = 4

/** Not looked into: what stands there is somebody's own. */
const OTHERS_WORDS: readonly PropertyKey[] = ['input', 'schema', 'agents']

export interface FoundWorker {
  /** Not checked yet: any mapping of the file may be one. */
  readonly worker: Record<string, unknown>
  readonly path: Path
}

export function* workersIn(value: unknown, path: Path = []): Generator<FoundWorker> {
  if (typeof value !== 'object' || value === null || path.length > WORKER_DEPTH) return
  if (isRecord(value)) yield { worker: value, path }
  for (const [key, part] of Object.entries(value))
    if (!OTHERS_WORDS.includes(key)) yield* workersIn(part, [...path, Array.isArray(value) ? Number(key) : key])
}
