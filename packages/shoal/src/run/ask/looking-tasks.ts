// Results, notes and answers of an agent's question in the ledger: the id of the task is what they are cited by, so that two processes
// never give out the same one.

import type { AskNote } from '@shoal/base/model/asking'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { ActionInput } from '../../stages/asking/inputs.ts'
import type { RecordList } from '../../stages/labels/record-list.ts'
import { shownText } from '../../text/gate/shown.ts'

export interface StoredResult {
  readonly tool: string
  readonly input: Json
  /** Stands for the call and for what the files held. */
  readonly key: string
  /** Stands for what the files held that it looked at. */
  readonly digest: string
  readonly text: string
}

export type StoredNote = Omit<AskNote, 'id'>

export interface StoredLabelling {
  readonly input: ActionInput<'label'>
  readonly list: RecordList
  /** Stands for what the files held. */
  readonly digest: string
  /** Stands for what is labelled by what. */
  readonly key: string
}

export interface StoredLabels {
  readonly labelling: string
  /** By id, which is the number of the text from 1. */
  readonly labels: Readonly<Record<string, string>>
}

export type Stored = StoredResult | StoredNote | StoredLabelling | StoredLabels

const LONGEST_SUBJECT = 120
/** An agent is there for as long as it takes to store what it found. */
const LEASE_MS = 60_000
/** Questions that this process has opened: several servers may share it. */
let opened = 0

export class LookingTasks {
  private readonly known = new Set<string>()
  private readonly member = `agent-${process.pid}-${++opened}`

  constructor(
    private readonly run: string,
    private readonly ledger: Ledger,
  ) {}

  /** What was kept since the last time, by whichever process, in its order. */
  async added(): Promise<{ readonly id: string; readonly value: Stored }[]> {
    const { run, ledger, known } = this
    const added = []
    for (const { id } of await ledger.tasks(run, { status: 'completed' })) {
      if (known.has(id)) continue
      known.add(id)
      if (/^(?:[RN]\d+|L\d+(?:-\d+)?)$/.test(id))
        added.push({ id, value: (await ledger.result(run, id)) as unknown as Stored })
    }
    return added
  }

  /** Keeps it under the next free number behind `prefix`, and gives back its id. */
  async keep(prefix: string, subject: string, value: unknown): Promise<string> {
    const { run, ledger, known } = this
    const { ended } = await ledger.team(run)
    if (ended !== null) await ledger.reopenRun(run)
    const id = await this.created(prefix, shownText(subject).replace(/\s+/g, ' ').slice(0, LONGEST_SUBJECT))
    const session = await ledger.join(run, { name: this.member, kind: 'agent' }, LEASE_MS)
    try {
      const claim = await ledger.claim(session, { task: id })
      if (!claim) throw new ShoalError('wrong-state', `${id} of run "${run}" cannot be kept`, { detail: run })
      await ledger.finish(claim, { status: 'completed', result: value as Json })
    } finally {
      await ledger.leave(session)
    }
    known.add(id)
    return id
  }

  private async created(prefix: string, subject: string): Promise<string> {
    const { run, ledger, known } = this
    for (let number = 1 + [...known].filter(id => isOf(id, prefix)).length; ; number++) {
      const id = `${prefix}${number}`
      try {
        await ledger.createTasks(run, [{ id, subject }])
        return id
      } catch (error) {
        if (!(error instanceof ShoalError) || error.code !== 'task-exists') throw error
      }
    }
  }
}

function isOf(id: string, prefix: string): boolean {
  return id.startsWith(prefix) && /^\d+$/.test(id.slice(prefix.length))
}
