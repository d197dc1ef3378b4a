// Turns a command line into what was typed: a command, its arguments and the raw values of its options.
import { ShoalError } from '@shoal/base/model/errors'
import { type CommandName, commandNames, groupOf, type Option } from '@shoal/base/model/option'
import { nearest } from '@shoal/base/text/nearest'
import { type OptionName, optionRows, optionsOf, shownValue } from './options.ts'

/** What was typed, not yet what it means: text stays text, and a repeated option keeps every value. */
export interface Typed {
  /** null when no command was named. */
  readonly command: CommandName | null
  readonly args: readonly string[]
  readonly values: TypedValues
}

export type TypedValues = { [K in OptionName]?: boolean | string[] }

type NamedOption = Option & { readonly name: OptionName }

export function parseCommandLine(argv: readonly string[]): Typed {
  const values: TypedValues = {}
  const args: string[] = []
  const used: { option: NamedOption; written: string }[] = []
  let command: CommandName | null = null
  let onlyArguments = false
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (onlyArguments || word === '-' || !word.startsWith('-')) {
      if (command === null) command = commandNamed(word)
      else if (args.length > 0) args.push(word)
      else command = withinGroup(command, word, args)
      continue
    }
    if (word === '--') {
      onlyArguments = true
      continue
    }
    const { option, written, inline, negated } = readFlag(word, command)
    used.push({ option, written })
    if (option.type === 'boolean') {
      if (inline !== null) throw new ShoalError('bad-value', `${written} takes no value`, { detail: written })
      values[option.name] = !negated
      continue
    }
    const value = inline ?? argv[++at]
    if (value === undefined || (inline === null && /^-./.test(value))) throw missingValue(option, written, value)
    const typed = values[option.name]
    if (Array.isArray(typed)) typed.push(value)
    else values[option.name] = [value]
  }
  for (const { option, written } of used) checkBelongs(option, written, command, values[option.name])
  return { command, args, values }
}

function commandNamed(word: string): CommandName {
  const known = commandNames.find(name => name === word)
  if (known) return known
  const meant = nearest(word, commandNames)
  throw new ShoalError('unknown-command', `unknown command "${word}"`, {
    detail: word,
    ...(meant ? { advice: `did you mean \`shoal ${meant}\`?` } : {}),
  })
}

/** `shoal runs report` is `shoal report`; any other word is an argument. */
function withinGroup(command: CommandName, word: string, args: string[]): CommandName {
  const member = commandNames.find(name => name === word && groupOf(name) === command)
  if (member) return member
  args.push(word)
  return command
}

interface Flag {
  readonly option: NamedOption
  readonly written: string
  /** The value after `=`. */
  readonly inline: string | null
  readonly negated: boolean
}

/** `--flag`, `--flag=value`, `--no-flag`, `-f`, `-f=value`. */
function readFlag(word: string, command: CommandName | null): Flag {
  const equals = word.indexOf('=')
  const written = equals === -1 ? word : word.slice(0, equals)
  const inline = equals === -1 ? null : word.slice(equals + 1)
  if (!word.startsWith('--')) {
    const option = optionRows.find(row => row.short === written.slice(1))
    if (option) return { option, written, inline, negated: false }
    throw unknownFlag(written, command)
  }
  const flag = written.slice(2)
  const option = optionRows.find(row => row.flag === flag)
  if (option) return { option, written, inline, negated: false }
  const denied = optionRows.find(row => row.type === 'boolean' && `no-${row.flag}` === flag)
  if (denied) return { option: denied, written, inline, negated: true }
  throw unknownFlag(written, command)
}

function unknownFlag(written: string, command: CommandName | null): ShoalError {
  const known = command ? optionsOf(command) : optionRows
  const flags = known.flatMap(row => [row.flag, ...(row.type === 'boolean' && row.default ? [`no-${row.flag}`] : [])])
  const meant = written.startsWith('--') ? nearest(written.slice(2), flags) : null
  return new ShoalError('unknown-option', `unknown option ${written}`, {
    detail: written,
    advice: meant ? `did you mean --${meant}?` : helpAdvice(command),
  })
}

function missingValue(option: NamedOption, written: string, next?: string): ShoalError {
  const placeholder = shownValue(option)
  return new ShoalError('bad-value', `${written} needs a value`, {
    detail: written,
    advice:
      next === undefined
        ? `write ${written} ${placeholder}`
        : `write ${written}=${placeholder}; with the equals sign the value may begin with a dash`,
  })
}

const MOST_NAMED = 5

function someOf(commands: readonly CommandName[]): string {
  const named = commands.slice(0, commands.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED)
  const told = named.map(name => `\`shoal ${name}\``).join(', ')
  return named.length === commands.length ? told : `${told} and ${commands.length - named.length} others`
}

function checkBelongs(
  option: NamedOption,
  written: string,
  command: CommandName | null,
  value: boolean | string[] | undefined,
): void {
  if (command === null) return
  if (!option.commands.includes(command))
    throw new ShoalError('unknown-option', `${written} is not an option of \`shoal ${command}\``, {
      detail: written,
      advice: `it belongs to ${someOf(option.commands)}`,
    })
  // What only other commands take is no value here; what none takes is refused when it is read.
  const here = option.type === 'choice' ? option.choicesIn?.[command] : undefined
  const typed = Array.isArray(value) ? value.at(-1)! : null
  if (here && typed !== null && option.type === 'choice' && option.choices.includes(typed) && !here.includes(typed))
    throw new ShoalError(
      'bad-value',
      `${written} of \`shoal ${command}\` must be ${here.join(' or ')}; it is "${typed}"`,
      {
        detail: written,
      },
    )
}

function helpAdvice(command: CommandName | null): string {
  return command ? `run \`shoal ${command} --help\` for its options` : 'run `shoal help`'
}
