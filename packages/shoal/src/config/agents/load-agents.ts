// The agents there are: those of the package, replaced or joined by the project's own in `.shoal/agents`.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Agent } from '@shoal/base/model/agent'
import { ShoalError } from '@shoal/base/model/errors'
import { packageFile } from '@shoal/base/model/package-files'
import { nearest } from '@shoal/base/text/nearest'
import { searchPath } from '../search-path.ts'
import { agentNameOf, type FaultyFile, readAgent } from './read-agent.ts'

/** The agents of a run, in the order of their names. */
export interface AgentBook {
  readonly agents: readonly Agent[]
  /** Throws `agent-invalid` when there is none of the name. */
  named(name: string): Agent
}

/** Whose agents: those for somebody who works in `cwd`. */
export interface AgentRequest {
  readonly cwd: string
  readonly home: string | undefined
}

export interface FoundAgents {
  readonly agents: readonly Agent[]
  readonly faulty: readonly FaultyFile[]
}

const OWN = join('.shoal', 'agents')

/** The folder lies beside `src` and `dist` alike. */
const BUILT_IN = fileURLToPath(packageFile('agents'))

/** Throws `agent-invalid`, with file and line, when a file of the project cannot be used. */
export function loadAgents(request: AgentRequest): AgentBook {
  const { agents, faulty } = findAgents(request)
  const [first] = faulty
  if (first) throw new ShoalError('agent-invalid', firstProblem(first), { detail: first.path })
  const byName = new Map(agents.map(agent => [agent.name, agent]))
  return { agents, named: name => byName.get(name) ?? nobody(name, byName.keys()) }
}

/** The same for somebody who wants to see both: the agents that can be used and the files that cannot. */
export function findAgents({ cwd, home }: AgentRequest): FoundAgents {
  const byName = new Map<string, Agent>()
  for (const file of agentFiles(BUILT_IN)) {
    const agent = readAgent(file, 'built-in')
    if ('problems' in agent) throw new ShoalError('internal', `${agentNameOf(file)}, ${firstProblem(agent)}`)
    byName.set(agent.name, agent)
  }
  const faulty: FaultyFile[] = []
  for (const file of ownFiles(cwd, home)) {
    const agent = readAgent(file, relative(cwd, file))
    if ('problems' in agent) {
      faulty.push(agent)
      // The agent it was to replace must not do the work in its stead.
      byName.delete(agentNameOf(file))
    } else byName.set(agent.name, agent)
  }
  return { agents: [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)), faulty }
}

/** Of the nearest directory that has any. */
function ownFiles(cwd: string, home: string | undefined): readonly string[] {
  for (const directory of searchPath(cwd, home)) {
    const own = join(directory, OWN)
    if (existsSync(own)) return agentFiles(own)
  }
  return []
}

/** A README is about the others. */
function agentFiles(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(entry => !entry.isDirectory() && entry.name.endsWith('.md') && entry.name !== 'README.md')
    .map(entry => join(directory, entry.name))
    .toSorted()
}

function firstProblem({ path, problems: [first] }: FaultyFile): string {
  return `${path}:${first!.line}: ${first!.what}`
}

function nobody(name: string, names: Iterable<string>): never {
  const meant = nearest(name, names)
  throw new ShoalError('agent-invalid', `there is no agent "${name}"`, {
    detail: name,
    advice: meant === null ? `add ${join(OWN, `${name}.md`)}` : `did you mean "${meant}"?`,
  })
}
