// Names that prose speaks of and nothing has any more: functions, classes, settings, fields.
import { groupBy } from '@shoal/base/model/lists'
import { nearest } from '@shoal/base/text/nearest'
import { baseName } from '@shoal/base/text/paths'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, lastStepOf, listed, plainName, stepsOf, wordsOf } from './names.ts'

/** With fewer definitions the code at hand is a scrap, and prose will speak of much that is not in it. */
const LEAST_DEFINITIONS = 5

export const checkDocs: CrossCheck = anchors => {
  const spoken = anchors
    .of('reference', 'config-use', 'env-use', 'field-use')
    .filter(anchor => !anchor.inCode && !anchor.inSettings && isName(anchor))
    .filter(({ file }) => !anchors.files.isTimeless(file))
  const definitions = anchors.of('definition').filter(({ inCode }) => inCode)
  if (spoken.length === 0 || definitions.length < LEAST_DEFINITIONS || !anchors.isAllCodeRead) return []
  const known = knownNames(anchors.of(...EVERYWHERE))
  const owners = new Set(definitions.filter(({ value }) => value === 'class').map(({ name }) => name))
  const words = new Set(definitions.flatMap(({ name }) => wordsOf(name)).filter(word => word.length > 3))
  const isKnown = ({ name }: Located) =>
    known.has(plainName(lastStepOf(bare(name)))) || known.has(plainName(bare(name)))
  const stale = spoken.filter(one => !isKnown(one) && isOfProgram(one, owners, words))
  const names = definitions.map(({ name }) => name)
  return [...groupBy(stale, ({ file }) => file)].flatMap(([file, own]) => {
    const distinct = [...new Set(own.map(({ name }) => name))]
    // A document of which most names are unknown speaks of something else.
    const told = new Set(spoken.filter(anchor => anchor.file === file && isKnown(anchor)).map(({ name }) => name))
    if (distinct.length > told.size) return []
    return [staleNames(file, own, distinct, definitions, names)]
  })
}

const EVERYWHERE = [
  'definition',
  'literal',
  'config-key',
  'config-use',
  'env-definition',
  'env-use',
  'column',
  'field',
  'schema-field',
  'field-use',
  'import',
  'dependency',
  'raise',
  'error-seen',
  'path',
] as const

function staleNames(
  file: string,
  own: readonly Located[],
  distinct: readonly string[],
  definitions: readonly Located[],
  names: readonly string[],
): CrossDraft {
  const near = nearest(bare(distinct[0]!), names.slice(0, 2000))
  const alike = definitions.find(({ name }) => name === near)
  return {
    kind: 'stale-documentation',
    summary: `${file} speaks of ${listed(distinct)}, which ${distinct.length === 1 ? 'is' : 'are'} in none of the files read${alike ? `; ${alike.file} has ${alike.name}` : ` (${counted(definitions.length, 'definition')} looked at)`}`,
    severity: 'low',
    nature: 'problem',
    ends: [...own.slice(0, 5), alike ?? definitions[0]!],
    more: own.slice(5),
    topics: [...distinct.slice(0, 10), 'documentation'],
    weight: alike ? 0.6 : 0.4,
  }
}

function knownNames(anchors: readonly Located[]): Set<string> {
  const names = new Set<string>()
  for (const { name, path, value, role, inCode } of anchors) {
    // What prose itself says proves nothing.
    if (!inCode && (role === 'config-use' || role === 'env-use' || role === 'field-use' || role === 'path')) continue
    for (const text of [name, path ?? '', role === 'import' || role === 'raise' ? (value ?? '') : '']) {
      for (const part of text.split(',')) names.add(plainName(part))
      for (const step of text.split(/[.:/,\s[\]]+/)) names.add(plainName(step))
    }
  }
  return names
}

/** Names of code: `load_user()`, `OrderStore`, `billing.retries`. A plain word may be anything. */
function isName({ name }: Located): boolean {
  return (
    name.length > 3 && /^[\w.$:-]+(\(\))?$/.test(name) && /\(\)$|_|\p{Ll}\p{Lu}|\w\.\w/u.test(name) && !/^\d/.test(name)
  )
}

/**
 * A call of a function, or of a method of a class that is here, in words that names of the program have; a README speaks of
 * nothing else. Whatever else stands in a document may be of another program, of the user's own, or of a library.
 */
function isOfProgram({ name, file, quote }: Located, owners: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  if (!name.endsWith('()') && !/\w\(\)/.test(quote)) return false
  const steps = stepsOf(bare(name))
  if (steps.length > 1) return owners.has(steps.at(-2)!)
  return /^readme\b/i.test(baseName(file)) || wordsOf(bare(name)).every(word => words.has(word))
}

function bare(name: string): string {
  return name.replace(/\(\)$/, '')
}
