// The MCP server: every tool of the table and the resources, for clients of both eras of the protocol.

import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type McpServerFactory,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { toShoalError } from '@shoal/base/model/errors'
import type { z } from 'zod'
import { ownVersion } from '../config/own-version.ts'
import { badInput, checkWritten, failureOf, resultOf } from './answer.ts'
import { clientName } from './client.ts'
import type { ServerState } from './context.ts'
import { instructions } from './instructions.ts'
import { makeJail } from './jail.ts'
import { portable } from './portable-schema.ts'
import { CallProgress, type ProgressNote } from './progress.ts'
import { registerResources } from './resources.ts'
import { clientRoots, fixedRoots, type RootsOf, startRoots } from './roots.ts'
import { runNames } from './run-pages.ts'
import type { Tool, ToolContext } from './tool.ts'
import { listedTools, type ToolSet, tools } from './tools.ts'

export interface Serving {
  readonly state: ServerState
  /** Real directories that hold whatever the client says; null to go by the client. */
  readonly roots: readonly string[] | null
  /** Sets of tools that are listed beside those of the loop. */
  readonly sets?: readonly ToolSet[]
  /** Tests bring their own. */
  readonly tools?: readonly Tool[]
}

/** One factory for both eras: called for every connection over stdio, and for every request over HTTP. */
export function serverFactory({ state, roots, sets = [], tools: own }: Serving): McpServerFactory {
  const info = { name: 'shoal', title: 'shoal', version: ownVersion() }
  const start = roots ?? startRoots(state.setting)
  const ready = (own ?? tools).map(toolConfig)
  const listed = new Set((own ?? listedTools(sets)).map(({ name }) => name))
  // In the order of the sets; what is not listed can be called by those who know of it.
  const list = once(() => ({ tools: ready.filter(({ tool }) => listed.has(tool.name)).map(listedTool) }))
  return ({ era }) => {
    const server = new McpServer(info, {
      instructions,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
    })
    const rootsOf = roots ? fixedRoots(roots) : clientRoots(server, era, start, state.setting)
    const connection = { server, state, rootsOf }
    for (const one of ready) register(one, connection)
    server.server.setRequestHandler('tools/list', list)
    registerResources(server, {
      contextOf: context => contextOf(connection, context),
      runNames: async () => await state.during(runNames({ jail: makeJail(await rootsOf.now()), ledger: state.ledger })),
    })
    return server
  }
}

interface Connection {
  readonly server: McpServer
  readonly state: ServerState
  readonly rootsOf: RootsOf
}

/** The same for every connection. */
function toolConfig(given: Tool) {
  // A misspelt name is an error, not a wish that is not heard.
  const tool = { ...given, input: given.input.strict() }
  const { title, description, input } = tool
  return { tool, config: { title, description, inputSchema: shown(input), annotations: annotationsOf(tool) } }
}

/** As a client is told of it. What it gives is not: see `Tool.output`. */
function listedTool({ tool: { name }, config: { inputSchema, ...about } }: ReturnType<typeof toolConfig>) {
  const schema = inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return { name, ...about, inputSchema: { type: 'object' as const, ...schema } }
}

function register({ tool, config }: ReturnType<typeof toolConfig>, connection: Connection): void {
  connection.server.registerTool(tool.name, config, (args, context) =>
    connection.state.during(call(tool, args, context, connection)),
  )
}

async function call(
  tool: Tool,
  args: unknown,
  context: ServerContext,
  connection: Connection,
): Promise<CallToolResult | InputRequiredResult> {
  const progress = new CallProgress(progressTo(context))
  try {
    const input = tool.input.safeParse(args)
    if (!input.success) throw badInput(tool, input.error)
    checkWritten(tool, args)
    const given = await contextOf(connection, context, progress)
    if (isInputRequiredResult(given)) return given
    given.signal.throwIfAborted()
    return resultOf(tool, await tool.run(input.data, given))
  } catch (error) {
    if (toShoalError(error).code === 'internal') connection.state.setting.note(`${tool.name}: ${logged(error)}`)
    return failureOf(tool, error)
  } finally {
    progress.end()
  }
}

async function contextOf(
  { server, state, rootsOf }: Connection,
  context: ServerContext,
  progress = new CallProgress(null),
): Promise<ToolContext | InputRequiredResult> {
  const roots = await rootsOf.of(context)
  if (isInputRequiredResult(roots)) return roots
  return state.contextFor({
    roots,
    signal: plainAbort(context.mcpReq.signal),
    client: clientName(server, context),
    progress: (done, total, message) => progress.tell(done, total, message),
  })
}

/** The SDK hands on the client's words as the reason, and they would pass for a failure. */
function plainAbort(signal: AbortSignal): AbortSignal {
  const own = new AbortController()
  if (signal.aborted) own.abort()
  else signal.addEventListener('abort', () => own.abort(), { once: true })
  return own.signal
}

function progressTo({ mcpReq: { _meta, notify, signal } }: ServerContext): ((note: ProgressNote) => void) | null {
  const token = _meta?.progressToken
  if (token === undefined) return null
  return note => {
    // A client that is gone needs no progress.
    if (!signal.aborted)
      notify({ method: 'notifications/progress', params: { progressToken: token, ...note } }).catch(() => {})
  }
}

function annotationsOf({ changes }: Tool): ToolAnnotations {
  const openWorldHint = false
  if (changes === 'nothing') return { readOnlyHint: true, openWorldHint }
  // Not to be read-only is the default.
  return { destructiveHint: changes === 'removes', openWorldHint }
}

/** For the client to see; it is `call` that checks, and says on one line what is wrong. */
function shown(schema: z.ZodObject): StandardSchemaWithJSON {
  const { jsonSchema, vendor, version } = schema['~standard'] as unknown as StandardSchemaWithJSON['~standard']
  const target = { target: 'draft-2020-12' as const }
  return {
    '~standard': {
      vendor,
      version,
      validate: value => ({ value }),
      jsonSchema: {
        input: once(() => portable(jsonSchema.input(target))),
        output: once(() => portable(jsonSchema.output(target))),
      },
    },
  }
}

/** Made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function logged(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
