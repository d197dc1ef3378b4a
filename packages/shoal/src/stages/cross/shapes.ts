// Fields of JSON beside columns of tables: one name with two types, and tables that lack what their twin has.
import { groupBy, pushAll } from '@shoal/base/model/lists'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { fixtureRecords } from './fixture-records.ts'
import { counted, isGeneric, kindOfFile, listed, plainName, wordsOf } from './names.ts'
import { pairsThatShare, type Shape, shapesOf } from './record-shapes.ts'
import { isCompatible } from './types-of-values.ts'

export const checkShapes: CrossCheck = anchors => {
  const drafts: CrossDraft[] = []
  const { files } = anchors
  const shapes = shapesOf(anchors)
  const records = new Map(fixtureRecords(anchors, []).map(shape => [shape.file, shape]))
  for (const [a, b] of pairsThatShare(shapes)) {
    // What a fixture has otherwise than its data is told value by value.
    const isTold = (one: Located) =>
      files.isFixture(a.file) !== files.isFixture(b.file) &&
      (one.holds !== undefined || records.get(one.file)?.names.get(plainName(one.name))?.holds !== undefined)
    const shared = [...a.names.keys()].filter(name => b.names.has(name))
    const isOneKind = isSameKind(a, b, shared)
    for (const name of isOneKind ? shared : shared.filter(one => isKey(a.names.get(one)!)))
      if (!isTold(a.names.get(name)!) || !isTold(b.names.get(name)!))
        pushAll(drafts, typeDiffers(a.names.get(name)!, b.names.get(name)!))
  }
  // Tests and translations have the fields that they need.
  const own = shapes.filter(({ file }) => !files.isAside(file))
  for (const family of groupBy(own, ({ file }) => kindOfFile(file)).values()) pushAll(drafts, lackingIn(family))
  return united(drafts)
}

/** Two files hold records of one kind when they are called the same, or have most of their names in common. */
function isSameKind(a: Shape, b: Shape, shared: readonly string[]): boolean {
  const own = shared.filter(name => !isGeneric(name)).length
  if (own >= 1 && kindOfFile(a.file) === kindOfFile(b.file)) return true
  return own >= 3 && shared.length >= 0.5 * Math.min(a.names.size, b.names.size)
}

/** `order_id`: what other files refer to a record by, whatever else they hold. */
function isKey({ name }: Located): boolean {
  return /[a-z\d][_ -]?(?:id|uuid)$/i.test(name) && wordsOf(name).length > 1
}

function typeDiffers(a: Located, b: Located): CrossDraft[] {
  if (isCompatible(a.value ?? '', b.value ?? '') || isWrittenAlike(a, b)) return []
  return [
    {
      kind: 'shape-differs',
      summary: `${a.name} is ${spoken(a.value!)} in ${a.file} but ${b.name === a.name ? '' : `${b.name} is `}${spoken(b.value!)} in ${b.file}`,
      severity: 'medium',
      nature: 'problem',
      ends: [a, b],
      topics: [a.name, b.name, 'type', 'schema', 'shape'],
      weight: /id$/i.test(a.name) ? 0.8 : 0.6,
    },
  ]
}

/** A table has texts alone: beside `784` of a table, `"784"` is the same. */
function isWrittenAlike(a: Located, b: Located): boolean {
  return a.role !== b.role && (a.holds?.forms ?? []).some(form => b.holds?.forms?.includes(form))
}

/** Files of one kind share most of their names; what one of them lacks, and most others have, may have been forgotten. */
function lackingIn(family: readonly Shape[]): CrossDraft[] {
  const holders = groupBy(
    family.flatMap(shape => [...shape.names].map(([name, anchor]) => ({ name, anchor }))),
    ({ name }) => name,
  )
  const [a, b, ...rest] = family
  if (!b) return []
  const usual = [...holders].filter(([, held]) => 2 * held.length >= family.length)
  return family.flatMap(lacks => {
    const shared = usual.filter(([name, held]) => held.length > 1 && lacks.names.has(name))
    const missing = usual.filter(([name]) => !lacks.names.has(name)).map(([, held]) => held[0]!.anchor)
    if (missing.length === 0 || shared.length < 4 || shared.length < 0.6 * lacks.names.size) return []
    if (2 * missing.length > shared.length) return []
    const names = listed(missing.map(({ name }) => name))
    const summary =
      rest.length === 0
        ? `${a!.file} and ${b.file} share ${counted(shared.length, 'name')}, but ${names} ${missing.length === 1 ? 'is' : 'are'} only in ${(lacks === a ? b : a!).file}`
        : `${lacks.file} has no ${names}, which most of ${counted(family.length, 'file')} of its name have`
    return [
      {
        kind: 'field-missing' as const,
        summary,
        severity: 'low' as const,
        nature: 'problem' as const,
        ends: [...missing.slice(0, 5), lacks.names.get(shared[0]![0])!],
        more: missing.slice(5),
        topics: [...missing.slice(0, 10).map(({ name }) => name), 'schema', 'shape', 'missing'],
        weight: 0.4,
      },
    ]
  })
}

/** The same name of the same types in many files is one finding with several ends. */
function united(drafts: readonly CrossDraft[]): CrossDraft[] {
  const groups = groupBy(drafts, ({ kind, summary, topics }) =>
    kind === 'shape-differs' ? `${kind} ${plainName(topics[0]!)}` : `${kind} ${summary}`,
  )
  return [...groups.values()].map(group => {
    const ends = [...new Map(group.flatMap(draft => draft.ends).map(end => [`${end.file}:${end.line}`, end])).values()]
    const more = group.length > 1 ? ` (and ${counted(group.length - 1, 'other pair')} of files)` : ''
    return { ...group[0]!, summary: group[0]!.summary + more, ends }
  })
}

function spoken(types: string): string {
  return types.split('|').join(' or ')
}
