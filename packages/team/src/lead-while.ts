// Leads a team while its tasks are not known yet: whoever looks sees that somebody is at it, and notices when it is gone.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD, type Session } from '@shoal/base/model/team'
import { processIdentity } from './process-identity.ts'

const LEASE_MS = 15_000
const BEAT_MS = 1000

/**
 * `work` is aborted when the team is asked to stop, or is gone: then this throws `interrupted`. Throws `member-alive` when
 * somebody else leads it.
 */
export async function leadWhile<T>(
  ledger: Ledger,
  team: string,
  signal: AbortSignal,
  work: (signal: AbortSignal, session: Session) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const session = await ledger.join(team, { name: LEAD, kind: 'lead', process: processIdentity() }, LEASE_MS)
  const beat = setInterval(async () => {
    // A ledger that is busy for a moment is asked again with the next beat.
    const [renewal] = await ledger.renew([session], LEASE_MS).catch(() => [])
    if (renewal && (!renewal.alive || renewal.stop !== null)) stop.abort()
  }, BEAT_MS)
  try {
    return await work(AbortSignal.any([signal, stop.signal]), session)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    throw new ShoalError('interrupted', `"${team}" was asked to stop`, { detail: team })
  } finally {
    clearInterval(beat)
    await ledger.leave(session).catch(() => {})
  }
}
