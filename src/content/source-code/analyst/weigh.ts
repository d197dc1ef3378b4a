// How much a finding weighs under the goals of a run: as much as under the one it serves best.
import type { Goal } from '../../../model/goal.ts'
import { largest } from '../../../model/lists.ts'

type Weights = Partial<Readonly<Record<Goal, number>>> & { readonly otherwise: number }

export function weigh(goals: readonly Goal[], weights: Weights): number {
  return largest(goals.map(goal => weights[goal] ?? weights.otherwise))
}
