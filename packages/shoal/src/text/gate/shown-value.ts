// Masks secrets in everything that leaves the gate.
import { lookup } from '@shoal/base/model/lookup'
import type { Shown } from '@shoal/base/model/shown'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { maskValue } from '@shoal/base/secrets/mask-value'
import { kindOfName, NAME_STEMS } from '@shoal/base/secrets/names'
import { findSecrets, maskSecrets } from '@shoal/base/secrets/secrets'
import { judgeAssignment } from '@shoal/base/secrets/value'

/** Fields that say what the fields beside them are about, the surest first. */
const NAMES = ['path', 'json_path', 'jsonPath', 'column', 'field', 'name', 'key', 'label', 'title']
/** Fields that hold what stands in the file under that name. */
const HOLDS =
  /^(?:value|values|shown|top|examples?|samples?|min|max|first|last|longest|shortest|mode|distribution|common|rare|parts|variants|lowest|highest|raw|content)$/

/**
 * The same value with the secrets in all its strings masked. What gives a secret away in one string (`password: x`), the
 * name of a field, the `name` beside a `value` or the label of a row hides it in all the others; so does being known.
 */
export function shownValue(value: string, known?: KnownSecrets): Shown
export function shownValue<T>(value: T, known?: KnownSecrets): T
export function shownValue<T>(value: T, known: KnownSecrets = NONE): T {
  const own = new KnownSecrets()
  let isClean = known.isEmpty
  look(value, '', (text, context) => {
    for (const secret of secretsIn(text, context)) {
      own.add(secret)
      isClean = false
    }
  })
  if (isClean) return value
  return visit(value, '', (text, context) => known.mask(own.mask(masked(text, context)))) as T
}

/** The same value without the secrets that a text shows, which may stand in it as bare words. */
export function shownBeside<T>(value: T, text: string): T {
  const secrets = findSecrets(text).map(({ start, end }) => text.slice(start, end))
  return secrets.length === 0 ? value : shownValue(value, new KnownSecrets(secrets))
}

/** Secrets that a value shows by the names they stand under. */
export function secretsUnderNames(value: unknown): string[] {
  const found: string[] = []
  look(value, '', (text, context) => {
    for (const [start, end] of givenAway(text, context)) found.push(text.slice(start, end))
  })
  return found
}

/** Where secrets stand in a text, by their shape or by the name that it stands under. */
export function secretSpans(text: string, context: string): { readonly start: number; readonly end: number }[] {
  return [...findSecrets(text), ...givenAway(text, context).map(([start, end]) => ({ start, end }))]
}

/** The same value with `change` made to every string, names of fields included, with the name that it stands under. */
export function changedStrings(value: unknown, change: (text: string, context: string) => string): unknown {
  return visit(value, '', change)
}

const NONE = new KnownSecrets()

/** Calls `see` for every string, names of fields included, with the name that it stands under. Nothing is copied. */
function look(value: unknown, context: string, see: (text: string, context: string) => void): void {
  if (typeof value === 'string') see(value, context)
  else if (Array.isArray(value)) {
    const contextOf = contextOfItems(value, context)
    for (let k = 0; k < value.length; k++) look(value[k], contextOf(k), see)
  } else if (value !== null && typeof value === 'object') {
    const fields = value as Readonly<Record<string, unknown>>
    const contextOf = contextOfFields(fields, context)
    for (const key of Object.keys(fields)) {
      see(key, '')
      look(fields[key], contextOf(key), see)
    }
  }
}

/** The same value with `change` made to every string that `look` would show. */
function visit(value: unknown, context: string, change: (text: string, context: string) => string): unknown {
  if (typeof value === 'string') return change(value, context)
  if (Array.isArray(value)) {
    const contextOf = contextOfItems(value, context)
    return value.map((part, k) => visit(part, contextOf(k), change))
  }
  if (value === null || typeof value !== 'object') return value
  const fields = value as Readonly<Record<string, unknown>>
  const contextOf = contextOfFields(fields, context)
  return Object.fromEntries(
    Object.entries(fields).map(([key, part]) => [change(key, ''), visit(part, contextOf(key), change)]),
  )
}

function contextOfItems([label]: readonly unknown[], context: string): (k: number) => string {
  return context === 'rows' && typeof label === 'string' ? k => (k === 0 ? '' : label) : () => context
}

function contextOfFields(fields: Readonly<Record<string, unknown>>, context: string): (key: string) => string {
  const inherited = promises(context) ? context : null
  const subject = subjectOf(fields) ?? inherited
  // Bars are labelled with the values that they count.
  const isBars = fields.kind === 'bars'
  const isBar = typeof fields.value === 'number'
  return key =>
    (HOLDS.test(key) || (isBars && key === 'rows') ? subject : isBar && key === 'label' ? inherited : null) ?? key
}

/** The name that an object is about. A path is the way to one: its last step counts, as in `rows by password`. */
function subjectOf(fields: Readonly<Record<string, unknown>>): string | null {
  for (const field of NAMES) {
    const name = lookup(fields, field)
    if (typeof name !== 'string' || name.length > 300) continue
    const last = name
      .replace(/\[(?:\*|\d+)\]/g, '')
      .replace(/(?<!['"\]])['"\]]+$/, '')
      .replace(/^.*[/[\]'"]/, '')
      .replace(/^.* by /, '')
    if (promises(last)) return last
  }
  return null
}

function promises(name: string): boolean {
  return MAY_PROMISE.test(name) && kindOfName(name) !== null
}

/** Nearly all names are told apart by a look. A stem's mark at its end is not of the name. */
const MAY_PROMISE = new RegExp(
  [...new Set([...NAME_STEMS.map(stem => stem.replace(/[^\p{L}]$/u, '')), 'psw', 'hasło', 'community', 'answer'])]
    .join('|')
    .replaceAll('.', '\\.'),
  'i',
)

/** Names of fields are the same in thousands of files: those that hold no secret are not looked at again. */
const cleanNames = new Set<string>()
const MOST_NAMES = 10_000

function secretsIn(text: string, context: string): string[] {
  if (context !== '' || text.length > 64) return secretsInText(text, context)
  if (cleanNames.has(text)) return []
  const found = secretsInText(text, context)
  if (found.length === 0 && cleanNames.size < MOST_NAMES) cleanNames.add(text)
  return found
}

function secretsInText(text: string, context: string): string[] {
  const own = findSecrets(text).map(({ start, end }) => text.slice(start, end))
  return [...own, ...givenAway(text, context).map(([start, end]) => text.slice(start, end))]
}

function masked(text: string, context: string): string {
  let out = text
  for (const [start, end] of givenAway(text, context).reverse())
    out = out.slice(0, start) + maskValue(out.slice(start, end)) + out.slice(end)
  return maskSecrets(out)
}

/** Secrets that only the name beside the text shows to be ones: what stands under it, or what is assigned in it again. */
function givenAway(text: string, context: string): (readonly [start: number, end: number])[] {
  if (!promises(context) || (/^pass$/i.test(context) && /\s/.test(text))) return []
  const whole = judgeAssignment(context, text, { sure: true, quoted: true, syntax: 'data' })
  if (whole && !TYPED.test(text)) return [[0, text.length]]
  const lead = `${context}: `
  return findSecrets(lead + text)
    .filter(({ start }) => start >= lead.length)
    .map(({ start, end }) => [start - lead.length, end - lead.length] as const)
}

/** `varchar(80)`, `string required`: a figure that says of what type the values are. */
const TYPED =
  /^(?:n?(?:var)?char|text|string|integer|int|bigint|float|number|boolean|null|object|array|date|timestamp|uuid|binary|blob)\b/i
