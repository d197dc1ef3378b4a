// What fixtures hold that are written as settings: records of YAML and TOML, listed or each under a name of its own, and a single
// record of JSON. The last step of a path is the field.
import { groupBy } from '@shoal/base/model/lists'
import { heldOf } from '../../text/held-values.ts'
import type { AnchorIndex, Located } from './check.ts'
import { lastStepOf, plainName } from './names.ts'
import type { Shape } from './record-shapes.ts'

/** The shapes of all fixtures: those that are known, and those that their settings give. */
export function fixtureRecords(anchors: AnchorIndex, known: readonly Shape[]): Shape[] {
  const settings = groupBy(
    anchors.of('config-key').filter(one => anchors.files.isFixture(one.file) && isWritten(one)),
    ({ file }) => file,
  )
  const shapes = new Map(known.map(shape => [shape.file, shape]))
  for (const [file, own] of settings) {
    const names = new Map(shapes.get(file)?.names)
    for (const [name, places] of groupBy(own, one => plainName(fieldOf(one)))) {
      const field = fieldOf(places[0]!)
      const holds = heldOf(
        field,
        [...groupBy(places, ({ value }) => value!)].map(([text, same]) => ({
          text,
          count: same.length,
          line: () => same[0]!.line,
        })),
        true,
      )
      if (name !== '' && holds && !names.get(name)?.holds) names.set(name, { ...places[0]!, name: field, holds })
    }
    shapes.set(file, { file, names })
  }
  return [...shapes.values()]
}

function fieldOf({ name }: Located): string {
  return lastStepOf(name).replace(/\[\d+\]$/, '')
}

/** The value stands in the file: it is no count of items, no hidden secret and nothing that is filled in later. */
function isWritten({ value = '', quote }: Located): boolean {
  return value.trim() !== '' && quote.includes(value) && !/^[*&!]|\$\{|\{\{|<%/.test(value)
}
