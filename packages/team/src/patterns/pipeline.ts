// Pipeline: stages in a chain. Every stage has its own member and gets the result of the one before.
import type { Json } from '@shoal/base/model/json'
import type { TeamDraft } from '../draft.ts'
import { list, mapping, type NamedJob, namedJob, patternKeys, sharedKeys } from './keys.ts'
import { distinctNames } from './named-tasks.ts'
import { given, soloist } from './parts.ts'
import { definePattern } from './pattern.ts'

export interface PipelineSpec {
  /** Each name is a member, its role and its task. */
  readonly stages: readonly NamedJob[]
  /** Given to every stage that has no input of its own. */
  readonly input?: Json | undefined
}

export function pipeline({ stages, input }: PipelineSpec): TeamDraft {
  return {
    members: stages.map(({ name, worker }) => soloist(name, worker)),
    tasks: stages.map(({ name, worker: _, ...said }, index) => ({
      id: name,
      role: name,
      subject: `Stage ${index + 1} of ${stages.length}: ${name}`,
      blockedBy: stages.slice(Math.max(0, index - 1), index).map(before => before.name),
      ...given(input),
      ...said,
    })),
  }
}

export const pipelinePattern = definePattern({
  keys: mapping({
    ...patternKeys('pipeline'),
    ...sharedKeys,
    stages: list(namedJob).superRefine(distinctNames('stages')),
  }),
  draft: ({ stages, input }, hire) => pipeline({ stages: stages.map(hire), input }),
})
