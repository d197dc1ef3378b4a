#!/usr/bin/env node
// Keeps plugins as Claude Code 2.1.325 does, as far as `shoal plugin` goes: same commands, answers, files and exit statuses,
// recorded from the real one (tests/plugin/real-client.test.ts holds the two against each other). State and the calls it
// got lie in $CLAUDE_CONFIG_DIR; $FAKE_CLAUDE is a JSON object that makes it older or worse.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const home = process.env.CLAUDE_CONFIG_DIR
const {
  version = '2.1.325',
  fail = null,
  copies = false,
  garbage = false,
  asleep = null,
} = JSON.parse(process.env.FAKE_CLAUDE ?? '{}')
const args = process.argv.slice(2)
const line = args.join(' ')
const file = join(home, 'state.json')
mkdirSync(home, { recursive: true })
appendFileSync(join(home, 'calls.jsonl'), `${JSON.stringify({ args, cwd: process.cwd() })}\n`)
const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { marketplaces: [], plugins: [] }
if (fail && line.startsWith(fail.at)) {
  process.stderr.write(fail.stderr)
  process.exit(fail.status ?? 1)
}
// Takes what it is told, exits in peace and does nothing.
if (asleep && line.startsWith(asleep)) process.exit(0)

const [, second, third] = args
const scope = args.includes('--scope') ? args[args.indexOf('--scope') + 1] : 'user'
if (args[0] === '--version') print(`${version} (Claude Code)`)
else if (garbage) print('Welcome to Claude Code!')
else if (line === 'plugin list --json') print(JSON.stringify(state.plugins.map(shown), null, 2))
else if (line === 'plugin marketplace list --json') print(JSON.stringify(state.marketplaces, null, 2))
else if (line.startsWith('plugin marketplace add ')) addMarketplace(args[3])
else if (line.startsWith('plugin marketplace update ')) print('✔ Successfully updated marketplace')
else if (line.startsWith('plugin marketplace remove ')) removeMarketplace(args[3])
else if (second === 'install') install(third)
else if (second === 'update') update(third)
else if (second === 'uninstall') uninstall(third)
else refuse(`error: unknown command '${line}'`)
if (!line.endsWith('--json')) writeFileSync(file, JSON.stringify(state))

function addMarketplace(path) {
  const manifest = join(path, '.claude-plugin', 'marketplace.json')
  if (!existsSync(manifest)) refuse(`✘ Path does not exist: ${path}`)
  const { name } = JSON.parse(readFileSync(manifest, 'utf8'))
  state.marketplaces = state.marketplaces.filter(known => known.name !== name)
  state.marketplaces.push({ name, source: 'directory', path, installLocation: path })
  print(`Adding marketplace…✔ Successfully added marketplace: ${name} (declared in user settings)`)
}

function removeMarketplace(name) {
  if (!state.marketplaces.some(known => known.name === name))
    refuse(`✘ Failed to remove marketplace: Marketplace '${name}' not found`)
  state.marketplaces = state.marketplaces.filter(known => known.name !== name)
  state.plugins = state.plugins.filter(({ id }) => !id.endsWith(`@${name}`))
  print(`✔ Successfully removed marketplace: ${name}`)
}

function install(id) {
  const place = folderOf(id)
  const manifest = place && manifestIn(place)
  if (!manifest) refuse(`✘ Failed to install plugin "${id}": Plugin "shoal" not found in marketplace`)
  const there = state.plugins.find(plugin => plugin.id === id && isHere(plugin))
  if (there?.enabled) return print(`✔ Plugin "${id}" is already installed (scope: ${scope})`)
  state.plugins = state.plugins.filter(plugin => plugin !== there)
  const installPath = join(home, 'plugins', 'cache', ...id.split('@').reverse(), manifest.version)
  cpSync(place, installPath, { recursive: true })
  state.plugins.push({
    id,
    version: manifest.version,
    scope,
    enabled: true,
    installPath,
    ...(scope === 'user' ? {} : { projectPath: process.cwd() }),
  })
  print(`Installing plugin "${id}"...✔ Successfully installed plugin: ${id} (scope: ${scope})`)
}

function update(id) {
  const there = state.plugins.find(plugin => plugin.id === id && isHere(plugin))
  if (!there) refuse(`✘ Failed to update plugin "${id}": Plugin "shoal" is not installed`)
  there.version = manifestIn(folderOf(id)).version
  print(`✔ Plugin "shoal" updated for scope ${scope}. Restart to apply changes.`)
}

function uninstall(id) {
  const there = state.plugins.find(plugin => plugin.id === id && isHere(plugin))
  if (!there) refuse(`✘ Failed to uninstall plugin "${id}": Plugin "${id}" not found in installed plugins`)
  state.plugins = state.plugins.filter(plugin => plugin !== there)
  rmSync(there.installPath, { recursive: true, force: true })
  print(`✔ Successfully uninstalled plugin: shoal (scope: ${scope})`)
}

/** A plugin of a directory is read in place; older clients read their copy. */
function shown(plugin) {
  const place = folderOf(plugin.id)
  if (!place || !existsSync(place))
    return { ...plugin, errors: [`Marketplace ${plugin.id.split('@')[1]} failed to load: cache-miss`] }
  return copies ? plugin : { ...plugin, readFromFolder: place, folderVersion: manifestIn(place)?.version }
}

function isHere({ scope: its, projectPath }) {
  return its === scope && (projectPath === undefined || projectPath === process.cwd())
}

function folderOf(id) {
  return state.marketplaces.find(({ name }) => name === id.split('@')[1])?.path
}

function manifestIn(place) {
  const manifest = join(place, '.claude-plugin', 'plugin.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : null
}

function print(text) {
  process.stdout.write(`${text}\n`)
}

function refuse(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
