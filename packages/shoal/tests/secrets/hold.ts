// Holds that no secret of a set is in any output; with SHOAL_PLANTED=count it counts instead, and lists what is not held back.
import { expect } from 'vitest'
import { leaks, type Outputs } from './outputs.ts'
import type { Planted, PlantedSet } from './planted.ts'

const counting = process.env.SHOAL_PLANTED === 'count'

export function hold(set: PlantedSet, outputs: Outputs, title: string): void {
  const found = [...outputs].flatMap(([name, text]) => leaks(set, text).map(planted => ({ name, ...planted })))
  const told = found.map(({ name, form, look, file }) => `${name}: ${form} (${look}) of ${file}`)
  if (!counting) {
    expect([...new Set(told)]).toEqual([])
    return
  }
  const held = heldBack(set)
  const shown = found.filter(({ form }) => !held.has(form))
  const count = (all: readonly Planted[]) => new Set(all.map(({ value }) => value)).size
  const open = set.secrets.filter(({ form }) => !held.has(form)).length
  console.log(
    `${title}: ${count(shown)} of ${open} left, and ${count(found) - count(shown)} of the ${set.secrets.length - open} held back`,
  )
  if (process.env.SHOAL_PLANTED_LIST)
    console.log(
      [
        ...new Set(
          shown.map(({ name, form, look, file, value }) => `  ${name}: ${form} (${look}) of ${file}: ${value}`),
        ),
      ].join('\n'),
    )
}

/** Every third form. */
function heldBack({ secrets }: PlantedSet): ReadonlySet<string> {
  return new Set([...new Set(secrets.map(({ form }) => form))].filter((_, k) => k % 3 === 2))
}
