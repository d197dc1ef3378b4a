// The laws every ledger obeys. A store shows that it keeps them by opening an empty ledger for each case.

import type { Ledger } from '@shoal/base/model/ledger'
import { afterEach, describe } from 'vitest'
import { amendmentLaws } from './ledger/amendments.ts'
import { approvalLaws } from './ledger/approvals.ts'
import { budgetLaws } from './ledger/budgets.ts'
import { claimLaws } from './ledger/claims.ts'
import { crowdLaws } from './ledger/crowds.ts'
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
import type { Fresh } from './ledger/world.ts'

/** `open` gives an empty ledger and the way to its time; the suite closes it. */
export function ledgerConformance(name: string, open: Fresh): void {
  describe(`${name} keeps the laws of a ledger`, () => {
    const opened: Ledger[] = []
    afterEach(async () => {
      for (const ledger of opened.splice(0)) await ledger.close()
    })
    const fresh: Fresh = async () => {
      const made = await open()
      opened.push(made.ledger)
      return made
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
    crowdLaws(fresh)
  })
}
