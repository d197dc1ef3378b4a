// One thing under two names in files that belong together: `mail` beside `email`, `country` beside `region`. Names say
// nothing here; what stands under them does.
import type { Held } from '@shoal/base/model/anchor'
import { isCodeForm, isTellingForm } from '../../text/text-form.ts'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { isNumeric, isWhole, overlapOf } from './held.ts'
import { counted, listed, singular, wordsOf } from './names.ts'
import { pairsThatShare, type Shape, shapesOf } from './record-shapes.ts'

/** Different values that must be shared, of texts and of numbers with fractions. */
const LEAST_SHARED = 3
const LEAST_NUMBERS = 20
const MOST_ALIKE = 0.8
/** Files with more names that the other lacks are about something else. */
const MOST_UNMATCHED = 60
const SHOWN = 4

export const checkSynonyms: CrossCheck = anchors => {
  const { files } = anchors
  const shapes = shapesOf(anchors).filter(({ file }) => !files.isFixture(file))
  return pairsThatShare(shapes).flatMap(([a, b]) => synonymsOf(a, b))
}

function synonymsOf(a: Shape, b: Shape): CrossDraft[] {
  const shared = [...a.names.keys()].filter(name => b.names.has(name))
  if (!areJoined(a, b, shared)) return []
  const [left, right] = [onlyIn(a, b), onlyIn(b, a)]
  if (left.length > MOST_UNMATCHED || right.length > MOST_UNMATCHED) return []
  const found = left.flatMap(one => right.flatMap(other => likenessOf(one, other, shared, a, b) ?? []))
  // Where one fits two others, nobody knows which is meant.
  const times = (anchor: Located) => found.filter(({ one, other }) => one === anchor || other === anchor).length
  return found.filter(({ one, other }) => times(one) === 1 && times(other) === 1).map(draftOf)
}

/** They speak of the same things: a name that both have holds much of the same in both. */
function areJoined(a: Shape, b: Shape, shared: readonly string[]): boolean {
  return shared.some(name => {
    const [left, right] = [a.names.get(name)!.holds, b.names.get(name)!.holds]
    if (!left || !right || left.distinct < LEAST_SHARED || right.distinct < LEAST_SHARED) return false
    const { compared, shared: common } = overlapOf(left, right)
    return common >= LEAST_SHARED && common >= 0.5 * compared
  })
}

function onlyIn(has: Shape, lacks: Shape): Located[] {
  const lacking = new Set([...lacks.names.keys()].map(singular))
  return [...has.names].filter(([name]) => !lacking.has(singular(name))).map(([, anchor]) => anchor)
}

interface Likeness {
  readonly one: Located
  readonly other: Located
  readonly why: string
  readonly isSure: boolean
}

function likenessOf(one: Located, other: Located, shared: readonly string[], a: Shape, b: Shape): Likeness | null {
  const [left, right] = [one.holds, other.holds]
  if (!left || !right || isQualified(one.name, other.name) || isQualified(other.name, one.name)) return null
  const { compared, shared: common } = overlapOf(left, right)
  const examples = () => listed(left.values.filter(value => right.values.includes(value)).slice(0, SHOWN))
  if (isNumeric(left) || isNumeric(right)) {
    const isFine = [left, right].every(held => isNumeric(held) && isFineGrained(held))
    if (!isFine || common < LEAST_NUMBERS || common < 0.95 * compared) return null
  } else if (common < LEAST_SHARED || common < MOST_ALIKE * compared) {
    const form = formOfAll(one, other)
    if (form === null) return null
    // Codes are common: they must be the only names that the files do not share, or nearly.
    const isTelling = isTellingForm(form)
    if (!isTelling && (shared.length < 2 || a.names.size - shared.length > 2 || b.names.size - shared.length > 2))
      return null
    const why = isTelling
      ? `both hold nothing but ${form}${form.endsWith('s') ? 'es' : 's'}`
      : `both hold codes like ${left.values[0]} and ${right.values[0]}`
    return { one, other, why, isSure: isTelling }
  }
  const all = isWhole(left) && isWhole(right) ? '' : ' that were compared'
  return {
    one,
    other,
    why: `${common === compared ? `all ${counted(compared, 'value')}` : `${common} of ${counted(compared, 'value')}`}${all} stand in both (${examples()})`,
    isSure: true,
  }
}

/** Numbers that two columns do not have in common by chance: with fractions, or far apart, as those of places are. */
function isFineGrained({ values, range, distinct }: Held): boolean {
  return values.some(value => value.includes('.')) || (range !== undefined && range.most - range.least > 20 * distinct)
}

/** All values of both are written in one way that says something. */
function formOfAll({ holds: a }: Located, { holds: b }: Located): string | null {
  const [form] = a?.forms ?? []
  if (form === undefined || a!.forms!.length > 1 || b?.forms?.length !== 1 || b.forms[0] !== form) return null
  return isTellingForm(form) || isCodeForm(form) ? form : null
}

/** `customer_email` is an `email`, and said to be one. */
function isQualified(long: string, short: string): boolean {
  const words = new Set(wordsOf(long).map(singular))
  return wordsOf(short).every(word => words.has(singular(word)))
}

function draftOf({ one, other, why, isSure }: Likeness): CrossDraft {
  return {
    kind: 'field-renamed',
    summary: `${one.name} in ${one.file} and ${other.name} in ${other.file} look like one thing under two names: ${why}`,
    severity: isSure ? 'medium' : 'low',
    nature: 'problem',
    ends: [one, other],
    topics: [one.name, other.name, 'naming', 'field', 'column', 'schema'],
    weight: isSure ? 0.7 : 0.5,
  }
}
