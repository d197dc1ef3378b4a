// What an RLM pattern file says of what is to be read, and by whom.

import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import type { PatternFile } from '@shoal/team/pattern-file/parse'
import type { Spec } from '@shoal/team/pattern-file/patterns'
import type { Performer } from '@shoal/team/patterns/keys'
import { type Settings, settingsFrom } from '../config/resolve.ts'

export type RlmSpec = Extract<Spec, { readonly pattern: 'rlm' }>

export function rlmOf({ spec, path }: PatternFile): RlmSpec {
  if (spec.pattern === 'rlm') return spec
  throw new ShoalError('pattern-invalid', `${path} reads no files`, { detail: path })
}

/** What the file says of what is to be read, as the command line would; the config adds how that is done, and not what. */
export function settingsOf({ include, exclude, goal, max_files, types }: RlmSpec, config?: Settings): Settings {
  const own = settingsFrom({
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(goal && { goal }),
    ...(max_files !== undefined && { maxFiles: max_files }),
    ...(types && { overrides: types }),
  } as Parameters<typeof settingsFrom>[0])
  if (config === undefined) return own
  const { typesFrom, readers, providers, prices, modelClasses, baseUrl, timeout } = config
  const { requestsPerMinute, tokensPerMinute, cache } = config
  const engine = { typesFrom, readers, providers, prices, modelClasses, baseUrl, timeout }
  return { ...own, ...engine, requestsPerMinute, tokensPerMinute, cache, types: config.types }
}

/** Of a reader of this type. */
export function retriesOf({ analyst, analysts = {}, synthesizer }: RlmSpec, type: string | null): number {
  if (type === null) return synthesizer?.retries ?? 0
  return (lookup(analysts, type) ?? analyst).retries ?? 0
}

/** Who reads, for the report. */
export function nameOf({ agent, model, command }: Performer): string {
  const [program = 'command'] = typeof command === 'string' ? command.trim().split(/\s+/, 1) : (command ?? [])
  return (agent ?? model ?? program.split('/').at(-1)!).replace(/[^A-Za-z0-9._:-]+/g, '-').slice(0, 40)
}
