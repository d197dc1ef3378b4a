// Research, then implementation: the second starts when the first is done, and gets what it found.
import type { Json } from '@shoal/base/model/json'
import type { TeamDraft } from '../draft.ts'
import { type Job, job, mapping, patternKeys, sharedKeys } from './keys.ts'
import { given, soloist } from './parts.ts'
import { definePattern } from './pattern.ts'

const RESEARCH = 'research'
const IMPLEMENTATION = 'implementation'

export interface ResearchSpec {
  readonly research: Job
  /** Gets the result of the research. */
  readonly implementation: Job
  /** Given to both, unless they have an input of their own. */
  readonly input?: Json | undefined
}

export function research({ research, implementation, input }: ResearchSpec): TeamDraft {
  const { worker: researcher, ...question } = research
  const { worker: implementer, ...work } = implementation
  const shared = given(input)
  return {
    members: [soloist(RESEARCH, researcher), soloist(IMPLEMENTATION, implementer)],
    tasks: [
      { id: RESEARCH, role: RESEARCH, subject: 'Find out what is to be known', ...shared, ...question },
      {
        id: IMPLEMENTATION,
        role: IMPLEMENTATION,
        subject: 'Do it with what was found',
        blockedBy: [RESEARCH],
        ...shared,
        ...work,
      },
    ],
  }
}

export const researchPattern = definePattern({
  keys: mapping({ ...patternKeys('research'), ...sharedKeys, research: job, implementation: job }),
  draft: ({ research: first, implementation, input }, hire) =>
    research({ research: hire(first), implementation: hire(implementation), input }),
})
