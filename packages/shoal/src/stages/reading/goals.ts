// What is looked for in contents of several types that are read together, and what several goals ask for (A2, A5).
import type { Focus } from '@shoal/base/model/content-type'
import type { Goal } from '@shoal/base/model/goal'

/** What is looked for in one reading. */
export interface Sought extends Focus {
  /** By content type, where several are read together. */
  readonly of?: readonly TypedFocus[]
}

interface TypedFocus {
  readonly contentType: string
  readonly focus: Focus
}

const mixed = new Map<string, Sought>()

/** The same object for the same types. */
export function focusOn(contents: readonly TypedFocus[]): Sought {
  const byType = new Map(contents.map(one => [one.contentType, one]))
  const of = [...byType.values()].sort((a, b) => (a.contentType < b.contentType ? -1 : 1))
  const [first] = of
  if (of.length === 1) return first!.focus
  const key = of.map(({ contentType }) => contentType).join()
  const known = mixed.get(key)
  if (known?.of?.every(({ focus }, k) => focus === of[k]!.focus)) return known
  const sought = { ...first!.focus, types: [...new Set(of.flatMap(({ focus }) => focus.types))], of }
  mixed.set(key, sought)
  return sought
}

/** What several goals ask for, one after the other. A goal that has nothing of its own for a type is read as the general one. */
export function goalText({ goals, of }: Sought, asked: readonly Goal[]): string {
  const text = (own: Focus['goals']) => [...new Set(asked.map(goal => own[goal] ?? own.general))].join('; ')
  if (!of) return text(goals)
  return of.map(({ contentType, focus }) => `in ${contentType.replaceAll('_', ' ')}: ${text(focus.goals)}`).join('. ')
}
