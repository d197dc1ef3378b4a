// The files of the plugin as they are to stand in its directory: those of the package, with manifests of their own that
// start this very shoal.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { MANIFEST, MARKETPLACE, MARKETPLACE_MANIFEST, PARTS, PLUGIN } from './names.ts'
import type { ServerCommand } from './this-shoal.ts'

/** Content by path; paths have slashes on every system. */
export type PluginFiles = ReadonlyMap<string, Buffer>

interface Source {
  readonly root: string
  readonly version: string
  readonly server: ServerCommand
}

type Fields = Readonly<Record<string, unknown>>

export function pluginFiles({ root, version, server }: Source): PluginFiles {
  const files = new Map(PARTS.flatMap(part => filesUnder(root, part)))
  const packed = files.get(MANIFEST)
  if (!packed)
    throw new ShoalError('not-found', `${join(root, MANIFEST)}: no such file`, {
      detail: MANIFEST,
      advice: 'install shoal again: the plugin is not in this copy of it',
    })
  const manifest = JSON.parse(packed.toString('utf8')) as Fields
  const own = { ...manifest, name: PLUGIN, version, mcpServers: { [PLUGIN]: serverEntry(root, manifest, server) } }
  files.set(MANIFEST, jsonFile(own))
  files.set(MARKETPLACE_MANIFEST, jsonFile(marketplace(own, version)))
  return files
}

function marketplace(manifest: Fields, version: string): Fields {
  const description = typeof manifest.description === 'string' ? manifest.description : 'shoal'
  return {
    name: MARKETPLACE,
    owner: { name: PLUGIN },
    description: 'The plugin of the shoal that is installed on this machine; written by `shoal plugin install`',
    plugins: [{ name: PLUGIN, source: './', version, description }],
  }
}

/** What the package says of its server, with this shoal as the command; it may stand in the manifest or in `.mcp.json`. */
function serverEntry(root: string, { mcpServers }: Fields, server: ServerCommand): Fields {
  const inFile = () => {
    const file = join(root, '.mcp.json')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Fields).mcpServers : undefined
  }
  const entries = (typeof mcpServers === 'object' ? mcpServers : inFile()) as Record<string, Fields> | undefined
  const entry = entries?.[PLUGIN] ?? {}
  const args = Array.isArray(entry.args) ? entry.args : []
  const options = args.includes('mcp') ? args.slice(args.indexOf('mcp') + 1) : []
  const env = { ...(entry.env as Fields | undefined), ...server.env }
  return {
    ...entry,
    command: server.command,
    args: [...server.args, ...options],
    ...(Object.keys(env).length > 0 ? { env } : {}),
  }
}

function filesUnder(root: string, part: string): [string, Buffer][] {
  const directory = join(root, part)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()
    .map(file => [relative(root, file).split(sep).join('/'), readFileSync(file)])
}

function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
