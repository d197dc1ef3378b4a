// A process that is killed with a task in hand, and one that hosts the member that takes it again.
import { openLedger } from '../../build/shoal/run/ledger.js'
import { functionWorker, hostTeam } from '../../build/shoal/team.js'
import { processIdentity } from '../../build/team/process-identity.js'
import { clock, takeJob, tell } from './processes.mjs'

const acts = {
  /** Whether others can see that its process is gone, or have only its lease to go by. */
  async victim({ directory, isKnown, leaseMs }) {
    const ledger = await openLedger(directory)
    await ledger.createTeam({ name: 'recovery', tasks: [{ subject: 'Hold on' }] })
    const identity = isKnown ? { process: processIdentity() } : {}
    const session = await ledger.join('recovery', { name: 'victim', ...identity }, leaseMs)
    await ledger.claim(session)
    setInterval(() => void ledger.renew([session], leaseMs), 1000)
    return async () => ({})
  },

  async survivor({ directory, leaseMs }) {
    const ledger = await openLedger(directory)
    const worker = functionWorker(async () => {
      tell({ running: clock() })
      return null
    })
    const draft = { members: [{ name: 'survivor', worker }], leaseMs }
    return async () => await hostTeam({ ledger, team: 'recovery', draft, signal: new AbortController().signal })
  },
}

takeJob(job => acts[job.act](job))
