// What a condition says about the values it tests: compared with constants, found in a list, matched by a pattern.
import type { CallCode, Code } from '../code.ts'
import { Use } from '../rules/rule-table.ts'
import {
  ALL_USES,
  CANONICAL,
  exposure,
  HARMLESS,
  madeSafe,
  type Origin,
  onlyString,
  Trust,
  type Value,
} from '../values.ts'
import { assign, isPlace } from './assignment.ts'
import type { Machine } from './machine.ts'
import type { Scope } from './scope.ts'

const EQUAL = /^(?:==|===|eq|is)$/
const UNEQUAL = /^(?:!=|!==|ne|<>|is not)$/
const AND = /^(?:&&|and)$/
const OR = /^(?:\|\||or)$/
const HOLDS = oneOf(
  'contains Contains includes has containsKey ContainsKey include? key? member? in_array indexOf has_key contains_key isin',
)
const MATCHES = oneOf('matches match fullmatch test IsMatch preg_match MatchString match? is_match search')
const STARTS = oneOf(
  'startsWith startswith StartsWith start_with? HasPrefix starts_with str_starts_with is_relative_to hasPrefix',
)
const PLAIN_TEXT = oneOf(`
  isdigit isalnum isalpha isnumeric isdecimal isidentifier is_numeric is_int ctype_digit ctype_alnum ctype_alpha isNumeric
  isAlphanumeric isAlpha isInteger isSafeInteger isNaN isFinite isUUID isEmail all_digits
`)
const VALIDATES = [
  /^_?(?:is|check|validate|verify|ensure|assert|has)_?(?:valid|safe|allowed|whitelisted|allowlisted|permitted|trusted|authori[sz]ed)\w*$/i,
  /^(?=\w+$)(?:validate|is\w*(?:safe|valid|allowed)|url_has_allowed_host_and_scheme$|secure_\w)/i,
]

function oneOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/))
}

/** Parts of an address that say which host it is. */
const HOST = oneOf('host hostname netloc Host Hostname Authority getHost getAuthority host_str origin parse_url')
/** Parts of a file that say where it lies. */
const WHERE = oneOf('path absolutePath canonicalPath FullName')
const LOCAL_ADDRESS = /^is_?(?:local|internal|relative|same|own|trusted)_?(?:url|uri|path|host|origin|redirect|site)?$/i
/** Whether an address names its host. */
const ABSOLUTE = oneOf('IsAbs isAbsolute IsAbsoluteUri absolute?')
const RELATIVE_KIND = 'IsWellFormedUriString'
/** What several paths share. */
const COMMON = oneOf('commonpath commonprefix')
const FIRST = oneOf('charAt substr substring slice mb_substr at Substring')
const SEARCHES = oneOf('strpos stripos mb_strpos strstr str_contains')
/** Variables of a function that are looked at for others of the same origin. */
const MOST_NAMES = 200

/** Longer patterns than people write. */
const LONGEST_PATTERN = 1000
const LONGEST_NAME = 80

/** Takes in that `test` turned out to be `holds`. */
export function refine(machine: Machine, test: Code, holds: boolean, depth = 8): void {
  if (depth === 0) return
  if (test.kind === 'unary' && (test.operator === '!' || test.operator === 'not')) {
    refine(machine, test.operand, !holds, depth - 1)
  } else if (test.kind === 'binary') {
    refineBinary(machine, test, holds, depth)
  } else if (test.kind === 'call') {
    refineCall(machine, test, holds)
  } else if (test.kind === 'other' && test.parts.length === 1) {
    refine(machine, test.parts[0]!, holds, depth - 1)
  } else if (test.kind === 'block' && test.body.length > 0) {
    refine(machine, test.body.at(-1)!, holds, depth - 1)
  } else if (test.kind === 'index' && holds) {
    // `allowed[host]`
    allow(machine, test.key, test.object)
  } else if (test.kind === 'member' && !holds && (isHost(test) || ABSOLUTE.has(test.name))) {
    relative(machine, test.object)
  }
}

function refineBinary(machine: Machine, test: Extract<Code, { kind: 'binary' }>, holds: boolean, depth: number): void {
  const { operator, left, right } = test
  if (AND.test(operator) ? holds : OR.test(operator) && !holds) {
    refine(machine, left, holds, depth - 1)
    refine(machine, right, holds, depth - 1)
  } else if (AND.test(operator) || OR.test(operator)) {
    // One of the two holds: what both say of a value is known.
    machine.rejoin([left, right].map(part => machine.branch(() => refine(machine, part, holds, depth - 1))))
  } else if (EQUAL.test(operator) ? holds : UNEQUAL.test(operator) && !holds) {
    equate(machine, left, right)
    equate(machine, right, left)
    // `preg_match(…) === 1`, `strpos(real, base) === 0`
    const other = machine.run(right).known?.[0]
    if (left.kind === 'call' && (other === 1 || other === true || other === 0)) refineCall(machine, left, true)
    // `strpos(path, '..') === false`, `indexOf('..') === -1`
    if (left.kind === 'call' && (other === false || other === -1)) refineCall(machine, left, false)
  } else if (EQUAL.test(operator) || UNEQUAL.test(operator)) {
    const other = machine.run(right).known?.[0]
    if (left.kind === 'call' && (other === false || other === -1 || other === null)) refineCall(machine, left, true)
    else if (left.kind === 'call' && (other === 1 || other === true || other === 0)) refineCall(machine, left, false)
  } else if (operator === 'in' && holds) {
    allow(machine, left, right)
  } else if (operator === 'not in' && !holds) {
    allow(machine, left, right)
  } else if ((operator === 'in' && !holds) || (operator === 'not in' && holds)) {
    forbid(machine, left, right)
  } else if (operator === '=~' && holds) {
    matched(machine, left, right)
  } else if (left.kind === 'call' && (operator === '>' || operator === '>=')) {
    // `indexOf(x) >= 0`, `> -1`
    refineCall(machine, left, holds)
  } else if (left.kind === 'call' && (operator === '<' || operator === '<=')) {
    refineCall(machine, left, !holds)
  }
}

/** A value that equals a constant is that constant. */
function equate(machine: Machine, place: Code, other: Code): void {
  const value = machine.run(other)
  if (isHost(place) && value.trust <= Trust.unknown && value.known?.[0] !== null) clean(machine, place, ALL_USES)
  const first = firstLetters(place)
  if (first && onlyString(value)?.startsWith('/')) clean(machine, first, Use.redirect | Use.url)
  if (place.kind === 'call' && COMMON.has(calledName(place)) && value.trust <= Trust.unknown)
    for (const arg of place.args) for (const part of listed(arg.value)) clean(machine, part, Use.path)
  if (!isPlace(place)) return
  if (value.known && value.trust === Trust.constant && value.known[0] !== null) assign(machine, place, value, true)
}

/** A value that was found in a collection nobody from outside fills is one of its own. */
function allow(machine: Machine, place: Code, collection: Code): void {
  if (collection.kind === 'member' && collection.name === 'parents') {
    clean(machine, collection.object, Use.path)
    return
  }
  const members = machine.run(collection)
  if (exposure(members, ALL_USES).trust > Trust.unknown || onlyString(members) !== undefined) return
  clean(machine, place, ALL_USES)
}

/** `'..' not in path` */
function forbid(machine: Machine, part: Code, whole: Code): void {
  const text = onlyString(machine.run(part))
  if (text === '..' || text === '../') clean(machine, whole, Use.path)
  if (text === '://' || text === '//') clean(machine, whole, Use.redirect | Use.url)
}

/** An address without a host of its own. */
function relative(machine: Machine, address: Code): void {
  cleanSame(machine, machine.run(address).origin, Use.redirect | Use.url)
}

/** What the first letters are taken of: `path[0]`, `path.charAt(0)`, `substr(path, 0, 2)`. */
function firstLetters(code: Code): Code | null {
  if (code.kind === 'index') return code.key.kind === 'constant' && code.key.value === 0 ? code.object : null
  if (code.kind !== 'call' || !FIRST.has(calledName(code))) return null
  const [first, second] = code.args.map(arg => arg.value)
  const [text, at] = code.callee.kind === 'member' ? [code.callee.object, first] : [first, second]
  return text && at?.kind === 'constant' && at.value === 0 ? text : null
}

function calledName({ callee }: CallCode): string {
  return callee.kind === 'member' || callee.kind === 'name' ? callee.name : ''
}

function listed(code: Code): readonly Code[] {
  return code.kind === 'list' ? code.items : [code]
}

function matched(machine: Machine, place: Code, pattern: Code): void {
  const text = onlyString(machine.run(pattern))
  if (text === undefined || isStrict(text)) clean(machine, place, ALL_USES)
}

/** A pattern that leaves no room for anything special: anchored at both ends, with no `.` outside of a class. */
function isStrict(pattern: string, isWhole = false): boolean {
  if (pattern.length > LONGEST_PATTERN) return false
  const anchored = isWhole || (/^\W{0,2}(?:\^|\\A)/.test(pattern) && /(?:\$|\\[zZ])\W?[a-z]*$/.test(pattern))
  return anchored && !/(?<!\\)\.[*+]/.test(pattern.replace(/\[[^\]]{0,300}\]/g, '')) && !/\[\^/.test(pattern)
}

function refineCall(machine: Machine, test: CallCode, holds: boolean): void {
  const { callee } = test
  const object = callee.kind === 'member' ? callee.object : null
  const method = calledName(test)
  const args = test.args.map(arg => arg.value)
  if (ABSOLUTE.has(method)) {
    if (!holds && object) relative(machine, object)
  } else if (method === 'equals' || method === 'Equals' || method === 'equalsIgnoreCase' || method === 'eql?') {
    if (holds && object && args[0]) {
      equate(machine, object, args[0])
      equate(machine, args[0], object)
    }
  } else if (HOLDS.has(method)) {
    refineHolds(machine, object, args, holds)
  } else if (method === 'IsLocal') {
    if (holds && args[0]) clean(machine, args[0], Use.path)
  } else if (method === 'IndexOfAny') {
    if (!holds && object) clean(machine, object, Use.path)
  } else if (SEARCHES.has(method) && !holds) {
    if (args[0] && args[1]) forbid(machine, args[1], args[0])
  } else if (STARTS.has(method) || method === 'strpos' || method === 'strncmp') {
    const [whole, start] = object && !isCapitalName(object) ? [object, args[0]] : args
    if (holds) refineStart(machine, whole)
    // A way from a folder that does not begin upwards stays below it.
    else if (whole && start && onlyString(machine.run(start))?.startsWith('..'))
      cleanSame(machine, machine.run(whole).origin, Use.path)
  } else if (!holds) {
    return
  } else if (MATCHES.has(method)) {
    refineMatch(machine, object, args, method)
  } else if (PLAIN_TEXT.has(method)) {
    const place = args[0] ?? object
    if (place) clean(machine, place, ALL_USES)
  } else if (LOCAL_ADDRESS.test(method) || method === RELATIVE_KIND) {
    if (method !== RELATIVE_KIND || /Relative/.test(machine.text(test.node)))
      for (const place of args) clean(machine, place, Use.redirect | Use.url)
  } else if (method.length <= LONGEST_NAME && VALIDATES.some(name => name.test(method))) {
    for (const place of args) clean(machine, place, ALL_USES)
    if (args.length === 0 && object) clean(machine, object, ALL_USES)
  }
}

function refineHolds(machine: Machine, object: Code | null, args: readonly Code[], holds: boolean): void {
  const [first, second] = args
  if (!object) {
    if (holds && first && second) allow(machine, first, second)
    return
  }
  if (!first) return
  if (holds) allow(machine, first, object)
  else forbid(machine, first, object)
}

function refineMatch(machine: Machine, object: Code | null, args: readonly Code[], method: string): void {
  const isWhole = method === 'fullmatch' || method === 'matches'
  const [first, second] = args
  for (const [pattern, place] of [
    [object, first],
    [first, second],
    [second, first],
    [first, object],
  ] as const) {
    if (!pattern || !place) continue
    const text = onlyString(machine.run(pattern))
    if (text !== undefined && isStrict(text, isWhole)) clean(machine, place, ALL_USES)
  }
}

/** The beginning of a canonical path says where it lies; that of an address, which host it is. */
function refineStart(machine: Machine, place: Code | undefined): void {
  if (!place) return
  const whole = place.kind === 'member' && WHERE.has(place.name) ? place.object : place
  const value = machine.run(whole)
  const isCanonical = (value.safe & CANONICAL) !== 0
  clean(machine, whole, Use.redirect | Use.url | (isCanonical ? Use.path : 0))
  if (isCanonical) cleanSame(machine, value.origin, Use.path)
}

function isHost(code: Code): boolean {
  const named = code.kind === 'call' ? code.callee : code
  return (named.kind === 'member' || (named.kind === 'name' && code.kind === 'call')) && HOST.has(named.name)
}

/** What is found out about a part of a value is known of all that was made of the same. */
function cleanSame(machine: Machine, origin: Origin | null, uses: number): void {
  let left = MOST_NAMES
  for (let scope: Scope | null = machine.scope; scope && origin; scope = scope.parent) {
    for (const [name, value] of scope.own) {
      if (left-- === 0) return
      if (isSame(value.origin, origin) && machine.scope.get(name) === value)
        machine.scope.set(name, madeSafe(value, uses))
    }
  }
}

/** Whatever it went through since. */
function isSame(a: Origin | null, b: Origin): boolean {
  return a === b || (a?.label === b.label && a.line === b.line)
}

function isCapitalName(code: Code): boolean {
  return code.kind === 'name' && /^(?:[A-Z]|strings$)/.test(code.name)
}

/** Marks a place as safe, and what a call was made on or with, since `real(path)` being right says so of `path`. */
function clean(machine: Machine, place: Code, uses: number, depth = 3): void {
  if (isHost(place)) {
    cleanSame(machine, machine.run(place).origin, Use.url | Use.redirect)
    return
  }
  if (isPlace(place)) {
    const value = machine.run(place)
    if (value.trust > Trust.constant) assign(machine, place, cleaned(value, uses), true)
    return
  }
  if (place.kind !== 'call' || depth === 0) return
  if (place.callee.kind === 'member') clean(machine, place.callee.object, uses, depth - 1)
  for (const arg of place.args) clean(machine, arg.value, uses, depth - 1)
}

function cleaned(value: Value, uses: number): Value {
  return uses === ALL_USES ? { ...HARMLESS, path: value.path } : madeSafe(value, uses)
}
