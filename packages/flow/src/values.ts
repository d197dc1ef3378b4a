// Abstract values: where a value may come from, which constants it may be, and what a collection holds under which key.
import type { Constant, FunctionCode } from './code.ts'
import type { FlowStart, FlowStep } from './flows.ts'
import { Use } from './rules/rule-table.ts'

/** Where a value may come from, the least trusted last. */
export const Trust = {
  /** Made of constants only. */
  constant: 0,
  /** Not known: a field, a global, the result of a foreign function. */
  unknown: 1,
  /** A parameter of a function that others may call. */
  parameter: 2,
  /** Environment, arguments, files, standard input. */
  local: 3,
  /** A request or another message from outside. */
  remote: 4,
} as const

export type Trust = (typeof Trust)[keyof typeof Trust]

/** The first place a value came from, for the message. */
export interface Origin {
  readonly label: string
  readonly line: number
  /** Where it comes from another file, if it does. */
  readonly via?: FlowStart
  /** Functions of other files that it went through since. */
  readonly through?: readonly FlowStep[]
}

/** Never changed once made; adding to a collection makes a new one. */
export interface Value {
  readonly trust: Trust
  readonly origin: Origin | null
  /** Bits of the uses it was made safe for. */
  readonly safe: number
  /** The constants it may be; null when not known. */
  readonly known: readonly Constant[] | null
  /** Text put together from parts, with HOLE for each part that is not known; null if it is no such text. */
  readonly pattern: string | null
  readonly items: readonly Value[] | null
  readonly entries: ReadonlyMap<string, Value> | null
  /** What members may be that are not listed. */
  readonly rest: Value | null
  /** How it was made, as a dotted path: `os.system`, `sqlite3.connect().cursor()`; a declared type; or empty. */
  readonly path: string
  readonly fn: FunctionCode | null
  /** How deep collections lie in it. */
  readonly depth: number
}

export const HOLE = '\u0000'
export const ALL_USES = 0x3fffffff
/** Not a use: the path has been made canonical, so a check of its beginning counts. */
export const CANONICAL = 1 << 29

const MOST_CONSTANTS = 8
const MOST_MEMBERS = 64
const LONGEST_PATTERN = 600
const LONGEST_PATH = 120
const LONGEST_CONSTANT = 4000
/** Collections in collections are told apart no deeper than this. */
const DEEPEST = 3

const BARE: Value = {
  trust: Trust.constant,
  origin: null,
  safe: ALL_USES & ~CANONICAL,
  known: null,
  pattern: null,
  items: null,
  entries: null,
  rest: null,
  path: '',
  fn: null,
  depth: 0,
}

/** Made of constants, but which is not known. */
export const CONSTANT: Value = BARE
export const UNKNOWN: Value = { ...BARE, trust: Trust.unknown, safe: 0 }
/** A number, a truth value or the like: harmless in any text. */
export const HARMLESS: Value = { ...BARE, trust: Trust.unknown }

export function constant(value: Constant): Value {
  const pattern = typeof value === 'string' && value.length <= LONGEST_PATTERN ? value : null
  return { ...BARE, known: [value], pattern }
}

export function tainted(trust: Trust, origin: Origin, path = ''): Value {
  return { ...UNKNOWN, trust, origin, path: shortPath(path) }
}

export function pathValue(path: string): Value {
  return { ...UNKNOWN, path: shortPath(path) }
}

export function functionValue(fn: FunctionCode): Value {
  return { ...UNKNOWN, fn, path: fn.name }
}

export function listOf(items: readonly Value[]): Value {
  if (items.length > MOST_MEMBERS) return { ...BARE, rest: joinAll(items.map(flat)), depth: 1 }
  return { ...BARE, items: items.map(shallow), depth: depthOver(items) }
}

/** A member as it may lie in a collection: what would be too deep is taken as a whole. */
function shallow(member: Value): Value {
  return member.depth >= DEEPEST ? flat(member) : member
}

function flat(value: Value): Value {
  return value.depth === 0 ? value : mixed([value], Trust.constant)
}

function depthOver(members: readonly Value[]): number {
  let depth = 0
  for (const member of members) depth = Math.max(depth, Math.min(member.depth, DEEPEST - 1))
  return depth + 1
}

export function mapOf(entries: ReadonlyMap<string, Value>, rest: Value | null = null): Value {
  const kept = new Map([...entries].map(([key, value]) => [key, shallow(value)]))
  return { ...BARE, entries: kept, rest: rest ? flat(rest) : null, depth: depthOver([...entries.values()]) }
}

export function withPath(value: Value, path: string): Value {
  return value.path === path ? value : { ...value, path: shortPath(path) }
}

export function madeSafe(value: Value, uses: number): Value {
  return { ...value, safe: value.safe | uses }
}

/** Paths that grow without end, as in a loop over `x = x.next`, are forgotten. */
function shortPath(path: string): string {
  return path.length > LONGEST_PATH ? '' : path
}

/** The one constant it is, or undefined. */
export function onlyConstant(value: Value | undefined): Constant | undefined {
  return value?.known?.length === 1 ? value.known[0] : undefined
}

export function onlyString(value: Value | undefined): string | undefined {
  const only = onlyConstant(value)
  return typeof only === 'string' ? only : undefined
}

/** Whether it is surely true or surely false. */
export function truthOf(value: Value): boolean | undefined {
  if (value.known === null || value.known.length === 0) {
    return value.known === null && value.items !== null ? value.items.length > 0 : undefined
  }
  const first = Boolean(value.known[0])
  return value.known.every(constant => Boolean(constant) === first) ? first : undefined
}

/** The least trusted of a value and all it holds, apart from what was made safe for one of the uses. */
export function exposure(value: Value, uses: number, depth = DEEPEST): Value {
  let worst = isSafeFor(value, uses) ? CONSTANT : value
  if (depth === 0) return worst
  const consider = (member: Value) => {
    const found = exposure(member, uses, depth - 1)
    if (found.trust > worst.trust) worst = found
  }
  value.items?.forEach(consider)
  value.entries?.forEach(consider)
  if (value.rest) consider(value.rest)
  return worst
}

export function isSafeFor(value: Value, uses: number): boolean {
  return value.trust === Trust.constant || (uses !== 0 && (value.safe & uses) === uses)
}

/** What `value[key]` or `value.get(key)` may be; undefined if the value is no collection that is known. */
export function memberOf(value: Value, key: Value): Value | undefined {
  const only = onlyConstant(key)
  if (value.items) {
    if (typeof only === 'number' && Number.isInteger(only)) {
      const item = value.items.at(only)
      if (item) return item
    }
    return joinAll([...value.items, ...(value.rest ? [value.rest] : [])])
  }
  if (value.entries) {
    if (only !== undefined) {
      const entry = value.entries.get(String(only))
      if (entry) return value.rest ? join(entry, value.rest) : entry
      return value.rest ?? (value.trust > Trust.constant ? undefined : constant(null))
    }
    return joinAll([...value.entries.values(), ...(value.rest ? [value.rest] : [])])
  }
  return value.rest ?? undefined
}

/** The collection after `value[key] = member`. */
export function withMember(value: Value, key: Value, given: Value): Value {
  const member = shallow(given)
  const depth = Math.max(value.depth, depthOver([member]))
  const only = onlyConstant(key)
  if (value.items && !(value.items.length === 0 && typeof only === 'string')) {
    if (typeof only === 'number' && only >= 0 && only < value.items.length) {
      return { ...value, items: value.items.map((item, i) => (i === only ? member : item)), depth }
    }
    return { ...value, items: value.items.map(item => join(item, member)), rest: joinMaybe(value.rest, member), depth }
  }
  if (only !== undefined && (value.entries?.size ?? 0) < MOST_MEMBERS) {
    const entries = new Map(value.entries ?? [])
    entries.set(String(only), member)
    return { ...value, items: null, entries, depth }
  }
  return { ...value, rest: joinMaybe(value.rest, member), depth }
}

export function withItem(value: Value, given: Value, first = false): Value {
  const item = shallow(given)
  const depth = Math.max(value.depth, depthOver([item]))
  if (value.items && value.items.length < MOST_MEMBERS && !value.rest) {
    return { ...value, items: first ? [item, ...value.items] : [...value.items, item], depth }
  }
  return { ...value, items: null, rest: joinMaybe(joinMaybe(value.rest, elementOf(value)), item), depth }
}

/** What one gets when iterating over it. */
export function elementOf(value: Value): Value | null {
  const members = [...(value.items ?? []), ...(value.entries?.values() ?? []), ...(value.rest ? [value.rest] : [])]
  if (members.length > 0) return joinAll(members)
  return value.items || value.entries ? CONSTANT : null
}

function joinMaybe(a: Value | null, b: Value | null): Value | null {
  return a && b ? join(a, b) : (a ?? b)
}

export function joinAll(values: readonly Value[]): Value {
  let result: Value | null = null
  for (const value of values) result = result ? join(result, value) : value
  return result ?? CONSTANT
}

export function lessTrusted(a: Trust, b: Trust): Trust {
  return Math.max(a, b) as Trust
}

/** What a value is that may be one or the other. */
export function join(a: Value, b: Value): Value {
  if (a === b) return a
  return {
    trust: lessTrusted(a.trust, b.trust),
    origin: a.trust >= b.trust ? (a.origin ?? b.origin) : (b.origin ?? a.origin),
    safe: safeTogether([a, b]),
    known: joinConstants(a.known, b.known),
    pattern: a.pattern === b.pattern ? a.pattern : joinPatterns(a, b),
    items: joinItems(a, b),
    entries: joinEntries(a, b),
    rest: joinMaybe(a.rest, b.rest),
    path: a.path === b.path ? a.path : a.path === '' || b.path === '' ? a.path + b.path : '',
    fn: a.fn === b.fn ? a.fn : (a.fn ?? b.fn),
    depth: Math.max(a.depth, b.depth),
  }
}

/** The text of the less trusted; beside something that is no known text, anything may stand there. */
function joinPatterns(a: Value, b: Value): string | null {
  if (a.pattern !== null && b.pattern !== null) return b.trust > a.trust ? b.pattern : a.pattern
  const other = a.pattern === null ? a : b
  return onlyConstant(other) === null ? (a.pattern ?? b.pattern) : HOLE
}

function safeOf({ trust, safe }: Pick<Value, 'trust' | 'safe'>): number {
  return trust === Trust.constant ? ALL_USES : safe
}

/** What all of them are safe for; values that are only unknown do not matter beside some that are worse. */
function safeTogether(values: readonly Pick<Value, 'trust' | 'safe'>[]): number {
  const worst = values.some(({ trust }) => trust > Trust.unknown) ? Trust.parameter : Trust.unknown
  let safe = ALL_USES
  for (const value of values) if (value.trust >= worst) safe &= value.safe
  return safe
}

function joinConstants(a: readonly Constant[] | null, b: readonly Constant[] | null): readonly Constant[] | null {
  if (a === null || b === null) return null
  if (a === b) return a
  const united = [...new Set([...a, ...b])]
  return united.length > MOST_CONSTANTS ? null : united
}

function joinItems(a: Value, b: Value): readonly Value[] | null {
  if (!a.items || !b.items) {
    // A list beside `null` or nothing at all stays a list.
    if (a.items && isEmpty(b)) return a.items
    return b.items && isEmpty(a) ? b.items : (a.items ?? b.items)
  }
  const longer = a.items.length >= b.items.length ? a.items : b.items
  const shorter = longer === a.items ? b.items : a.items
  return longer.map((item, i) => (shorter[i] ? join(item, shorter[i]!) : item))
}

function isEmpty(value: Value): boolean {
  return !value.items && !value.entries && !value.rest
}

function joinEntries(a: Value, b: Value): ReadonlyMap<string, Value> | null {
  if (!a.entries || !b.entries) return a.entries ?? b.entries
  const united = new Map(a.entries)
  for (const [key, value] of b.entries) {
    const other = united.get(key)
    united.set(key, other ? join(other, value) : value)
  }
  return united
}

/** Trust and safety of a value and all it holds. */
function overall(value: Value, depth = DEEPEST): Pick<Value, 'trust' | 'origin' | 'safe'> {
  if (isEmpty(value) || depth === 0) return { trust: value.trust, origin: value.origin, safe: safeOf(value) }
  const { items, entries, rest } = value
  const members = [...(items ?? []), ...(entries?.values() ?? []), ...(rest ? [rest] : [])]
  return together([value, ...members.map(member => overall(member, depth - 1))])
}

function together(
  parts: readonly Pick<Value, 'trust' | 'origin' | 'safe'>[],
): Pick<Value, 'trust' | 'origin' | 'safe'> {
  let trust: Trust = Trust.constant
  let origin: Origin | null = null
  for (const part of parts) if (part.trust > trust) ({ trust, origin } = part)
  return { trust, origin, safe: safeTogether(parts) }
}

/** Text made of parts one after the other. */
export function concatenate(parts: readonly Value[]): Value {
  let pattern = ''
  for (const part of parts) {
    const only = onlyConstant(part)
    if (pattern.length < LONGEST_PATTERN) pattern += only === undefined ? (part.pattern ?? HOLE) : String(only)
  }
  const { trust, origin, safe } = together(parts.map(part => overall(part)))
  return { ...BARE, trust, origin, safe: (safe & ~CANONICAL) | startsKnown(parts), known: foldText(parts), pattern }
}

/** An address that starts with something of the program's own leads to the program's host. */
export function startsKnown(parts: readonly Value[]): number {
  let start = ''
  for (const part of parts) {
    if (part.trust > Trust.unknown && (part.safe & Use.redirect) === 0)
      return start.includes(HOLE) && !/(?:^|[^\w])\/\/$|[:.@]$/.test(start) ? Use.redirect | Use.url : 0
    const only = onlyConstant(part)
    start += only === undefined ? (part.pattern ?? HOLE) : String(only)
  }
  return 0
}

function foldText(parts: readonly Value[]): readonly Constant[] | null {
  let texts = ['']
  for (const { known } of parts) {
    if (!known || known.length * texts.length > MOST_CONSTANTS) return null
    texts = texts.flatMap(text => known.map(constant => text + String(constant)))
    if (texts.some(text => text.length > LONGEST_CONSTANT)) return null
  }
  return [...new Set(texts)]
}

/** What comes out of a foreign operation on these values. */
export function mixed(values: readonly Value[], least: Trust = Trust.unknown): Value {
  const { trust, origin, safe } = together(values.map(value => overall(value)))
  if (trust > Trust.constant) return { ...UNKNOWN, trust, origin, safe: safe & ~CANONICAL }
  return least === Trust.constant ? CONSTANT : UNKNOWN
}
