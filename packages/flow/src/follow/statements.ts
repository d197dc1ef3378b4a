// Follows statements: takes only the branch that a constant condition allows, and both where it may be either.
import type { Case, Code } from '../code.ts'
import {
  CONSTANT,
  constant,
  elementOf,
  joinAll,
  mixed,
  onlyConstant,
  truthOf,
  type Value,
  withPath,
} from '../values.ts'
import { assign } from './assignment.ts'
import { foldBinary } from './fold.ts'
import type { Exit, Machine } from './machine.ts'
import { refine } from './refine.ts'
import { checkReturn } from './returns.ts'
import { type Changes, Scope } from './scope.ts'

type Of<K extends Code['kind']> = Extract<Code, { kind: K }>

/** Times a loop is followed: what one round writes, the next reads. */
const ROUNDS = 2

export function block(machine: Machine, code: Of<'block'>): Value {
  let value: Value = CONSTANT
  for (const statement of code.body) {
    if (!machine.alive) break
    value = machine.run(statement)
  }
  return value
}

export function either(machine: Machine, code: Of<'if'> | Of<'choice'>): Value {
  const truth = truthOf(machine.run(code.test))
  const values: Value[] = []
  const way = (taken: Code | null, holds: boolean) => () => {
    if (truth === undefined) refine(machine, code.test, holds)
    const value = taken ? machine.run(taken) : CONSTANT
    if (machine.alive && taken) values.push(value)
  }
  const ways: (Changes | null)[] = []
  if (truth !== false) ways.push(machine.branch(way(code.yes, true)))
  if (truth !== true) ways.push(machine.branch(way(code.no, false)))
  machine.rejoin(ways)
  return joinAll(values)
}

export function loop(machine: Machine, code: Of<'loop'>): Value {
  const base = machine.scope
  machine.scope = new Scope(base)
  if (code.start) machine.run(code.start)
  const inner = machine.scope
  const exit = enter(machine, inner, true)
  let entered = true
  for (let round = 0; round < ROUNDS && machine.alive && entered; round++) {
    const way = machine.branch(() => {
      if (code.test && !code.testsLast) {
        const truth = truthOf(machine.run(code.test))
        if (truth === false) {
          entered = false
          return
        }
        if (truth === undefined) refine(machine, code.test, true)
      }
      machine.run(code.body)
      if (!machine.alive) return
      if (code.step) machine.run(code.step)
      if (code.test && code.testsLast) machine.run(code.test)
    })
    const again = [way, ...exit.continues].filter(changes => changes !== null)
    if (!repeat(machine, inner, again)) break
  }
  machine.frame.exits.pop()
  const endless = isEndless(machine, code)
  machine.alive = true
  const ways: Changes[] = [...exit.breaks]
  if (!endless) {
    const left = machine.branch(() => {
      if (code.test) refine(machine, code.test, false)
    })
    if (left) ways.push(left)
  }
  machine.rejoin(ways)
  leave(machine, inner, base)
  return CONSTANT
}

export function each(machine: Machine, code: Of<'each'>): Value {
  const base = machine.scope
  const over = machine.run(code.of)
  machine.scope = new Scope(base)
  const inner = machine.scope
  const exit = enter(machine, inner, true)
  const found = elementOf(over) ?? mixed([over])
  const element = found.path === '' && code.target.kind === 'name' ? withPath(found, code.target.name) : found
  for (let round = 0; round < ROUNDS; round++) {
    machine.alive = true
    const way = machine.branch(() => {
      assign(machine, code.target, element)
      machine.run(code.body)
    })
    const again = [way, ...exit.continues].filter(changes => changes !== null)
    if (!repeat(machine, inner, again)) break
  }
  machine.frame.exits.pop()
  machine.alive = true
  machine.rejoin([new Map(), ...exit.breaks])
  leave(machine, inner, base)
  return CONSTANT
}

function enter(machine: Machine, base: Scope, isLoop: boolean): Exit {
  const exit: Exit = { base, isLoop, breaks: [], continues: [] }
  machine.frame.exits.push(exit)
  return exit
}

function leave(machine: Machine, inner: Scope, base: Scope): void {
  for (const [name, value] of inner.own) base.set(name, value)
  machine.scope = base
}

/**
 * After a round: a variable that changed may be anything that a further round makes of it. Tells whether another round
 * could see anything that this one did not.
 */
function repeat(machine: Machine, inner: Scope, ways: readonly Changes[]): boolean {
  machine.scope = inner
  machine.alive = true
  const before = new Map<string, Value>()
  for (const way of ways) for (const name of way.keys()) if (inner.get(name)) before.set(name, inner.get(name)!)
  if (ways.length > 0) inner.merge([new Map(), ...ways])
  let isNew = false
  for (const [name, value] of before) {
    const now = inner.get(name)!
    isNew ||=
      now.trust !== value.trust || now.safe !== value.safe || !sameConstants(now, value) || holdsMore(now, value)
    if (now.known && !sameConstants(now, value)) inner.set(name, { ...now, known: null })
    if (now.items && now.items.length !== value.items?.length) {
      inner.set(name, { ...now, items: null, rest: elementOf(now) })
    }
  }
  return isNew
}

function holdsMore(now: Value, before: Value): boolean {
  return now.items !== before.items || now.entries !== before.entries || now.rest !== before.rest
}

function sameConstants(a: Value, b: Value): boolean {
  return a.known?.length === b.known?.length && (a.known ?? []).every(constant => b.known!.includes(constant))
}

function isEndless(machine: Machine, code: Of<'loop'>): boolean {
  if (!code.test) return true
  const { steps } = machine
  const truth = truthOf(machine.run(code.test))
  machine.steps = steps
  return truth === true
}

export function choose(machine: Machine, code: Of<'switch'>): Value {
  const subject = code.subject ? machine.run(code.subject) : constant(true)
  const base = machine.scope
  const exit = enter(machine, base, false)
  const values: Value[] = []
  const ways: (Changes | null)[] = []
  const start = decided(machine, subject, code.cases)
  const from = start === undefined ? code.cases.map((_, i) => i) : start === null ? [] : [start]
  for (const first of from) {
    ways.push(
      machine.branch(() => {
        const { tests } = code.cases[first]!
        if (start === undefined && code.subject && tests.length > 0) narrow(machine, code.subject, tests)
        for (let i = first; i < code.cases.length && machine.alive; i++) {
          const value = machine.run(code.cases[i]!.body)
          if (machine.alive) values.push(value)
          if (!code.cases[i]!.fallsThrough) break
          // Without knowing where it starts, each case is followed once and not again for every case above it.
          if (start === undefined && i > first + 1) break
        }
      }),
    )
  }
  machine.frame.exits.pop()
  const hasDefault = code.cases.some(({ tests }) => tests.length === 0)
  if (start === null || (start === undefined && !hasDefault)) ways.push(new Map())
  machine.rejoin([...ways, ...exit.breaks])
  return joinAll(values)
}

/** The case that is surely taken, null if surely none is, undefined if that is not known. */
function decided(machine: Machine, subject: Value, cases: readonly Case[]): number | null | undefined {
  if (onlyConstant(subject) === undefined) return undefined
  let otherwise: number | null = null
  for (const [i, { tests }] of cases.entries()) {
    if (tests.length === 0) otherwise = i
    for (const test of tests) {
      const truth = truthOf(foldBinary('==', subject, machine.run(test)))
      if (truth === true) return i
      if (truth === undefined) return undefined
    }
  }
  return otherwise
}

/** Inside of a case the subject is one of its constants. */
function narrow(machine: Machine, subject: Code, tests: readonly Code[]): void {
  const values = tests.map(test => machine.run(test))
  if (values.every(value => value.known)) assign(machine, subject, joinAll(values), true)
}

export function attempt(machine: Machine, code: Of<'try'>): Value {
  const body = machine.branch(() => machine.run(code.body))
  const ways: (Changes | null)[] = [body]
  for (const handler of code.handlers) {
    ways.push(
      machine.branch(() => {
        // It may have been left anywhere: with none or all of what it wrote.
        if (body) machine.scope.merge([new Map(), body])
        machine.run(handler)
      }),
    )
  }
  machine.rejoin(ways)
  const { alive } = machine
  machine.alive = true
  if (code.last) machine.run(code.last)
  machine.alive = machine.alive && alive
  return CONSTANT
}

export function jump(machine: Machine, code: Of<'jump'>): Value {
  if (code.value) machine.run(code.value)
  const { exits } = machine.frame
  if (code.to === 'break') {
    const exit = exits.at(-1)
    exit?.breaks.push(machine.scope.since(exit.base))
  } else if (code.to === 'continue') {
    const exit = exits.findLast(({ isLoop }) => isLoop)
    exit?.continues.push(machine.scope.since(exit.base))
  }
  machine.alive = false
  return CONSTANT
}

export function giveBack(machine: Machine, code: Of<'return'>): Value {
  const value = code.value ? machine.run(code.value) : constant(null)
  checkReturn(machine, value, code.node)
  machine.returns(value)
  return value
}
