// Which sets of keys the objects at one path have: the variants of a record.
import { countKind, type Kinds, mergeKinds } from './kinds.ts'

/** With more variants than this the objects have no shape worth naming. */
const MOST_SHAPES = 200
const PLACES = 5

export interface Shape {
  count: number
  readonly keys: readonly string[]
  /** Offset and line of the first objects of this shape, one after the other. */
  places: number[]
  /** The last object of this shape: offset, line. */
  last: [number, number]
  /** The kinds of its objects, as a member such as `type` tells them; null when they are not known. */
  kinds: Kinds
}

export interface Shapes {
  /** By the keys in alphabetical order, as JSON; null when there are too many. */
  all: Map<string, Shape> | null
  /** The same by the numbers of the members in this tree. */
  bySet: Map<string, Shape>
  recent: Shape | null
  readonly recentSet: Int32Array
}

/** A set of members: a bit for each of the at most 128 that an object may have. */
export const SET_WORDS = 4

export function createShapes(): Shapes {
  return { all: new Map(), bySet: new Map(), recent: null, recentSet: new Int32Array(SET_WORDS) }
}

/** Counts an object with this set of members; `keysOf` is asked for its keys when the set is new. */
export function countShape(
  shapes: Shapes,
  set: Int32Array,
  at: number,
  line: number,
  { keysOf, kind }: { keysOf(): readonly string[]; readonly kind: string },
): void {
  if (shapes.all === null) return
  if (shapes.recent === null || !isRecent(shapes.recentSet, set)) {
    const key = set.join()
    const known = shapes.bySet.get(key)
    if (!known) {
      const keys = keysOf()
      if (!addKeys(shapes, keys, at, line, kind)) return
      shapes.bySet.set(key, shapes.all.get(JSON.stringify(keys))!)
      return
    }
    shapes.recent = known
    shapes.recentSet.set(set)
  }
  countPlace(shapes.recent!, at, line, kind)
}

function isRecent(recent: Int32Array, set: Int32Array): boolean {
  return recent[0] === set[0] && recent[1] === set[1] && recent[2] === set[2] && recent[3] === set[3]
}

/** Counts an object by its keys in alphabetical order; false when there are too many shapes. */
export function addKeys(
  shapes: Shapes,
  keys: readonly string[],
  at: number,
  line: number,
  kind: string | null = null,
): boolean {
  if (shapes.all === null) return false
  const key = JSON.stringify(keys)
  const known = shapes.all.get(key)
  if (known) countPlace(known, at, line, kind)
  else if (shapes.all.size === MOST_SHAPES) {
    giveUp(shapes)
    return false
  } else
    shapes.all.set(key, {
      count: 1,
      keys,
      places: [at, line],
      last: [at, line],
      kinds: kind === null ? null : countKind(new Map(), kind, at, line),
    })
  return true
}

function countPlace(shape: Shape, at: number, line: number, kind: string | null): void {
  shape.count++
  shape.kinds = kind === null ? null : countKind(shape.kinds, kind, at, line)
  if (shape.places.length < PLACES * 2) shape.places.push(at, line)
  shape.last[0] = at
  shape.last[1] = line
}

export function mergeShapes(into: Shapes, from: Shapes): void {
  if (into.all === null || from.all === null) {
    giveUp(into)
    return
  }
  for (const [key, shape] of from.all) {
    const own = into.all.get(key)
    if (!own) into.all.set(key, shape)
    else {
      own.count += shape.count
      own.kinds = mergeKinds(own.kinds, shape.kinds)
      own.places = earliest(own.places, shape.places, PLACES)
      if (shape.last[0] > own.last[0]) own.last = shape.last
    }
  }
  if (into.all.size > MOST_SHAPES) giveUp(into)
}

/** The first of two lists of places (offset, line, offset, line …), by offset. */
export function earliest(a: readonly number[], b: readonly number[], most: number): number[] {
  const pairs: [number, number][] = []
  for (const list of [a, b]) for (let k = 0; k < list.length; k += 2) pairs.push([list[k]!, list[k + 1]!])
  return pairs
    .sort((x, y) => x[0] - y[0])
    .slice(0, most)
    .flat()
}

/** No shape is told any more. */
export function giveUp(shapes: Shapes): void {
  shapes.all = null
  shapes.bySet = new Map()
  shapes.recent = null
}
