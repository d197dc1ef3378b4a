// The clients of the conformance test: two generations of the reference SDK, over stdio and over HTTP, behind one face.
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { PATIENCE_MS } from '../patience.ts'
import { TOKEN, type Workspace } from './server-process.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  onprogress?(note: { progress: number; total?: number | undefined; message?: string | undefined }): void
}

export interface CallResult {
  readonly isError: boolean
  /** The structured answer; null when there is none. */
  readonly data: Record<string, unknown> | null
  readonly text: string
  readonly links: readonly string[]
}

export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined
}

export interface TestClient {
  /** The version that was agreed on. */
  readonly protocol: string
  readonly instructions: string
  tools(): Promise<readonly ListedTool[]>
  call(name: string, args: object, options?: CallOptions): Promise<CallResult>
  resources(): Promise<readonly string[]>
  read(uri: string): Promise<string>
  close(): Promise<void>
}

/** Where the server is: started by the client itself, or already listening. */
export type Reach =
  | { readonly over: 'stdio'; readonly workspace: Workspace }
  | { readonly over: 'http'; readonly url: URL }

const WHO = { name: 'shoal-tests', version: '1.0.0' }
const BEARER = { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } }

/** The SDK of 2025, made to ask for `version` as its earlier releases did. */
export async function connectOld(version: string, reach: Reach): Promise<TestClient> {
  const client = new OldClient(WHO)
  const transport = (
    reach.over === 'stdio' ? new OldStdio(stdio(reach.workspace)) : new OldHttp(reach.url, BEARER)
  ) as OldTransport
  const agreed = askFor(version, transport)
  await client.connect(transport, { timeout: PATIENCE_MS })
  return {
    protocol: agreed(),
    instructions: client.getInstructions() ?? '',
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, options = {}) =>
      resultOf(
        await client.callTool({ name, arguments: { ...args } }, undefined, { timeout: PATIENCE_MS, ...options }),
      ),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => textsOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  }
}

/** The SDK of 2026, in the era without sessions. */
export async function connectModern(version: string, reach: Reach): Promise<TestClient> {
  const client = new ModernClient(WHO, { versionNegotiation: { mode: { pin: version } } })
  await client.connect(
    reach.over === 'stdio' ? new ModernStdio(stdio(reach.workspace)) : new ModernHttp(reach.url, BEARER),
    { timeout: PATIENCE_MS },
  )
  return {
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    instructions: client.getInstructions() ?? '',
    tools: async () => (await client.listTools()).tools as readonly ListedTool[],
    call: async (name, args, options = {}) =>
      resultOf(await client.callTool({ name, arguments: { ...args } }, { timeout: PATIENCE_MS, ...options })),
    resources: async () =>
      (await client.listResources(undefined, { cacheMode: 'refresh' })).resources.map(({ uri }) => uri),
    read: async uri => textsOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  }
}

function stdio({ command, args, env, directory }: Workspace) {
  return { command, args, env, cwd: directory, stderr: 'ignore' as const }
}

/** Puts the version into the first message; what comes back is told by the function that is returned. */
function askFor(version: string, transport: OldTransport): () => string {
  let agreed = ''
  const send = transport.send.bind(transport)
  transport.send = (message, options) =>
    send(
      isInitializeRequest(message) ? { ...message, params: { ...message.params, protocolVersion: version } } : message,
      options,
    )
  const heard = transport.setProtocolVersion?.bind(transport)
  transport.setProtocolVersion = negotiated => {
    agreed = negotiated
    heard?.(negotiated)
  }
  return () => agreed
}

function resultOf(result: object): CallResult {
  const {
    content = [],
    structuredContent,
    isError,
  } = result as {
    content?: readonly { type: string; text?: string; uri?: string }[]
    structuredContent?: Record<string, unknown>
    isError?: boolean
  }
  return {
    isError: isError === true,
    data: structuredContent ?? null,
    text: content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n'),
    links: content.flatMap(({ type, uri = '' }) => (type === 'resource_link' ? [uri] : [])),
  }
}

function textsOf(contents: readonly object[]): string {
  return contents.map(one => ('text' in one ? String(one.text) : '')).join('\n')
}
