// What an option is, and which commands there are to take it.

export const commandNames = [
  'analyze',
  'watch',
  'ask',
  'plan',
  'detect',
  'chunk',
  'profile',
  'sql',
  'search',
  'diff',
  'report',
  'runs',
  'resume',
  'types',
  'agents',
  'models',
  'cache',
  'calls',
  'replay',
  'run',
  'team',
  'serve',
  'worker',
  'mcp',
  'plugin',
  'doctor',
  'info',
  'init',
  'completions',
  'help',
] as const
export type CommandName = (typeof commandNames)[number]

/** Commands that stand behind another: `shoal runs report`. Their bare names work as well; the list of commands leaves them out. */
const groups: Partial<Record<CommandName, CommandName>> = {
  report: 'runs',
  resume: 'runs',
  replay: 'runs',
  calls: 'runs',
  worker: 'runs',
  types: 'info',
  agents: 'info',
  models: 'info',
  doctor: 'info',
  init: 'info',
  completions: 'info',
}

/** The command that it stands behind; null for one that stands by itself. */
export function groupOf(command: CommandName): CommandName | null {
  return groups[command] ?? null
}

/** As help and docs name it: `runs report`. */
export function fullName(command: CommandName): string {
  const group = groupOf(command)
  return group ? `${group} ${command}` : command
}

export const reportCommands = ['analyze', 'report', 'resume', 'replay'] as const
/** All that write one. */
export const documentCommands = commandNames.filter(
  name => !/^(?:help|info|init|completions|mcp|serve|watch|worker)$/.test(name),
)
/** Doctors look at the config file themselves: a broken one must not keep them from their work. */
export const configuredCommands = [
  ...documentCommands.filter(name => name !== 'plugin' && name !== 'doctor'),
  'serve',
  'worker',
  'watch',
] as const

/** All that open the ledger. */
export const ledgerCommands = [
  ...reportCommands,
  'ask',
  'runs',
  'calls',
  'run',
  'team',
  'serve',
  'worker',
  'mcp',
] as const satisfies readonly CommandName[]

/** What `shoal team` can do, in the order of its help. */
export const teamVerbs = [
  'list',
  'show',
  'tasks',
  'task',
  'messages',
  'create',
  'add',
  'block',
  'send',
  'join',
  'claim',
  'plan',
  'done',
  'fail',
  'inbox',
  'answer',
  'approve',
  'reject',
  'retry',
  'skip',
  'release',
  'reassign',
  'shutdown',
  'delete',
] as const
export type TeamVerb = (typeof teamVerbs)[number]

/** Headings of the help, in order. */
export const optionGroups = [
  'Files',
  'Content',
  'Packed files',
  'Analysis',
  'Models',
  'Teams',
  'Server',
  'Plugin',
  'Output',
  'General',
] as const

interface OptionBase {
  /** Without its dashes. A boolean that is on by default is typed and shown as `--no-<flag>`. */
  readonly flag: string
  readonly short?: string
  readonly commands: readonly CommandName[]
  /** The verbs of `shoal team` that take it; all of them when left out. */
  readonly verbs?: readonly TeamVerb[]
  /** `engine` options become Settings and decide the result; `face` options concern one command line only. */
  readonly scope: 'engine' | 'face'
  /** The name of the option is also a key of the config file. */
  readonly configurable: boolean
  readonly group: (typeof optionGroups)[number]
  /** Left out of the help: it belongs into the config file, and the flag works all the same. */
  readonly hidden?: true
  /** One sentence without its full stop, true of the flag as it is shown. */
  readonly description: string
  /** What it does there, where that is something else. */
  readonly descriptionIn?: Partial<Record<CommandName, string>>
  /** The same, said of the config key, where that is the opposite of the flag. */
  readonly keyDescription?: string
  /** The default in words, where the value alone does not say it. */
  readonly fallback?: string
}

interface BooleanOption extends OptionBase {
  readonly type: 'boolean'
  readonly default: boolean
}

/** Free text. `pattern` narrows it and `expects` says how, after "must be". */
interface TextOption extends OptionBase {
  readonly type: 'text'
  readonly placeholder: string
  readonly default: null
  readonly pattern?: RegExp
  readonly expects?: string
  readonly example: string
}

/** A whole number; `8k` and `2M` may be typed for 8000 and 2000000. */
interface CountOption extends OptionBase {
  readonly type: 'count'
  readonly placeholder: string
  readonly default: number | null
  readonly min: number
  readonly example: number
}

/** An amount of money in US dollars, such as 0.50. */
interface AmountOption extends OptionBase {
  readonly type: 'amount'
  readonly placeholder: string
  readonly default: null
  readonly example: number
}

interface ChoiceOption extends OptionBase {
  readonly type: 'choice'
  /** Stands for the choices where listing them would be too long. */
  readonly placeholder?: string
  readonly choices: readonly string[]
  /** Where a command takes only some of them. */
  readonly choicesIn?: Partial<Record<CommandName, readonly string[]>>
  readonly default: string | null
  readonly example: string
}

/** Some of the choices: given several times, or joined by commas. In a config file one alone may stand without its array. */
interface ChoicesOption extends OptionBase {
  readonly type: 'choices'
  readonly placeholder: string
  readonly choices: readonly string[]
  readonly default: readonly string[]
  readonly example: string
}

/** May be given several times. */
interface ListOption extends OptionBase {
  readonly type: 'list'
  readonly placeholder: string
  readonly default: readonly string[]
  readonly example: string
}

/** Pairs of glob and content type, `GLOB=TYPE` when typed and an object in the config file. */
interface OverridesOption extends OptionBase {
  readonly type: 'overrides'
  readonly placeholder: string
  readonly default: readonly Override[]
  readonly example: string
}

export type Option =
  | BooleanOption
  | TextOption
  | CountOption
  | AmountOption
  | ChoiceOption
  | ChoicesOption
  | ListOption
  | OverridesOption

/** Files that match `glob` are of content type `type`, whatever they look like. The last match wins. */
export interface Override {
  readonly glob: string
  readonly type: string
}

/** The default in words, or null when leaving the option out simply means not having it. */
export function defaultText(option: Option): string | null {
  if (option.fallback) return option.fallback
  if (option.type === 'boolean' || option.default === null || Array.isArray(option.default)) return null
  return String(option.default)
}
