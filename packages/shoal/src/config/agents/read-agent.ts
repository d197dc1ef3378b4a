// One agent from its file, or what is wrong with the file.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Agent, analystTools, type ModelClass, modelClasses } from '@shoal/base/model/agent'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { type AgentFile, type Problem, takeApart } from './agent-file.ts'
import { lintAgent, toolNames } from './lint-agent.ts'

/** A file that cannot be used; `path` as people may see it. */
export interface FaultyFile {
  readonly path: string
  readonly problems: readonly Problem[]
}

/** More would leave an analyst no room for what it is to read. */
const SIZE_LIMIT = 100_000
const TOO_LARGE: Problem = { line: 1, what: 'it is larger than 100 kB; an agent is told a page or two' }

/** `shown` is the path of the file as people may see it. Throws only when the file cannot be read. */
export function readAgent(file: string, shown: string): Agent | FaultyFile {
  const text = readText(file, shown)
  if (text === null) return { path: shown, problems: [TOO_LARGE] }
  const problems = lintAgent(agentNameOf(file), text)
  const parts = takeApart(text)
  return problems.length > 0 || 'what' in parts ? { path: shown, problems } : agentOf(parts, shown)
}

/** What the agent of a file must be named. */
export function agentNameOf(file: string): string {
  return basename(file, '.md')
}

function agentOf({ fields, body }: AgentFile, origin: string): Agent {
  const value = (field: string) => fields.get(field)?.value
  const denied = toolNames(value('disallowedTools')) ?? []
  const named = toolNames(value('tools')) ?? []
  const tools = analystTools.filter(tool => named.includes(tool) && !denied.includes(tool))
  const modelClass = modelClasses.find(name => name === value('model')) ?? null
  return {
    name: value('name') as string,
    description: (value('description') as string).trim(),
    modelClass,
    tools,
    color: (value('color') as string | undefined) ?? null,
    instructions: body,
    version: versionOf(body, tools, modelClass),
    origin,
  }
}

function versionOf(instructions: string, tools: readonly string[], modelClass: ModelClass | null): string {
  const parts = JSON.stringify([instructions, tools, modelClass])
  return createHash('sha256').update(parts).digest('hex').slice(0, 32)
}

/** Null when it is too large. */
function readText(file: string, shown: string): string | null {
  try {
    const about = statSync(file)
    // A directory says so itself when it is read; a pipe or a device might never end.
    if (!about.isFile() && !about.isDirectory())
      throw new ShoalError('not-a-file', `${shown}: not a regular file`, { detail: shown })
    return about.size > SIZE_LIMIT ? null : readFileSync(file, 'utf8')
  } catch (error) {
    throw toShoalError(error, shown)
  }
}
