// Clients of every protocol version in use do the same things with the same server, over stdio and over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analysesWithAgents, cancels, hearsProgress, listsEverything, stopsWhatIsCancelled } from './scenario.ts'
import { type HttpServer, makeWorkspace, startHttpServer, type Workspace } from './server-process.ts'
import { connectModern, connectOld, type Reach, type TestClient } from './test-clients.ts'

interface Row {
  readonly sdk: string
  readonly version: string
  connect(version: string, reach: Reach): Promise<TestClient>
}

const clients: readonly Row[] = [
  { sdk: 'SDK 1.x', version: '2024-11-05', connect: connectOld },
  { sdk: 'SDK 1.x', version: '2025-03-26', connect: connectOld },
  { sdk: 'SDK 1.x', version: '2025-06-18', connect: connectOld },
  { sdk: 'SDK 1.x', version: '2025-11-25', connect: connectOld },
  { sdk: 'SDK 2.x', version: '2026-07-28', connect: connectModern },
]

const rows = [
  ...clients.map(client => ({ over: 'stdio' as const, ...client })),
  // This HTTP came with 2025-03-26.
  ...clients.filter(({ version }) => version > '2025').map(client => ({ over: 'http' as const, ...client })),
]

describe.each(rows)('$sdk at $version over $over', ({ over, version, connect }) => {
  let workspace: Workspace
  let server: HttpServer | null = null
  let client: TestClient

  beforeAll(async () => {
    workspace = makeWorkspace('clients/shop')
    if (over === 'http') server = await startHttpServer(workspace)
    client = await connect(version, server === null ? { over: 'stdio', workspace } : { over: 'http', url: server.url })
  })

  afterAll(async () => {
    await client?.close()
    await server?.close()
    workspace?.remove()
  })

  it('agrees on the version', () => expect(client.protocol).toBe(version))
  it('lists every tool with its schemas', () => listsEverything(client))
  it('leads an analysis that agents read', () => analysesWithAgents(client, workspace.directory))
  it('hears progress', () => hearsProgress(client, workspace.directory))
  it('cancels a call', () => cancels(client))
  it('stops what is cancelled', () => stopsWhatIsCancelled(client))
})
