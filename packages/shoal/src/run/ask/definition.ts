// What a question to files is made of again when it is resumed, as the ledger keeps it.

import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import { z } from 'zod'
import type { Settings } from '../../config/resolve.ts'
import { storedKind } from '../stored-value.ts'

export interface AskDefinition {
  readonly kind: 'ask'
  readonly version: typeof VERSION
  /** The paths as they were named. */
  readonly paths: readonly string[]
  readonly question: string
  readonly cwd: string
  /** `provider:name` of the one that asks for steps, and of the one that reads passages for it. */
  readonly root: string
  readonly sub: string
  readonly maxSteps: number
  readonly settings: Settings
  /** An agent of a client asks for the steps; `root` says which. */
  readonly delegated?: true
  /** The run whose record answers in place of models; left out when models are asked. */
  readonly replays?: string
}

export const askDefinitions = storedKind<AskDefinition>(
  'a question to files',
  z.looseObject({ kind: z.literal('ask') }),
)

/** Counted up when a stored question can no longer be resumed. */
const VERSION = 1

export function askDefinition(asked: Omit<AskDefinition, 'kind' | 'version'>): AskDefinition {
  // Content types are functions, which no ledger keeps.
  return { kind: 'ask', version: VERSION, ...asked, settings: { ...asked.settings, types: [], providers: [] } }
}

/** Throws `not-a-run`. */
export function readAsk(run: string, definition: Json): AskDefinition {
  if (!isRecord(definition) || definition.kind !== 'ask')
    throw new ShoalError('not-a-run', `run "${run}" is no question to files`, {
      detail: run,
      advice: 'run `shoal runs` for the runs',
    })
  const stored = askDefinitions.read(definition)!
  if (stored.version === VERSION) return stored
  throw new ShoalError('not-a-run', `run "${run}" was started by another version of shoal`, {
    detail: run,
    advice: 'ask again',
  })
}
