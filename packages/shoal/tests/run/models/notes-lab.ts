// A lab with one short file, so that one report and one synthesis are asked for, and what became of the calls.
import type { StubAction } from '../../models/stub/exchange.ts'
import type { OnRequest } from '../../models/stub/server.ts'
import { honestAnalyst, purposeOf } from './honest-analyst.ts'
import { Lab } from './lab.ts'

export const NOTES = `# Deploy of 12 May

The deploy failed because the disk of the build host was full.

We rolled back at noon and freed some space.

Nobody was paged, since the alert had been muted the week before.
`
/** What the honest analyst quotes of it. */
export const MIDDLE = 'We rolled back at noon and freed some space.'
export const QUESTION = 'Why did the deploy fail?'

export async function labWith(onRequest: OnRequest): Promise<Lab> {
  const lab = await Lab.open(onRequest)
  lab.write('notes.md', NOTES)
  return lab
}

/** Does `fault` to the first `times` requests for a report. */
export function faulty(fault: StubAction, times = 1): OnRequest {
  let left = times
  return honestAnalyst({ instead: request => (purposeOf(request) === 'report' && left-- > 0 ? fault : null) })
}

export interface Call {
  readonly purpose: string
  readonly attempts: number
  readonly verdict: Record<string, unknown> | null
}

export async function callsOf(lab: Lab): Promise<Call[]> {
  return JSON.parse((await lab.shoal('calls', 'lab', '--json')).stdout)
}

/** `report 2`: what was asked for, in how many attempts. */
export const purposes = (calls: readonly Call[]) => calls.map(({ purpose, attempts }) => `${purpose} ${attempts}`)
