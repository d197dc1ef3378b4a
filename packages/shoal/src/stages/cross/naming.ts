// One name in several spellings: customerId, customer_id and CustomerID in files that speak of the same thing.
import { groupBy } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, isGeneric, kindOfFile, listed, plainName, spellingOf, wordsOf } from './names.ts'
import { isToolFile } from './setting-names.ts'

/** More names than this between the same two spellings are a convention that differs, and one finding. */
const MANY = 3
/** Places of one spelling that are looked at. */
const MOST_PLACES = 8

export const checkNaming: CrossCheck = anchors => {
  const named = anchors
    .of('column', 'field', 'schema-field', 'field-use')
    .filter(({ name, file }) => name.length > 2 && /^\p{L}/u.test(name) && !isToolFile(baseName(file)))
    // A constant that stands for a field says nothing about how the field is spelled.
    .filter(({ name, role }) => role !== 'field-use' || spellingOf(name) !== 'UPPER_CASE')
  const isRelated = relatedFiles(named)
  const variants = [...groupBy(named, ({ name }) => plainName(name)).values()].flatMap(group =>
    spelledDifferently(group, isRelated),
  )
  const byStyles = groupBy(variants, ({ styles }) => styles)
  return [...byStyles.values()].flatMap(group => (group.length > MANY ? [convention(group)] : group.map(one)))
}

interface Variants {
  readonly styles: string
  /** The first place of each spelling, the most frequent spelling first. */
  readonly places: readonly Located[]
}

type Related = (a: Located, b: Located) => boolean

/** Files speak of the same thing when they are called the same, or most names of one are in the other, and three at least. */
function relatedFiles(named: readonly Located[]): Related {
  const names = new Map(
    [...groupBy(named, ({ file }) => file)].map(([file, own]) => [file, new Set(own.map(one => plainName(one.name)))]),
  )
  return (a, b) => {
    if (kindOfFile(a.file) === kindOfFile(b.file)) return true
    const [few, many] = [names.get(a.file)!, names.get(b.file)!].sort((one, other) => one.size - other.size)
    const shared = [...few!].filter(name => many!.has(name))
    return shared.length >= 3 && 2 * shared.length >= few!.size && shared.some(name => !isGeneric(name))
  }
}

function spelledDifferently(anchors: readonly Located[], isRelated: Related): Variants[] {
  // A mark in front or behind is no other spelling: `_port`, `env_`.
  if (new Set(anchors.map(({ name }) => name.replace(/^[\W_]+|(?<![\W_])[\W_]+$/g, ''))).size < 2) return []
  // SQL does not tell small from capital letters.
  const isSql = anchors.some(({ language }) => language === 'sql')
  const spellings = groupBy(anchors, ({ name }) => (isSql ? name.toLowerCase() : name))
  if (spellings.size < 2) return []
  const groups = [...spellings.values()].sort((a, b) => b.length - a.length)
  // Each spelling at a place that has to do with one of the most frequent.
  const [usual, ...others] = groups.map(group => group.slice(0, MOST_PLACES))
  const pairs = others.flatMap(group => {
    for (const one of usual!) for (const other of group) if (isRelated(one, other)) return [[one, other] as const]
    return []
  })
  if (pairs.length === 0) return []
  const places = [pairs[0]![0], ...pairs.map(([, other]) => other)]
  // Within one file it is a matter of that file, and its own analyst's.
  if (new Set(places.map(({ file }) => file)).size < 2) return []
  // A plain word with a capital letter in code may be another thing altogether.
  if (
    places.some(({ role }) => role === 'field-use') &&
    new Set(places.map(({ name }) => name.toLowerCase())).size === 1
  )
    if (places.every(({ name }) => wordsOf(name).length === 1)) return []
  // Data must be on one side: two programs may each have their style.
  if (!places.some(({ role }) => role !== 'field-use')) return []
  return [
    {
      styles: places
        .map(({ name }) => spellingOf(name))
        .sort()
        .join(' '),
      places,
    },
  ]
}

function one({ places }: Variants): CrossDraft {
  return {
    kind: 'naming-differs',
    summary: `The same name is written ${listed(places.map(({ name, file }) => `${name} in ${file}`))}`,
    severity: 'low',
    nature: 'problem',
    ends: places.slice(0, 6),
    more: places.slice(6),
    topics: [...places.map(({ name }) => name), 'naming'],
    weight: 0.5,
  }
}

function convention(group: readonly Variants[]): CrossDraft {
  const [first] = group
  const examples = group.slice(0, 5).map(({ places }) => places.map(({ name }) => name).join(' / '))
  return {
    kind: 'naming-differs',
    summary: `${counted(group.length, 'name')} are spelled differently in ${listed([...new Set(first!.places.map(({ file }) => file))])} and other files: ${listed(examples)}`,
    severity: 'low',
    nature: 'problem',
    ends: group.slice(0, 4).flatMap(({ places }) => places.slice(0, 2)),
    more: group.flatMap(({ places }, k) => places.slice(k < 4 ? 2 : 0)),
    topics: [...group.slice(0, 10).map(({ places }) => places[0]!.name), 'naming'],
    weight: 0.5,
  }
}
