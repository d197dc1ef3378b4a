// Fields and columns that code asks for and no data has: most often a misspelling of one that is there.
import { groupBy } from '@shoal/base/model/lists'
import { nearest } from '@shoal/base/text/nearest'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { isGeneric, listed, plainName, singular } from './names.ts'
import { isDemanded, isOptional } from './settings-files.ts'

/** Code reads a data file when it names so many of its fields. */
const LEAST_SHARED = 2
const MANY_SHARED = 4
/** Names that are compared letter by letter, and unknown names beyond which a file reads other data altogether. */
const MOST_NAMES = 2000
const MOST_UNKNOWN = 50
/** Files that may make the same mistake. */
const MOST_ASKERS = 2

export const checkFieldUses: CrossCheck = anchors => {
  const data = anchors.of('column', 'field', 'schema-field')
  const uses = anchors.of('field-use').filter(({ inCode }) => inCode)
  if (data.length === 0 || uses.length === 0) return []
  const names = new Set(data.map(({ name }) => plainName(name)))
  // Names that programs or configs give themselves may be fields they make up.
  const made = new Set(
    anchors
      .of('definition', 'config-key', 'config-use', 'env-definition')
      .flatMap(({ name, path }) => [plainName(name), plainName(path ?? '')]),
  )
  const all = new Map(data.map(anchor => [anchor.name, anchor]))
  const isCompared = 'names of fields and columns were compared with the names that code asks for, letter by letter'
  const byName = new Map(anchors.leftOut.first([...all], MOST_NAMES, isCompared))
  const bySingular = new Map(data.map(anchor => [singular(plainName(anchor.name)), anchor]))
  const holders = holdersOf(data)
  const drafts: CrossDraft[] = []
  const askers = new Map(
    [...groupBy(uses, ({ name }) => name)].map(([name, places]) => [name, groupBy(places, ({ file }) => file).size]),
  )
  for (const [file, own] of groupBy(uses, ({ file: path }) => path)) {
    const known = new Set(own.map(({ name }) => plainName(name)).filter(name => names.has(name)))
    if (known.size < LEAST_SHARED) continue
    const unknown = [
      ...groupBy(
        own.filter(use => !names.has(plainName(use.name)) && (isDemanded(use) || !isOptional(use))),
        ({ name }) => name,
      ),
    ]
    // Code that knows less than half of the names it asks for works on other data.
    if (unknown.length > MOST_UNKNOWN || unknown.length > known.size) continue
    const isRead = ({ name }: Located) => (holders.get(plainName(name)) ?? []).some(fields => reads(known, fields))
    const foreign: (readonly [string, readonly Located[]])[] = []
    for (const [name, places] of unknown) {
      const meant = meantBy(name, byName, bySingular)
      if (meant && isRead(meant)) drafts.push(misspelt(file, name, places, meant, askers.get(name)! > MOST_ASKERS))
      else if (meant) continue
      else if (!made.has(plainName(name))) foreign.push([name, places])
    }
    // Code that knows few of the fields works on other data as well, which was not read.
    if (foreign.length > 0 && known.size >= MANY_SHARED && 3 * foreign.length <= known.size)
      drafts.push(absent(file, foreign, own, byName))
  }
  return drafts
}

/** Files that are looked at for one name. */
const MOST_HOLDERS = 20

/** The fields of the files that have a name, by that name. */
function holdersOf(data: readonly Located[]): Map<string, ReadonlySet<string>[]> {
  const holders = new Map<string, ReadonlySet<string>[]>()
  for (const own of groupBy(data, ({ file }) => file).values()) {
    const fields = new Set(own.map(({ name }) => plainName(name)))
    for (const name of fields) {
      const list = holders.get(name)
      if (!list) holders.set(name, [fields])
      else if (list.length < MOST_HOLDERS) list.push(fields)
    }
  }
  return holders
}

/** Code works on a file that has three of the names it knows, or most of them and not only those of half of all files. */
function reads(known: ReadonlySet<string>, fields: ReadonlySet<string>): boolean {
  const shared = [...known].filter(name => fields.has(name))
  return shared.length >= 3 || (shared.length * 2 >= known.size && shared.some(name => !isGeneric(name)))
}

function meantBy(
  name: string,
  byName: ReadonlyMap<string, Located>,
  bySingular: ReadonlyMap<string, Located>,
): Located | null {
  const same = bySingular.get(singular(plainName(name)))
  if (same) return same
  if (name.length < 5) return null
  const near = nearest(name, byName.keys())
  // `nearest` is generous: one mistake, or two in a long name.
  return near !== null && Math.abs(near.length - name.length) <= 1 && isTypo(name, near) ? byName.get(near)! : null
}

/** All but one or two letters stand in the same places from the start or from the end. */
function isTypo(a: string, b: string): boolean {
  let head = 0
  while (head < a.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return Math.max(a.length, b.length) - head - tail <= (a.length >= 8 ? 2 : 1)
}

/** Several of one thing are another thing, and what many files ask for by the same name nobody misspelt. */
function misspelt(
  file: string,
  name: string,
  places: readonly Located[],
  meant: Located,
  isCommon: boolean,
): CrossDraft {
  const isPlural = singular(plainName(name)) === singular(plainName(meant.name))
  return {
    kind: 'unknown-field',
    summary: `${file} asks for ${name}, which no file has; ${meant.file} has ${meant.name}`,
    severity: isCommon || isPlural ? 'low' : 'medium',
    nature: 'problem',
    ends: [...places.slice(0, 3), meant],
    more: places.slice(3),
    topics: [name, meant.name, 'field', 'column', 'naming'],
    weight: 0.8,
  }
}

function absent(
  file: string,
  foreign: readonly (readonly [string, readonly Located[]])[],
  own: readonly Located[],
  byName: ReadonlyMap<string, Located>,
): CrossDraft {
  const partner = own.map(({ name }) => byName.get(name)).find(anchor => anchor !== undefined)
  const names = foreign.map(([name]) => name)
  return {
    kind: 'unknown-field',
    summary: `${file} asks for ${listed(names)}, which no data file has${partner ? `; ${partner.file} has ${partner.name}` : ''}`,
    severity: 'low',
    nature: 'problem',
    ends: [...foreign.slice(0, 5).map(([, places]) => places[0]!), ...(partner ? [partner] : [])],
    more: foreign.flatMap(([, places], k) => places.slice(k < 5 ? 1 : 0)),
    topics: [...names.slice(0, 10), 'field', 'column'],
    weight: 0.3,
  }
}
