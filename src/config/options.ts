// The option table: every option exactly once. Flags, config keys, help texts, docs and types all come from here.
import { GOALS } from '../model/goal.ts'

export const commandNames = [
  'analyze',
  'plan',
  'detect',
  'chunk',
  'profile',
  'report',
  'runs',
  'resume',
  'types',
  'run',
  'team',
  'help',
] as const
export type CommandName = (typeof commandNames)[number]

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
  'approve',
  'reject',
  'retry',
  'skip',
  'shutdown',
  'delete',
] as const
export type TeamVerb = (typeof teamVerbs)[number]

/** Headings of the help, in order. */
export const optionGroups = ['Files', 'Content', 'Analysis', 'Teams', 'Output', 'General'] as const

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

export type Option = BooleanOption | TextOption | CountOption | ChoiceOption | ListOption | OverridesOption

/** Files that match `glob` are of content type `type`, whatever they look like. The last match wins. */
export interface Override {
  readonly glob: string
  readonly type: string
}

const everywhere = commandNames
const overFiles = ['analyze', 'plan', 'detect'] as const
const documents = [
  'analyze',
  'plan',
  'detect',
  'chunk',
  'profile',
  'report',
  'runs',
  'resume',
  'types',
  'run',
  'team',
] as const
const reports = ['analyze', 'report', 'resume'] as const
const FORMAT_OF_REPORT = 'The form of the report; without it the ending of `--output` tells'
const textOrJson = ['text', 'json'] as const

export const options = {
  include: {
    flag: 'include',
    type: 'list',
    placeholder: 'GLOB',
    default: [],
    commands: overFiles,
    scope: 'engine',
    configurable: true,
    group: 'Files',
    description: 'Take only files that match, including ones that are excluded by default',
    fallback: 'all files',
    example: '**/*.py',
  },
  exclude: {
    flag: 'exclude',
    type: 'list',
    placeholder: 'GLOB',
    default: [],
    commands: overFiles,
    scope: 'engine',
    configurable: true,
    group: 'Files',
    description: 'Leave out files that match',
    example: 'tests/**',
  },
  recursive: {
    flag: 'recursive',
    type: 'boolean',
    default: true,
    commands: overFiles,
    scope: 'engine',
    configurable: true,
    group: 'Files',
    description: 'Stay in the directories named; do not enter the ones inside them',
    keyDescription: 'Enter the directories inside the ones named',
  },
  ignore: {
    flag: 'ignore',
    type: 'boolean',
    default: true,
    commands: overFiles,
    scope: 'engine',
    configurable: true,
    group: 'Files',
    description: 'Do not honour .gitignore and .shoalignore files',
    keyDescription: 'Honour .gitignore and .shoalignore files',
  },
  maxFiles: {
    flag: 'max-files',
    type: 'count',
    placeholder: 'N',
    default: null,
    min: 1,
    commands: overFiles,
    scope: 'engine',
    configurable: true,
    group: 'Files',
    description: 'Take at most N files, the largest first',
    fallback: '20 with `--model`, else no limit',
    example: 500,
  },
  overrides: {
    flag: 'type',
    type: 'overrides',
    placeholder: 'GLOB=TYPE',
    default: [],
    commands: ['analyze', 'plan', 'detect', 'chunk', 'profile'],
    scope: 'engine',
    configurable: true,
    group: 'Content',
    description: 'Treat files that match as TYPE; a bare TYPE stands for every file',
    example: '*.dat=structured_data',
  },
  chunkTokens: {
    flag: 'chunk-tokens',
    type: 'count',
    placeholder: 'N',
    default: null,
    min: 100,
    commands: ['analyze', 'plan', 'chunk'],
    scope: 'engine',
    configurable: true,
    group: 'Content',
    description: 'No chunk holds more tokens than N, what one analyst can read',
    fallback: "three quarters of the model's context; 400,000 for the built-in analysts",
    example: 32_000,
  },
  chunkSize: {
    flag: 'chunk-size',
    type: 'count',
    placeholder: 'N',
    default: null,
    min: 1,
    commands: ['analyze', 'plan', 'chunk'],
    scope: 'engine',
    configurable: true,
    group: 'Content',
    description: "Aim at N of the type's own units (lines, rows or elements) a chunk",
    fallback: 'what the content type says',
    example: 500,
  },
  mode: {
    flag: 'mode',
    type: 'choice',
    choices: ['single', 'directory'],
    default: 'single',
    commands: ['chunk'],
    scope: 'engine',
    configurable: false,
    group: 'Content',
    description: 'Cut into five to ten chunks (single) or as within a directory, by target size (directory)',
    example: 'directory',
  },
  goal: {
    flag: 'goal',
    type: 'choice',
    placeholder: 'GOAL',
    choices: GOALS,
    default: null,
    commands: ['analyze', 'plan'],
    scope: 'engine',
    configurable: true,
    group: 'Analysis',
    description: 'What the analysts look for',
    fallback: 'read from the query',
    example: 'security',
  },
  model: {
    flag: 'model',
    type: 'text',
    placeholder: 'PROVIDER:NAME',
    default: null,
    pattern: /^[^\s:]+:\S+$/,
    expects: 'PROVIDER:NAME',
    commands: ['plan'],
    scope: 'engine',
    configurable: true,
    group: 'Analysis',
    description: 'The model that analyses, and whose price is estimated',
    fallback: 'the built-in analysts, which cost nothing',
    example: 'anthropic:claude-haiku-4-5',
  },
  query: {
    flag: 'query',
    short: 'q',
    type: 'text',
    placeholder: 'QUERY',
    default: null,
    commands: ['analyze', 'plan', 'profile'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: 'The question to answer',
    fallback: 'the last argument, when no such path exists',
    example: 'Where do errors start?',
  },
  name: {
    flag: 'name',
    type: 'text',
    placeholder: 'NAME',
    default: null,
    commands: ['analyze', 'run'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Call the run NAME',
    fallback: 'what the file says, or the path, with a number when that is taken',
    example: 'nightly',
  },
  concurrency: {
    flag: 'concurrency',
    type: 'count',
    placeholder: 'N',
    min: 1,
    default: null,
    commands: ['analyze', 'resume', 'run'],
    scope: 'face',
    configurable: true,
    group: 'Teams',
    description: 'Let at most N members work at a time',
    fallback: 'what the pattern says; four for each core in an analysis',
    example: 4,
  },
  follow: {
    flag: 'follow',
    type: 'boolean',
    default: false,
    commands: ['team'],
    verbs: ['show', 'tasks', 'messages'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Go on, line by line, with what happens, until the team has ended or is deleted; Ctrl-C is no failure',
  },
  after: {
    flag: 'after',
    type: 'count',
    placeholder: 'N',
    min: 0,
    default: null,
    commands: ['team'],
    verbs: ['show', 'messages'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Begin after this number: of an event (`show --follow`) or of a message',
    example: 120,
  },
  status: {
    flag: 'status',
    type: 'choice',
    placeholder: 'STATUS',
    choices: ['pending', 'ready', 'blocked', 'awaiting_approval', 'in_progress', 'completed', 'failed', 'skipped'],
    default: null,
    commands: ['team'],
    verbs: ['tasks'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Only tasks of this status',
    example: 'failed',
  },
  member: {
    flag: 'member',
    type: 'text',
    placeholder: 'NAME',
    default: null,
    commands: ['team'],
    verbs: ['messages'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Only messages from and to this member',
    example: 'lead',
  },
  unread: {
    flag: 'unread',
    type: 'boolean',
    default: false,
    commands: ['team'],
    verbs: ['messages'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Only what the member, or the lead, has not read yet; marks nothing as read',
  },
  purpose: {
    flag: 'purpose',
    type: 'text',
    placeholder: 'TEXT',
    default: null,
    commands: ['team'],
    verbs: ['create'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'What the team is for, in one line',
    example: 'Rename the loader',
  },
  id: {
    flag: 'id',
    type: 'text',
    placeholder: 'ID',
    default: null,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'The id of the task',
    fallback: 'the next number',
    example: 'build',
  },
  role: {
    flag: 'role',
    type: 'text',
    placeholder: 'ROLE',
    default: null,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Only members of this role, or of this name, may take it',
    example: 'tester',
  },
  blockedBy: {
    flag: 'blocked-by',
    type: 'list',
    placeholder: 'TASK',
    default: [],
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'A task that must be done before it',
    example: 'build',
  },
  description: {
    flag: 'description',
    type: 'text',
    placeholder: 'TEXT',
    default: null,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'What is to be done, at length',
    example: 'Run the tests and say which fail',
  },
  activeForm: {
    flag: 'active-form',
    type: 'text',
    placeholder: 'TEXT',
    default: null,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'What is being done while it runs',
    example: 'Running the tests',
  },
  input: {
    flag: 'input',
    type: 'text',
    placeholder: 'JSON',
    default: null,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'What its worker is given; `-` reads it from stdin',
    example: '{"file": "a.py"}',
  },
  priority: {
    flag: 'priority',
    type: 'text',
    placeholder: 'N',
    pattern: /^-?\d{1,15}$/,
    expects: 'a whole number',
    default: null,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'A whole number; higher is taken first',
    fallback: '0',
    example: '10',
  },
  retries: {
    flag: 'retries',
    type: 'count',
    placeholder: 'N',
    min: 0,
    default: 0,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Try again so often when it fails',
    example: 2,
  },
  needsApproval: {
    flag: 'needs-approval',
    type: 'boolean',
    default: false,
    commands: ['team'],
    verbs: ['add'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Its plan must be approved before the work is done',
  },
  as: {
    flag: 'as',
    type: 'text',
    placeholder: 'NAME',
    default: null,
    commands: ['team'],
    verbs: ['send'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Send it in the name of this member',
    fallback: 'lead',
    example: 'reviewer',
  },
  all: {
    flag: 'all',
    type: 'boolean',
    default: false,
    commands: ['team'],
    verbs: ['send'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'To every other member',
  },
  feedback: {
    flag: 'feedback',
    type: 'text',
    placeholder: 'TEXT',
    default: null,
    commands: ['team'],
    verbs: ['approve', 'reject'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'What to tell the member; needed to reject',
    example: 'Keep the old name as an alias',
  },
  reason: {
    flag: 'reason',
    type: 'text',
    placeholder: 'TEXT',
    default: null,
    commands: ['team'],
    verbs: ['skip', 'shutdown'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Why, in one line',
    example: 'Not needed any more',
  },
  now: {
    flag: 'now',
    type: 'boolean',
    default: false,
    commands: ['team'],
    verbs: ['shutdown'],
    scope: 'face',
    configurable: false,
    group: 'Teams',
    description: 'Stop the whole team at once, the tasks at hand included',
  },
  out: {
    flag: 'out',
    type: 'text',
    placeholder: 'DIR',
    default: null,
    commands: ['chunk'],
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'Write each chunk to a file of its own in DIR: chunk-01.py, chunk-02.py …',
    example: 'chunks',
  },
  force: {
    flag: 'force',
    type: 'boolean',
    default: false,
    commands: ['analyze', 'plan', 'detect', 'chunk', 'profile', 'report', 'team'],
    verbs: ['delete'],
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'Replace chunk files in `--out`, or an `--output` file in a directory to read, that are already there',
    descriptionIn: { team: 'Delete it although members are alive; what they have in hand is void' },
  },
  text: {
    flag: 'text',
    type: 'boolean',
    default: false,
    commands: ['chunk'],
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'Include the text of every chunk in the JSON',
  },
  dryRun: {
    flag: 'dry-run',
    type: 'boolean',
    default: false,
    commands: ['analyze'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: 'Say what would be read, by whom and at what cost, and stop: the same as `shoal plan`',
  },
  failOn: {
    flag: 'fail-on',
    type: 'choice',
    choices: ['high', 'medium', 'low'],
    default: null,
    commands: reports,
    scope: 'face',
    configurable: true,
    group: 'Analysis',
    description: 'Exit with status 1 when a problem of this severity or above is found; facts never count',
    example: 'high',
  },
  lines: {
    flag: 'lines',
    type: 'boolean',
    default: false,
    commands: ['profile'],
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'Of a log: print the template of every line as JSON lines, `{line, template}`',
  },
  top: {
    flag: 'top',
    type: 'count',
    placeholder: 'N',
    default: 20,
    min: 1,
    commands: reports,
    scope: 'face',
    configurable: true,
    group: 'Output',
    description: 'Show at most N findings as text, and N of each file as Markdown; the other forms have all',
    example: 50,
  },
  verification: {
    flag: 'verification',
    type: 'boolean',
    default: true,
    commands: reports,
    scope: 'face',
    configurable: true,
    group: 'Output',
    description: 'Do not say how the quotes fared; they are checked all the same',
    keyDescription: 'Say how the quotes fared; they are checked in any case',
  },
  format: {
    flag: 'format',
    type: 'choice',
    choices: ['text', 'md', 'json', 'sarif'],
    choicesIn: {
      plan: textOrJson,
      detect: textOrJson,
      chunk: textOrJson,
      profile: textOrJson,
      runs: textOrJson,
      types: textOrJson,
      run: textOrJson,
      team: textOrJson,
    },
    default: null,
    commands: documents,
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'The form of the document',
    fallback: 'text',
    descriptionIn: { analyze: FORMAT_OF_REPORT, report: FORMAT_OF_REPORT, resume: FORMAT_OF_REPORT },
    example: 'json',
  },
  json: {
    flag: 'json',
    type: 'boolean',
    default: false,
    commands: documents,
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'Short for `--format json`',
  },
  output: {
    flag: 'output',
    short: 'o',
    type: 'list',
    placeholder: 'FILE',
    default: [],
    commands: documents,
    scope: 'face',
    configurable: false,
    group: 'Output',
    description: 'Write the document to FILE instead of stdout, which is `-`',
    example: 'plan.json',
  },
  quiet: {
    flag: 'quiet',
    type: 'boolean',
    default: false,
    commands: documents,
    scope: 'face',
    configurable: true,
    group: 'Output',
    description: 'Print errors only: no notes, no progress, no list of skipped files',
  },
  color: {
    flag: 'color',
    type: 'choice',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    commands: everywhere,
    scope: 'face',
    configurable: true,
    group: 'Output',
    description: 'Colours; auto means on a terminal, unless NO_COLOR is set',
    example: 'never',
  },
  config: {
    flag: 'config',
    type: 'text',
    placeholder: 'FILE',
    default: null,
    commands: documents,
    scope: 'face',
    configurable: false,
    group: 'General',
    description: 'Read this config file',
    fallback: 'the nearest shoal.config.{ts,mts,js,mjs,json}',
    example: 'ci/shoal.config.json',
  },
  noConfig: {
    flag: 'no-config',
    type: 'boolean',
    default: false,
    commands: documents,
    scope: 'face',
    configurable: false,
    group: 'General',
    description: 'Read no config file',
  },
  debug: {
    flag: 'debug',
    type: 'boolean',
    default: false,
    commands: everywhere,
    scope: 'face',
    configurable: false,
    group: 'General',
    description: 'Show the stack of an error',
  },
  help: {
    flag: 'help',
    short: 'h',
    type: 'boolean',
    default: false,
    commands: everywhere,
    scope: 'face',
    configurable: false,
    group: 'General',
    description: 'Show this help',
  },
  version: {
    flag: 'version',
    short: 'v',
    type: 'boolean',
    default: false,
    commands: everywhere,
    scope: 'face',
    configurable: false,
    group: 'General',
    description: 'Show the version',
  },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options

/** What an option means once it is understood. */
export type ValueOf<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { type: 'choice'; choices: readonly (infer C)[]; default: infer D }
    ? C | (null extends D ? null : never)
    : O extends { type: 'count'; default: infer D }
      ? number | (null extends D ? null : never)
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

/** The keys of a config file that are options, with the values a person writes there. */
export type ConfigurableOptions = {
  readonly [K in ConfigurableName]?: K extends 'overrides'
    ? Readonly<Record<string, string>>
    : NonNullable<ValueOf<(typeof options)[K]>>
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
