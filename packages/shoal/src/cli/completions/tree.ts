// What can be completed: the commands with their verbs, and the options of each, from the tables of commands and options.
import { lookup } from '@shoal/base/model/lookup'
import { groupOf, type Option } from '@shoal/base/model/option'
import { optionsOf, shownFlag, shownValue } from '../../config/options.ts'
import type { CommandWithVerbs } from '../help-text.ts'

export interface CompletedOption {
  readonly flag: string
  readonly short: string | null
  readonly description: string
  readonly repeats: boolean
  /** null: it takes no value. */
  readonly value: { readonly shown: string; readonly of: readonly string[] | 'files' | 'directories' | 'text' } | null
}

/** What may follow some words: `analyze`, `runs report`, `team send`. */
export interface Completed {
  readonly words: string
  readonly verbs: readonly (readonly [name: string, does: string])[]
  readonly options: readonly CompletedOption[]
}

/** The first has no words: what `shoal` itself is followed by. */
export function completionTree(commands: readonly CommandWithVerbs[]): Completed[] {
  const topics = commands.filter(({ name }) => groupOf(name) === null)
  const listed = (all: readonly CommandWithVerbs[]) => all.map(({ name, summary }) => [name, summary] as const)
  return [
    { words: '', verbs: listed(topics), options: [] },
    ...commands.flatMap(command => {
      const { name, verbs = [], ownVerbs = [] } = command
      const members = commands.filter(one => groupOf(one.name) === name)
      const options = optionsOf(name).map(completed)
      const own = ownVerbs.map(([usage, does]) => [usage.split(' ')[0]!, does] as const)
      const named = verbs.map(verb => [verb.name, verb.summary] as const)
      const words = name === 'help' ? listed(topics) : [...listed(members), ...named, ...own]
      return [
        { words: name, verbs: words, options },
        ...members.map(one => ({
          words: `${name} ${one.name}`,
          verbs: [],
          options: optionsOf(one.name).map(completed),
        })),
        ...verbs.map(verb => ({
          words: `${name} ${verb.name}`,
          verbs: [],
          options: optionsOf(name, verb.name).map(completed),
        })),
        ...own.map(([verb]) => ({ words: `${name} ${verb}`, verbs: [], options })),
      ]
    }),
  ]
}

function completed(option: Option): CompletedOption {
  const { type, short = null, description } = option
  const shown = shownValue(option)
  const of = 'choices' in option ? option.choices : (lookup(lookups, shown) ?? 'text')
  return {
    flag: shownFlag(option),
    short: short && `-${short}`,
    description,
    repeats: type === 'list' || type === 'overrides' || type === 'choices',
    value: type === 'boolean' ? null : { shown: 'choices' in option ? 'choice' : shown, of },
  }
}

const lookups: Readonly<Record<string, 'files' | 'directories'>> = { FILE: 'files', DIR: 'directories' }
