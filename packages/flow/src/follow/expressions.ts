// Computes what expressions may be.

import { pushAll } from '@shoal/base/model/lists'
import type { Code } from '../code.ts'
import { lookUp } from '../rules/language-rules.ts'
import {
  CONSTANT,
  concatenate,
  constant,
  elementOf,
  functionValue,
  HARMLESS,
  join,
  joinAll,
  listOf,
  madeSafe,
  mapOf,
  memberOf,
  mixed,
  onlyConstant,
  onlyString,
  pathValue,
  Trust,
  tainted,
  truthOf,
  type Value,
  withPath,
} from '../values.ts'
import { assign } from './assignment.ts'
import { foldBinary, foldUnary } from './fold.ts'
import { formatted, isText } from './library.ts'
import type { Machine } from './machine.ts'
import { isConstantName, isNumberType, isUntrustedName } from './names.ts'
import { refine } from './refine.ts'
import { checkProperty, checkSetting } from './sinks.ts'

type Of<K extends Code['kind']> = Extract<Code, { kind: K }>

const COMPARES = /^(?:[=!]==?|[<>]=?|<>|eq|ne|is|is not|in|not in|<=>|instanceof|=~|!~|!in|!is)$/
const LOGIC = /^(?:&&|\|\||and|or|\?\?|\?:)$/
/** Types that say nothing about how a value may be used. */
const VAGUE_TYPES = /^(?:|var|val|let|const|auto|Object|object|Any|any|String|string|str|char|dynamic|T|unknown)$/
export function name(machine: Machine, code: Of<'name'>): Value {
  const value = machine.scope.get(code.name)
  if (value) return fieldByName(machine, code.name, value) ?? value
  const [fn] = machine.functions.get(code.name) ?? []
  if (fn && fn.owner === '') return functionValue(fn)
  const source = lookUp(machine.index.sources, code.name)
  if (source) return tainted(source.trust, machine.originOf(code), code.name)
  if (isUntrustedName(code.name)) return tainted(Trust.remote, machine.originOf(code), code.name)
  return isConstantName(code.name) ? withPath(HARMLESS, code.name) : pathValue(code.name)
}

/** A field that is read by its bare name, as another method left it. */
function fieldByName(machine: Machine, name: string, value: Value): Value | undefined {
  if (value !== machine.scope.get(`field:${name}`)) return undefined
  const written = machine.scope.get('this')?.entries?.get(name)
  return written && value.path !== '' && written.path === '' ? withPath(written, value.path) : written
}

export function member(machine: Machine, code: Of<'member'>): Value {
  const object = machine.run(code.object)
  const known = object.entries?.get(code.name)
  if (known) return known
  const path = object.path ? `${object.path}.${code.name}` : `?.${code.name}`
  const source = lookUp(machine.index.sources, path)
  if (source && object.trust < source.trust) return tainted(source.trust, machine.originOf(code), path)
  const safe = lookUp(machine.index.safe, path)
  if (safe) return withPath(madeSafe(mixed([object], Trust.constant), safe.uses), path)
  if (code.name === 'length' || code.name === 'size' || code.name === 'Length' || code.name === 'Count') {
    const text = onlyString(object)
    if (text !== undefined) return constant(text.length)
    return object.trust === Trust.constant && !object.items ? CONSTANT : HARMLESS
  }
  if (object.items && object.rest === null && object.path === '') return withPath(mixed([object], Trust.constant), path)
  if (object.trust > Trust.unknown) return withPath(mixed([object]), path)
  return fieldOf(machine, code, path)
}

/** A member of the object that a method works on may be a variable of its class. */
function fieldOf(machine: Machine, code: Of<'member'>, path: string): Value {
  const { object } = code
  if (object.kind === 'name' && /^(?:this|self|cls|@)$|^\p{Lu}/u.test(object.name)) {
    const field = machine.scope.get(`field:${code.name}`)
    if (field) return field
    // `State.failed`, `Config.FOLDER`: a member of a type is a constant by custom.
    if (object.name !== 'this' && object.name !== 'self') return withPath(HARMLESS, path)
  }
  return isConstantName(code.name) ? withPath(HARMLESS, path) : pathValue(path)
}

export function index(machine: Machine, code: Of<'index'>): Value {
  const object = machine.run(code.object)
  const key = machine.run(code.key)
  const only = onlyConstant(key)
  const text = onlyString(object)
  if (text !== undefined && typeof only === 'number') return constant(text.at(only) ?? '')
  const found = memberOf(object, key)
  if (found && !(found.known?.[0] === null && object.trust > Trust.constant)) return found
  const path = `${object.path}.${only === undefined ? '[]' : String(only)}`
  const source = lookUp(machine.index.sources, path) ?? lookUp(machine.index.sources, `${object.path}.[]`)
  if (source && object.trust < source.trust) return tainted(source.trust, machine.originOf(code), path)
  if (object.trust > Trust.unknown) return withPath(mixed([object]), path)
  return pathValue(path)
}

export function binary(machine: Machine, code: Of<'binary'>): Value {
  const { operator } = code
  if (LOGIC.test(operator)) return logic(machine, code)
  const left = machine.run(code.left)
  const right = machine.run(code.right)
  if (COMPARES.test(operator)) return compare(operator, left, right)
  if (operator === '+' || operator === '.' || operator === '..' || operator === '+=') return plus(left, right)
  if (operator === '%' && isText(left)) return formatted([left, right])
  if (operator === '/' && (isText(right) || right.trust > Trust.unknown || /Path/.test(left.path))) {
    // Joining paths in Python and Kotlin.
    return withPath(concatenate([left, constant('/'), right]), left.path)
  }
  if (operator === '<<') return join(left, right)
  if (operator === '*' && (isText(left) || left.items)) return left
  return foldBinary(operator, left, right)
}

function plus(left: Value, right: Value): Value {
  const isNumeric = [left, right].every(value => typeof value.known?.[0] === 'number')
  if (isNumeric) return foldBinary('+', left, right)
  if (left.items && right.items) return listOf([...left.items, ...right.items])
  if (left.items || left.rest)
    return { ...left, items: null, rest: joinAll([elementOf(left) ?? CONSTANT, elementOf(right) ?? right]) }
  return concatenate([left, right])
}

function compare(operator: string, left: Value, right: Value): Value {
  if (/in$/.test(operator) && right.items && left.known && right.items.every(item => item.known?.length === 1)) {
    const options = right.items.map(item => item.known![0])
    const hits = left.known.map(one => options.includes(one))
    if (hits.every(hit => hit === hits[0])) return constant(hits[0] === (operator === 'in'))
  }
  return foldBinary(operator, left, right)
}

function logic(machine: Machine, { operator, left, right }: Of<'binary'>): Value {
  const first = machine.run(left)
  const truth = truthOf(first)
  const isAnd = operator === '&&' || operator === 'and'
  if (operator === '??' || operator === '?:')
    return first.known?.[0] === null ? machine.run(right) : join(first, machine.run(right))
  if (truth !== undefined && truth !== isAnd) return first
  if (truth !== undefined) return machine.run(right)
  let second: Value = CONSTANT
  // The right side is only reached when the left one came out so.
  const way = machine.branch(() => {
    refine(machine, left, isAnd)
    second = machine.run(right)
  })
  machine.rejoin([new Map(), way])
  const decided = truthOf(second)
  if (decided !== undefined && decided !== isAnd && second.known && first.known === null)
    return isAnd ? second : join(first, second)
  return join(isAnd ? HARMLESS : first, second)
}

export function unary(machine: Machine, code: Of<'unary'>): Value {
  const operand = machine.run(code.operand)
  const { operator } = code
  if (operator === 'instanceof' || operator === 'typeof') return HARMLESS
  if (!/^(?:!|not|-|\+|~)$/.test(operator)) return operand
  const only = onlyConstant(operand)
  const folded = only === undefined ? undefined : foldUnary(operator, only)
  if (folded !== undefined) return constant(folded)
  if (operator === '!' || operator === 'not') {
    const truth = truthOf(operand)
    if (truth !== undefined) return constant(!truth)
  }
  return operand.trust === Trust.constant ? CONSTANT : HARMLESS
}

export function text(machine: Machine, code: Of<'text'>): Value {
  let result: Value | null = null
  let run: Value[] = []
  // Numbers at the head of a chain of `+` are added, not strung together.
  for (const part of code.parts) {
    const value = machine.run(part)
    if (result === null && run.length === 0) result = value
    else if (result && typeof result.known?.[0] === 'number' && typeof value.known?.[0] === 'number') {
      result = foldBinary('+', result, value)
    } else if (result && (result.items || result.rest)) result = plus(result, value)
    else {
      if (result) run.push(result)
      result = null
      run.push(value)
    }
  }
  if (run.length === 0) return result ?? constant('')
  if (result) run = [...run, result]
  return concatenate(run)
}

export function list(machine: Machine, code: Of<'list'>): Value {
  const items: Value[] = []
  let rest: Value | null = null
  for (const item of code.items) {
    const value = machine.run(item)
    if (item.kind === 'unary' && /^\.\.\.$|^\*$/.test(item.operator)) {
      if (value.items) pushAll(items, value.items)
      else rest = rest ? join(rest, mixed([value], Trust.constant)) : mixed([value], Trust.constant)
    } else items.push(value)
  }
  const result = listOf(items)
  return rest ? { ...result, rest } : result
}

export function map(machine: Machine, code: Of<'map'>): Value {
  const entries = new Map<string, Value>()
  let rest: Value | null = null
  for (const { key, value } of code.entries) {
    const name = onlyConstant(machine.run(key))
    const { purpose } = machine
    machine.purpose = typeof name === 'string' ? name : purpose
    const held = machine.run(value)
    machine.purpose = purpose
    if (name === undefined) {
      rest = rest ? join(rest, held) : held
      continue
    }
    entries.set(String(name), held)
    if (typeof name === 'string') checkSetting(machine, name, held, value.node, name, code.node)
  }
  return mapOf(entries, rest)
}

export function assignment(machine: Machine, code: Of<'assign'>): Value {
  const { target } = code
  const before = machine.purpose
  const named = target.kind === 'name' || target.kind === 'member' ? target.name : ''
  if (named) machine.purpose = named
  else if (target.kind === 'index' && target.object.kind === 'name') machine.purpose = target.object.name
  let value = machine.run(code.value)
  machine.purpose = before
  const given = value
  if (code.operator) value = combined(machine, code, value)
  if (isNumberType(code.type) && value.trust > Trust.constant && !value.items)
    value = { ...HARMLESS, known: value.known }
  // What a factory returns is better known by the type it was declared with.
  if (!VAGUE_TYPES.test(code.type) && (value.path === '' || value.path.endsWith(')')))
    value = withPath(value, code.type)
  assign(machine, target, value)
  if (named) {
    const place = machine.text(target.node)
    checkSetting(machine, named, given.fn ? given : value, code.node, place)
    checkProperty(machine, target, value, code.node, place)
  } else if (target.kind === 'index') {
    const key = machine.run(target.key)
    const only = onlyString(key)
    if (only !== undefined) checkSetting(machine, only, value, code.node, machine.text(target.node))
    checkProperty(machine, target, joinAll([value, key]), code.node, machine.text(target.node))
  }
  return value
}

function combined(machine: Machine, code: Of<'assign'>, value: Value): Value {
  const old = machine.run(code.target)
  const { operator } = code
  if (operator === '??' || operator === '||' || operator === '&&') return join(old, value)
  if (operator === '+' || operator === '.' || operator === '..' || operator === '<<') return plus(old, value)
  return foldBinary(operator, old, value)
}

export function cast(machine: Machine, code: Of<'cast'>): Value {
  const value = machine.run(code.value)
  if (isNumberType(code.type)) return value.trust === Trust.constant ? value : { ...HARMLESS, known: value.known }
  return !VAGUE_TYPES.test(code.type) && value.path === '' ? withPath(value, code.type) : value
}

export function other(machine: Machine, code: Of<'other'>): Value {
  const values = code.parts.map(part => machine.run(part))
  return values.length === 0 ? CONSTANT : mixed(values, Trust.constant)
}
