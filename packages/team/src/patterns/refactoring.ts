// Refactoring: changes side by side or after one another, and a validation that waits for all of them. With worktrees each change is
// made apart, and the merged ones are validated before anything of the user's is touched.

import type { Json } from '@shoal/base/model/json'
import type { Worker } from '@shoal/base/model/worker'
import * as z from 'zod'
import type { TeamDraft } from '../draft.ts'
import { functionWorker } from '../function-worker.ts'
import type { Worktrees } from '../worktrees/worktrees.ts'
import { type Hand, type Job, job, list, mapping, patternKeys, sharedKeys, text, worker, workers } from './keys.ts'
import { orderedTasks } from './named-tasks.ts'
import { crew, given, placed, resolved, soloist } from './parts.ts'
import { definePattern } from './pattern.ts'

const VALIDATION = 'validation'
const APPLY = 'apply'

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
  /** Each change is made in a git worktree of its own. */
  readonly worktrees?: Worktrees | undefined
  /** With worktrees: what was validated is put into the user's tree. */
  readonly apply?: boolean | undefined
}

export function refactoring(spec: RefactoringSpec): TeamDraft {
  const { workers, changes, validation, input, worker, worktrees, apply = false, ...effort } = spec
  const { worker: validator, ...said } = validation
  const shared = given(input)
  const maker = placed(worktrees?.change(worker) ?? worker, changes)
  return {
    members: [
      ...crew(workers, changes.length, maker),
      soloist(VALIDATION, worktrees?.validation(validator) ?? validator),
      ...(apply ? [soloist(APPLY, worktrees?.applying() ?? nowhere)] : []),
    ],
    tasks: [
      ...changes.map(({ name, after = [], cwd: _, ...change }) => ({
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
      ...(apply ? [{ id: APPLY, role: APPLY, subject: 'Apply what was validated', blockedBy: [VALIDATION] }] : []),
    ],
  }
}

const nowhere: Worker = functionWorker(() => {
  throw new Error('there are no worktrees to apply changes of')
})

/** `true`, or what of the user's tree each worktree is lent. */
const worktree = z.union([z.boolean(), mapping({ link: z.exactOptional(list(text)) })], {
  error: 'must be true, or a mapping with "link"',
})

/** Whether changes are made apart, and what each worktree is lent. */
export function worktreeOf(asked: z.infer<typeof worktree> | undefined) {
  if (asked === undefined || asked === false) return null
  return { links: asked === true ? [] : (asked.link ?? []) }
}

export const refactoringPattern = definePattern({
  keys: mapping({
    ...patternKeys('refactoring'),
    ...sharedKeys,
    workers,
    worker,
    changes,
    validation: job,
    worktree: z.exactOptional(worktree),
    apply: z.exactOptional(z.boolean({ error: 'must be true or false' })),
  }).superRefine((value, context) => {
    const complain = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (value.apply && !value.worktree) complain(['apply'], 'needs "worktree: true"')
    const taken = value.apply ? value.changes.findIndex(({ name }) => name === APPLY) : -1
    if (taken >= 0) complain(['changes', taken, 'name'], `"${APPLY}" is the name of the last task; choose another`)
    if (value.worktree && value.worker.agent !== undefined && value.worker.access !== 'write')
      complain(['worker'], 'needs "access: write" to change files of its worktree')
  }),
  draft: ({ workers, worker, changes, validation, input, apply }, hire, place) =>
    refactoring({
      ...hire(worker),
      workers,
      changes: resolved(changes, place.resolve),
      validation: hire(validation),
      input,
      apply,
      worktrees: place.worktrees ?? undefined,
    }),
})
