// Parallel specialists: each looks at the same thing in its own way, and one brings together what they found.
import type { Json } from '@shoal/base/model/json'
import type { TeamDraft } from '../draft.ts'
import { type Job, job, list, mapping, type NamedJob, namedJob, patternKeys, sharedKeys } from './keys.ts'
import { distinctNames } from './named-tasks.ts'
import { given, soloist } from './parts.ts'
import { definePattern } from './pattern.ts'

const SYNTHESIS = 'synthesis'

export interface SpecialistsSpec {
  /** Each name is a member, its role and its task. */
  readonly specialists: readonly NamedJob[]
  /** Gets the results of all specialists. */
  readonly synthesis: Job
  /** What they look at: given to every task that has no input of its own. */
  readonly input?: Json | undefined
}

export function specialists({ specialists, synthesis, input }: SpecialistsSpec): TeamDraft {
  const shared = given(input)
  const { worker: synthesizer, ...last } = synthesis
  const names = specialists.map(({ name }) => name)
  return {
    members: [...specialists.map(({ name, worker }) => soloist(name, worker)), soloist(SYNTHESIS, synthesizer)],
    tasks: [
      ...specialists.map(({ name, worker: _, ...said }) => ({
        id: name,
        role: name,
        subject: `Look at it for ${name}`,
        ...shared,
        ...said,
      })),
      {
        id: SYNTHESIS,
        role: SYNTHESIS,
        subject: 'Bring the findings together',
        blockedBy: names,
        ...shared,
        ...last,
      },
    ],
  }
}

export const specialistsPattern = definePattern({
  keys: mapping({
    ...patternKeys('specialists'),
    ...sharedKeys,
    specialists: list(namedJob).superRefine(distinctNames('specialists', [SYNTHESIS])),
    synthesis: job,
  }),
  draft: ({ specialists: each, synthesis, input }, hire) =>
    specialists({ specialists: each.map(hire), synthesis: hire(synthesis), input }),
})
