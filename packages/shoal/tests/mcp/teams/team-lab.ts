// The team tools as agents call them: a lead, and members by their names.
import { taskClaim } from '../../../src/mcp/tools/task-claim.ts'
import { taskUpdate } from '../../../src/mcp/tools/task-update.ts'
import { teamCreate } from '../../../src/mcp/tools/team-create.ts'
import type { LabServer } from '../lab.ts'

type Input = Readonly<Record<string, unknown>>

let teams = 0

/** A new team with these tasks; gives back its name. */
export async function newTeam(server: LabServer, tasks: readonly Input[] = []): Promise<string> {
  const team = `team-${++teams}`
  await server.call(teamCreate, { team, tasks })
  return team
}

/** A task of which only the id matters. */
export function job(id: string, more: Input = {}): Input {
  return { id, subject: `do ${id}`, ...more }
}

export interface AgentMember {
  readonly name: string
  claim(more?: Input): Promise<ReturnType<LabServer['call']>>
  update(task: string, change: Input): Promise<ReturnType<LabServer['call']>>
  complete(task: string, result?: unknown, summary?: string): Promise<ReturnType<LabServer['call']>>
  /** Claims and completes until there is nothing to do; gives back the tasks and the last answer. */
  workAll(
    work?: (claim: Awaited<ReturnType<LabServer['call']>>) => unknown,
  ): Promise<{ readonly done: string[]; readonly last: Awaited<ReturnType<LabServer['call']>> }>
}

export function agent(server: LabServer, team: string, name: string, role?: string): AgentMember {
  const who = { team, member: name, ...(role === undefined ? {} : { role }) }
  const claim: AgentMember['claim'] = more => server.call(taskClaim, { ...who, ...more })
  const update: AgentMember['update'] = (task, change) => server.call(taskUpdate, { ...who, task, ...change })
  const complete: AgentMember['complete'] = (task, result = null, summary) =>
    update(task, { status: 'completed', result, ...(summary === undefined ? {} : { summary }) })
  return {
    name,
    claim,
    update,
    complete,
    async workAll(work = () => null) {
      const done: string[] = []
      for (;;) {
        const answer = await claim()
        if (answer.task === null) return { done, last: answer }
        done.push(answer.task.id)
        await complete(answer.task.id, await work(answer), `did ${answer.task.id}`)
      }
    },
  }
}
