// The seven patterns by the name that a file gives in `pattern:`.
import type * as z from 'zod'
import { pipelinePattern } from '../patterns/pipeline.ts'
import { planApprovalPattern } from '../patterns/plan-approval.ts'
import { refactoringPattern } from '../patterns/refactoring.ts'
import { researchPattern } from '../patterns/research.ts'
import { rlmPattern } from '../patterns/rlm.ts'
import { specialistsPattern } from '../patterns/specialists.ts'
import { swarmPattern } from '../patterns/swarm.ts'

export const patterns = {
  specialists: specialistsPattern,
  pipeline: pipelinePattern,
  swarm: swarmPattern,
  research: researchPattern,
  'plan-approval': planApprovalPattern,
  refactoring: refactoringPattern,
  rlm: rlmPattern,
} as const

export type PatternName = keyof typeof patterns

/** What a file says, told apart by `pattern`. */
export type Spec = { [P in PatternName]: z.infer<(typeof patterns)[P]['keys']> }[PatternName]
