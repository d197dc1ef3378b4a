// Help, written from the tables of commands and options.
import { type Option, optionGroups, optionsOf, shownFlag, shownValue } from '../config/options.ts'
import { displayWidth } from '../text/printable.ts'
import type { Command } from './command.ts'
import type { Style } from './style.ts'

const TAGLINE = 'detects what every file is, cuts it along its own structure, and plans its analysis'
const WIDEST = 100

export interface HelpLayout {
  readonly style: Style
  readonly columns: number
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

export function commandText(command: Command, { style, columns }: HelpLayout): string {
  const lines = [
    `${style.bold(`shoal ${command.name}`)}: ${command.summary}`,
    '',
    `${style.bold('Usage:')} ${usageLine(command)}`,
    '',
    style.bold('Examples:'),
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, `      ${style.dim(does)}`]),
  ]
  const options = optionsOf(command.name)
  const left = leftWidth(options.map(flagText))
  for (const group of optionGroups) {
    const members = options.filter(option => option.group === group)
    if (members.length === 0) continue
    lines.push('', style.bold(`${group}:`))
    const rows = members.map(option => [flagText(option), describe(option)] as const)
    lines.push(...pairs(rows, left, columns))
  }
  return `${lines.join('\n')}\n`
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
  const choices = option.type === 'choice' && option.placeholder ? `: ${option.choices.join(', ')}` : ''
  const several = option.type === 'list' || option.type === 'overrides' ? '; may be repeated' : ''
  const fallback = defaultText(option)
  return `${option.description}${choices}${several}${fallback ? ` (default: ${fallback})` : ''}`
}

function leftWidth(names: readonly string[]): number {
  return Math.max(...names.map(displayWidth)) + 4
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
