// Starts the server as a client does, and has it do something small.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { McpSession, type SessionOptions } from './mcp-session.ts'
import type { ServerCommand } from './this-shoal.ts'

type Around = Omit<SessionOptions, 'cwd'>
type Fields = Readonly<Record<string, unknown>>

/** What clients of today speak; the oldest that is still met; the first without a greeting, in which every call says it all. */
const CURRENT = '2025-11-25'
const OLDEST = '2024-11-05'
const NEWEST = '2026-07-28'

const SELF = { name: 'shoal-doctor', version: '1' }

export interface Probe {
  readonly tools: number
  readonly startMs: number
  readonly callMs: number
}

/** Greets it, lists its tools and has a file of two lines looked at, with a state of its own. Throws when anything of this fails. */
export async function probeServer(server: ServerCommand, around: Around): Promise<Probe> {
  return await inTempDir(async directory => {
    const start = performance.now()
    const apart = { ...server, env: { ...server.env, SHOAL_HOME: join(directory, 'home') } }
    return await withSession(apart, { ...around, cwd: directory }, async session => {
      await greet(session, CURRENT)
      const tools = await listTools(session, {})
      const startMs = performance.now() - start
      const file = join(directory, 'probe.csv')
      await writeFile(file, 'id,name\n1,shoal\n')
      const before = performance.now()
      const asked = { paths: [file], question: 'How many rows are there?' }
      const answer = await session.request('tools/call', { name: 'overview', arguments: asked })
      const text = JSON.stringify(answer)
      if (answer.isError === true || !text.includes('probe (1 rows'))
        throw new ShoalError('client-failed', `the MCP server did not read a CSV file: ${text.slice(0, 200)}`)
      return { tools, startMs, callMs: performance.now() - before }
    })
  })
}

/** The revisions of the protocol that were tried with success. Throws at the first that fails. */
export async function probeProtocols(server: ServerCommand, around: Around): Promise<readonly string[]> {
  return await inTempDir(async cwd => {
    await withSession(server, { ...around, cwd }, async session => {
      await greet(session, OLDEST)
      await listTools(session, {})
    })
    await withSession(server, { ...around, cwd }, async session => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': NEWEST,
        'io.modelcontextprotocol/clientInfo': SELF,
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      await session.request('server/discover', { _meta })
      await listTools(session, { _meta })
    })
    return [OLDEST, NEWEST]
  })
}

async function greet(session: McpSession, protocolVersion: string): Promise<void> {
  const answer = await session.request('initialize', { protocolVersion, capabilities: {}, clientInfo: SELF })
  if (answer.protocolVersion !== protocolVersion)
    throw new ShoalError(
      'client-failed',
      `the MCP server speaks ${String(answer.protocolVersion)} with a client that asks for ${protocolVersion}`,
    )
  session.notify('notifications/initialized')
}

async function listTools(session: McpSession, params: Fields): Promise<number> {
  const { tools } = await session.request('tools/list', params)
  if (Array.isArray(tools) && tools.some(tool => tool?.name === 'overview')) return tools.length
  throw new ShoalError('client-failed', 'the MCP server does not list its tools')
}

async function withSession<T>(
  server: ServerCommand,
  options: SessionOptions,
  act: (session: McpSession) => Promise<T>,
): Promise<T> {
  const session = new McpSession(server, options)
  try {
    return await act(session)
  } finally {
    await session.close()
  }
}

async function inTempDir<T>(act: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'shoal-check-'))
  try {
    return await act(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
