// The laws every ledger obeys. A store shows that it keeps them by opening an empty ledger for each case.
import { afterEach, describe } from 'vitest'
import type { Ledger } from '../../src/model/ledger.ts'
import { amendmentLaws } from './ledger/amendments.ts'
import { approvalLaws } from './ledger/approvals.ts'
import { budgetLaws } from './ledger/budgets.ts'
import { claimLaws } from './ledger/claims.ts'
import { deletionLaws } from './ledger/deletion.ts'
import { dependencyLaws } from './ledger/dependencies.ts'
import { endingLaws } from './ledger/endings.ts'
import { eventLaws } from './ledger/events.ts'
import { memberLaws } from './ledger/members.ts'
import { messageLaws } from './ledger/messages.ts'
import { planningLaws } from './ledger/planning.ts'
import { shutdownLaws } from './ledger/shutdown.ts'
import { takeUpLaws } from './ledger/take-up.ts'
import { taskLaws } from './ledger/tasks.ts'
import { teamLaws } from './ledger/teams.ts'
import { valueLaws } from './ledger/values.ts'
import { type Fresh, fakeClock } from './ledger/world.ts'

/** `open` gives an empty ledger that asks `now` for the time; the suite closes it. */
export function ledgerConformance(name: string, open: (options: { now: () => number }) => Promise<Ledger>): void {
  describe(`${name} keeps the laws of a ledger`, () => {
    const opened: Ledger[] = []
    afterEach(async () => {
      for (const ledger of opened.splice(0)) await ledger.close()
    })
    const fresh: Fresh = async () => {
      const clock = fakeClock()
      const ledger = await open({ now: clock.now })
      opened.push(ledger)
      return { ledger, clock }
    }
    teamLaws(fresh)
    planningLaws(fresh)
    deletionLaws(fresh)
    memberLaws(fresh)
    taskLaws(fresh)
    dependencyLaws(fresh)
    claimLaws(fresh)
    takeUpLaws(fresh)
    endingLaws(fresh)
    amendmentLaws(fresh)
    approvalLaws(fresh)
    messageLaws(fresh)
    shutdownLaws(fresh)
    budgetLaws(fresh)
    eventLaws(fresh)
    valueLaws(fresh)
  })
}
