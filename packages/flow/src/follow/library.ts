// What the methods do that most languages have: of strings, lists, maps and builders, by any of their names.
import { lookup } from '@shoal/base/model/lookup'
import type { Constant } from '../code.ts'
import { Use } from '../rules/rule-table.ts'
import {
  ALL_USES,
  CANONICAL,
  CONSTANT,
  concatenate,
  constant,
  elementOf,
  HARMLESS,
  HOLE,
  lessTrusted,
  listOf,
  memberOf,
  mixed,
  onlyConstant,
  onlyString,
  startsKnown,
  Trust,
  UNKNOWN,
  type Value,
  withItem,
  withMember,
} from '../values.ts'
import { foldMethod } from './fold.ts'

export interface MethodCall {
  readonly method: string
  readonly path: string
  readonly receiver: Value
  readonly args: readonly Value[]
  /** Writes what the receiver has become back to where it is kept. */
  readonly update: (value: Value) => void
}

/** A line break, as itself or as a pattern has it. */
const LINE_END = /[\r\n]|\\[rnRsv]/

type Model = (call: MethodCall) => Value | undefined

const COLLECTIONS = /(?:List|Vector|Set|Deque|Queue|Stack|Map|Table|Dictionary|Properties|Hash|Collection)\b/
const BUILDERS =
  /(?:StringBuilder|StringBuffer|StringWriter|StringIO|Builder|stringstream|StringJoiner|bytes\.Buffer)\b/

/** The result of a method, or undefined if nothing is known about it. */
export function libraryCall(call: MethodCall): Value | undefined {
  const { method, receiver, args } = call
  if (receiver.known && args.every(arg => arg.known)) {
    const folded = fold(method, receiver.known, args)
    if (folded) return folded
  }
  const model = Object.hasOwn(MODELS, method) ? lookup(MODELS, method) : undefined
  return model?.(call)
}

/** What a new object of the class holds before anything was put in. */
export function newCollection(type: string, args: readonly Value[]): Value | undefined {
  if (BUILDERS.test(type)) return { ...(args.length > 0 ? concatenate(args) : constant('')), path: type }
  if (!COLLECTIONS.test(type)) return undefined
  const [first] = args
  if (first && (first.items || first.entries || first.trust > Trust.unknown)) return { ...first, path: type }
  return { ...(/Map|Table|Dictionary|Properties|Hash$/.test(type) ? emptyMap() : listOf([])), path: type }
}

export function emptyMap(): Value {
  return { ...CONSTANT, entries: new Map() }
}

function fold(method: string, texts: readonly Constant[], args: readonly Value[]): Value | undefined {
  const results = new Set<Constant>()
  for (const text of texts) {
    if (typeof text !== 'string') return undefined
    const given = args.map(onlyConstant)
    if (given.includes(undefined)) return undefined
    const result = foldMethod(method, text, given as Constant[])
    if (result === undefined) return undefined
    results.add(result)
  }
  const [first] = results
  return results.size === 1 ? constant(first!) : { ...CONSTANT, known: [...results] }
}

const harmless: Model = ({ receiver }) => (receiver.trust === Trust.constant ? CONSTANT : HARMLESS)

/** Text stays what it was made of. */
const keep: Model = ({ receiver, args }) => {
  const from = [receiver, ...args]
  return { ...mixed(from, Trust.constant), pattern: receiver.pattern }
}

const append: Model = ({ receiver, args, update, path }) => {
  if (receiver.items || receiver.rest || (receiver.trust === Trust.constant && !isText(receiver))) {
    return add({ receiver, args, update, path, method: 'append' })
  }
  if (!isText(receiver) && !BUILDERS.test(receiver.path)) return undefined
  const result = { ...concatenate([receiver, ...args.slice(0, 1)]), path: receiver.path }
  update(result)
  return result
}

const add: Model = ({ receiver, args, update }) => {
  if (receiver.entries && args.length === 2) {
    update(withMember(receiver, args[0]!, args[1]!))
    return HARMLESS
  }
  if (args.length === 2 && receiver.items) {
    // At an index.
    const at = onlyConstant(args[0]!)
    if (typeof at === 'number' && at <= receiver.items.length) {
      update({ ...receiver, items: [...receiver.items.slice(0, at), args[1]!, ...receiver.items.slice(at)] })
      return HARMLESS
    }
  }
  const result = args.reduce((list, item) => withItem(list, item), receiver)
  update(result)
  return receiver.path.includes('Stream') ? result : HARMLESS
}

const addFirst: Model = ({ receiver, args, update }) => {
  update(args.reduceRight((list, item) => withItem(list, item, true), receiver))
  return HARMLESS
}

const addAll: Model = ({ receiver, args, update }) => {
  const from = args.at(-1)
  if (!from) return undefined
  const added = from.items ?? [elementOf(from) ?? mixed([from], Trust.constant)]
  update(added.reduce((list, item) => withItem(list, item), receiver))
  return HARMLESS
}

const put: Model = ({ receiver, args, update }) => {
  if (args.length < 2) return undefined
  update(
    withMember(receiver.items && args.length === 2 ? receiver : { ...receiver, items: null }, args[0]!, args.at(-1)!),
  )
  return UNKNOWN
}

/** A look-up: what is found was put in before, whoever chose the key. */
const get: Model = ({ receiver, args }) => {
  const [key, other] = args
  if (!key) return receiver.trust > Trust.unknown ? mixed([receiver]) : undefined
  const found = memberOf(receiver, key)
  if (found) return other && found.known?.[0] === null ? other : found
  if (receiver.trust > Trust.unknown) return mixed([receiver])
  return other ? { ...other, trust: lessTrusted(other.trust, Trust.unknown) } : UNKNOWN
}

const remove: Model = ({ receiver, args, update }) => {
  const at = args[0] ? onlyConstant(args[0]) : -1
  if (!receiver.items) {
    if (receiver.entries && args[0]) return get({ receiver, args, update, method: 'get', path: '' })
    return undefined
  }
  if (typeof at !== 'number') {
    const rest = elementOf(receiver)
    update({ ...receiver, items: null, rest })
    return rest ?? CONSTANT
  }
  const index = at < 0 ? receiver.items.length + at : at
  update({ ...receiver, items: receiver.items.filter((_, i) => i !== index) })
  return receiver.items[index] ?? CONSTANT
}

const shift: Model = ({ receiver, update }) => {
  if (!receiver.items) return elementOf(receiver) ?? undefined
  update({ ...receiver, items: receiver.items.slice(1) })
  return receiver.items[0] ?? CONSTANT
}

const first: Model = ({ receiver }) => receiver.items?.[0] ?? elementOf(receiver) ?? undefined
const last: Model = ({ receiver }) => receiver.items?.at(-1) ?? elementOf(receiver) ?? undefined

const clear: Model = ({ receiver, update }) => {
  update({ ...receiver, items: receiver.items ? [] : null, entries: receiver.entries ? new Map() : null, rest: null })
  return HARMLESS
}

const insert: Model = ({ receiver, args, update }) => {
  if (receiver.items) return add({ receiver, args, update, method: 'add', path: '' })
  if (!isText(receiver) && !BUILDERS.test(receiver.path)) return undefined
  const result = { ...concatenate([receiver, ...args.slice(1)]), known: null, path: receiver.path }
  update(result)
  return result
}

const replace: Model = call => {
  const { receiver, args, update } = call
  const result = { ...mixed([receiver, ...args], Trust.constant), pattern: receiver.pattern, path: receiver.path }
  if (BUILDERS.test(receiver.path)) update(result)
  return escapesQuotes(args) ? { ...result, safe: result.safe | quoteUses(args) } : result
}

/** `strings.ReplaceAll(text, from, to)`, `str_replace(from, to, text)`: the place of the text. */
const REPLACERS: Readonly<Record<string, number>> = {
  'strings.ReplaceAll': 0,
  'strings.Replace': 0,
  str_replace: 2,
  preg_replace: 2,
  're.sub': 2,
}

export function replaced(path: string, args: readonly Value[]): Value | undefined {
  const at = Object.hasOwn(REPLACERS, path) ? REPLACERS[path]! : -1
  const text = args[at]
  if (!text) return undefined
  const [from, to] = at === 0 ? args.slice(1) : args
  const first = from?.items ? { ...from.items[0]!, known: [from.items.map(onlyString).join('')] } : from
  return {
    ...mixed(args, Trust.constant),
    pattern: text.pattern,
    safe: text.safe | quoteUses([first ?? UNKNOWN, to ?? UNKNOWN]),
  }
}

function escapesQuotes(args: readonly Value[]): boolean {
  return quoteUses(args) !== 0
}

/** Doubling quotes makes text fit for SQL, replacing angle brackets for HTML. */
function quoteUses(args: readonly Value[]): number {
  const [from, to] = [onlyString(args[0] ?? UNKNOWN), onlyString(args[1] ?? UNKNOWN)]
  if (from === undefined || to === undefined) return 0
  if (from.includes('<') && to.startsWith('&')) return Use.html
  if (LINE_END.test(from) && !LINE_END.test(to)) return Use.log | Use.header
  // A class of what may stay: all else is taken out.
  if (/^\/?\[\^[\w\s\\-]{1,40}\][+*]?\/?g?$/.test(from)) return to.length < 2 ? ALL_USES & ~CANONICAL : 0
  return /^\/?'\/?g?$/.test(from) && (to === "''" || to === "\\'") ? Use.sql : 0
}

const joined: Model = ({ receiver, args }) => {
  // `', '.join(list)` and `list.join(', ')`
  if (!isText(receiver) && !receiver.items && !receiver.rest && receiver.trust < Trust.parameter) return undefined
  const list = args[0] && (args[0].items || args[0].rest || args[0].trust > receiver.trust) ? args[0] : receiver
  const separator = list === receiver ? (args[0] ?? constant(',')) : receiver
  if (!list.items) return { ...mixed([list, separator], Trust.constant), pattern: HOLE }
  return concatenate(list.items.flatMap((item, i) => (i > 0 ? [separator, item] : [item])))
}

const format: Model = ({ receiver, args }) => formatted([receiver, ...args])

/** A format string filled with values; the values stand where its marks were. */
export function formatted(given: readonly Value[]): Value {
  const at = given.findIndex(part => isText(part))
  if (at < 0) return mixed(given)
  const form = given[at]!
  const values = given.slice(at + 1).flatMap(value => value.items ?? [value])
  const pattern = (form.pattern ?? HOLE).replace(
    /%[-+ #0]*(?:[1-9.*][\d.*]*)?(?:\([^)]{0,100}\))?l{0,2}[sdiufFgGvqxXrTcp@]|%\(\w+\)[sdifr]|\{[^{}]{0,40}\}/g,
    HOLE,
  )
  // Numbers cannot carry anything.
  const marks = (form.pattern ?? '').match(/%[-+ #0]*(?:[1-9.*][\d.*]*)?l{0,2}[sdiufFgGvqxXrTcp@]/g) ?? []
  const carried = values.filter((_, i) => !/[diufFgGxX]$/.test(marks[i] ?? ''))
  const result = mixed([form, ...carried], Trust.constant)
  const texts = pattern.split(HOLE)
  const parts = texts.flatMap((text, i) => [constant(text), values[i] ?? CONSTANT])
  return {
    ...result,
    safe: result.safe | (carried.length > 0 ? startsKnown(parts) : 0),
    trust: values.length > 0 && result.trust === 0 && !values.every(isConstant) ? Trust.unknown : result.trust,
    pattern,
  }
}

function isConstant(value: Value): boolean {
  return value.trust === Trust.constant
}

const split: Model = ({ receiver, args }) => {
  const text = onlyString(receiver)
  const by = args[0] ? onlyString(args[0]) : ' '
  if (text !== undefined && by && text.length < 500) return listOf(text.split(by).map(constant))
  return { ...mixed([receiver], Trust.constant), rest: mixed([receiver], Trust.constant) }
}

const values: Model = ({ receiver }) => {
  const element = elementOf(receiver)
  return element ? { ...CONSTANT, rest: element } : undefined
}

const keys: Model = ({ receiver }) => {
  if (!receiver.entries) return undefined
  return listOf([...receiver.entries.keys()].map(constant))
}

const concat: Model = ({ receiver, args }) =>
  receiver.items
    ? listOf([...receiver.items, ...args.flatMap(arg => arg.items ?? [arg])])
    : concatenate([receiver, ...args])

export function isText(value: Value): boolean {
  return value.pattern !== null || typeof onlyConstant(value) === 'string'
}

const MODELS: Readonly<Record<string, Model>> = {
  ...named(
    harmless,
    `
      length size count len isEmpty is_empty empty? nil? equals equalsIgnoreCase Equals contains Contains includes
      include? startsWith startswith StartsWith start_with? endsWith endswith EndsWith end_with? indexOf lastIndexOf
      IndexOf find index rindex hashCode compareTo compareToIgnoreCase matches isdigit isalpha isalnum isnumeric
      hasMoreElements hasNext has_next containsKey containsValue ContainsKey has key? test isPresent is_some is_none
      is_ok intValue longValue ordinal charCodeAt codePointAt localeCompare getTime to_i to_f to_sym
    `,
  ),
  ...named(
    keep,
    `
      trim strip Trim toUpperCase toLowerCase upper lower capitalize title substring substr slice subSequence toString
      charAt getBytes decode encode toCharArray repeat reverse padStart padEnd ljust rjust zfill chars lstrip rstrip
      to_s to_string to_owned as_str clone copy dup freeze intern normalize chomp squeeze ToString ToUpper ToLower
      Substring removeprefix removesuffix expandtabs swapcase bytes unwrap expect unwrap_or_default as_bytes into
      trimStart trimEnd getvalue str c_str data String toByteArray toCharArray
    `,
  ),
  ...named(append, 'append Append push_str write_str AppendLine WriteString'),
  ...named(add, 'add push Add push_back emplace_back addElement Push Enqueue offer enqueue insertLast addLast'),
  ...named(addFirst, 'addFirst unshift appendleft push_front offerFirst'),
  ...named(addAll, 'addAll extend AddRange update putAll'),
  ...named(put, 'put set setProperty insert_or_assign TryAdd setItem setdefault store putIfAbsent'),
  ...named(
    get,
    `
      get getOrDefault getProperty fetch at elementAt ElementAt getItem dig get_or_default GetValueOrDefault
    `,
  ),
  ...named(remove, 'remove removeAt RemoveAt pop delete_at removeLast'),
  ...named(shift, 'shift popleft poll removeFirst Dequeue pollFirst'),
  ...named(first, 'first getFirst First peek firstElement front'),
  ...named(last, 'last getLast Last lastElement back'),
  ...named(clear, 'clear Clear'),
  ...named(insert, 'insert Insert'),
  ...named(replace, 'replace replaceAll replaceFirst Replace gsub sub gsub! replace_all tr translate'),
  ...named(joined, 'join Join'),
  ...named(format, 'format formatted'),
  ...named(split, 'split Split partition rsplit lines splitlines'),
  ...named(
    values,
    `
      values Values elements iterator stream toArray items entries entrySet iter into_iter ToArray ToList to_a sort
      sorted filter asList
    `,
  ),
  ...named(keys, 'keys keySet Keys'),
  ...named(concat, 'concat'),
}

function named(model: Model, names: string): Record<string, Model> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map(name => [name, model]),
  )
}
