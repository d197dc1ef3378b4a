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

/** One server for all who come over HTTP: in its life it meets every kind of client. */
let shared: { readonly workspace: Workspace; readonly server: HttpServer } | null = null

afterAll(async () => {
  await shared?.server.close()
  shared?.workspace.remove()
})

async function reachOf(over: Reach['over']): Promise<{ readonly reach: Reach; readonly workspace: Workspace }> {
  if (over === 'stdio') {
    const workspace = makeWorkspace('clients/shop')
    return { reach: { over, workspace }, workspace }
  }
  if (shared === null) {
    const workspace = makeWorkspace('clients/shop')
    shared = { workspace, server: await startHttpServer(workspace) }
  }
  return { reach: { over, url: shared.server.url }, workspace: shared.workspace }
}

describe.each(rows)('$sdk at $version over $over', ({ over, version, connect }) => {
  let workspace: Workspace
  let client: TestClient

  beforeAll(async () => {
    const there = await reachOf(over)
    workspace = there.workspace
    client = await connect(version, there.reach)
  })

  afterAll(async () => {
    await client?.close()
    if (over === 'stdio') workspace?.remove()
  })

  it('agrees on the version', () => expect(client.protocol).toBe(version))
  it('lists every tool with its schemas', () => listsEverything(client))
  it('leads an analysis that agents read', () => analysesWithAgents(client, workspace.directory))
  it('hears progress', () => hearsProgress(client, workspace.directory, version))
  it('cancels a call', () => cancels(client, `waiting-${version}`))
  it('stops what is cancelled', () => stopsWhatIsCancelled(client, `waiting-${version}`))
})
