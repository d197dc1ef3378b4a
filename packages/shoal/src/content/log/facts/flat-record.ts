// The fields of a record, those of objects inside it under dotted names, lists as JSON. Records are mostly alike, so every name
// is put together once.
import type { Json } from '@shoal/base/model/json'

const DEEPEST = 8
const MOST_FIELDS = 5000
/** With more names than this, names are data: all are forgotten. */
const MOST_NAMES = 20_000

export interface FlatField {
  readonly name: string
  value: Json
  /** The record it was met in last. */
  record: number
}

/** A way into records: the name so far, and the ways on. */
interface Step {
  readonly field: FlatField
  readonly inner: Map<string, Step>
}

export class FlatRecord {
  private readonly root = stepOf('')
  /** By name: there may be several ways to one. */
  private readonly known = new Map<string, FlatField>([['', this.root.field]])
  private met: FlatField[] = []
  private record = 0
  private room = 0
  private hasIndex = false

  read(values: Readonly<Record<string, unknown>>): void {
    if (this.known.size > MOST_NAMES) this.forget()
    this.met = []
    this.record++
    this.room = MOST_FIELDS
    this.hasIndex = false
    this.visit(values, this.root, 0)
  }

  /** Null where the record read last has no such field. */
  of(name: string): Json {
    const field = this.known.get(name)
    return field?.record === this.record ? field.value : null
  }

  /** The fields of the record read last, in the order of an object's: names that are numbers come first. */
  fields(): readonly FlatField[] {
    if (!this.hasIndex) return this.met
    const numbered = this.met.filter(({ name }) => isIndex(name)).sort((a, b) => Number(a.name) - Number(b.name))
    return [...numbered, ...this.met.filter(({ name }) => !isIndex(name))]
  }

  private visit(value: unknown, step: Step, depth: number): void {
    if (this.room <= 0) return
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && depth < DEEPEST) {
      const inner = value as Readonly<Record<string, unknown>>
      for (const key of Object.keys(inner))
        this.visit(inner[key], step.inner.get(key) ?? this.stepTo(step, key), depth + 1)
      return
    }
    this.room--
    const { field } = step
    const told = value !== null && typeof value === 'object' ? JSON.stringify(value) : ((value ?? null) as Json)
    if (field.record === this.record) {
      field.value ??= told
      return
    }
    field.record = this.record
    field.value = told
    this.met.push(field)
    if (isIndex(field.name)) this.hasIndex = true
  }

  private stepTo(step: Step, key: string): Step {
    const name = step.field.name === '' ? key : `${step.field.name}.${key}`
    const field = this.known.get(name)
    const next = field ? { field, inner: new Map() } : stepOf(name)
    step.inner.set(key, next)
    this.known.set(name, next.field)
    return next
  }

  private forget(): void {
    const { field, inner } = this.root
    inner.clear()
    this.known.clear()
    this.known.set('', field)
  }
}

function stepOf(name: string): Step {
  return { field: { name, value: null, record: 0 }, inner: new Map() }
}

function isIndex(name: string): boolean {
  const first = name.charCodeAt(0)
  return first >= 48 && first <= 57 && /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1
}
