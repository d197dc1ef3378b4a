// Writes values to variables, members and elements. Collections are not changed in place: the variable gets a new one.
import type { Code } from '../code.ts'
import { constant, join, memberOf, mixed, UNKNOWN, type Value, withMember } from '../values.ts'
import type { Machine } from './machine.ts'

/** How deep a member may lie below its variable. */
const DEEPEST = 4

export function assign(machine: Machine, target: Code, value: Value, isRefined = false, depth = 0): void {
  switch (target.kind) {
    case 'name':
      assignName(machine, target.name, value)
      return
    case 'member':
      if (depth < DEEPEST) assignMember(machine, target.object, constant(target.name), value, isRefined, depth)
      return
    case 'index':
      if (depth < DEEPEST) assignMember(machine, target.object, machine.run(target.key), value, isRefined, depth)
      return
    case 'pattern':
      for (const { key, target: part } of target.parts) assign(machine, part, partOf(value, key), isRefined, depth)
      return
    case 'cast':
      assign(machine, target.value, value, isRefined, depth)
      return
    case 'unary':
      // A pointer stands for what it points to.
      if (target.operator === '*' || target.operator === '&') assign(machine, target.operand, value, isRefined, depth)
      return
    case 'assign':
      // A default in a pattern.
      assign(machine, target.target, isRefined ? value : join(value, machine.run(target.value)), isRefined, depth)
      return
  }
}

/** In some languages a field is written by its bare name. */
function assignName(machine: Machine, name: string, value: Value): void {
  const self = machine.scope.get(`field:${name}`) && machine.scope.get('this')
  if (self?.entries) machine.scope.set('this', withMember(self, constant(name), value))
  machine.scope.set(name, value)
}

function assignMember(
  machine: Machine,
  object: Code,
  key: Value,
  value: Value,
  isRefined: boolean,
  depth: number,
): void {
  if (!isPlace(object)) return
  const before = read(machine, object) ?? UNKNOWN
  assign(machine, object, withMember(before, key, value), isRefined, depth + 1)
}

/** Whether it names something that can be written again. */
export function isPlace(code: Code): boolean {
  switch (code.kind) {
    case 'name':
      return true
    case 'member':
      return isPlace(code.object)
    case 'index':
      return isPlace(code.object)
    case 'cast':
      return isPlace(code.value)
    case 'unary':
      return (code.operator === '*' || code.operator === '&') && isPlace(code.operand)
  }
  return false
}

/** What a place holds, if it was written before. */
function read(machine: Machine, code: Code): Value | undefined {
  return code.kind === 'name' ? machine.scope.get(code.name) : machine.run(code)
}

function partOf(value: Value, key: string | number | boolean | null): Value {
  const known = memberOf(value, constant(key))
  if (known) return known
  const part = mixed([value])
  return value.path && typeof key === 'string' ? { ...part, path: `${value.path}.${key}` } : part
}
