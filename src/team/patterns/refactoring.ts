// Refactoring: changes side by side or after one another, and a validation that waits for all of them.
import type * as z from 'zod'
import type { Json } from '../../model/json.ts'
import type { TeamDraft } from '../draft.ts'
import { type Hand, type Job, job, mapping, patternKeys, sharedKeys, worker, workers } from './keys.ts'
import { orderedTasks } from './named-tasks.ts'
import { crew, given, soloist } from './parts.ts'
import { definePattern } from './pattern.ts'

const VALIDATION = 'validation'

const changes = orderedTasks('changes', [VALIDATION])

export interface RefactoringSpec extends Hand {
  /** How many make the changes; four if left out, and no more than there are changes. */
  readonly workers?: number | undefined
  /** A change waits for those in `after`, and gets their results. */
  readonly changes: readonly Readonly<z.infer<typeof changes>[number]>[]
  /** Gets the results of all changes. */
  readonly validation: Job
  /** Given to every task that has no input of its own. */
  readonly input?: Json | undefined
}

export function refactoring({ workers, changes, validation, input, worker, ...effort }: RefactoringSpec): TeamDraft {
  const { worker: validator, ...said } = validation
  const shared = given(input)
  return {
    members: [...crew(workers, changes.length, worker), soloist(VALIDATION, validator)],
    tasks: [
      ...changes.map(({ name, after = [], ...change }) => ({
        id: name,
        role: 'worker',
        subject: `Change ${name}`,
        blockedBy: after,
        ...shared,
        ...effort,
        ...change,
      })),
      {
        id: VALIDATION,
        role: VALIDATION,
        subject: 'Validate all changes together',
        blockedBy: changes.map(({ name }) => name),
        ...shared,
        ...said,
      },
    ],
  }
}

export const refactoringPattern = definePattern({
  keys: mapping({ ...patternKeys('refactoring'), ...sharedKeys, workers, worker, changes, validation: job }),
  draft: ({ workers, worker, changes, validation, input }, hire) =>
    refactoring({ ...hire(worker), workers, changes, validation: hire(validation), input }),
})
