// Who calls, and what it can do. Since 2026-07-28 every request says so itself; before, the connection did once.

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { lookup } from '@shoal/base/model/lookup'

/** `claude-code 2.1.325`; null when it did not say. */
export function clientName({ server }: McpServer, context: ServerContext): string | null {
  const client = said<Implementation>(context, CLIENT_INFO_META_KEY) ?? server.getClientVersion()
  return client ? `${client.name} ${client.version}` : null
}

/** The client can name its roots, in a request of 2026-07-28. */
export function saysRoots(context: ServerContext): boolean {
  return said<ClientCapabilities>(context, CLIENT_CAPABILITIES_META_KEY)?.roots !== undefined
}

/** The SDK has checked the shape when it is there. */
function said<T>({ mcpReq }: ServerContext, key: string): T | undefined {
  return lookup((mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>, key) as T | undefined
}
