// What records of a file look like: the columns of a table or the fields of JSON, and the files that have names in common.
import { groupBy } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { AnchorIndex, Located } from './check.ts'
import { plainName } from './names.ts'
import { isToolFile } from './setting-names.ts'

/** The columns of a table or the fields of JSON, by their plain names. */
export interface Shape {
  readonly file: string
  readonly names: ReadonlyMap<string, Located>
}

export function shapesOf(anchors: AnchorIndex): Shape[] {
  const columns = groupBy(anchors.of('column'), ({ file }) => file)
  const fields = groupBy(
    anchors.of('field').filter(({ path, file }) => depthOf(path) <= 3 && !isToolFile(baseName(file))),
    ({ file }) => file,
  )
  return [...columns, ...fields].map(([file, own]) => ({ file, names: byPlainName(own) }))
}

/** Files are compared when they have a telling name in common; each pair once, however many there are. */
export function pairsThatShare(shapes: readonly Shape[]): [Shape, Shape][] {
  const named = shapes.flatMap(shape => [...shape.names.keys()].map(name => ({ name, shape })))
  const pairs = new Map<string, [Shape, Shape]>()
  for (const holders of groupBy(named, ({ name }) => name).values()) {
    const list = holders.map(({ shape }) => shape)
    // A name that a hundred files have would make five thousand pairs: neighbours show a difference as well.
    const limit = list.length > 12 ? 1 : list.length
    for (let i = 0; i < list.length; i++)
      for (let j = i + 1; j < Math.min(list.length, i + 1 + limit); j++)
        pairs.set(`${list[i]!.file}\0${list[j]!.file}`, [list[i]!, list[j]!])
  }
  return [...pairs.values()]
}

function byPlainName(anchors: readonly Located[]): Map<string, Located> {
  const names = new Map<string, Located>()
  for (const anchor of anchors) {
    const name = plainName(anchor.name)
    // The field nearest to the root speaks for the others.
    if (name !== '' && (!names.has(name) || depthOf(anchor.path) < depthOf(names.get(name)!.path)))
      names.set(name, anchor)
  }
  return names
}

function depthOf(path: string | undefined): number {
  return path === undefined ? 0 : (path.match(/[.[]/g)?.length ?? 0)
}
