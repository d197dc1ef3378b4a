// Coding agents of the config file: the rows that a pattern file names become part of it, so that a run keeps them.

import { ShoalError } from '@shoal/base/model/errors'
import { isRecord } from '@shoal/base/model/option-values'
import { NAME_PATTERN } from '@shoal/base/model/team'
import type * as z from 'zod'
import { agentRow } from '../agents/agent-row.ts'
import { workersIn } from './workers-in.ts'

export type ConfiguredAgents = Readonly<Record<string, unknown>>

/** A row of the file itself wins over the config's, which wins over one that shoal knows. */
export function withConfigured(
  file: Readonly<Record<string, unknown>>,
  agents: ConfiguredAgents,
): Readonly<Record<string, unknown>> {
  const own = isRecord(file.agents) ? file.agents : {}
  const named = new Set(
    [...workersIn(file)].flatMap(({ worker: { agent } }) => (typeof agent === 'string' ? [agent] : [])),
  )
  const used = [...named].filter(name => !Object.hasOwn(own, name) && Object.hasOwn(agents, name))
  if (used.length === 0) return file
  return { ...file, agents: { ...Object.fromEntries(used.map(name => [name, checked(name, agents[name])])), ...own } }
}

function checked(name: string, row: unknown): z.infer<typeof agentRow> {
  const { data, error } = agentRow.safeParse(row)
  const [issue] = error?.issues ?? []
  if (data && NAME_PATTERN.test(name)) return data
  const where = ['codingAgents', name, ...(issue?.path ?? [])].join('.')
  throw new ShoalError('config-invalid', `the config file: ${where}: ${issue?.message ?? 'is no name of an agent'}`, {
    detail: name,
    advice: 'docs/patterns/agents.md says what a row has',
  })
}
