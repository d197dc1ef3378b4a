// What a member is told of the task that it has claimed: what came before, what was said to it, what it may use.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'
import type { Claim } from '@shoal/base/model/task'
import type { Session } from '@shoal/base/model/team'
import type { Assignment, BlockerResult } from '@shoal/base/model/worker'

export function assignmentOf(
  claim: Claim,
  role: string | null,
  ledger: Ledger,
  messages: Assignment['messages'],
): Assignment {
  const { team, member, task, input, phase } = claim
  return {
    team,
    member,
    role,
    task,
    input,
    phase,
    messages,
    callBudget: callBudgetOf(claim, ledger),
    blockers: () => Promise.all(task.blockedBy.map(id => blockerResult(ledger, team, id))),
    eachBlocker: async function* () {
      for (const id of task.blockedBy) yield await blockerResult(ledger, team, id)
    },
  }
}

/** What a session reserves is paid from the budgets of its team. */
export function callBudgetOf({ team, member, session }: Session, ledger: Ledger): Assignment['callBudget'] {
  return {
    reserve: async amounts => {
      const reservation = await ledger.reserve({ team, member, session }, amounts)
      return { settle: used => ledger.settle(reservation, used) }
    },
  }
}

async function blockerResult(ledger: Ledger, team: string, id: string): Promise<BlockerResult> {
  const { subject, status } = await ledger.task(team, id)
  return { id, subject, status: status === 'skipped' ? 'skipped' : 'completed', result: await ledger.result(team, id) }
}

/** Messages for the one who works on a task. */
export class Mail {
  private readTo = 0

  constructor(
    private readonly ledger: Ledger,
    private readonly of: Pick<Claim, 'team' | 'member'>,
  ) {}

  /** What is said by shoal itself, such as a request to shut down, is not for the worker. */
  async unread(): Promise<Awaited<ReturnType<Assignment['messages']>>> {
    const { team, member } = this.of
    const unread = await this.ledger.unread(team, member)
    this.readTo = unread.at(-1)?.number ?? 0
    const said = unread.filter(({ kind }) => kind === 'message' || kind === 'broadcast')
    return await Promise.all(
      said.map(async message => ({ from: message.from, text: await wholeText(this.ledger, team, message) })),
    )
  }

  async markRead(): Promise<void> {
    const { team, member } = this.of
    if (this.readTo > 0) await this.ledger.markRead(team, member, this.readTo).catch(() => {})
  }
}

export async function wholeText(ledger: Ledger, team: string, { number, line, hasMore }: Message): Promise<string> {
  return hasMore ? await ledger.messageText(team, number) : line
}
