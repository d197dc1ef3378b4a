// What the ledger keeps of a question: every reply of the model with what came of it, and the answer. Whoever looks on reads it from
// there, in whichever process, while it is open and afterwards.
import type { AskProgress, AskReport } from '@shoal/base/model/asking'
import type { Ledger } from '@shoal/base/model/ledger'
import { z } from 'zod'
import { listed, storedKind } from '../stored-value.ts'

export const askReports = storedKind<AskReport>(
  'an answer',
  z.looseObject({ question: z.string(), sentences: listed, notes: listed, steps: listed }),
)
export const askTurns = storedKind<AskProgress>('a turn', z.looseObject({ number: z.number(), steps: listed }))

/** The tasks that hold them, by what their ids begin with. */
export const ANSWER = 'answer'
export const TURN = 'turn'

export async function storedReport(ledger: Ledger, run: string): Promise<AskReport | null> {
  const [last] = (await idsOf(ledger, run, ANSWER)).slice(-1)
  return last === undefined ? null : askReports.read(await ledger.result(run, last))
}

/** In order. What was resumed after its files had changed has some twice: the later count. */
export async function storedTurns(ledger: Ledger, run: string): Promise<readonly AskProgress[]> {
  const turns = new Map<number, AskProgress>()
  for (const id of await idsOf(ledger, run, TURN)) {
    const turn = askTurns.read(await ledger.result(run, id))
    if (turn) turns.set(turn.number, turn)
  }
  return [...turns.values()].sort((a, b) => a.number - b.number)
}

async function idsOf(ledger: Ledger, run: string, kind: string): Promise<string[]> {
  const all = await ledger.tasks(run, { status: 'completed' })
  return all.map(({ id }) => id).filter(id => id.startsWith(`${kind}-`))
}
