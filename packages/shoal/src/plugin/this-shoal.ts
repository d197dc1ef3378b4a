// The package that runs: where its files lie, its version, and the command that starts its server.
import { readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '@shoal/base/model/package-files'
import type { Environment } from '../config/home-dir.ts'

/** How a client starts an MCP server over stdin and stdout. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export const PACKAGE_ROOT = fileURLToPath(packageFile('.'))

export function packageVersion(root: string = PACKAGE_ROOT): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}

/** Where state and cache lie: clients do not hand all of their environment on. */
const PLACES = ['SHOAL_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'] as const

/** This node and this shoal by their full paths, so that the server starts whatever the client's PATH is. */
export function serverCommand(env: Environment, cwd: string, root: string = PACKAGE_ROOT): ServerCommand {
  const places = PLACES.flatMap(name => {
    const place = env[name]
    if (!place) return []
    // Only SHOAL_HOME may be relative; it is seen from here, not from where the client happens to start.
    return name === 'SHOAL_HOME' ? [[name, resolve(cwd, place)]] : isAbsolute(place) ? [[name, place]] : []
  })
  return {
    command: process.execPath,
    args: [join(root, 'dist', 'bin.js'), 'mcp'],
    ...(places.length === 0 ? {} : { env: Object.fromEntries(places) }),
  }
}
