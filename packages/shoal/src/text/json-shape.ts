// The shape of JSON values: every path with the types met there.
import { emptyRecord } from '@shoal/base/model/lookup'

/** Path (`$.meta.tags[]`) → types, in order of first sight. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>

const DEEPEST = 12
const MOST_PATHS = 500

export function shapeOf(values: readonly unknown[]): Shape {
  const shape = new Map<string, Set<string>>()
  for (const value of values) visit(value, '$', 0, shape)
  return shape
}

/** For people and prompts: `id: number`, `meta.user: number | null`. */
export function describeShape(shape: Shape): Record<string, string> {
  const out = emptyRecord<string>()
  for (const [path, types] of shape) {
    if (path !== '$') out[path.replace(/^\$\.?/, '')] = [...types].join(' | ')
  }
  return out
}

function visit(value: unknown, path: string, depth: number, shape: Map<string, Set<string>>): void {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const types = shape.get(path) ?? new Set()
  if (types.size === 0) {
    if (shape.size >= MOST_PATHS) return
    shape.set(path, types)
  }
  types.add(type)
  if (depth >= DEEPEST || value === null || typeof value !== 'object') return
  if (Array.isArray(value)) for (const item of value.slice(0, 20)) visit(item, `${path}[]`, depth + 1, shape)
  else for (const [key, item] of Object.entries(value)) visit(item, `${path}${step(key)}`, depth + 1, shape)
}

function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
