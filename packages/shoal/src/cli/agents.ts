// `shoal agents`: the agents that models are told to be, those of the project included, and what is wrong with a file.
import { resolve } from 'node:path'
import type { Agent } from '@shoal/base/model/agent'
import type { ContentType } from '@shoal/base/model/content-type'
import { type ExitStatus, errorTable } from '@shoal/base/model/errors'
import { plural, printable } from '@shoal/base/text/printable'
import type { FaultyFile } from '../config/agents/read-agent.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import { type GridColumn, Sheet } from './team/sheet.ts'

export function agentsCommand(): Command {
  return {
    name: 'agents',
    summary: 'the agents that models work as; with files, what is wrong with them',
    usage: '[FILE…]',
    examples: [
      { line: 'shoal info agents', does: 'each with its class of model, its tools and what it reads' },
      {
        line: 'shoal info agents .shoal/agents/rlm-code-analyzer.md',
        does: 'check a file; exits with 2 if it is not right',
      },
      { line: 'shoal info agents --json', does: 'the list for a script' },
    ],
    run: (io, input) => (input.args.length > 0 ? check(io, input) : list(io, input)),
  }
}

async function list(io: Io, { settings, face }: CommandInput): Promise<ExitStatus> {
  const [{ findAgents }, { registryFor }] = await Promise.all([
    import('../config/agents/load-agents.ts'),
    import('../run/registry.ts'),
  ])
  const { agents, faulty } = findAgents({ cwd: io.cwd, home: io.env.HOME ?? io.env.USERPROFILE })
  const { types } = registryFor(settings)
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      await writeJsonList(
        write,
        agents.map(agent => agentJson(agent, typesOf(agent, types))),
      )
      return await write('\n')
    }
    const sheet = new Sheet(io, face)
    const rows = agents.map(agent => cells(agent, typesOf(agent, types)))
    sheet.grid(columns, rows)
    await write(sheet.text())
  })
  for (const line of faulty.flatMap(problemLines)) io.stderr.write(`${line}\n`)
  return statusFor(faulty)
}

async function check(io: Io, { args, face }: CommandInput): Promise<ExitStatus> {
  const { readAgent } = await import('../config/agents/read-agent.ts')
  const checked = args.map(path => {
    const read = readAgent(resolve(io.cwd, path), path)
    return { path, problems: 'problems' in read ? read.problems : [] }
  })
  await writeDocument(io, { output: face.output, inputs: args }, async write => {
    if (face.format === 'json') {
      await writeJsonList(
        write,
        checked.map(({ path, problems }) => ({
          path,
          problems: problems.map(({ line, what }) => ({ line, message: what })),
        })),
      )
      return await write('\n')
    }
    for (const one of checked) {
      const lines = one.problems.length > 0 ? problemLines(one) : [`${printable(one.path)}: fine`]
      for (const line of lines) await write(`${line}\n`)
    }
  })
  const count = checked.reduce((sum, { problems }) => sum + problems.length, 0)
  if (count > 0 && !face.quiet) io.stderr.write(`${plural(count, 'problem')}\n`)
  return statusFor(checked)
}

function statusFor(files: readonly FaultyFile[]): ExitStatus {
  return files.some(({ problems }) => problems.length > 0) ? errorTable['agent-invalid'].exit : 0
}

/** As compilers write them, so that editors can follow. */
function problemLines({ path, problems }: FaultyFile): string[] {
  return problems.map(({ line, what }) => printable(`${path}:${line}: ${what}`))
}

/** The names of the content types whose chunks it reads. */
function typesOf(agent: Agent, types: readonly ContentType[]): string[] {
  return types.filter(type => type.agent === agent.name).map(type => type.name)
}

function agentJson(agent: Agent, contentTypes: readonly string[]) {
  return {
    name: agent.name,
    description: agent.description,
    model: agent.modelClass ?? 'inherit',
    tools: agent.tools,
    color: agent.color,
    content_types: contentTypes,
    version: agent.version,
    origin: agent.origin,
  }
}

const columns: readonly GridColumn[] = [
  { title: 'agent', atLeast: 18 },
  { title: 'model' },
  { title: 'tools' },
  { title: 'reads', atLeast: 12 },
  { title: 'from', atLeast: 10 },
]

function cells(agent: Agent, contentTypes: readonly string[]): string[] {
  return [
    printable(agent.name),
    agent.modelClass ?? 'inherit',
    agent.tools.join(' ') || '-',
    printable(contentTypes.join(' ')) || '-',
    printable(agent.origin),
  ]
}
