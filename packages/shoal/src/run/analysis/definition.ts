// What an analysis is made of again when it is resumed, as the ledger keeps it.

import { ShoalError } from '@shoal/base/model/errors'
import type { ImportedFinding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import { z } from 'zod'
import type { CutSize } from '../budget.ts'
import type { PlannedWork } from '../plan.ts'
import { storedKind } from '../stored-value.ts'

export interface AnalysisDefinition extends PlannedWork {
  readonly kind: 'analyze'
  readonly version: typeof VERSION
  /** The paths as they were named. */
  readonly paths: readonly string[]
  readonly engine: string
  /** Left out when only the built-in analysts read. */
  readonly models?: ModelsDefinition
  /** How the files were cut for agents of a client, who read them; left out when nobody else reads. */
  readonly delegated?: CutDefinition
  /** The pattern file whose workers read; left out when none do. */
  readonly team?: Json
  /** What other scanners found; left out when nothing was imported. */
  readonly imported?: readonly ImportedFinding[]
  /** The run whose record answers in place of models; left out when models are asked. */
  readonly replays?: string
}

/** What models are asked, and how; which ones is part of it, their keys are not. */
export interface ModelsDefinition {
  /** `provider:name`. */
  readonly analyst: string
  readonly synthesis: string
  /** Agents that are played by another model than the analyst's. */
  readonly byAgent: Readonly<Record<string, string>>
  readonly baseUrl: string | null
  readonly rounds: number
  readonly labels: readonly string[]
  /** Send every line of everything. */
  readonly readsAll: boolean
  /** Who reads all files in one call sums up as well: no model was named for that. */
  readonly closes?: boolean
  /** How the files were cut, so that they can be cut the same again. */
  readonly cut: CutDefinition
}

export type CutDefinition = CutSize

export const analysisDefinitions = storedKind<AnalysisDefinition>(
  'an analysis',
  z.looseObject({ kind: z.literal('analyze') }),
)

/** Counted up when a stored analysis can no longer be resumed. */
const VERSION = 1

export function analysisDefinition(
  paths: readonly string[],
  work: PlannedWork,
  models: ModelsDefinition | null,
): AnalysisDefinition {
  const { engine } = work.plan.estimate
  return { kind: 'analyze', version: VERSION, paths, engine, ...work, ...(models && { models }) }
}

/** Every model of a run, once. */
export function modelsIn({ analyst, synthesis, byAgent }: Pick<ModelsDefinition, 'analyst' | 'synthesis' | 'byAgent'>) {
  return [...new Set([analyst, synthesis, ...Object.values(byAgent)])]
}

export function isAnalysis(definition: Json): boolean {
  return isRecord(definition) && definition.kind === 'analyze'
}

/** An analysis that agents of a client read, or a question that one answers. Workers of a pattern file are led as others are. */
export function isDelegated(definition: Json): boolean {
  const isKnown = isRecord(definition) && (isAnalysis(definition) || definition.kind === 'ask')
  return isKnown && definition.delegated !== undefined && !hasTeam(definition)
}

/** Workers of a pattern file read it. */
export function hasTeam(definition: Json): boolean {
  return isRecord(definition) && definition.team !== undefined
}

/** Throws `not-a-run`, and `wrong-state` for one that is not planned yet. */
export function readAnalysis(run: string, definition: Json): AnalysisDefinition {
  if (isRecord(definition) && definition.kind === 'planning')
    throw new ShoalError('wrong-state', `run "${run}" is not planned yet`, {
      detail: run,
      advice: `go on with \`shoal resume ${run}\``,
    })
  if (!isAnalysis(definition))
    throw new ShoalError('not-a-run', `team "${run}" is not an analysis`, {
      detail: run,
      advice: 'run `shoal runs` for the runs',
    })
  const stored = analysisDefinitions.read(definition)!
  if (stored.version !== VERSION)
    throw new ShoalError('not-a-run', `run "${run}" was started by another version of shoal`, {
      detail: run,
      advice: 'analyse the same paths again',
    })
  return stored
}
