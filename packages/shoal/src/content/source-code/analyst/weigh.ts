// How much a finding weighs under the goals of a run: as much as under the one it serves best.
import type { Goal } from '@shoal/base/model/goal'
import { largest } from '@shoal/base/model/lists'

type Weights = Partial<Readonly<Record<Goal, number>>> & { readonly otherwise: number }

export function weigh(goals: readonly Goal[], weights: Weights): number {
  return largest(goals.map(goal => weights[goal] ?? weights.otherwise))
}
