// Checks over lists of named things: every name once, none that the pattern needs itself, no order with a way round.

import { nearest } from '@shoal/base/text/nearest'
import type * as z from 'zod'
import { findCycle } from '../graph.ts'
import { cycleError, shown } from '../rules.ts'
import { cwd, list, mapping, taskKeys, taskName, taskNames } from './keys.ts'

type Check<T> = (value: T, context: z.RefinementCtx<T>) => void

/** For a list of which each element has a name, or becomes a task of that id. */
export function distinct<T>(
  listName: string,
  nameOf: (element: T, index: number) => { readonly name: string; readonly at: readonly string[] },
  taken: readonly string[] = [],
): Check<T[]> {
  return (elements, context) => {
    const first = new Map<string, number>()
    for (const [index, element] of elements.entries()) {
      const { name, at } = nameOf(element, index)
      const path = [index, ...at]
      const before = first.get(name)
      if (taken.includes(name))
        context.addIssue({
          code: 'custom',
          path,
          message: `${shown(name)} is the name of the last task; choose another`,
        })
      else if (before !== undefined)
        context.addIssue({
          code: 'custom',
          path,
          message: `${shown(name)} is the name of ${listName}[${before}] already`,
        })
      else first.set(name, index)
    }
  }
}

/** The check for elements that have a `name`. */
export function distinctNames(listName: string, taken: readonly string[] = []): Check<{ name: string }[]> {
  return distinct(listName, ({ name }) => ({ name, at: ['name'] }), taken)
}

/** Tasks for a crew, some of them after others. */
export function orderedTasks(listName: string, taken: readonly string[] = []) {
  const element = mapping({ name: taskName, ...taskKeys, cwd, after: taskNames })
  return list(element).superRefine(distinctNames(listName, taken)).superRefine(inOrder)
}

const inOrder: Check<{ name: string; after?: string[] }[]> = (elements, context) => {
  const after = new Map(elements.map(element => [element.name, element.after ?? []]))
  let known = true
  for (const [index, element] of elements.entries())
    for (const [position, name] of (element.after ?? []).entries()) {
      if (after.has(name)) continue
      known = false
      const meant = nearest(name, after.keys())
      const message = `there is no ${shown(name)} here${meant === null ? '' : ` — did you mean "${meant}"?`}`
      context.addIssue({ code: 'custom', path: [index, 'after', position], message })
    }
  const cycle = known ? findCycle(after.keys(), name => after.get(name) ?? []) : null
  if (!cycle) return
  const index = elements.findIndex(({ name }) => cycle.includes(name))
  context.addIssue({ code: 'custom', path: [index, 'after'], message: cycleError(cycle).message })
}
