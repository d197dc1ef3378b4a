// What a schema or fixture promises beside what the data holds: types, fields that never come, fields nobody promised.
import { groupBy, pushAll } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, isGeneric, listed, plainName } from './names.ts'
import { isToolFile } from './setting-names.ts'
import { beyond } from './types-of-values.ts'

export const checkSchemaAndData: CrossCheck = anchors => {
  const schemas = groupBy(anchors.of('schema-field'), tableOf)
  if (schemas.size === 0) return []
  // What a schema says of itself is no data.
  const described = new Set(anchors.of('schema-field').map(({ file }) => file))
  const data = groupBy(
    anchors.of('field', 'column').filter(({ file }) => !described.has(file) || !/schema/i.test(baseName(file))),
    ({ file }) => file,
  )
  const pairs = [...schemas.values()].flatMap(promised =>
    describedBy(promised, data)
      .filter(([other]) => other !== promised[0]!.file)
      .map(([, held]) => ({ promised, held, fit: fitOf(promised, held) })),
  )
  // Of several schemas that share names with a file, the one that fits it best is its own.
  return [...groupBy(pairs, ({ held }) => held[0]!.file).values()].flatMap(own => {
    const best = own.reduce((most, { fit }) => Math.max(most, fit), 0)
    return own.filter(({ fit }) => fit === best).flatMap(({ promised, held }) => compare(promised, held, anchors))
  })
}

/** The share of names that both have. */
function fitOf(promised: readonly Located[], held: readonly Located[]): number {
  const names = new Set(promised.map(({ name }) => plainName(name)))
  const own = new Set(held.map(({ name }) => plainName(name)))
  const shared = [...own].filter(name => names.has(name)).length
  return shared / (names.size + own.size - shared)
}

/** A file of SQL defines several tables, each of them a schema. */
function tableOf({ file, language, path = '' }: Located): string {
  return language === 'sql' ? `${file}\0${path.slice(0, path.lastIndexOf('.'))}` : file
}

/** A schema describes the files that hold at least half of its names, and two of them. */
function describedBy(promised: readonly Located[], data: ReadonlyMap<string, readonly Located[]>) {
  const names = new Set(promised.map(({ name }) => plainName(name)))
  return [...data].filter(([, held]) => {
    if (isToolFile(baseName(held[0]!.file))) return false
    const shared = new Set(held.map(({ name }) => plainName(name)).filter(name => names.has(name)))
    // `name` and `type` are in half of all files: something of its own must be shared too.
    const own = [...shared].filter(name => !isGeneric(name)).length
    return shared.size >= 2 && shared.size >= 0.5 * names.size && own >= 1
  })
}

function compare(promised: readonly Located[], held: readonly Located[], anchors: AnchorIndex): CrossDraft[] {
  const there = groupBy(held, ({ name }) => name)
  const wanted = groupBy(promised, ({ name }) => name)
  const [schema, data] = [promised[0]!.file, held[0]!.file]
  const drafts: CrossDraft[] = []
  const absent: Located[] = []
  for (const field of promised) {
    const found = there.get(field.name) ?? there.get(spelledOtherwise(field.name, there))
    const actual = found?.[0]
    if (!actual) absent.push(field)
    else {
      const strange = beyond(actual.value ?? '', typeOf(field))
      if (strange.length > 0) drafts.push(differs(field, actual, strange))
    }
  }
  const shared = held.find(({ name }) => wanted.has(name)) ?? held[0]!
  if (absent.length > 0) pushAll(drafts, missing(absent, shared, schema, data))
  const known = new Set(promised.map(({ name }) => plainName(name)))
  const extra = held.filter(({ name, path }) => !known.has(plainName(name)) && isTopLevel(path))
  // A column that another schema promises is not unknown.
  const elsewhere = new Set(anchors.of('schema-field').map(({ name }) => plainName(name)))
  const unknown = extra.filter(({ name }) => !elsewhere.has(plainName(name)))
  if (unknown.length > 0) drafts.push(unpromised(unknown, promised[0]!, schema, data))
  return drafts
}

function differs(field: Located, actual: Located, strange: readonly string[]): CrossDraft {
  return {
    kind: 'schema-differs',
    summary: `${field.file} says ${field.name} is ${typeOf(field)}, but ${actual.file} holds ${strange.join(' and ')} there`,
    severity: 'medium',
    nature: 'problem',
    ends: [field, actual],
    topics: [field.name, 'schema', 'type'],
    weight: 0.8,
  }
}

function missing(absent: readonly Located[], shared: Located, schema: string, data: string): CrossDraft[] {
  const required = absent.filter(isRequired)
  const [severity, fields] = required.length > 0 ? (['medium', required] as const) : (['low', absent] as const)
  return [
    {
      kind: 'schema-field-missing',
      summary: `${schema} ${required.length > 0 ? 'requires' : 'promises'} ${listed(fields.map(({ name }) => name))}, but ${data} never has ${fields.length === 1 ? 'it' : 'them'}`,
      severity,
      nature: 'problem',
      ends: [...fields.slice(0, 5), shared],
      more: fields.slice(5),
      topics: [...fields.slice(0, 10).map(({ name }) => name), 'schema', 'missing'],
      weight: 0.6,
    },
  ]
}

function unpromised(unknown: readonly Located[], field: Located, schema: string, data: string): CrossDraft {
  return {
    kind: 'field-not-in-schema',
    summary: `${data} has ${counted(unknown.length, 'field')} that ${schema} does not know: ${listed(unknown.map(({ name }) => name))}`,
    severity: 'low',
    nature: 'problem',
    ends: [...unknown.slice(0, 5), field],
    more: unknown.slice(5),
    topics: [...unknown.slice(0, 10).map(({ name }) => name), 'schema'],
    weight: 0.4,
  }
}

/** The value of a schema field may say more than its type: `integer, required`. */
function typeOf({ value = '' }: Located): string {
  return value
    .replace(/[,;(].*$/s, '')
    .replace(/(?<!\s)\s*\brequired\b/, '')
    .trim()
}

function isRequired({ value = '' }: Located): boolean {
  return /\brequired\b/.test(value)
}

function spelledOtherwise(name: string, there: ReadonlyMap<string, unknown>): string {
  const plain = plainName(name)
  return [...there.keys()].find(other => plainName(other) === plain) ?? ''
}

function isTopLevel(path: string | undefined): boolean {
  return path === undefined || (path.match(/\.|\[(?!\*?\])/g)?.length ?? 0) <= 1
}
