// From what was typed and what the config file says to what it means: flags win over the file, the file over defaults.

import { type ModelClass, modelClasses } from '@shoal/base/model/agent'
import type { ContentType } from '@shoal/base/model/content-type'
import { ShoalError } from '@shoal/base/model/errors'
import type { ConfiguredIgnore } from '@shoal/base/model/ignore'
import { emptyRecord } from '@shoal/base/model/lookup'
import type { Option } from '@shoal/base/model/option'
import { isRecord, readConfigured, readTyped, shown } from '@shoal/base/model/option-values'
import type { PriceTable } from '@shoal/base/model/prices'
import type { Provider } from '@shoal/base/model/provider'
import { nearest } from '@shoal/base/text/nearest'
import {
  type ConfigurableOptions,
  type EngineOptions,
  type FaceOptions,
  type OptionName,
  optionRows,
  shownFlag,
} from './options.ts'
import { ownKeys } from './own-keys.ts'
import type { TypedValues } from './parse.ts'
import { type Reader, type ReaderTable, readReaders } from './readers.ts'

/** What a config file may say. */
export interface Config extends ConfigurableOptions {
  /** Content types of one's own, made with `defineContentType`. */
  readonly types?: readonly ContentType[]
  /** Providers of language models of one's own, made with `defineProvider`. */
  readonly providers?: readonly Provider[]
  /** Prices by `PROVIDER:NAME`, for models whose price is not known or not the same. */
  readonly prices?: PriceTable
  /** The model of each class by provider, where another one is wanted: `{ openai: { haiku: 'gpt-5-nano' } }`. */
  readonly modelClasses?: ModelClassTable
  /** Findings that are accepted, each with the reason: `{ rule: 'python.sql-injection', path: 'tests/**', reason: '…' }`. */
  readonly suppress?: readonly ConfiguredIgnore[]
  /** Command lines of coding agents by name, for `agent:` in pattern files: docs/patterns/agents.md. */
  readonly codingAgents?: Readonly<Record<string, unknown>>
  /** Commands that turn files of other forms into text, by glob: `{ '*.doc': { command: ['antiword', '{file}'], as: 'txt' } }`. */
  readonly readers?: ReaderTable
}

/** Names of models by provider and class. */
export type ModelClassTable = Readonly<Record<string, Partial<Readonly<Record<ModelClass, string>>>>>

/** All that the engine needs to know, with nothing left open. */
export interface Settings extends EngineOptions {
  /** Real directories: a path that leads out of them is not opened, whoever names it. All may be opened if left out. */
  readonly within?: readonly string[]
  /** Where packed files are unpacked to; below the cache directory of the environment if left out. */
  readonly unpackTo?: string
  /** Real paths that are shown under another name. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Files that list what of an address was not fetched, with the reasons. */
  readonly leftOut?: readonly string[]
  readonly types: readonly unknown[]
  /** The config file that they come from, in full; null where a program handed them over. */
  readonly typesFrom: string | null
  readonly providers: readonly unknown[]
  readonly prices: PriceTable
  readonly modelClasses: ModelClassTable
  readonly suppress: readonly ConfiguredIgnore[]
  readonly readers: readonly Reader[]
}

export interface Resolved {
  readonly settings: Settings
  readonly face: FaceOptions
  /** What stands on the command line itself. */
  readonly typed: ReadonlySet<OptionName>
  readonly codingAgents: Readonly<Record<string, unknown>>
}

/** Gives a config file its types: `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config
}

/** Settings for a caller that has no command line. */
export function settingsFrom(config: Config = {}): Settings {
  return resolveOptions({}, config, 'options').settings
}

/** `source` names the config in errors; `file` is where it was read, if it was. */
export function resolveOptions(
  typed: TypedValues,
  config: unknown,
  source: string,
  file: string | null = null,
): Resolved {
  const configured = readConfig(config, source)
  const engine: Record<string, unknown> = {
    types: configured.types,
    typesFrom: file,
    providers: configured.providers,
    prices: configured.prices,
    modelClasses: configured.modelClasses,
    suppress: configured.suppress,
    readers: configured.readers,
  }
  const face = emptyRecord<unknown>()
  for (const option of optionRows) {
    const scope = option.scope === 'engine' ? engine : face
    scope[option.name] = resolveOption(option, typed[option.name], configured.options.get(option.name))
  }
  // `--json` is another spelling of `--format json`.
  if (face.json) {
    if (typed.format && face.format !== 'json')
      throw new ShoalError('bad-value', `--json and --format ${face.format} contradict each other`, {
        detail: '--format',
        advice: 'leave one of them out',
      })
    face.format = 'json'
  }
  return {
    settings: engine as unknown as Settings,
    face: face as unknown as FaceOptions,
    typed: new Set(Object.keys(typed) as OptionName[]),
    codingAgents: configured.codingAgents,
  }
}

function resolveOption(option: Option, typed: boolean | string[] | undefined, configured: unknown): unknown {
  if (typed === undefined) return configured ?? option.default
  if (typeof typed === 'boolean') return typed
  const value = readTyped(option, typed, shownFlag(option))
  // Of several overrides the last that fits wins, so the typed ones follow those of the file.
  return option.type === 'overrides' ? [...((configured as unknown[]) ?? []), ...(value as unknown[])] : value
}

interface ReadConfig {
  readonly options: ReadonlyMap<OptionName, unknown>
  readonly types: readonly unknown[]
  readonly providers: readonly unknown[]
  readonly prices: PriceTable
  readonly modelClasses: ModelClassTable
  readonly suppress: readonly ConfiguredIgnore[]
  readonly codingAgents: Readonly<Record<string, unknown>>
  readonly readers: readonly Reader[]
}

function readConfig(config: unknown, source: string): ReadConfig {
  if (!isRecord(config)) throw invalid(source, `must be an object; it is ${shown(config)}`)
  const configurable = optionRows.filter(option => option.configurable)
  const values = new Map<OptionName, unknown>()
  for (const [key, value] of Object.entries(config)) {
    if (value === undefined || key === '$schema' || Object.hasOwn(ownKeys, key)) continue
    const option = configurable.find(row => row.name === key)
    if (!option) throw unknownKey(source, key, [...configurable.map(row => row.name), ...Object.keys(ownKeys)])
    values.set(option.name, readConfigured(option, value, `${source}: "${key}"`))
  }
  return {
    options: values,
    types: readList(config.types, 'types', 'content types', source),
    providers: readList(config.providers, 'providers', 'providers', source),
    prices: readPrices(config.prices, source),
    modelClasses: readModelClasses(config.modelClasses, source),
    suppress: readSuppress(config.suppress, source),
    codingAgents: readCodingAgents(config.codingAgents, source),
    readers: readReaders(config.readers, source),
  }
}

function unknownKey(source: string, key: string, known: string[]): ShoalError {
  const byFlag = optionRows.find(row => row.configurable && row.flag === key)?.name
  const meant = byFlag ?? nearest(key, known)
  return new ShoalError('config-invalid', `${source}: unknown key "${key}"`, {
    detail: key,
    advice: meant ? `did you mean "${meant}"?` : `the keys are ${known.join(', ')}`,
  })
}

/** Only the shape is checked here; each is checked where it is used, because only there the others are known. */
function readList(value: unknown, key: string, what: string, source: string): readonly unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw invalid(source, `"${key}" must be an array of ${what}; it is ${shown(value)}`)
}

function readPrices(value: unknown, source: string): PriceTable {
  if (value === undefined) return {}
  if (!isRecord(value)) throw invalid(source, `"prices" must be an object by PROVIDER:NAME; it is ${shown(value)}`)
  for (const [model, price] of Object.entries(value)) {
    const { context = 1, above, ...rates } = isRecord(price) ? price : {}
    const { tokens, ...more } = isRecord(above) ? above : { tokens: 1, ...rates }
    const isAbove = above === undefined || isRecord(above)
    if (!isRates(rates) || !isRates(more) || !isAbove || ![context, tokens].every(isAmount))
      throw invalid(
        source,
        `"prices" for "${model}" must be { input, output } in dollars per million tokens, with cacheRead, cacheWrite, context and above if they are known`,
      )
  }
  return value as PriceTable
}

function isRates({
  input,
  output,
  cacheRead = 0,
  cacheWrite = 0,
  ...rest
}: Readonly<Record<string, unknown>>): boolean {
  return [input, output, cacheRead, cacheWrite].every(isAmount) && Object.keys(rest).length === 0
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function readModelClasses(value: unknown, source: string): ModelClassTable {
  if (value === undefined) return {}
  if (!isRecord(value)) throw invalid(source, `"modelClasses" must be an object by provider; it is ${shown(value)}`)
  const known: readonly string[] = modelClasses
  for (const [provider, names] of Object.entries(value)) {
    const isRight =
      isRecord(names) &&
      Object.entries(names).every(([name, model]) => known.includes(name) && typeof model === 'string')
    if (!isRight)
      throw invalid(
        source,
        `"modelClasses" for "${provider}" must name a model for ${known.join(', ')} or some of them`,
      )
  }
  return value as ModelClassTable
}

function readSuppress(value: unknown, source: string): readonly ConfiguredIgnore[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw invalid(source, `"suppress" must be an array of rules; it is ${shown(value)}`)
  for (const [k, entry] of value.entries()) {
    const { rule, path, reason, ...rest } = isRecord(entry) ? entry : {}
    const isRight = isText(rule) && (path === undefined || isText(path)) && Object.keys(rest).length === 0
    if (!isRight)
      throw invalid(source, `"suppress" entry ${k + 1} must be { rule, reason } with a glob as path if wanted`)
    if (!isText(reason)) throw invalid(source, `"suppress" entry ${k + 1} (${rule}) gives no reason`)
  }
  return value as readonly ConfiguredIgnore[]
}

/** Only the shape: a row is checked by whoever starts the agent. */
function readCodingAgents(value: unknown, source: string): Readonly<Record<string, unknown>> {
  if (value === undefined || isRecord(value)) return value ?? {}
  throw invalid(source, `"codingAgents" must be an object of command lines by name; it is ${shown(value)}`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function invalid(source: string, what: string): ShoalError {
  return new ShoalError('config-invalid', `${source}: ${what}`, { detail: source })
}
