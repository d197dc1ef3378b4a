// Stops a run, whoever leads it.
import { ShoalError } from '@shoal/base/model/errors'
import { currentOverview } from '../../run/overviews.ts'
import type { ApiContext } from '../api-context.ts'

/** Its processes learn of it with their next heartbeat. Throws `wrong-state` when nobody works on it. */
export async function stopRun({ ledger }: Pick<ApiContext, 'ledger'>, run: string): Promise<void> {
  const { status } = await currentOverview(ledger, run)
  if (status !== 'running' && status !== 'waiting')
    throw new ShoalError('wrong-state', `run "${run}" is not at work: it is ${status}`, {
      detail: run,
      advice: 'only a run at work can be stopped',
    })
  await ledger.requestStop(run, 'asked to stop from the live view')
}
