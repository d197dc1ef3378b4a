// The steps of a question in the ledger: each is a task whose id stands for the tool, what it was given, and what the files held that it
// looks at. A step that is there is never done again, by whichever process.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Task } from '@shoal/base/model/task'
import { LEAD, type Session } from '@shoal/base/model/team'
import { digestOf } from '../../models/digest.ts'
import { shownText } from '../../text/gate/shown.ts'

export interface NewStep {
  readonly tool: string
  readonly input: Json
  /** Stands for what the files held. */
  readonly digest: string
}

/** Gives the result of a step, made only where there is none. */
export interface StepStore {
  once<T extends Json>(step: NewStep, make: () => Promise<T>): Promise<{ readonly value: T; readonly isNew: boolean }>
}

const LONGEST_SUBJECT = 120

export class Steps implements StepStore {
  constructor(
    private readonly ledger: Ledger,
    private readonly run: string,
    private readonly session: Session,
  ) {}

  /** The result of the step, made only where there is none. `make` may throw: then the step is open as before. */
  async once<T extends Json>(
    step: NewStep,
    make: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly isNew: boolean }> {
    const { ledger, run, session } = this
    const id = `${step.tool}-${digestOf([step.tool, step.input, step.digest])}`
    const known = await this.known(id)
    if (known?.status === 'completed') return { value: (await ledger.result(run, id)) as T, isNew: false }
    if (known === null) await ledger.createTasks(run, [{ id, subject: subjectOf(step), input: step.input, role: LEAD }])
    const claim = await ledger.claim(session, { task: id })
    if (!claim) throw new ShoalError('wrong-state', `step ${id} of run "${run}" cannot be taken`, { detail: run })
    let value: T
    try {
      value = await make()
    } catch (error) {
      await ledger.finish(claim, { status: 'released', reason: 'stopped' }).catch(() => {})
      throw error
    }
    await ledger.finish(claim, { status: 'completed', result: value })
    return { value, isNew: true }
  }

  private async known(id: string): Promise<Task | null> {
    try {
      return await this.ledger.task(this.run, id)
    } catch (error) {
      if (error instanceof ShoalError && error.code === 'unknown-task') return null
      throw error
    }
  }
}

function subjectOf({ tool, input }: NewStep): string {
  const text = shownText(typeof input === 'object' ? JSON.stringify(input) : String(input)).replace(/\s+/g, ' ')
  return `${tool}: ${text}`.slice(0, LONGEST_SUBJECT)
}
