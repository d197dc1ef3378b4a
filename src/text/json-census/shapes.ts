// Which sets of keys the objects at one path have: the variants of a record.

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
}

export interface Shapes {
  /** By a hash of the set of keys; null when there are too many. */
  all: Map<number, Shape> | null
  recent: Shape | null
  recentKey: number
}

export function createShapes(): Shapes {
  return { all: new Map(), recent: null, recentKey: -1 }
}

/** Counts an object of a known shape; false for a new one, which `addShape` takes. */
export function countShape(shapes: Shapes, key: number, at: number, line: number): boolean {
  if (shapes.all === null) return true
  let shape: Shape | null | undefined = shapes.recent
  if (shape === null || shapes.recentKey !== key) {
    shape = shapes.all.get(key)
    if (shape === undefined) return false
    shapes.recent = shape
    shapes.recentKey = key
  }
  shape.count++
  if (shape.places.length < PLACES * 2) shape.places.push(at, line)
  shape.last[0] = at
  shape.last[1] = line
  return true
}

export function addShape(shapes: Shapes, key: number, at: number, line: number, keys: readonly string[]): void {
  if (shapes.all!.size === MOST_SHAPES) giveUp(shapes)
  else shapes.all!.set(key, { count: 1, keys, places: [at, line], last: [at, line] })
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

function giveUp(shapes: Shapes): void {
  shapes.all = null
  shapes.recent = null
  shapes.recentKey = -1
}
