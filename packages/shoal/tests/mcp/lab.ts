// A place to call tools in, without a client: real ledgers in a directory of their own, and a context made by hand.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { openSqliteLedger } from '@shoal/team/sqlite/ledger'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { settingsFrom } from '../../src/config/resolve.ts'
import { resultOf } from '../../src/mcp/answer.ts'
import { makeJail } from '../../src/mcp/jail.ts'
import type { Tool, ToolContext } from '../../src/mcp/tool.ts'
import { tempDir } from '../cli/temp-dir.ts'

/** What an agent sees. Tests read any field. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is checked against the schema of the tool
type Data = any

/** As a server of its own: what it shares with others is only on the disk. */
export interface LabServer {
  readonly context: ToolContext
  readonly ledger: Ledger
  /** The answer of a tool as it goes to a client: within its bounds, and with no field that the schemas do not have. */
  call(tool: Tool, input: Readonly<Record<string, unknown>>, options?: { signal?: AbortSignal }): Promise<Data>
  /** The line that a call is refused with. */
  refused(tool: Tool, input: Readonly<Record<string, unknown>>): Promise<string>
  close(): Promise<void>
}

export interface Lab {
  /** Where the state is kept. */
  readonly home: string
  /** The only root, empty at first. */
  readonly root: string
  /** With that root only, or with the directories that are named. */
  server(roots?: readonly string[]): LabServer
}

export function makeLab(): Lab {
  const dir = tempDir()
  const [home, root] = [join(dir.path, 'home'), join(dir.path, 'root')]
  for (const made of [home, root]) mkdirSync(made)
  const servers: LabServer[] = []
  afterAll(async () => {
    for (const server of servers) await server.close()
  })
  return {
    home,
    root,
    server(roots = [root]) {
      const server = labServer(home, roots)
      servers.push(server)
      return server
    },
  }
}

function labServer(home: string, roots: readonly string[]): LabServer {
  const ledger = openSqliteLedger(join(home, 'ledger.db'))
  const shared = new Map<string, { close(): Promise<void> | void }>()
  const context: ToolContext = {
    signal: new AbortController().signal,
    jail: makeJail(roots),
    settings: { ...settingsFrom(), within: roots },
    env: { SHOAL_HOME: home },
    cwd: roots[0] ?? home,
    ledger: async () => ledger,
    runDirectory: run => join(home, 'runs', run),
    shared: (key, make) => {
      const value = shared.get(key) ?? make()
      shared.set(key, value)
      return value as ReturnType<typeof make>
    },
    progress: () => {},
    client: 'lab 1.0.0',
  }
  const call: LabServer['call'] = async (tool, input, { signal = context.signal } = {}) => {
    const answer = await tool.run(tool.input.strict().parse(input), { ...context, signal })
    const { structuredContent, content } = resultOf(tool, answer)
    const { output } = tool
    if (output instanceof z.ZodString) return (content as { text: string }[])[0]!.text
    output.strict().parse(answer.data)
    return structuredContent
  }
  return {
    context,
    ledger,
    call,
    async refused(tool, input) {
      const error = await call(tool, input).then(
        data => data,
        thrown => thrown,
      )
      expect(error, `${tool.name} refuses ${JSON.stringify(input)}`).toBeInstanceOf(ShoalError)
      expect(error.message).not.toContain('\n')
      return error.message
    },
    async close() {
      for (const value of shared.values()) await value.close()
      shared.clear()
      await ledger.close()
    },
  }
}
