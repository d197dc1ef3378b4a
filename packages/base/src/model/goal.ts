// What a run is after (A2). It changes what analysts are told to look for and what comes first, never who they are.

export const GOALS = ['general', 'security', 'architecture', 'performance', 'quality', 'data'] as const

export type Goal = (typeof GOALS)[number]

/** What a rule or a finding is about; a goal asks for the findings of its concern. */
export type Concern = Exclude<Goal, 'general'>

/** As plans and reports state it. */
export interface Aim {
  /** The first of them. */
  readonly goal: Goal
  /** All that were asked for, in the order of `GOALS`; runs of before 0.2.0 have one. */
  readonly goals?: readonly Goal[]
}

export function goalsOf({ goal, goals = [goal] }: Aim): readonly Goal[] {
  return goals
}

/** `goal security`, `goals security and quality`. */
export function goalWord(aim: Aim): string {
  const goals = goalsOf(aim)
  return goals.length === 1 ? `goal ${goals[0]}` : `goals ${goals.slice(0, -1).join(', ')} and ${goals.at(-1)}`
}

export function aimOf(goals: readonly Goal[]): Required<Aim> {
  return { goal: goals[0] ?? 'general', goals: goals.length === 0 ? ['general'] : goals }
}
