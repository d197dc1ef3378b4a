// Names of models: from what the user says to the model that reads and the one that writes the synthesis.

import { type Agent, type ModelClass, modelClasses, SYNTHESIZER } from '@shoal/base/model/agent'
import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import type { Provider } from '@shoal/base/model/provider'
import type { ModelClassTable } from '../config/resolve.ts'
import { builtInProviders, providerNamed, unknownProvider } from './providers/providers.ts'

export interface ModelChoice {
  /** `anthropic`, `anthropic:haiku` or `anthropic:claude-haiku-4-5`. */
  readonly model: string
  readonly synthesisModel: string | null
  readonly modelClasses: ModelClassTable
  /** Those that can be named; the built-in ones if left out. */
  readonly providers?: readonly Provider[]
  /** Whose files say of which class they are. */
  readonly agents?: readonly Pick<Agent, 'name' | 'modelClass'>[]
}

/** What names of models are read with. */
type Names = Pick<ModelChoice, 'modelClasses' | 'providers'>

/** All as `provider:name`. */
export interface ChosenModels {
  readonly analyst: string
  readonly synthesis: string
  /** Where a provider alone was named, agents whose class has another model than `analyst`. */
  readonly byAgent: Readonly<Record<string, string>>
}

/** Throws `unknown-provider`, `bad-value` when a name is missing, or `config-invalid` (see `classesOf`). */
export function resolveModels(choice: ModelChoice): ChosenModels {
  const { model, synthesisModel, agents = [] } = choice
  const analyst = fullName(model, 'haiku', choice)
  const larger = agents.find(({ name }) => name === SYNTHESIZER)?.modelClass ?? 'sonnet'
  const isFree = splitName(model, choice.providers).name === null
  const own = agents.flatMap(({ name, modelClass }) =>
    isFree && modelClass !== null && name !== SYNTHESIZER ? [[name, fullName(model, modelClass, choice)] as const] : [],
  )
  return {
    analyst,
    synthesis:
      synthesisModel === null ? largerThan(model, analyst, larger, choice) : fullName(synthesisModel, larger, choice),
    byAgent: Object.fromEntries(own.filter(([, id]) => id !== analyst)),
  }
}

/** `provider:name` taken apart at the first colon: names have colons too (`ollama:llama3.2:3b`). */
export function splitName(model: string, providers = builtInProviders): { provider: Provider; name: string | null } {
  const at = model.indexOf(':')
  const provider = providerNamed(at === -1 ? model : model.slice(0, at), providers)
  const name = at === -1 ? '' : model.slice(at + 1).trim()
  return { provider, name: name === '' ? null : name }
}

/**
 * The provider's model of each class: the user's where there is one, else ours; null where nobody says.
 * Throws `config-invalid` when the table names a provider that there is not.
 */
export function classesOf(
  provider: Provider,
  table: ModelClassTable,
  providers = builtInProviders,
): Readonly<Record<ModelClass, string | null>> {
  checkTable(table, providers)
  const own = Object.hasOwn(table, provider.name) ? lookup(table, provider.name)! : {}
  const nameOf = (size: ModelClass) => own[size] ?? provider.classes?.[size] ?? null
  return { haiku: nameOf('haiku'), sonnet: nameOf('sonnet'), opus: nameOf('opus') }
}

/** What is configured for a misspelt provider would never be used, and nobody would know why. */
function checkTable(table: ModelClassTable, providers: readonly Provider[]): void {
  const stranger = Object.keys(table).find(name => providers.every(provider => provider.name !== name))
  if (stranger !== undefined) throw unknownProvider(stranger, providers, 'config-invalid', '"modelClasses": ')
}

/** A provider alone stands for its model of class `size`. */
function fullName(model: string, size: ModelClass, names: Names): string {
  const { provider, name } = splitName(model, names.providers)
  const classes = classesOf(provider, names.modelClasses, names.providers)
  const asked = name ?? size
  const found = isClass(asked) ? (classes[asked] ?? name) : asked
  if (found !== null) return `${provider.name}:${found}`
  throw new ShoalError('bad-value', `${provider.name} needs the name of a model`, {
    detail: model,
    advice: `say which one it serves: \`--model ${provider.name}:NAME\``,
  })
}

/** The model of the larger class, unless the largest was asked for already, or there is but the one. */
function largerThan(model: string, analyst: string, larger: ModelClass, names: Names): string {
  const { provider, name } = splitName(model, names.providers)
  const found = classesOf(provider, names.modelClasses, names.providers)[larger]
  return name === 'opus' || found === null ? analyst : `${provider.name}:${found}`
}

function isClass(name: string): name is ModelClass {
  return (modelClasses as readonly string[]).includes(name)
}
