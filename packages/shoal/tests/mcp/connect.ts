// A client and a server in one process, over a pair of transports in memory.
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { settingsFrom } from '../../src/config/resolve.ts'
import { ServerState } from '../../src/mcp/context.ts'
import { serverFactory } from '../../src/mcp/server.ts'
import type { Tool } from '../../src/mcp/tool.ts'
import type { ToolSet } from '../../src/mcp/tools.ts'

export const eras = ['legacy', 'auto'] as const
export type Era = (typeof eras)[number]

export interface Setup {
  readonly era: Era
  readonly cwd: string
  readonly roots?: readonly string[] | null
  readonly tools?: readonly Tool[]
  readonly sets?: readonly ToolSet[]
  /** What the client says its roots are, as URIs; left out for a client that knows none. */
  readonly clientRoots?: () => readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export async function connect({ era, cwd, roots = null, tools, sets = [], clientRoots, env = {} }: Setup) {
  const notes: string[] = []
  const home = mkdtempSync(join(tmpdir(), 'shoal-mcp-home-'))
  const setting = {
    settings: settingsFrom(),
    env: { SHOAL_HOME: home, ...env },
    cwd,
    note: (line: string) => void notes.push(line),
  }
  const state = new ServerState(setting)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const serving = serveStdio(serverFactory({ state, roots, sets, ...(tools && { tools }) }), { transport: theirs })
  const options: ClientOptions = {
    versionNegotiation: { mode: era },
    capabilities: clientRoots ? { roots: { listChanged: true } } : {},
  }
  const client = new Client({ name: 'test', version: '1' }, options)
  let asked = 0
  if (clientRoots)
    client.setRequestHandler('roots/list', async () => {
      asked++
      return { roots: clientRoots().map(uri => ({ uri })) }
    })
  await client.connect(ours)
  const close = async () => {
    await client.close()
    await serving.close()
    return await state.close(2000)
  }
  return { client, state, notes, close, asked: () => asked }
}

/** A directory of its own, by its real name. */
export function scratch(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'shoal-mcp-')))
}

/** What an agent reads of an answer. */
export function textOf(result: object): string {
  return ((result as { content?: unknown }).content as { text: string }[])[0]!.text
}
