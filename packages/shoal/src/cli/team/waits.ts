// Why blocked tasks wait, for whole lists of them.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Task } from '@shoal/base/model/task'
import { plural } from '@shoal/base/text/printable'
import { whyBlocked } from '../../run/teams.ts'
import { stateOf } from './words.ts'

/** Looking up why may lead past many tasks; beyond so many answers a list says only for how many a task waits. */
const ANSWERS = 1000

export class Waits {
  private readonly known = new Map<string, string | null>()
  private readonly tasks = new Map<string, Promise<Task>>()
  /** Looks at every task once, however many wait for it. */
  private readonly view: Ledger

  constructor(
    ledger: Ledger,
    private readonly team: string,
  ) {
    const task = (_: string, id: string) => {
      const looked = this.tasks.get(id) ?? ledger.task(team, id)
      this.tasks.set(id, looked)
      return looked
    }
    this.view = { ...ledger, task }
  }

  /** `waits for 3 (failed: exit 1)`; null for a task that is not blocked. */
  async reasonOf(task: Task): Promise<string | null> {
    if (stateOf(task) !== 'blocked') return null
    // Tasks that wait for the same ones wait for the same reason.
    const key = task.blockedBy.join('\n')
    if (!this.known.has(key)) {
      if (this.known.size >= ANSWERS) return `waits for ${plural(task.openBlockers, 'task')}`
      this.known.set(key, await whyBlocked(this.view, this.team, task.id))
    }
    return this.known.get(key) ?? null
  }
}
