// A command of the command line.

import type { ExitStatus } from '@shoal/base/model/errors'
import type { CommandName } from '@shoal/base/model/option'
import type { FaceOptions, OptionName } from '../config/options.ts'
import type { Settings } from '../config/resolve.ts'
import type { Io } from './io.ts'

export interface CommandInput {
  readonly args: readonly string[]
  readonly settings: Settings
  readonly face: FaceOptions
  /** Options that were typed, not taken from a config file. */
  readonly typed: ReadonlySet<OptionName>
  /** Rows of the config file, checked where they are used. */
  readonly codingAgents: Readonly<Record<string, unknown>>
}

/** Its options are the rows of the option table that name it. */
export interface Command {
  readonly name: CommandName
  /** One line, for the list of commands. */
  readonly summary: string
  /** What follows the name: `PATH…`. */
  readonly usage: string
  /** Verbs beside the commands that stand behind it: what follows its name, and what it does. */
  readonly ownVerbs?: readonly (readonly [usage: string, summary: string])[]
  readonly examples: readonly { readonly line: string; readonly does: string }[]
  /** Loads what it needs when it runs, so that naming a command costs nothing. */
  run(io: Io, input: CommandInput): Promise<ExitStatus>
}
