// Keys that one table has and the table they refer to has not: orders of customers that are not among the customers. Of large
// tables the values of a sample are compared, the same ones in every file, and what is said says so.
import type { Held } from '@shoal/base/model/anchor'
import { groupBy } from '@shoal/base/model/lists'
import { placeInSample, valueKey } from '../../text/held-values.ts'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { isWhole, lastPlace } from './held.ts'
import { kindOfFile, listed, plainName, wordsOf } from './names.ts'
import { type Shape, shapesOf } from './record-shapes.ts'

const KEY_WORDS: ReadonlySet<string> = new Set('id uuid guid code key sku isbn iban number no nr ref'.split(' '))
/** Rows of the table that is referred to, and values that could be looked up in it. */
const FEWEST_KEYS = 10
const FEWEST_COMPARED = 10
/** Where more is missing, the one does not refer to the other. */
const MOST_MISSING = 0.25

export const checkOrphans: CrossCheck = anchors => {
  const shapes = shapesOf(anchors).filter(({ file }) => !anchors.files.isAside(file))
  // What a column is called where it refers to a key: by the key's name, or by what the table holds.
  const keys = shapes.flatMap(shape =>
    [...shape.names.values()].filter(isKey).flatMap(key => referringNames(key).map(name => ({ name, key, shape }))),
  )
  const byName = groupBy(keys, ({ name }) => name)
  return shapes.flatMap(shape =>
    [...shape.names].flatMap(([name, column]) => {
      const targets = (byName.get(name) ?? []).filter(({ shape: other }) => isReferred(shape, other, name))
      // Which of several tables is meant, nobody can say.
      return targets.length === 1 ? orphansOf(column, targets[0]!.key) : []
    }),
  )
}

/** Every row has another value. */
function isKey({ name, holds }: Located): boolean {
  return (
    holds !== undefined && holds.distinct === holds.count && holds.count >= FEWEST_KEYS && KEY_WORDS.has(lastWord(name))
  )
}

function lastWord(name: string): string {
  return wordsOf(name).at(-1) ?? ''
}

/** `id` of `customers.csv` is `customer_id` elsewhere; `customer_id` is called so everywhere. */
function referringNames({ name, file }: Located): string[] {
  const plain = plainName(name)
  const own = plainName(kindOfFile(file))
  return wordsOf(name).length > 1 ? [plain] : [`${own}${plain}`]
}

/** Another table, which is no other version or part of the same: that would have the same columns. */
function isReferred(from: Shape, to: Shape, name: string): boolean {
  if (from.file === to.file || kindOfFile(from.file) === kindOfFile(to.file)) return false
  const shared = [...from.names.keys()].filter(one => one !== name && to.names.has(one)).length
  const column = from.names.get(name)!
  return shared * 2 <= Math.min(from.names.size, to.names.size) && !isKey(column)
}

function orphansOf(column: Located, key: Located): CrossDraft[] {
  const [own, known] = [column.holds, key.holds!]
  if (!own || !isWritten(own, known)) return []
  const cut = isWhole(known) ? undefined : lastPlace(known)
  const there = new Set(known.values.map(valueKey))
  const compared = own.values
    .map((value, k) => ({ value, line: own.lines?.[k] ?? null }))
    .filter(({ value }) => cut === undefined || placeInSample(valueKey(value)) <= cut)
  const missing = compared.filter(({ value }) => !there.has(valueKey(value)))
  if (compared.length < FEWEST_COMPARED || missing.length === 0) return []
  if (missing.length > MOST_MISSING * compared.length) return []
  const [first] = missing
  const all =
    compared.length === own.distinct ? `its ${own.distinct}` : `${compared.length} compared of its ${own.distinct}`
  const values = missing.map(({ value }) => value)
  return [
    {
      kind: 'orphan-key',
      summary: `${column.name} in ${column.file} refers to ${key.name} in ${key.file}, which lacks ${missing.length} of ${all} different values: ${listed(values, 5)}`,
      severity: 'medium',
      nature: 'problem',
      ends: [first!.line === null ? column : { file: column.file, line: first!.line, quote: first!.value }, key],
      topics: [column.name, key.name, 'orphan', 'reference', 'key'],
      weight: 0.7,
    },
  ]
}

/** Both are written in the same ways, so that a value that is not found is not only written otherwise. */
function isWritten(own: Held, known: Held): boolean {
  return own.forms !== null && known.forms !== null && own.forms.every(form => known.forms!.includes(form))
}
