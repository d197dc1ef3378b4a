// One step of following code: what each kind of code does.
import type { Code, FunctionCode } from '../code.ts'
import { CONSTANT, constant, functionValue, HARMLESS, pathValue, type Value, withPath } from '../values.ts'
import { call } from './calls.ts'
import * as expressions from './expressions.ts'
import type { Machine } from './machine.ts'
import { isConstantName } from './names.ts'
import { checkMethod } from './sinks.ts'
import * as statements from './statements.ts'

export function interpret(machine: Machine, code: Code): Value {
  switch (code.kind) {
    case 'constant':
      return constant(code.value)
    case 'name':
      return expressions.name(machine, code)
    case 'member':
      return expressions.member(machine, code)
    case 'index':
      return expressions.index(machine, code)
    case 'call':
      return call(machine, code)
    case 'binary':
      return expressions.binary(machine, code)
    case 'unary':
      return expressions.unary(machine, code)
    case 'choice':
    case 'if':
      return statements.either(machine, code)
    case 'text':
      return expressions.text(machine, code)
    case 'list':
      return expressions.list(machine, code)
    case 'map':
      return expressions.map(machine, code)
    case 'assign':
      return expressions.assignment(machine, code)
    case 'cast':
      return expressions.cast(machine, code)
    case 'path':
      return imported(code.path)
    case 'block':
      return statements.block(machine, code)
    case 'loop':
      return statements.loop(machine, code)
    case 'each':
      return statements.each(machine, code)
    case 'switch':
      return statements.choose(machine, code)
    case 'return':
      return statements.giveBack(machine, code)
    case 'jump':
      return statements.jump(machine, code)
    case 'try':
      return statements.attempt(machine, code)
    case 'function':
      return define(machine, code)
    case 'other':
      return expressions.other(machine, code)
    case 'class':
      // A class inside of an expression: nobody sees who calls its methods.
      for (const member of code.members) if (member.kind === 'function') meet(machine, member.fn)
      return CONSTANT
    case 'pattern':
      return CONSTANT
  }
}

function imported(path: string): Value {
  return isConstantName(path.slice(path.lastIndexOf('.') + 1)) ? withPath(HARMLESS, path) : pathValue(path)
}

function meet(machine: Machine, fn: FunctionCode): void {
  machine.close(fn)
  machine.nested.add(fn)
  checkMethod(machine, fn)
}

function define(machine: Machine, code: Extract<Code, { kind: 'function' }>): Value {
  const value = functionValue(code.fn)
  meet(machine, code.fn)
  if (code.isDeclared && code.fn.name) machine.scope.set(code.fn.name, value)
  return value
}
