// Help, written from the tables of commands and options.

import { largest } from '@shoal/base/model/lists'
import { defaultText, fullName, groupOf, type Option, optionGroups } from '@shoal/base/model/option'
import { displayWidth } from '@shoal/base/text/printable'
import { optionsOf, shownFlag, shownValue } from '../config/options.ts'
import type { Command } from './command.ts'
import type { Style } from './style.ts'
import type { Verb } from './team/verb.ts'

const TAGLINE = 'answers questions about files of any size: exact figures, verified quotes'
const WIDEST = 100
/** Of a longer one the list of commands shows only that there is more. */
const LONGEST_USAGE = 14

export interface HelpLayout {
  readonly style: Style
  readonly columns: number
}

/** A command may have verbs, each with arguments and options of its own. */
export interface CommandWithVerbs extends Command {
  readonly verbs?: readonly Verb[]
}

/** Fits a terminal of 24 lines and 80 columns. */
export function overviewText(commands: readonly Command[], { style, columns }: HelpLayout): string {
  const listed = commands
    // How to get help is said below.
    .filter(({ name }) => groupOf(name) === null && name !== 'help')
    .map(({ name, usage, summary }) => [shortUsage(name, usage), summary] as const)
  return page([
    `${style.bold('shoal')} ${TAGLINE}`,
    '',
    ...pairs(listed, leftWidth(listed.map(([name]) => name)), columns),
    '',
    `${style.bold('Usage:')} shoal COMMAND [arguments] [options]; shoal COMMAND --help for its options`,
    `${style.bold('Try:')}   shoal analyze examples/data "What looks wrong?"`,
  ])
}

function shortUsage(name: string, usage: string): string {
  return usage.length > LONGEST_USAGE ? `${name} …` : `${name} ${usage}`.trim()
}

/** `members` stand behind it in the list of commands. */
export function commandText(
  command: CommandWithVerbs,
  { style, columns }: HelpLayout,
  members: readonly Command[] = [],
): string {
  const verbs = verbRows(command, members)
  return page([
    `${style.bold(`shoal ${fullName(command.name)}`)}: ${command.summary}`,
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

export function verbRows(command: CommandWithVerbs, members: readonly Command[]): (readonly [string, string])[] {
  const named = [...members, ...(command.verbs ?? [])]
  return [
    ...named.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const),
    ...(command.ownVerbs ?? []),
  ]
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
    const members = options.filter(option => option.group === group && !option.hidden)
    if (members.length === 0) return []
    const rows = members.map(option => [flagText(option), describe(option)] as const)
    return ['', style.bold(`${group}:`), ...pairs(rows, left, columns)]
  })
}

export function usageLine(command: Command): string {
  return ['shoal', fullName(command.name), command.usage, '[options]'].filter(word => word !== '').join(' ')
}

/** `-q, --query QUERY`, `--format text|json`, `--no-recursive`. */
export function flagText(option: Option): string {
  const value = shownValue(option)
  return `${option.short ? `-${option.short}, ` : ''}${shownFlag(option)}${value ? ` ${value}` : ''}`
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
