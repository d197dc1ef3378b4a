// The turns of a proof by agent: each agent has its own conversation, told apart by how it begins.
import type { Turn } from './script.ts'

export interface AgentSession {
  readonly role: string
  /** Of an analyst; null for others. */
  readonly task: string | null
  /** The number of the request with which it began. */
  readonly from: number
  readonly to: number
  readonly last: Turn
}

export function sessionsIn(turns: readonly Turn[]): AgentSession[] {
  const sessions = new Map<string, AgentSession>()
  for (const turn of turns) {
    if (turn.role === 'lead') continue
    const { number, messages } = turn.request
    const key = `${turn.role} ${JSON.stringify(messages[0])}`
    const from = sessions.get(key)?.from ?? number
    const isAnalyst = turn.role.endsWith('-analyzer')
    const task = isAnalyst ? (/\banalyze-\d+\b/.exec(turn.conversation.told)?.[0] ?? null) : null
    sessions.set(key, { role: turn.role, task, from, to: number, last: turn })
  }
  return [...sessions.values()]
}

/** How many were under way together, by the order of their requests. */
export function mostAtOnce(sessions: readonly AgentSession[]): number {
  return Math.max(
    0,
    ...sessions.map(one => sessions.filter(({ from, to }) => from <= one.from && one.from <= to).length),
  )
}
