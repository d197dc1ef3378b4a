// Follows calls: into functions of the same file with the very values they are given, and by what is known of the others.

import { pushAll } from '@shoal/base/model/lists'
import type { Argument, CallCode, Code, FunctionCode } from '../code.ts'
import { type Call, isListed, lookUp } from '../rules/language-rules.ts'
import { Use } from '../rules/rule-table.ts'
import {
  ALL_USES,
  CANONICAL,
  CONSTANT,
  concatenate,
  constant,
  exposure,
  HARMLESS,
  madeSafe,
  mixed,
  type Origin,
  onlyString,
  Trust,
  tainted,
  type Value,
  withMember,
  withPath,
} from '../values.ts'
import { assign, isPlace } from './assignment.ts'
import { callBack, isMessage } from './call-back.ts'
import { emptyMap, formatted, libraryCall, newCollection, replaced } from './library.ts'
import type { Machine } from './machine.ts'
import { Scope } from './scope.ts'
import { checkCall, isUploaded } from './sinks.ts'

/** Functions of other files that a value is followed through. */
const MOST_STEPS = 4
/** Longer names than people write; patterns are not tried on them. */
const LONGEST_NAME = 80

const SANITISES = /^_?(?:\w*_)?(?:sanitize|sanitise|escape|purify|clean)(?:[A-Z_]\w{0,80}|d|r)?$/
const QUOTES = /^(?:back)?quote(?:[A-Z_]\w{0,80})?$/
const FORMATS =
  /^(?:String\.format|\?\.formatted|fmt\.Sprintf|fmt\.Errorf|string\.Format|sprintf|vsprintf|util\.format|format|MessageFormat\.format|Kernel\.format)$/
const JOINS =
  /(?:^|\.)(?:path\.join|filepath\.Join|path\.Join|Path\.Combine|File\.join|Paths\.get|Path\.of|path\.posix\.join)$/
const SETTER = /^set[A-Z]\w*$/
/** What wraps one text and stays what it says. */
const WRAPS = /(?:^|\.)(?:URI|Uri|URL|Path|PurePath|str|url\.Parse|URI\.parse|URI\.create|to_string)$/
/** Bytes of a text that is written there. */
const ENCODES = /(?:^|\.)(?:GetBytes|Buffer\.from|TextEncoder\.encode|bytes|bytearray)$/
/** Gives the same function in another dress. */
const REWRAPS = /(?:^|\.)(?:promisify|promisifyAll|denodeify|bind)$/
/** Makes an object that is set up by its setters. */
const FACTORY = /^(?:newInstance|newFactory|newDefaultInstance|createXMLReader|newBuilder)$/
/** `setFeature(name, value)` and the like. */
const NAMED_SETTER = /^set(?:Feature|Property|Attribute|Option)$/
const BOXED = /^(?:String|Integer|Object|Ok|Some|Right|Just)$/

const BESIDE =
  /^_{0,2}(?:schedule|clean|delete|remove|expire|purge|prune|retry|wait|poll|log|render|show|draw|animate|count|sort|list|parse|read|send|watch)(?:[A-Z_]|$)/

interface Given {
  readonly values: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

export function call(machine: Machine, code: CallCode): Value {
  const { callee } = code
  const receiver = callee.kind === 'member' ? machine.run(callee.object) : null
  const target = callee.kind === 'member' ? null : machine.run(callee)
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : ''
  const path = receiver ? `${receiver.path || '?'}.${name}` : target?.path || name
  const given = evaluate(machine, code.args)
  const facts: Call = {
    node: code.node,
    text: machine.text(code.node).slice(0, 400),
    path,
    method: name || path.slice(path.lastIndexOf('.') + 1),
    receiver,
    args: given.values,
    named: given.named,
    isNew: code.isNew,
    purpose: `${machine.purpose} ${aimOf(machine.frame.fn?.name)}`,
    source: machine.source,
  }
  checkCall(machine, facts)
  callBack(machine, given.values, isMessage(facts) ? tainted(Trust.remote, machine.originOf(code)) : receiver, path)
  const result = resultOf(machine, code, facts, receiver, target)
  if (isListed(machine.index.endings, path) || machine.index.endings.has(name)) machine.alive = false
  return result
}

/** What a function draws numbers for is in its name, unless that says what it does with others: `scheduleTokenCleanup`. */
function aimOf(name = ''): string {
  return BESIDE.test(name) ? '' : name
}

function evaluate(machine: Machine, args: readonly Argument[]): Given {
  const values: Value[] = []
  const named = new Map<string, Value>()
  const { purpose } = machine
  for (const arg of args) {
    if (arg.name) machine.purpose = arg.name
    const value = machine.run(arg.value)
    machine.purpose = purpose
    if (arg.name) named.set(arg.name, value)
    else if (arg.value.kind === 'unary' && /^(?:\.\.\.|\*)$/.test(arg.value.operator) && value.items)
      pushAll(values, value.items)
    else values.push(value)
  }
  return { values, named }
}

function resultOf(machine: Machine, code: CallCode, facts: Call, receiver: Value | null, target: Value | null): Value {
  const { index } = machine
  const { path, method, args } = facts
  const effect = lookUp(index.effects, path)
  if (effect) takeEffect(machine, code, effect, { args, receiver })
  const everything = [...(receiver ? [receiver] : []), ...args, ...facts.named.values()]
  const source = lookUp(index.sources, path, code.isNew)
  if (source && (receiver?.trust ?? 0) < source.trust) return tainted(source.trust, machine.originOf(code), `${path}()`)
  const safe = lookUp(index.safe, path, code.isNew)
  if (safe) return passed(everything, safe.uses, facts)
  if (isListed(index.harmless, path) || index.harmless.has(method)) return numeric(everything)
  const fn = functionFor(machine, code, receiver, target)
  if (fn) return invoke(machine, fn, { values: args, named: facts.named }, receiver, code)
  if (!code.isNew) handOver(machine, facts)
  if (code.isNew) return created(path, args, facts)
  if (FORMATS.test(path)) return formatted(args)
  if (JOINS.test(path)) return joined(path, args)
  const rewritten = replaced(path, args)
  if (rewritten) return rewritten
  if (receiver) {
    // Whatever is asked of a site, its host stays.
    if (/\bsearchParams$/.test(receiver.path) && /^(?:set|append)$/.test(method)) return HARMLESS
    if (SETTER.test(method) && args.length === 1)
      writeBack(machine, code.callee, withMember(receiver, constant(method), args[0]!))
    else if (NAMED_SETTER.test(method) && args.length === 2) {
      writeBack(machine, code.callee, withMember(receiver, settingName(args[0]!), args[1]!))
      return HARMLESS
    }
    const known = libraryCall({
      method,
      path,
      receiver,
      args,
      update: value => writeBack(machine, code.callee, value),
    })
    if (known) return known.path || known.known ? known : withPath(known, `${path}()`)
  }
  const given = foreign(facts, everything, receiver)
  if (method.length > LONGEST_NAME) return given
  if (index.rules.routeHelpers.test(method)) return passed(everything, Use.redirect | Use.url, facts)
  if (QUOTES.test(method)) return passed(everything, Use.sql, facts)
  if (SANITISES.test(method)) return passed(everything, ALL_USES & ~CANONICAL, facts)
  // What another file gives back may be anything, too.
  if (machine.assumes && given.trust === Trust.unknown)
    return tainted(Trust.remote, { ...machine.originOf(code), via: { kind: 'result', of: path } }, given.path)
  return given.trust === Trust.remote && given.origin && !code.isNew ? passedOn(given, given.origin, facts) : given
}

/** It went through a function of another file, which may have made it safe. */
function passedOn(value: Value, origin: Origin, { path, args }: Call): Value {
  const at = args.findIndex(arg => exposure(arg, 0).origin === origin)
  if (at < 0 || path.length > LONGEST_NAME || (origin.through?.length ?? 0) >= MOST_STEPS) return value
  return { ...value, origin: { ...origin, through: [...(origin.through ?? []), { of: path, at }] } }
}

/** A function of another file gets untrusted values. */
function handOver(machine: Machine, { path, args, node }: Call): void {
  if (path.length > LONGEST_NAME) return
  for (const [at, arg] of args.entries()) {
    const value = isUploaded(arg) ? madeSafe(arg, Use.path) : arg
    machine.flow(exposure(value, 0), { kind: 'argument', of: path, at }, node)
  }
}

/** A path made of parts; some libraries take dots out of it at once. */
function joined(path: string, args: readonly Value[]): Value {
  const whole = concatenate(args.flatMap((arg, i) => (i > 0 ? [constant('/'), arg] : [arg])))
  return withPath(
    /(?:path\.join|[pP]ath\.Join)$/.test(path) && !path.startsWith('os.') ? madeSafe(whole, CANONICAL) : whole,
    path,
  )
}

/** Settings are named by a text, or by a constant whose own name is known. */
function settingName(name: Value): Value {
  return onlyString(name) === undefined && name.path ? constant(name.path.slice(name.path.lastIndexOf('.') + 1)) : name
}

function foreign(facts: Call, everything: readonly Value[], receiver: Value | null): Value {
  const [first] = facts.args
  if (ENCODES.test(facts.path) && first?.trust === Trust.constant) return first
  if (REWRAPS.test(facts.path)) {
    const wrapped = facts.method === 'bind' ? receiver : first
    if (wrapped && (wrapped.fn || wrapped.path)) return wrapped
  }
  if (BOXED.test(facts.path) && facts.args.length === 1) return facts.args[0]!
  // A method of something that holds nothing bad gives nothing bad, unless it is given it.
  const from = receiver && receiver.path === '' && receiver.entries ? facts.args : everything
  const result =
    WRAPS.test(facts.path) && facts.args[0] ? { ...mixed(from), pattern: facts.args[0].pattern } : mixed(from)
  // What a function of another file makes of constants is no text of a stranger in a query.
  const uses = everything.length > 0 && everything.every(isPlain) ? Use.sql | Use.data | Use.code | Use.format : Use.sql
  const known = result.trust === Trust.unknown ? madeSafe(result, uses) : result
  return withPath(FACTORY.test(facts.method) ? { ...known, entries: new Map() } : known, `${facts.path}()`)
}

/** A constant, a module, or what was made of such. */
function isPlain({ trust, path, safe }: Value): boolean {
  return trust === Trust.constant || (trust === Trust.unknown && (!path.includes('(') || (safe & Use.data) !== 0))
}

function numeric(values: readonly Value[]): Value {
  return values.every(value => value.trust === Trust.constant)
    ? { ...CONSTANT, known: values.length === 1 ? numbers(values[0]!) : null }
    : HARMLESS
}

function numbers(value: Value): Value['known'] {
  const known = value.known?.map(Number)
  return known?.every(number => Number.isFinite(number)) ? known : null
}

function passed(values: readonly Value[], uses: number, facts: Call): Value {
  const whole = mixed(values, Trust.constant)
  return withPath(madeSafe(whole, uses), `${facts.path}()`)
}

function created(path: string, args: readonly Value[], facts: Call): Value {
  const type = path.slice(path.lastIndexOf('.') + 1)
  const collection = newCollection(type, args)
  if (collection) return collection
  if (BOXED.test(type) && args.length > 0) return args[0]!
  const pattern = WRAPS.test(type) ? (args[0]?.pattern ?? null) : null
  return withPath({ ...mixed([...args, ...facts.named.values()]), pattern, entries: emptyMap().entries }, path)
}

function takeEffect(
  machine: Machine,
  code: CallCode,
  effect: NonNullable<ReturnType<Machine['index']['effects']['get']>>,
  { args, receiver }: Pick<Call, 'args' | 'receiver'>,
): void {
  const targets = effect.to < 0 ? code.args.slice(-effect.to) : code.args.slice(effect.to, effect.to + 1)
  for (const { value: target } of targets) {
    const place = baseOf(target)
    if (!place) continue
    const before = machine.run(place)
    if (effect.trust !== undefined) {
      assign(machine, place, { ...tainted(effect.trust, machine.originOf(code)), path: before.path })
      continue
    }
    const from = (effect.from ?? []).flatMap(at => {
      if (at === 'receiver') return receiver ? [mixed([receiver])] : []
      return at < 0 ? args.slice(-at) : args[at] ? [args[at]!] : []
    })
    const value = effect.adds
      ? mixed([before, ...from], Trust.constant)
      : from.length === 1
        ? from[0]!
        : formatted(from)
    assign(machine, place, withPath(value, before.path))
  }
}

/** The variable behind a pointer with an offset: `data + length`. */
function baseOf(code: Code): Code | null {
  if (isPlace(code)) return code.kind === 'index' ? baseOf(code.object) : code
  if (code.kind === 'binary') return baseOf(code.left)
  if (code.kind === 'cast') return baseOf(code.value)
  return code.kind === 'unary' ? baseOf(code.operand) : null
}

/** Keeps what a method made of its receiver, also at the root of a chain: `text.append(a).append(b)`. */
function writeBack(machine: Machine, callee: Code, value: Value): void {
  let at: Code | null = callee.kind === 'member' ? callee.object : null
  while (at && at.kind === 'call') at = at.callee.kind === 'member' ? at.callee.object : null
  if (at && isPlace(at)) assign(machine, at, value)
}

/** The function of this file that is surely meant. */
function functionFor(
  machine: Machine,
  code: CallCode,
  receiver: Value | null,
  target: Value | null,
): FunctionCode | undefined {
  if (target?.fn) return target.fn
  const { callee } = code
  if (callee.kind !== 'member' && callee.kind !== 'name') return undefined
  if (code.isNew) return undefined
  if (callee.kind === 'member' && receiver) {
    const own = receiver.entries?.get(callee.name)?.fn
    if (own) return own
    const isSelf = callee.object.kind === 'name' && /^(?:this|self|cls|super)$/.test(callee.object.name)
    const type = receiver.path.replace(/\(\)$/, '')
    if (!isSelf && !machine.classes.has(type)) return undefined
    return choose(machine.functions.get(callee.name), code.args.length, isSelf ? machine.frame.fn?.owner : type)
  }
  if (callee.kind === 'name' && machine.scope.get(callee.name)?.fn === undefined && machine.scope.get(callee.name))
    return undefined
  return callee.kind === 'name'
    ? choose(machine.functions.get(callee.name), code.args.length, machine.frame.fn?.owner)
    : undefined
}

function choose(candidates: readonly FunctionCode[] | undefined, count: number, owner = ''): FunctionCode | undefined {
  if (!candidates) return undefined
  const fits = candidates.filter(
    ({ parameters }) => parameters.length === count || Math.abs(parameters.length - count) === 1,
  )
  const exact = fits.filter(({ parameters }) => parameters.length === count)
  const own = [...exact, ...fits].find(fn => fn.owner === owner)
  return own ?? (candidates.length === 1 ? candidates[0] : exact.length === 1 ? exact[0] : undefined)
}

export function invoke(
  machine: Machine,
  fn: FunctionCode,
  given: Given,
  receiver: Value | null,
  code: CallCode,
): Value {
  const values = [...(receiver ? [receiver] : []), ...given.values, ...given.named.values()]
  if (!machine.canFollow(fn)) return mixed(values)
  if (!machine.isWorthwhile(fn) && values.every(value => value.trust < Trust.local)) return mixed(values)
  const remembered = machine.recall(fn, given.values, given.named)
  if (remembered) return remembered
  const scope = new Scope(machine.closureOf(fn))
  bindArguments(machine, fn, given, scope, receiver)
  const isSelf =
    code.callee.kind === 'name' ||
    (code.callee.kind === 'member' &&
      code.callee.object.kind === 'name' &&
      /^(?:this|self|super)$/.test(code.callee.object.name))
  const self = isSelf ? (machine.scope.get('this') ?? machine.scope.get('self')) : receiver
  if (self) scope.set(selfName(fn), self)
  const result = machine.follow(fn, scope)
  if (writeOut(machine, fn, scope, code)) return result
  const after = scope.get(selfName(fn))
  if (isSelf && after && after !== self && machine.scope.get(selfName(fn))) machine.scope.set(selfName(fn), after)
  machine.remember(fn, given.values, given.named, result)
  return result
}

/** What a function did to the objects and buffers it was given is seen by its caller; tells whether it did anything. */
function writeOut(machine: Machine, fn: FunctionCode, scope: Scope, code: CallCode): boolean {
  const first = /^(?:self|cls|&self|&mut self)$/.test(fn.parameters[0]?.name ?? '') ? 1 : 0
  let wrote = false
  for (const [i, { value: place, name }] of code.args.entries()) {
    const parameter = name ? undefined : fn.parameters[i + first]
    const after = parameter && scope.get(parameter.name)
    if (!after || !isPlace(place)) continue
    const before = machine.run(place)
    const isFilled = machine.index.rules.buffers && after.trust > before.trust && after.trust >= Trust.local
    const isChanged = after.entries !== before.entries || after.items !== before.items || after.rest !== before.rest
    const isBoth = (before.entries && after.entries) || (before.items && (after.items || after.rest))
    if (isFilled || (isChanged && isBoth)) {
      assign(machine, place, { ...after, path: before.path })
      wrote = true
    }
  }
  return wrote
}

function selfName(fn: FunctionCode): string {
  return fn.parameters[0]?.name === 'self' ? 'self' : 'this'
}

function bindArguments(machine: Machine, fn: FunctionCode, given: Given, scope: Scope, receiver: Value | null): void {
  // Python and Rust name the object among the parameters.
  const takesSelf = fn.parameters[0] && /^(?:self|cls|&self|&mut self)$/.test(fn.parameters[0].name)
  const parameters = takesSelf ? fn.parameters.slice(1) : fn.parameters
  if (takesSelf && receiver) scope.set(fn.parameters[0]!.name, receiver)
  for (const [i, parameter] of parameters.entries()) {
    const value = given.named.get(parameter.name) ?? given.values[i]
    if (value) scope.set(parameter.name, value)
    else scope.set(parameter.name, parameter.default ? machine.run(parameter.default) : CONSTANT)
  }
}
