// Which directories an agent may reach: those of `--root`, else those its client names, else where the server was started.
import { realpathSync, statSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { homeDir } from '../config/home-dir.ts'
import { saysRoots } from './client.ts'
import type { ServerSetting } from './context.ts'

/** The roots of one connection: real directories. */
export interface RootsOf {
  /** Of a request, or the question that its client has to answer first. */
  of(context: ServerContext): Promise<readonly string[] | InputRequiredResult>
  /** Those that are known without asking in a request: none where that is the only way. */
  now(): Promise<readonly string[]>
}

export function fixedRoots(roots: readonly string[]): RootsOf {
  return { of: async () => roots, now: async () => roots }
}

/** Directories that the user named. Throws `not-found` and `not-directory`: a server with fewer roots than meant is no help. */
export function namedRoots(named: readonly string[], cwd: string): readonly string[] {
  return named.map(root => {
    const real = realDirectory(resolve(cwd, root))
    if (real !== null) return real
    const isThere = statSync(resolve(cwd, root), { throwIfNoEntry: false }) !== undefined
    throw new ShoalError(isThere ? 'not-directory' : 'not-found', `--root ${printable(root)}: no such directory`, {
      detail: '--root',
    })
  })
}

/**
 * Where the client's own word is missing: the project that Claude Code names, else the working directory. A file system's
 * root and a home directory are never meant by merely being started there, as desktop clients do.
 */
export function startRoots({ env, cwd }: Pick<ServerSetting, 'env' | 'cwd'>): readonly string[] {
  const project = env.CLAUDE_PROJECT_DIR ? realDirectory(resolve(cwd, env.CLAUDE_PROJECT_DIR)) : null
  if (project !== null) return [project]
  const real = realDirectory(cwd)
  return real === null || real === parse(real).root || real === realDirectory(homeDir(env)) ? [] : [real]
}

/** Asks the client, each era in its own way. A client that knows no roots gets `start`. */
export function clientRoots(
  server: McpServer,
  era: 'legacy' | 'modern',
  start: readonly string[],
  setting: ServerSetting,
): RootsOf {
  return era === 'modern' ? modernRoots(start) : legacyRoots(server, start, setting)
}

/** Since 2026-07-28 there is no session to remember anything in: the client answers with the call itself, on a second try. */
function modernRoots(start: readonly string[]): RootsOf {
  return {
    now: async () => [],
    of: async context => {
      if (!saysRoots(context)) return start
      const { inputResponses } = context.mcpReq
      const answer = inputResponse(inputResponses, 'roots')
      if (answer.kind === 'roots') return directoriesOf(answer.roots)
      // Asked once and not answered: it has none to name.
      if (inputResponses !== undefined) return start
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
    },
  }
}

const ANSWER_MS = 10_000

/** Before, the server asks, and the client says when the answer has changed. */
function legacyRoots({ server }: McpServer, start: readonly string[], { note }: ServerSetting): RootsOf {
  let known: Promise<readonly string[]> | null = null
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    known = null
  })
  const ask = async (relatedRequestId?: RequestId) => {
    try {
      const { roots } = await server.listRoots(undefined, { timeout: ANSWER_MS, relatedRequestId })
      return directoriesOf(roots)
    } catch (error) {
      note(`the client did not name its roots: ${error instanceof Error ? error.message : String(error)}`)
      if (ProtocolError.isInstance(error) && error.code === ProtocolErrorCode.MethodNotFound) return start
      // It may have meant less than it would get, so it gets nothing; and it is asked again.
      known = null
      return []
    }
  }
  // Over HTTP the question goes along with the answer to a request: there may be no other way to the client.
  const rootsNow = async (relatedRequestId?: RequestId) => {
    if (!server.getClientCapabilities()?.roots) return start
    known ??= ask(relatedRequestId)
    return await known
  }
  return { of: ({ mcpReq }) => rootsNow(mcpReq.id), now: () => rootsNow() }
}

/** What is no directory of this machine is left out; so nothing may be left, and then nothing may be read. */
function directoriesOf(roots: readonly { readonly uri: string }[]): readonly string[] {
  const real = roots.map(({ uri }) => directoryAt(uri)).filter(root => root !== null)
  return [...new Set(real)]
}

function directoryAt(uri: string): string | null {
  try {
    return realDirectory(fileURLToPath(uri))
  } catch {
    return null
  }
}

function realDirectory(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    return statSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}
