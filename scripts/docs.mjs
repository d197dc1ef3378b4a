// Writes the generated pages of docs/ from the tables and declarations of the package. `--check` only says whether they
// differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorTable, exitStatuses } from '../build/base/model/errors.js'
import { defaultText, fullName, groupOf, optionGroups } from '../build/base/model/option.js'
import { allCommands } from '../build/shoal/cli/commands.js'
import { flagText, usageLine, verbRows } from '../build/shoal/cli/help-text.js'
import { configSchema, SCHEMA_FILE } from '../build/shoal/config/config-schema.js'
import { configFileNames } from '../build/shoal/config/load.js'
import { optionRows, optionsOf, shownFlag } from '../build/shoal/config/options.js'
import { ownKeyRows } from '../build/shoal/config/own-keys.js'
import { ownVersion } from '../build/shoal/config/own-version.js'
import { libraryPage } from './docs-library.mjs'
import { manPage } from './docs-man.mjs'
import { toolsPage } from './docs-mcp.mjs'
import { ENVIRONMENT, WRITTEN } from './docs-tables.mjs'

const HEAD =
  '<!-- Written by `npm run docs` from the tables in packages/shoal/src/config/options.ts, packages/shoal/src/cli and packages/base/src/model/errors.ts. -->'

const check = process.argv.includes('--check')
const commands = await allCommands()
const pages = {
  'docs/cli.md': cliPage(commands),
  'docs/shoal.1': manPage(commands, ownVersion()),
  [SCHEMA_FILE]: `${JSON.stringify(configSchema(), null, 2)}\n`,
  'docs/config.md': configPage(),
  'docs/library-api.md': libraryPage(),
  'docs/mcp-tools.md': toolsPage(),
}
for (const [name, text] of Object.entries(pages)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url))
  if (check && read(file) !== text) {
    console.error(`${name} is out of step with the code: run \`npm run docs\``)
    process.exitCode = 1
  } else if (!check) writeFileSync(file, text)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function cliPage(commands) {
  return [
    '# The command line',
    HEAD,
    `\`shoal COMMAND [arguments] [options]\`. ${WRITTEN}`,
    table(
      ['command', 'does'],
      commands.map(({ name, usage, summary }) => [
        `[\`shoal ${fullName(name)} ${usage}\`](#shoal-${fullName(name).replace(' ', '-')})`.replace(' `]', '`]'),
        summary,
      ]),
    ),
    'The commands of `shoal runs` and `shoal info` also work by their bare names: `shoal report` is `shoal runs report`.',
    ...commands.flatMap(command => commandSection(command, commands)),
    '## General options',
    'For every command; `shoal help`, `shoal plugin` and `shoal doctor` take no config file.',
    table(['general', ''], optionRows.filter(option => option.group === 'General').map(optionCells)),
    '## Exit statuses',
    table(
      ['status', 'means'],
      Object.entries(exitStatuses).map(([status, means]) => [status, means]),
    ),
    '## Errors',
    'An error is one line on stderr: `shoal: <what is wrong> — <what to do>`. The kinds of errors, with the advice each gives where nothing better is known:',
    table(
      ['error', 'status', 'advice'],
      Object.entries(errorTable).map(([code, { exit, advice }]) => [`\`${code}\``, exit, advice]),
    ),
    '## Environment',
    table(
      ['variable', 'means'],
      ENVIRONMENT.map(([name, means]) => [code(name), means]),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

function commandSection(command, commands) {
  const options = optionsOf(command.name).filter(({ hidden }) => !hidden)
  const groups = optionGroups.flatMap(group => {
    const rows = options.filter(option => option.group === group && option.group !== 'General')
    return rows.length === 0 ? [] : [table([group.toLowerCase(), ''], rows.map(optionCells))]
  })
  const examples = command.examples.map(({ line, does }) => `# ${does}\n${line}`).join('\n\n')
  const members = commands.filter(({ name }) => groupOf(name) === command.name)
  const verbs = verbRows(command, members).map(([usage, summary]) => [code(`shoal ${command.name} ${usage}`), summary])
  return [
    `## shoal ${fullName(command.name)}`,
    `${sentence(command.summary)} \`${usageLine(command)}\``,
    ...(verbs.length > 0 ? [table(['verb', 'does'], verbs)] : []),
    `\`\`\`sh\n${examples}\n\`\`\``,
    ...groups,
  ]
}

function optionCells(option) {
  const several =
    option.type === 'choices'
      ? ' Several with commas between them, or repeated.'
      : option.type === 'list' || option.type === 'overrides'
        ? ' May be repeated.'
        : ''
  const choices = option.choices && option.placeholder ? ` One of ${option.choices.map(code).join(', ')}.` : ''
  const fallback = defaultText(option)
  const example = option.example && option.type !== 'choice' ? ` Example: ${code(exampleText(option))}.` : ''
  const means = `${sentence(option.description)}${choices}${several}${fallback ? ` Default: ${fallback}.` : ''}${example}`
  return [code(flagText(option)), means]
}

function exampleText(option) {
  const value = String(option.example)
  return `${shownFlag(option)} ${/^[\w:./-]+$/.test(value) ? value : `'${value}'`}`
}

function configPage() {
  const configurable = optionRows.filter(option => option.configurable)
  return [
    '# The config file',
    HEAD,
    `The nearest of ${configFileNames.map(code).join(', ')}, from the working directory upwards to the root of the repository, or to the ` +
      'home directory outside of one. `--config FILE` names another, `--no-config` reads none. A flag wins over the file, ' +
      'the file over the default. An unknown key or a wrong value is an error that names the file and the key.',
    [
      '```ts',
      "import { defineConfig } from 'shoal'",
      '',
      'export default defineConfig({',
      "  exclude: ['fixtures/**'],",
      "  overrides: { '*.dat': 'structured_data' },",
      '  maxFiles: 500,',
      "  prices: { 'local:llama': { input: 0, output: 0 } },",
      '})',
      '```',
    ].join('\n'),
    '`shoal init` writes one with every setting as a comment. Editors check YAML and JSON against `config.schema.json` of the package: the first line of a file that ' +
      '`shoal init` wrote says where it is, `# yaml-language-server: $schema=…` or `"$schema"`.',
    table(['key', 'type', 'flag', 'means'], [...configurable.map(keyCells), ...ownKeyRows.map(ownCells)]),
    'Globs are matched against paths relative to the directory being read. A list in a flag replaces the list of the file; ' +
      'overrides are added to those of the file, and of several that fit the last one wins.',
  ]
    .join('\n\n')
    .concat('\n')
}

function keyCells(option) {
  const types = {
    boolean: 'boolean',
    text: 'string',
    count: 'number',
    amount: 'number',
    list: 'string[]',
    overrides: '{ [glob]: type }',
    choices: `(${option.choices?.map(choice => `'${choice}'`).join(' | ')})[]`,
    choice: option.choices?.map(choice => `'${choice}'`).join(' | '),
  }
  const fallback = option.type === 'boolean' ? code(option.default) : defaultText(option)
  const means = sentence(option.keyDescription ?? option.description)
  return [
    code(option.name),
    code(types[option.type]),
    code(shownFlag(option)),
    `${means}${fallback ? ` Default: ${fallback}.` : ''}`,
  ]
}

function ownCells({ name, type, means, example }) {
  return [code(name), type, '', `${means}${example ? ` Example: ${code(example)}.` : ''}`]
}

function table(head, rows) {
  const line = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function code(text) {
  return `\`${text}\``
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('…') ? '' : '.'}`
}
