// Runs and their reports as resources: what tools point at instead of carrying it.
import {
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { ShoalError } from '../model/errors.ts'
import { renderReport } from '../run/render-report.ts'
import { findingJson } from '../stages/report/json.ts'
import { failureLine } from './answer.ts'
import { readRunReport } from './run-access.ts'
import { listedRuns, runState } from './run-pages.ts'
import { RUNS_URI } from './run-uris.ts'
import type { ToolContext } from './tool.ts'

/** What a request may use, or what its client has to answer first. */
export type ContextOf = (context: ServerContext) => Promise<ToolContext | InputRequiredResult>

export interface ResourceOptions {
  readonly contextOf: ContextOf
  /** The names of the runs that may be seen, for completing one. */
  runNames(): Promise<readonly string[]>
}

type Read = (context: ToolContext, variables: Readonly<Record<string, string>>) => Promise<string>

interface RunResource {
  readonly name: string
  readonly title: string
  /** Behind `shoal://runs`. */
  readonly template: string
  readonly description: string
  readonly mimeType: string
  readonly read: Read
}

const OF_RUNS: readonly RunResource[] = [
  {
    name: 'run',
    title: 'Run',
    template: '/{run}',
    description: 'One run: what it reads, what was asked, how far it is.',
    mimeType: 'application/json',
    read: async (context, { run }) => pretty(await runState(context, run!)),
  },
  {
    name: 'report',
    title: 'Report',
    template: '/{run}/report.md',
    description: 'The report of a run, as Markdown.',
    mimeType: 'text/markdown',
    read: async (context, { run }) => await renderReport(await readRunReport(context, run!), 'md'),
  },
  {
    name: 'report-json',
    title: 'Report as JSON',
    template: '/{run}/report.json',
    description: 'The report of a run with every finding and all figures.',
    mimeType: 'application/json',
    read: async (context, { run }) => await renderReport(await readRunReport(context, run!), 'json'),
  },
  {
    name: 'finding',
    title: 'Finding',
    template: '/{run}/findings/{id}',
    description: 'One finding with all its places and figures.',
    mimeType: 'application/json',
    read: async (context, { run, id }) => {
      const finding = (await readRunReport(context, run!)).findings.find(one => one.id === id)
      if (finding) return pretty(findingJson(finding))
      throw new ShoalError('not-found', `run "${run}" has no finding "${id}"`, {
        detail: id!,
        advice: '`findings` lists them with their ids',
      })
    },
  },
]

export function registerResources(server: McpServer, { contextOf, runNames }: ResourceOptions): void {
  const mimeType = 'application/json'
  const list = { title: 'Runs', description: 'The runs over files inside the roots, the newest first.', mimeType }
  server.registerResource('runs', RUNS_URI, list, (uri, context) =>
    read({ uri, mimeType, context, contextOf }, async given => pretty(await listedRuns(given))),
  )
  const complete = {
    run: async (value: string) => (await runNames()).filter(name => name.startsWith(value)).slice(0, 100),
  }
  for (const { name, title, template, description, mimeType, read: readOne } of OF_RUNS) {
    const address = new ResourceTemplate(`${RUNS_URI}${template}`, { list: undefined, complete })
    server.registerResource(name, address, { title, description, mimeType }, (uri, variables, context) =>
      read({ uri, mimeType, context, contextOf }, given => readOne(given, decoded(variables))),
    )
  }
}

interface Reading {
  readonly uri: URL
  readonly mimeType: string
  readonly context: ServerContext
  readonly contextOf: ContextOf
}

async function read(
  { uri, mimeType, context, contextOf }: Reading,
  make: (given: ToolContext) => Promise<string>,
): Promise<ReadResourceResult | InputRequiredResult> {
  try {
    const given = await contextOf(context)
    if (isInputRequiredResult(given)) return given
    return { contents: [{ uri: uri.href, mimeType, text: await make(given) }] }
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, failureLine('reading it', error))
  }
}

function decoded(variables: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, decode(Array.isArray(value) ? (value[0] ?? '') : value)]),
  )
}

/** What is no proper escape stands for itself: then there is no such run. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
