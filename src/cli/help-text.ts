// Help, written from the tables of commands and options.
import { type Option, optionGroups } from '../config/option.ts'
import { optionsOf, shownFlag, shownValue } from '../config/options.ts'
import { largest } from '../model/lists.ts'
import { displayWidth } from '../text/printable.ts'
import type { Command } from './command.ts'
import type { Style } from './style.ts'
import type { Verb } from './team/verb.ts'

const TAGLINE = 'reads files far larger than a context window and answers with exact figures and verified quotes'
const WIDEST = 100

export interface HelpLayout {
  readonly style: Style
  readonly columns: number
}

/** A command may have verbs, each with arguments and options of its own. */
export interface CommandWithVerbs extends Command {
  readonly verbs?: readonly Verb[]
}

export function overviewText(commands: readonly Command[], { style, columns }: HelpLayout): string {
  const listed = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const)
  return [
    `${style.bold('shoal')} ${TAGLINE}`,
    '',
    `${style.bold('Usage:')} shoal COMMAND [arguments] [options]`,
    '',
    style.bold('Commands:'),
    ...pairs(listed, leftWidth(listed.map(([name]) => name)), columns),
    '',
    style.bold('Examples:'),
    ...commands.flatMap(({ examples }) => (examples[0] ? [`  ${examples[0].line}`] : [])),
    '',
    'Run `shoal COMMAND --help` for the options of a command, `shoal --version` for the version.',
    '',
  ].join('\n')
}

export function commandText(command: CommandWithVerbs, { style, columns }: HelpLayout): string {
  const verbs = command.verbs?.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const) ?? []
  return page([
    `${style.bold(`shoal ${command.name}`)}: ${command.summary}`,
    '',
    `${style.bold('Usage:')} ${usageLine(command)}`,
    ...(verbs.length === 0
      ? []
      : ['', style.bold('Verbs:'), ...pairs(verbs, leftWidth(verbs.map(([name]) => name)), columns)]),
    '',
    ...exampleLines(command.examples, style),
    ...optionLines(optionsOf(command.name), { style, columns }),
    ...(verbs.length === 0 ? [] : ['', `Run \`shoal help ${command.name} VERB\` for one verb alone.`]),
  ])
}

export function verbText(command: Command, verb: Verb, { style, columns }: HelpLayout): string {
  return page([
    `${style.bold(`shoal ${command.name} ${verb.name}`)}: ${verb.summary}`,
    '',
    `${style.bold('Usage:')} shoal ${command.name} ${`${verb.name} ${verb.usage}`.trim()} [options]`,
    '',
    ...exampleLines(verb.examples, style),
    ...optionLines(optionsOf(command.name, verb.name), { style, columns }),
  ])
}

function page(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

function exampleLines(examples: Command['examples'], style: Style): string[] {
  return [style.bold('Examples:'), ...examples.flatMap(({ line, does }) => [`  ${line}`, `      ${style.dim(does)}`])]
}

function optionLines(options: readonly Option[], { style, columns }: HelpLayout): string[] {
  const left = leftWidth(options.map(flagText))
  return optionGroups.flatMap(group => {
    const members = options.filter(option => option.group === group)
    if (members.length === 0) return []
    const rows = members.map(option => [flagText(option), describe(option)] as const)
    return ['', style.bold(`${group}:`), ...pairs(rows, left, columns)]
  })
}

export function usageLine(command: Command): string {
  return ['shoal', command.name, command.usage, '[options]'].filter(word => word !== '').join(' ')
}

/** `-q, --query QUERY`, `--format text|json`, `--no-recursive`. */
export function flagText(option: Option): string {
  const value = shownValue(option)
  return `${option.short ? `-${option.short}, ` : ''}${shownFlag(option)}${value ? ` ${value}` : ''}`
}

/** The default in words, or null when leaving the option out simply means not having it. */
export function defaultText(option: Option): string | null {
  if (option.fallback) return option.fallback
  if (option.type === 'boolean' || option.default === null || Array.isArray(option.default)) return null
  return String(option.default)
}

/** The description with what the flag alone does not show: choices, repetition, default. */
function describe(option: Option): string {
  const choices = 'choices' in option && option.placeholder ? `: ${option.choices.join(', ')}` : ''
  const several =
    option.type === 'choices'
      ? '; several with commas between them'
      : option.type === 'list' || option.type === 'overrides'
        ? '; may be repeated'
        : ''
  const fallback = defaultText(option)
  return `${option.description}${choices}${several}${fallback ? ` (default: ${fallback})` : ''}`
}

function leftWidth(names: readonly string[]): number {
  return largest(names.map(displayWidth)) + 4
}

/** Two columns, the second wrapped. */
function pairs(rows: readonly (readonly [string, string])[], left: number, columns: number): string[] {
  const width = Math.max(30, Math.min(columns, WIDEST) - left)
  return rows.flatMap(([name, text]) =>
    wrap(text, width).map((line, at) => `${at === 0 ? `  ${name}`.padEnd(left) : ' '.repeat(left)}${line}`),
  )
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
