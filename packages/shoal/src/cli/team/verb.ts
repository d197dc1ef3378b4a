// A verb of `shoal team`, and what it is given to work with.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { TeamVerb } from '@shoal/base/model/option'
import { nearest } from '@shoal/base/text/nearest'
import { type FaceOptions, type OptionName, options, optionsOf, shownFlag } from '../../config/options.ts'
import type { Io } from '../io.ts'
import type { World } from './world.ts'

export interface VerbInput {
  readonly io: Io
  /** What follows the verb, as many as it takes. */
  readonly args: readonly string[]
  readonly face: FaceOptions
  readonly ledger: Ledger
  readonly world: World
}

export type RunVerb = (input: VerbInput) => Promise<ExitStatus>

export interface Verb {
  readonly name: TeamVerb
  /** One line, for the list of verbs. */
  readonly summary: string
  /** What follows the name: `TEAM TASK BLOCKER…`; what may be left out stands in brackets. */
  readonly usage: string
  readonly examples: readonly { readonly line: string; readonly does: string }[]
  /** What it takes with these options, where that is not what the usage says. */
  takes?(face: FaceOptions): string
  /** Loads what it needs only when it runs. */
  load(): Promise<RunVerb>
}

export function verbNamed(verbs: readonly Verb[], name: string): Verb {
  const known = verbs.find(verb => verb.name === name)
  if (known) return known
  const meant = nearest(
    name,
    verbs.map(verb => verb.name),
  )
  throw new ShoalError('unknown-command', `shoal team has no verb "${name}"`, {
    detail: name,
    advice: meant ? `did you mean \`shoal team ${meant}\`?` : 'run `shoal team` for its verbs',
  })
}

/** The table knows which options a verb takes; one of another verb is a mistake, not a wish to be passed over. */
export function checkOptions(verb: Verb, face: FaceOptions): void {
  const own = new Set(optionsOf('team', verb.name).map(option => option.name))
  for (const option of optionsOf('team')) {
    if (own.has(option.name) || isDefault(option.name, face)) continue
    const flag = shownFlag(option)
    throw new ShoalError('unknown-option', `${flag} is not an option of \`shoal team ${verb.name}\``, {
      detail: flag,
      advice: `it belongs to ${(option.verbs ?? []).map(name => `\`shoal team ${name}\``).join(', ')}`,
    })
  }
}

function isDefault(name: OptionName, face: FaceOptions): boolean {
  const value: unknown = face[name as keyof FaceOptions]
  return Array.isArray(value) ? value.length === 0 : value === options[name].default
}

/** Where a text goes that is no argument: ` --reason TEXT`. */
function wordsFlag(verb: Verb): string {
  const taken = optionsOf('team', verb.name).find(({ name }) => name === 'reason' || name === 'feedback')
  return taken === undefined ? '' : ` ${shownFlag(taken)} TEXT`
}

/** As many arguments as the verb takes, none of them empty. */
export function checkArguments(verb: Verb, face: FaceOptions, args: readonly string[]): void {
  const taken = verb.takes?.(face) ?? verb.usage
  const words = taken === '' ? [] : taken.split(' ')
  const needed = words.filter(word => !word.startsWith('['))
  const line = ['shoal team', verb.name, taken].filter(word => word !== '').join(' ')
  if (args.length < needed.length) {
    const missing = needed[args.length]!.replace('…', '')
    throw new ShoalError('missing-argument', `shoal team ${verb.name} needs a ${missing}`, {
      detail: missing,
      advice: `write \`${line}\``,
    })
  }
  if (args.length > words.length && !taken.endsWith('…'))
    throw new ShoalError(
      'bad-value',
      words.length === 0
        ? `shoal team ${verb.name} takes no arguments`
        : `shoal team ${verb.name} takes ${taken}; it got ${args.length} arguments`,
      {
        detail: args[words.length]!,
        advice: `write \`${line}${wordsFlag(verb)}\`${words.length > 1 ? ', with a text in quotes' : ''}`,
      },
    )
  const empty = args.findIndex(arg => arg.trim() === '')
  if (empty !== -1)
    throw new ShoalError('bad-value', `the ${(words[empty] ?? words.at(-1)!).replace(/[[\]…]/g, '')} is empty`, {
      advice: `write \`${line}\``,
    })
}
