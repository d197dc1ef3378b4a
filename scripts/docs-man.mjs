// The man page, from the tables of commands and options: every option once, with the commands that take it.

import { exitStatuses } from '../build/base/model/errors.js'
import { defaultText, fullName, groupOf, optionGroups } from '../build/base/model/option.js'
import { flagText, usageLine, verbRows } from '../build/shoal/cli/help-text.js'
import { optionRows } from '../build/shoal/config/options.js'
import { ENVIRONMENT, WRITTEN } from './docs-tables.mjs'

export function manPage(commands, version) {
  return [
    '.\\" Written by `npm run docs` from the tables of commands and options.',
    `.TH SHOAL 1 "" "shoal ${version}" "User Commands"`,
    '.SH NAME',
    'shoal \\- answers questions about files of any size: exact figures, verified quotes',
    '.SH SYNOPSIS',
    '.B shoal',
    '.I COMMAND',
    '.RI [ arguments ]',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    roff(
      'Files and directories far larger than a context window and a question go in; one report with verified quotes comes out. ' +
        'It detects what every file is, cuts it along its structure and has it read by built-in analysts that count exactly and need no key; models are asked only with `--model`. ' +
        WRITTEN,
    ),
    '.SH COMMANDS',
    ...commands.flatMap(command => commandLines(command, commands)),
    '.SH OPTIONS',
    'Of each option the commands that take it are named last.',
    ...optionGroups.flatMap(group => {
      const rows = optionRows.filter(option => option.group === group && !option.hidden)
      return rows.length === 0 ? [] : [`.SS ${group}`, ...rows.flatMap(option => optionLines(option, commands.length))]
    }),
    '.SH EXIT STATUS',
    ...Object.entries(exitStatuses).flatMap(([status, means]) => entry(status, means)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, means]) => entry(name, means)),
    '.SH FILES',
    ...entry('shoal.config.yaml', 'the settings of a directory and those below; `shoal init` writes one'),
    ...entry('.shoalignore', 'files that are left out, written as in .gitignore'),
    '.SH EXAMPLES',
    ...commands.slice(0, 3).flatMap(({ examples }) => entry(examples[0].line, examples[0].does)),
    '.SH SEE ALSO',
    roff('`shoal help COMMAND`, and the directory docs of the package.'),
  ]
    .join('\n')
    .concat('\n')
}

function commandLines(command, commands) {
  const members = commands.filter(({ name }) => groupOf(name) === command.name)
  const verbs = verbRows(command, members).map(
    ([usage, does]) => `.br\n\\fBshoal ${roff(command.name)} ${roff(usage)}\\fR: ${roff(does)}`,
  )
  const also = groupOf(command.name) ? ` Also \`shoal ${command.name}\`.` : ''
  return [
    ...entry(usageLine(command), `${command.summary}.${also}`),
    ...verbs,
    `.br\nExample: \\fB${roff(command.examples[0].line)}\\fR`,
  ]
}

function optionLines(option, all) {
  const choices = option.choices && option.placeholder ? `; one of ${option.choices.join(', ')}` : ''
  const fallback = defaultText(option)
  const by = option.commands.length >= all ? 'all' : option.commands.map(fullName).join(', ')
  return entry(flagText(option), `${option.description}${choices}.${fallback ? ` Default: ${fallback}.` : ''} (${by})`)
}

function entry(name, means) {
  return ['.TP', `.B ${roff(name).replaceAll('"', '\\(dq')}`, roff(means)]
}

/** Text as roff reads it: nothing in it is a request, an escape or a dash of another kind. */
function roff(text) {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/`([^`]*)`/g, '\\fB$1\\fR')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll('…', '...')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
  return plain.startsWith('.') ? `\\&${plain}` : plain
}
