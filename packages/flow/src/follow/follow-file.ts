// Follows a whole file: its own statements first, then every function that somebody outside of the file may call.
import type { Node } from 'web-tree-sitter'
import type { Code, FunctionCode } from '../code.ts'
import type { Flow } from '../flows.ts'
import type { RuleIndex } from '../rules/language-rules.ts'
import { exposure, join, lessTrusted, pathValue, Trust, UNKNOWN, type Value } from '../values.ts'
import type { WordIndex } from '../word-index.ts'
import { bindEntry } from './entry.ts'
import { interpret } from './interpreter.ts'
import { type Hit, isSmall, Machine, TooMuchWork } from './machine.ts'
import { Scope } from './scope.ts'
import { checkMethod } from './sinks.ts'

/** Steps for one function with all that it calls, and for a file by its length. */
const STEPS_A_FUNCTION = 10_000
const STEPS_A_FILE = 50_000
const STEPS_A_CHARACTER = 0.5

export interface FileCode {
  readonly source: string
  readonly program: Code
  readonly index: RuleIndex
  readonly words: WordIndex
}

export interface Followed {
  readonly hits: readonly Hit[]
  /** Lines of functions and statements that cost too much to be followed to their end. */
  readonly givenUp: readonly number[]
  readonly flows: readonly Flow[]
}

interface ClassFound {
  readonly code: Extract<Code, { kind: 'class' }>
  readonly fields: Code[]
  readonly methods: FunctionCode[]
}

export function followFile({ source, program, index, words }: FileCode): Followed {
  const parts = survey(program)
  const worthwhile = worthFollowing(parts.functions, words, index, source)
  const isHidden = (fn: FunctionCode) => worthwhile.has(fn) && !mayBeCalled(fn, words, index)
  const holdsTrigger = ({ node }: FunctionCode) => words.hasTrigger(node.startIndex, node.endIndex)
  const { functions, classNames: classes } = parts
  const machine = new Machine({ source, index, functions, classes, holdsTrigger, isHidden }, interpret)
  const work = new Work(machine, source)
  work.statements(parts.statements)
  freeze(machine.top, words)
  const isEntry = (fn: FunctionCode) => worthwhile.has(fn) && mayBeCalled(fn, words, index)
  for (const fn of [...functions.values()].flat()) checkMethod(machine, fn)
  for (const found of parts.classes) followClass(machine, work, found, words, isEntry)
  for (const fn of parts.free) if (isEntry(fn)) work.entry(fn)
  // Functions inside of functions that nobody was seen to call.
  for (const fn of machine.nested)
    if ((holdsTrigger(fn) || isPage(fn, index, source)) && !machine.wasFollowed(fn)) work.entry(fn)
  // A private function whose calls were not understood.
  for (const fn of worthwhile) if (holdsTrigger(fn) && !machine.wasFollowed(fn)) work.entry(fn, undefined, UNKNOWN)
  const hits = machine.found()
  const mayEnd = (node: Node) => words.mayEnd(node)
  const { givenUp } = work
  const isOpen = (fn: FunctionCode) => mayBeCalled(fn, words, index) && (isSmall(fn) || mayEnd(fn.node))
  learn(machine, source, isOpen, mayEnd)
  return { hits, givenUp: [...givenUp], flows: machine.flows.list() }
}

/** What open functions do with what other files give them. What costs too much is left out: nothing is said for want of it. */
function learn(
  machine: Machine,
  source: string,
  isOpen: (fn: FunctionCode) => boolean,
  mayEnd: (node: Node) => boolean,
): void {
  machine.assume()
  const work = new Work(machine, source)
  const nested = [...machine.nested].filter(({ name, node }) => name !== '' || mayEnd(node))
  for (const fn of [...machine.functions.values()].flat()) if (isOpen(fn)) work.entry(fn, machine.selves.get(fn))
  for (const fn of nested) work.entry(fn)
}

class Work {
  readonly givenUp: number[] = []
  private left: number

  constructor(
    private readonly machine: Machine,
    source: string,
  ) {
    this.left = STEPS_A_FILE + source.length * STEPS_A_CHARACTER
  }

  /** Does a part of the work within its limits; what costs too much is given up and named. */
  private limited(node: Node, part: () => void): void {
    const { machine } = this
    const steps = Math.min(STEPS_A_FUNCTION, this.left)
    machine.steps = steps
    try {
      part()
    } catch (error) {
      // Values that lie deep in each other may need more of the stack than there is.
      if (!(error instanceof TooMuchWork || error instanceof RangeError)) throw error
      machine.reset()
      this.givenUp.push(node.startPosition.row + 1)
    }
    this.left -= steps - Math.max(0, machine.steps)
  }

  statements(body: readonly Code[]): void {
    for (const statement of body) {
      this.limited(statement.node, () => {
        this.machine.alive = true
        this.machine.run(statement)
      })
    }
  }

  entry(fn: FunctionCode, self?: Value, given: Value | null = null): Value | undefined {
    const { machine } = this
    let after: Value | undefined
    this.limited(fn.node, () => {
      const scope = new Scope(machine.closureOf(fn))
      if (self) scope.set(fn.parameters[0]?.name === 'self' ? 'self' : 'this', self)
      bindEntry(machine, fn, scope, given)
      if (self && fn.parameters[0]?.name === 'self') scope.set('self', self)
      const result = machine.follow(fn, scope)
      if (fn.name !== '') machine.flow(exposure(result, 0), { kind: 'return', fn: fn.name, owner: fn.owner }, fn.node)
      after = scope.get('this') ?? scope.get('self')
    })
    return after
  }
}

function followClass(
  machine: Machine,
  work: Work,
  { code, fields, methods }: ClassFound,
  words: WordIndex,
  isEntry: (fn: FunctionCode) => boolean,
): void {
  const scope = new Scope(machine.top)
  machine.scope = scope
  work.statements(fields)
  machine.scope = machine.top
  freeze(scope, words)
  for (const [name, value] of [...scope.own]) scope.set(`field:${name}`, value)
  for (const fn of methods) machine.close(fn, scope)
  if (!methods.some(isEntry)) return
  const own = methods.some(fn => fn.parameters[0]?.name === 'self') ? 'self' : 'this'
  let self: Value = { ...pathValue(own), entries: new Map() }
  const ordered = [
    ...methods.filter(fn => isConstructor(fn, code.name)),
    ...methods.filter(fn => !isConstructor(fn, code.name)),
  ]
  const seen = new Map<FunctionCode, ReadonlySet<string>>()
  for (const fn of ordered) {
    if (!isEntry(fn) && !isConstructor(fn, code.name)) continue
    seen.set(fn, untrustedFields(self))
    machine.selves.set(fn, self)
    const after = work.entry(fn, self)
    if (after?.entries && after.entries.size > 0) self = { ...self, entries: merged(self, after, words) }
  }
  // A field may be written by a method that stands further below.
  const late = [...untrustedFields(self)]
  for (const [fn, known] of seen) {
    const { startIndex, endIndex } = fn.node
    if (late.some(name => !known.has(name) && words.hasWord(name, startIndex, endIndex))) work.entry(fn, self)
  }
}

function untrustedFields({ entries }: Value): ReadonlySet<string> {
  return new Set([...(entries ?? [])].filter(([, { trust }]) => trust >= Trust.local).map(([name]) => name))
}

/** Fields may have been written by another method before. */
function merged(self: Value, after: Value, words: WordIndex): ReadonlyMap<string, Value> {
  const entries = new Map(self.entries)
  for (const [name, value] of after.entries!) {
    const old = entries.get(name)
    const both = old && old !== value ? join(old, value) : value
    entries.set(name, words.writes(name) > 1 ? unfixed(both) : both)
  }
  return entries
}

function isConstructor(fn: FunctionCode, className: string): boolean {
  return fn.name === className || /^(?:__init__|constructor|initialize|__construct)$/.test(fn.name)
}

/** Functions that hold anything a rule looks for, and those that mention such functions. */
function worthFollowing(
  functions: ReadonlyMap<string, readonly FunctionCode[]>,
  words: WordIndex,
  index: RuleIndex,
  source: string,
): ReadonlySet<FunctionCode> {
  const found = new Set<FunctionCode>()
  let rest = [...functions.values()].flat()
  let fresh = rest.filter(
    fn => words.hasTrigger(fn.node.startIndex, fn.node.endIndex) || isPage(fn, index, source) || isFed(fn, index),
  )
  while (fresh.length > 0) {
    for (const fn of fresh) found.add(fn)
    rest = rest.filter(fn => !found.has(fn))
    const names = [...new Set(fresh.map(fn => fn.name))]
    fresh = rest.filter(({ node }) => names.some(name => words.hasWord(name, node.startIndex, node.endIndex)))
  }
  return found
}

/** It is called with parts of a request. */
function isFed({ notes, owner, parameters, isPrivate }: FunctionCode, { rules }: RuleIndex): boolean {
  if (rules.routeNotes.test(notes) || (!isPrivate && rules.routeOwners.test(owner))) return parameters.length > 0
  return parameters.some(one => rules.boundNotes.test(one.notes) || rules.boundTypes.test(one.type))
}

/** What it returns, or a function inside of it, is sent to a browser. */
function isPage({ notes, node }: FunctionCode, { rules }: RuleIndex, source: string): boolean {
  if (!rules.routesReturnPages) return false
  return rules.routeNotes.test(notes) || rules.routeNotes.test(source.slice(node.startIndex, node.endIndex))
}

/** A private function that the file calls is seen through its calls; one that it does not call may be called by name. */
function mayBeCalled(fn: FunctionCode, words: WordIndex, index: RuleIndex): boolean {
  if (fn.name === '' || index.rules.routeNotes.test(fn.notes)) return true
  if (!fn.isPrivate) return true
  return words.calls(fn.name) <= 1
}

/** Variables of the file or a class that are written in several places are not constant. */
function freeze(scope: Scope, words: WordIndex): void {
  for (const [name, value] of scope.own) if (value.known && words.writes(name) > 1) scope.set(name, unfixed(value))
}

function unfixed(value: Value): Value {
  return { ...value, known: null, trust: lessTrusted(value.trust, Trust.unknown) }
}

interface Parts {
  readonly statements: Code[]
  readonly free: FunctionCode[]
  readonly classes: ClassFound[]
  readonly functions: Map<string, FunctionCode[]>
  readonly classNames: Set<string>
}

/** Sorts what stands outside of functions: statements, functions, classes with their fields and methods. */
function survey(program: Code): Parts {
  const parts: Parts = { statements: [], free: [], classes: [], functions: new Map(), classNames: new Set() }
  const visit = (code: Code, into: ClassFound | null): void => {
    if (code.kind === 'block') {
      for (const part of code.body) visit(part, into)
    } else if (code.kind === 'function' && code.isDeclared) {
      const others = parts.functions.get(code.fn.name)
      if (others) others.push(code.fn)
      else parts.functions.set(code.fn.name, [code.fn])
      if (into) into.methods.push(code.fn)
      else parts.free.push(code.fn)
    } else if (code.kind === 'class') {
      const found: ClassFound = { code, fields: [], methods: [] }
      parts.classes.push(found)
      parts.classNames.add(code.name)
      for (const member of code.members) visit(member, found)
    } else if (into) into.fields.push(code)
    else parts.statements.push(code)
  }
  visit(program, null)
  return parts
}
