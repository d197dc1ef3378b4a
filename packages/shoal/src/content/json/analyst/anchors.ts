// Names in JSON that other files may refer to: fields, keys of settings, dependencies, properties of a schema.
import type { Anchor, Held } from '@shoal/base/model/anchor'
import { heldOf, type KnownValue } from '../../../text/held-values.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import { BOOLEAN, NULL, OBJECT, STRING } from '../../../text/json-census/tape.ts'
import { entriesOf } from '../../../text/json-census/value-table.ts'
import type { Subject } from './subject.ts'
import { typesJson } from './value-kinds.ts'

const MOST = 400
const DEPENDENCIES = /^\$\.(?:dev|peer|optional|bundled)?[dD]ependencies[.[]|^\$\.require[.[]|^\$\["require-dev"\][.[]/

/** Every named path once, where it first stands. */
export function fieldAnchors({ fields, quoter }: Subject): Anchor[] {
  return fields
    .filter(isNamed)
    .slice(0, MOST)
    .map(field => {
      const holds = fieldHolds(field)
      return {
        role: 'field',
        name: field.name,
        value: Object.keys(typesJson(field)).join('|'),
        path: field.path,
        ...quoter.quote(field),
        ...(holds && { holds }),
      }
    })
}

const LONGEST_HELD = 64

/** What stands at a path that repeats, when all of it is known: texts and numbers, as people write them. */
function fieldHolds({ slot, name, counts }: Field): Held | null {
  if (!slot.repeated || slot.values.full || counts.object + counts.array > 0) return null
  const values: KnownValue[] = []
  for (const { type, text, num, count, line, length } of entriesOf(slot.values)) {
    if (type === STRING && length > LONGEST_HELD) return null
    const shown = type === STRING ? DECODER.decode(text) : type === BOOLEAN ? String(num === 1) : String(num)
    if (type !== NULL && shown.trim() !== '') values.push({ text: shown, count, line: () => line })
  }
  return heldOf(name, values, true)
}

const DECODER = new TextDecoder()

/** What a manifest says of the program: its version, and what it runs on. */
export function releaseAnchors(subject: Subject): Anchor[] {
  const fields = subject.fields.filter(({ path }) => /^\$\.(?:version|engines\.\w{1,40}|require\.php)$/.test(path))
  return configAnchors({ ...subject, fields })
}

/** A small object of settings: every scalar with its value. */
export function configAnchors({ fields, quoter }: Subject): Anchor[] {
  return fields
    .filter(field => isNamed(field) && field.present === 1 && isScalar(field) && !field.path.includes('[*]'))
    .slice(0, MOST)
    .map(field => ({
      role: 'config-key',
      name: field.path.replace(/^\$\.?/, ''),
      value: quoter.scalar(field.at),
      path: field.path,
      ...quoter.quote(field),
    }))
}

export function dependencyAnchors({ fields, quoter }: Subject): Anchor[] {
  return fields
    .filter(field => DEPENDENCIES.test(field.path) && isScalar(field) && isNamed(field))
    .slice(0, MOST)
    .map(field => ({
      role: 'dependency',
      name: field.name,
      value: quoter.scalar(field.at),
      path: field.path,
      ...quoter.quote(field),
    }))
}

export interface SchemaField {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly field: Field
}

/** The properties that a JSON Schema document promises; null if it is none. */
export function schemaFields({ fields, quoter }: Subject): SchemaField[] | null {
  const byPath = new Map(fields.map(field => [field.path, field]))
  const declared = byPath.get('$.$schema') ?? byPath.get('$["$schema"]')
  const type = byPath.get('$.type')
  // GeoJSON has a type and properties too.
  if (!byPath.has('$.properties') || !(declared || (type && quoter.scalar(type.at) === 'object'))) return null
  const found: SchemaField[] = []
  for (const field of fields) {
    if (field.parent?.name !== 'properties' || field.counts.object === 0) continue
    // Two in a row: a property that is itself named `properties`.
    if (field.parent.parent?.name === 'properties') continue
    const owner = field.parent.parent!
    const required = byPath.get(`${owner.path}.required[*]`)
    const names = required ? [...entriesOf(required.slot.values)].map(({ at }) => quoter.scalar(at)) : []
    found.push({
      name: field.name,
      path: dataPath(field.path),
      type: typeOf(field, byPath, quoter.scalar.bind(quoter)),
      required: names.includes(field.name),
      field,
    })
  }
  return found
}

export function schemaAnchors(properties: readonly SchemaField[], { quoter }: Subject): Anchor[] {
  return properties.slice(0, MOST).map(({ name, path, type, required, field }) => ({
    role: 'schema-field',
    name,
    value: required ? `${type} required` : type,
    path,
    ...quoter.quote({ at: field.slot.places[OBJECT]![0]!, line: field.slot.places[OBJECT]![1]! }),
  }))
}

function typeOf(field: Field, byPath: ReadonlyMap<string, Field>, scalar: (at: number) => string): string {
  const type = byPath.get(`${field.path}.type`)
  if (type && isScalar(type)) return scalar(type.at)
  const several = byPath.get(`${field.path}.type[*]`)
  if (several)
    return [...entriesOf(several.slot.values)]
      .sort((a, b) => a.at - b.at)
      .map(({ at }) => scalar(at))
      .join('|')
  if (byPath.has(`${field.path}.enum`)) return 'enum'
  return byPath.has(`${field.path}.$ref`) || byPath.has(`${field.path}["$ref"]`) ? 'ref' : 'any'
}

/** `$.properties.user.properties.name` → `$.user.name` */
function dataPath(path: string): string {
  return path.replace(/\.properties(?=[.[])/g, '').replace(/\.items(?=[.[])/g, '[*]')
}

function isNamed({ parent, slot }: Field): boolean {
  return parent !== null && slot !== parent.slot.items && slot !== parent.slot.star
}

function isScalar({ counts }: Field): boolean {
  return counts.object === 0 && counts.array === 0
}
