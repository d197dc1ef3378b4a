// Fixtures that do not look like the data they stand for: values written otherwise, codes that never occur, numbers far
// outside. A test that passes on them says nothing about real data.
import type { Held } from '@shoal/base/model/anchor'
import { groupBy, largest, smallest } from '@shoal/base/model/lists'
import { valueKey } from '../../text/held-values.ts'
import { formOf, isCodeForm, isTellingForm } from '../../text/text-form.ts'
import type { CrossCheck, CrossDraft, End, Located } from './check.ts'
import { fixtureRecords } from './fixture-records.ts'
import { isClosed, isNumeric, isWhole } from './held.ts'
import { listed } from './names.ts'
import { type Shape, shapesOf } from './record-shapes.ts'

/** Names that a fixture shares with data: so many, and this share of its own. */
const LEAST_SHARED = 3
const SHARE = 0.6
/** Fewer real values show no pattern. */
const LEAST_REAL = 10
const SHOWN = 4
const ID = /(?:^|[_.-]|[a-z])(?:id|uuid|key|no|number)$/i

/** What people call things: a fixture has names of its own. */
const NAMING =
  /(?:^|[_.-]|[a-z])(?:name|title|label|description|comment|notes?|message|subject|author|owner|user|assignee|person|customer|street|address|city|town)$/i

export const checkFixtures: CrossCheck = anchors => {
  const { files } = anchors
  const shapes = shapesOf(anchors)
  const fixtures = fixtureRecords(
    anchors,
    shapes.filter(({ file }) => files.isFixture(file)),
  )
  const data = shapes.filter(({ file }) => !files.isFixture(file))
  if (fixtures.length === 0 || data.length === 0) return []
  const holders = groupBy(
    data.flatMap(shape => [...shape.names.keys()].map(name => ({ name, shape }))),
    ({ name }) => name,
  )
  return fixtures.flatMap(fixture => {
    const real = realOf(fixture, holders)
    return [...fixture.names].flatMap(([name, column]) =>
      strangeIn(
        column,
        real.flatMap(shape => shape.names.get(name) ?? []),
      ),
    )
  })
}

/** The data that a fixture stands for: the files that have most of its names. */
function realOf(fixture: Shape, holders: ReadonlyMap<string, readonly { readonly shape: Shape }[]>): Shape[] {
  const shared = new Map<Shape, number>()
  for (const name of fixture.names.keys())
    for (const { shape } of holders.get(name) ?? []) shared.set(shape, (shared.get(shape) ?? 0) + 1)
  const most = largest(shared.values(), 0)
  if (most < LEAST_SHARED || most < SHARE * fixture.names.size) return []
  return [...shared].filter(([, count]) => count >= 0.8 * most).map(([shape]) => shape)
}

function strangeIn(column: Located, real: readonly Located[]): CrossDraft[] {
  const { holds } = column
  if (!holds || real.length === 0 || !real.every(one => one.holds)) return []
  const held = real.map(one => one.holds!)
  if (held.reduce((sum, { count }) => sum + count, 0) < LEAST_REAL) return []
  const strange = otherForms(holds, held) ?? otherCodes(column, held) ?? otherRange(column, held)
  return strange ? [draftOf(column, real, strange)] : []
}

interface Strange {
  readonly values: readonly string[]
  /** What the data has instead. */
  readonly instead: string
  readonly what: string
}

/** Where all real values are of one kind, any other is strange; else only when none is written as any of them. */
function otherForms(fixture: Held, real: readonly Held[]): Strange | null {
  if (real.some(({ forms }) => forms === null)) return null
  const known = new Set(real.flatMap(({ forms }) => forms!))
  const values = fixture.values.filter(value => !known.has(formOf(value)))
  const [form] = known
  const isOneKind = known.size === 1 && (form === 'number' || isTellingForm(form!) || isCodeForm(form!))
  if (values.length === 0 || (!isOneKind && (values.length < fixture.values.length || !isWhole(fixture)))) return null
  // Words are words: `anna` and `Anna B.` are names both.
  if (!isOneKind && [...known, ...values.map(formOf)].every(one => /^[a A.'-]+$/.test(one))) return null
  return { values, what: 'written in a way that', instead: `there it is ${listed(examplesOf(real))}` }
}

function otherCodes({ name, holds }: Located, real: readonly Held[]): Strange | null {
  if (ID.test(name) || NAMING.test(name) || !real.every(isClosed)) return null
  const known = new Set(real.flatMap(({ values }) => values.map(valueKey)))
  const values = holds!.values.filter(value => !known.has(valueKey(value)))
  if (values.length === 0 || real.every(isNumeric)) return null
  return {
    values,
    what: 'a value that',
    instead: `it holds ${listed([...new Set(real.flatMap(held => held.values))], 8)}`,
  }
}

/** All of them outside, or one farther out than the data is wide. */
function otherRange({ name, holds }: Located, real: readonly Held[]): Strange | null {
  if (ID.test(name) || !holds!.range || !real.every(({ range }) => range)) return null
  const least = smallest(real.map(({ range }) => range!.least))
  const most = largest(real.map(({ range }) => range!.most))
  const outside = holds!.values.filter(value => Number(value) < least || Number(value) > most)
  const far = outside.filter(value => Number(value) < least - (most - least) || Number(value) > most + (most - least))
  const values = outside.length === holds!.values.length ? outside : far
  if (values.length === 0) return null
  return { values, what: 'a number that', instead: `it goes from ${least} to ${most}` }
}

function examplesOf(real: readonly Held[]): string[] {
  return [...new Map(real.flatMap(({ values }) => values).map(value => [formOf(value), value])).values()].slice(
    0,
    SHOWN,
  )
}

function draftOf(column: Located, real: readonly Located[], { values, what, instead }: Strange): CrossDraft {
  const [first] = real
  const files = [...new Set(real.map(({ file }) => file))]
  return {
    kind: 'fixture-differs',
    summary: `${column.name} is ${listed(values, SHOWN)} in ${column.file}, ${what} never occurs in ${listed(files, 2)}: ${instead}`,
    severity: values.length === column.holds!.values.length ? 'medium' : 'low',
    nature: 'problem',
    ends: [...endsOf(column, values.slice(0, SHOWN)), first!],
    topics: [column.name, 'fixture', 'test', 'data', ...values.slice(0, SHOWN)],
    weight: values.length === column.holds!.values.length ? 0.7 : 0.4,
  }
}

/** The values where they stand, as far as that is known; else the name of the column. */
function endsOf(column: Located, values: readonly string[]): End[] {
  const { values: all, lines } = column.holds!
  const ends = values.flatMap(value => {
    const line = lines?.[all.indexOf(value)]
    // What a file writes with escapes does not stand in it as it reads.
    return line === undefined || /["\\\n]|\d\.\d|e[+-]?\d/.test(value)
      ? []
      : [{ file: column.file, line, quote: value }]
  })
  return ends.length > 0 ? ends : [column]
}
