// The option table: every option exactly once. Flags, config keys, help texts, docs and types all come from here.

import type { CommandName, Option, Override, TeamVerb } from '@shoal/base/model/option'
import { analysisOptions } from './analysis-options.ts'
import { exactToolOptions } from './exact-tool-options.ts'
import { fileOptions } from './file-options.ts'
import { modelOptions } from './model-options.ts'
import { outputOptions } from './output-options.ts'
import { serverOptions } from './server-options.ts'
import { storeOptions } from './store-options.ts'
import { teamOptions } from './team-options.ts'
import { watchOptions } from './watch-options.ts'

/** In the order of the help. */
export const options = {
  ...fileOptions,
  ...analysisOptions,
  ...watchOptions,
  ...exactToolOptions,
  ...modelOptions,
  ...storeOptions,
  ...teamOptions,
  ...serverOptions,
  ...outputOptions,
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options

/** What an option means once it is understood. */
export type ValueOf<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { type: 'choice'; choices: readonly (infer C)[]; default: infer D }
    ? C | (null extends D ? null : never)
    : O extends { type: 'count' | 'amount'; default: infer D }
      ? number | (null extends D ? null : never)
      : O extends { type: 'choices'; choices: readonly (infer C)[] }
        ? readonly C[]
        : O extends { type: 'list' }
          ? readonly string[]
          : O extends { type: 'overrides' }
            ? readonly Override[]
            : string | null

type InScope<S extends Option['scope']> = {
  [K in OptionName as (typeof options)[K]['scope'] extends S ? K : never]: ValueOf<(typeof options)[K]>
}

export type EngineOptions = Readonly<InScope<'engine'>>
export type FaceOptions = Readonly<InScope<'face'>>

type ConfigurableName = {
  [K in OptionName]: (typeof options)[K]['configurable'] extends true ? K : never
}[OptionName]

/** One of several choices may be written without its array. */
type Configured<O extends Option> = O extends { type: 'choices'; choices: readonly (infer C)[] }
  ? C | readonly C[]
  : NonNullable<ValueOf<O>>

/** The keys of a config file that are options, with the values a person writes there. */
export type ConfigurableOptions = {
  readonly [K in ConfigurableName]?: K extends 'overrides'
    ? Readonly<Record<string, string>>
    : Configured<(typeof options)[K]>
}

/** The table as uniform rows, in the order of the help. */
export const optionRows: readonly (Option & { readonly name: OptionName })[] = (
  Object.entries(options) as [OptionName, Option][]
).map(([name, option]) => ({ ...option, name }))

/** The options of a command, described as they are meant there; of `team`, also of one verb only. */
export function optionsOf(command: CommandName, verb?: TeamVerb): (Option & { readonly name: OptionName })[] {
  return optionRows
    .filter(({ commands, verbs }) => commands.includes(command) && (!verb || !verbs || verbs.includes(verb)))
    .map(option => {
      const description = option.descriptionIn?.[command] ?? option.description
      const where = command === 'team' && !verb && option.verbs ? ` (${option.verbs.join(', ')})` : ''
      const own = { ...option, description: description + where }
      return own.type === 'choice' ? { ...own, choices: own.choicesIn?.[command] ?? own.choices } : own
    })
}

/** What stands for its value: `N`, `text|json`; nothing for a boolean. */
export function shownValue(option: Option): string {
  if (option.type === 'boolean') return ''
  return option.placeholder ?? (option.type === 'choice' ? option.choices.join('|') : '')
}

/** The flag as it is typed to change something: `--no-recursive`, `--max-files`. */
export function shownFlag(option: Option): string {
  return option.type === 'boolean' && option.default ? `--no-${option.flag}` : `--${option.flag}`
}
