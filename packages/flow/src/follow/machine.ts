// The state while a file is followed: variables, where we are, what was found, and how much work is left.
import type { Node } from 'web-tree-sitter'
import type { Code, FunctionCode } from '../code.ts'
import { type FlowEnd, FlowList } from '../flows.ts'
import { mentionsOf, type RuleIndex } from '../rules/language-rules.ts'
import type { RuleName, Weight } from '../rules/rule-table.ts'
import { join, mixed, type Origin, Trust, type Value } from '../values.ts'
import { type Changes, Scope } from './scope.ts'

/** A place that broke a rule, before it is put into words. */
export interface Hit {
  readonly rule: RuleName
  readonly node: Node
  readonly weight: Weight
  /** What is dangerous there: the call, the property. */
  readonly subject: string
  /** What reaches it; null for rules about the call itself. */
  readonly value: Value | null
  readonly fn: FunctionCode | null
}

/** A loop or a switch that code inside may leave. */
export interface Exit {
  readonly base: Scope
  readonly isLoop: boolean
  readonly breaks: Changes[]
  readonly continues: Changes[]
}

/** One function that is being followed. */
export interface Frame {
  readonly fn: FunctionCode | null
  returned: Value | null
  readonly exits: Exit[]
  readonly depth: number
}

const LONGEST_LABEL = 60
const SMALL = 400
/** How far calls are followed into calls. */
const DEEPEST = 5
/** Work that must be left for a call to be followed at all. */
const RESERVE = 300

/** Thrown when a function costs too much: nothing is said about the rest of it. */
export class TooMuchWork extends Error {}

/** What is known of a file before it is followed. */
export interface Surroundings {
  readonly source: string
  readonly index: RuleIndex
  /** All functions of the file by name. */
  readonly functions: ReadonlyMap<string, readonly FunctionCode[]>
  readonly classes: ReadonlySet<string>
  /** Whether a function holds anything that a rule looks for. */
  readonly holdsTrigger: (fn: FunctionCode) => boolean
  /** Whether it does, itself or through others, and is only seen through its calls. */
  readonly isHidden: (fn: FunctionCode) => boolean
}

export class Machine {
  readonly source: string
  readonly index: RuleIndex
  readonly functions: Surroundings['functions']
  readonly classes: ReadonlySet<string>
  readonly mentions: (pattern: RegExp) => boolean
  readonly top = new Scope(null)
  scope = this.top
  alive = true
  frame: Frame = { fn: null, returned: null, exits: [], depth: 0 }
  steps = 0
  /** Whether parameters and results of other files are taken for untrusted, to learn where they end up. */
  assumes = false
  readonly flows = new FlowList()
  /** The object that a method was followed with. */
  readonly selves = new Map<FunctionCode, Value>()
  /** The variable that the value being computed is for. */
  purpose = ''
  /** Functions that were met inside of others. */
  readonly nested = new Set<FunctionCode>()
  private readonly followed = new Set<FunctionCode>()
  private readonly hits = new Map<string, Hit>()
  private readonly stack: FunctionCode[] = []
  private readonly closures = new Map<FunctionCode, Scope>()
  private readonly results = new Map<FunctionCode, Map<string, Value>>()

  constructor(
    private readonly file: Surroundings,
    private readonly interpret: (machine: Machine, code: Code) => Value,
  ) {
    this.source = file.source
    this.mentions = mentionsOf(file.source)
    this.index = file.index
    this.functions = file.functions
    this.classes = file.classes
  }

  run(code: Code): Value {
    if (--this.steps < 0) throw new TooMuchWork()
    return this.interpret(this, code)
  }

  /** Follows a way that may or may not be taken; null if it does not come back. */
  branch(way: () => void): Changes | null {
    const base = this.scope
    this.scope = new Scope(base)
    this.alive = true
    way()
    const changes = this.alive ? this.scope.since(base) : null
    this.scope = base
    return changes
  }

  /** Goes on after one of several ways. */
  rejoin(ways: readonly (Changes | null)[]): void {
    const open = ways.filter(way => way !== null)
    this.alive = open.length > 0
    if (this.alive) this.scope.merge(open)
  }

  returns(value: Value): void {
    this.frame.returned = this.frame.returned ? join(this.frame.returned, value) : value
    this.alive = false
  }

  /** The same place may be reached on several ways: the gravest counts. */
  report(hit: Hit, place: Node = hit.node): void {
    const { rule, value, node, subject } = hit
    if (value && (this.assumes || value.origin?.through))
      this.flow(value, { kind: 'sink', rule, subject, fn: hit.fn?.name ?? '' }, node)
    if (this.assumes) return
    const key = `${hit.rule}:${place.startIndex}`
    const before = this.hits.get(key)
    if (!before || gravity(hit) > gravity(before)) this.hits.set(key, hit)
  }

  /** An untrusted value leaves for another file, or comes from one. */
  flow({ trust, origin, safe }: Value, to: FlowEnd, node: Node): void {
    if (trust !== Trust.remote || !origin || this.assumes !== (origin.via !== undefined)) return
    const from = origin.via ?? { kind: 'source', label: origin.label, line: origin.line }
    const { through } = origin
    const line = node.startPosition.row + 1
    this.flows.add({ from, to, ...(through ? { through } : {}), safe, line, quote: this.text(node) })
  }

  /** From now on it learns what functions do with what other files give them; nothing is reported any more. */
  assume(): void {
    this.reset()
    this.assumes = true
    this.results.clear()
  }

  canFollow(fn: FunctionCode): boolean {
    return this.frame.depth < DEEPEST && this.steps >= RESERVE && !this.stack.includes(fn)
  }

  /** A small function may well decide a condition; a large one is followed for the dangers that nobody else finds in it. */
  isWorthwhile(fn: FunctionCode): boolean {
    return isSmall(fn) || this.file.isHidden(fn)
  }

  /** Whether to follow a function that is only passed on. */
  isRelevant(fn: FunctionCode): boolean {
    return isSmall(fn) || this.file.holdsTrigger(fn)
  }

  wasFollowed(fn: FunctionCode): boolean {
    return this.followed.has(fn)
  }

  /** Back to the top of the file, after work was broken off. */
  reset(): void {
    this.scope = this.top
    this.frame = { fn: null, returned: null, exits: [], depth: 0 }
    this.alive = true
    this.stack.length = 0
  }

  /** The variables that a function sees from outside. */
  closureOf(fn: FunctionCode): Scope {
    return this.closures.get(fn) ?? this.top
  }

  close(fn: FunctionCode, scope = this.scope): void {
    this.closures.set(fn, scope)
  }

  /** Follows a function with its parameters bound in `scope`; what it returns. */
  follow(fn: FunctionCode, scope: Scope): Value {
    const before = { scope: this.scope, frame: this.frame, alive: this.alive, purpose: this.purpose }
    this.scope = scope
    this.frame = { fn, returned: null, exits: [], depth: before.frame.depth + 1 }
    this.alive = true
    this.purpose = ''
    this.stack.push(fn)
    this.followed.add(fn)
    try {
      const last = this.run(fn.body())
      return this.frame.returned ? (this.alive ? join(this.frame.returned, last) : this.frame.returned) : last
    } finally {
      this.stack.pop()
      Object.assign(this, before)
    }
  }

  /** What a call with equal arguments gave before; the dangers inside were found then. */
  recall(fn: FunctionCode, values: readonly Value[], named: ReadonlyMap<string, Value>): Value | undefined {
    const key = this.signature(values, named)
    return key === null ? undefined : this.results.get(fn)?.get(key)
  }

  remember(fn: FunctionCode, values: readonly Value[], named: ReadonlyMap<string, Value>, result: Value): void {
    const key = this.signature(values, named)
    if (key === null) return
    let results = this.results.get(fn)
    if (!results) this.results.set(fn, (results = new Map()))
    results.set(key, result)
  }

  /** Tells calls apart by their arguments and what the object holds; null if they hold too much for that. */
  private signature(values: readonly Value[], named: ReadonlyMap<string, Value>): string | null {
    const self = this.scope.get('this') ?? this.scope.get('self')
    let key = self ? `${mixed([self]).trust};` : ''
    for (const value of [...values, ...named.values()]) {
      if (value.items || value.entries || value.rest || value.fn) return null
      key += `${value.trust},${value.safe},${value.path},${JSON.stringify(value.known ?? value.pattern)};`
    }
    return `${key}${[...named.keys()].join()}`
  }

  found(): Hit[] {
    return [...this.hits.values()]
  }

  originOf({ node }: Code): Origin {
    const label = this.text(node)
      .slice(0, LONGEST_LABEL + 1)
      .replace(/\s+/g, ' ')
    const short = label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label
    return { label: short, line: node.startPosition.row + 1 }
  }

  text(node: Node): string {
    return this.source.slice(node.startIndex, node.endIndex)
  }
}

export function isSmall({ node }: FunctionCode): boolean {
  return node.endIndex - node.startIndex < SMALL
}

const RANK = { high: 2, medium: 1, low: 0 } as const

/** Among equals the way on which nothing of another file could make it safe. */
function gravity({ weight: { severity, confidence }, value }: Hit): number {
  return RANK[severity] * 6 + RANK[confidence] * 2 + (value?.origin?.through ? 0 : 1)
}
