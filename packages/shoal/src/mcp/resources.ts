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
import { ShoalError } from '@shoal/base/model/errors'
import { decodedUri } from '@shoal/base/text/paths'
import { findingJson } from '../stages/report/json.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { failureLine } from './answer.ts'
import { reportJsonWithin, reportMarkdownWithin } from './report-resource.ts'
import { isQuestion, questionReport, readRunReport } from './run-access.ts'
import { listedRuns, runState } from './run-pages.ts'
import { RUNS_URI, TEAMS_URI } from './run-uris.ts'
import { listedTeams } from './teams/listed.ts'
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
    description:
      'The report of a run, as Markdown, as far as there is room; the tool `report` pages through all of it.',
    mimeType: 'text/markdown',
    read: async (context, { run }) =>
      (await isQuestion(context, run!))
        ? await questionReport(context, run!, { format: 'md', full: true })
        : await reportMarkdownWithin(await readRunReport(context, run!)),
  },
  {
    name: 'report-json',
    title: 'Report as JSON',
    template: '/{run}/report.json',
    description:
      'The report of a run with its findings and figures, as far as there is room; `left_out` says what is missing.',
    mimeType: 'application/json',
    read: async (context, { run }) =>
      (await isQuestion(context, run!))
        ? await questionReport(context, run!, { format: 'json', full: true })
        : await reportJsonWithin(await readRunReport(context, run!)),
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

const LISTS = [
  {
    name: 'runs',
    title: 'Runs',
    address: RUNS_URI,
    description: 'The runs over files inside the roots, the newest 100, and how many there are.',
    list: listedRuns,
  },
  {
    name: 'teams',
    title: 'Teams',
    address: TEAMS_URI,
    description: 'The teams that are no runs, the newest 100, and how many there are.',
    list: listedTeams,
  },
]

export function registerResources(server: McpServer, { contextOf, runNames }: ResourceOptions): void {
  const mimeType = 'application/json'
  for (const { name, title, address, description, list } of LISTS)
    server.registerResource(name, address, { title, description, mimeType }, (uri, context) =>
      read({ uri, mimeType, context, contextOf }, async given => pretty(await list(given))),
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
    Object.entries(variables).map(([name, value]) => [
      name,
      decodedUri(Array.isArray(value) ? (value[0] ?? '') : value),
    ]),
  )
}

function pretty(value: unknown): string {
  return JSON.stringify(shownValue(value), null, 2)
}
