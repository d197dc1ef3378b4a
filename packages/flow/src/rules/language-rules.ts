// The tables of a language: where values come from, where they must not end up, and what makes them safe in between.
import type { Node } from 'web-tree-sitter'
import type { Code } from '../code.ts'
import { Trust, type Value } from '../values.ts'
import type { Trigger } from '../word-index.ts'
import { RULE_KINDS, type RuleKind, type RuleName, type Weight } from './rule-table.ts'

const REMOTE = Trust.remote

/** A call as the rules see it, with the values that were followed to it. */
export interface Call {
  readonly node: Node
  /** As written. */
  readonly text: string
  /** The dotted path of what is called: `os.system`, `sqlite3.connect().cursor().execute`. */
  readonly path: string
  /** The last name of the path. */
  readonly method: string
  readonly receiver: Value | null
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
  readonly isNew: boolean
  /** The name that the result is assigned to, with the function around it: what it may be for. */
  readonly purpose: string
  /** The whole file, for rules that ask what else is done. */
  readonly source: string
}

/**
 * Patterns of calls and members, separated by blanks: `os.system` is a whole path or its last two names, `.execute` a
 * method of anything, `new File` a constructor.
 */
type Patterns = string

export interface SourceRow {
  readonly trust: Trust
  readonly at: Patterns
}

export interface SinkRow {
  readonly rule: RuleName
  readonly calls: Patterns
  /** Positions and names of the arguments that matter; the first if left out. -1 is the receiver. */
  readonly args?: readonly (number | string)[] | 'all'
  /** The form that is dangerous at all. */
  readonly when?: (call: Call, value: Value) => boolean
  /** Values that are trusted more do not count, whatever the rule says. */
  readonly least?: Trust
  /** What a file must mention for these names to mean what the rule is about. */
  readonly needs?: RegExp
}

export interface CheckRow {
  readonly rule: RuleName
  readonly calls: Patterns
  /** Whether the call breaks the rule, and how badly where that differs from the rule's weight. */
  readonly check: (call: Call) => boolean | Weight
}

/** An option by its name, wherever it is set: an assignment, an entry of a map, a keyword argument. */
export interface SettingRow {
  readonly rule: RuleName
  readonly names: string
  /** `place` is how it is set: `target.name` of an assignment, `path:name` of an argument, or the name in a map; `source` the whole file. */
  readonly check: (value: Value, place: string, source: string) => boolean | Weight
}

/** A property whose value must not be untrusted: `innerHTML`. */
export interface PropertyRow {
  readonly rule: RuleName
  readonly names: string
  readonly when?: (value: Value, place: string) => boolean
}

/** A method that a library asks for a verdict, by its name and the types of its parameters. */
export interface MethodRow {
  readonly rule: RuleName
  readonly names: string
  readonly types: RegExp
  /** Whether its body gives every question the same dangerous answer. */
  readonly check: (body: Code) => boolean
}

/** Arguments that are secrets by what they are for. */
export interface SecretRow {
  readonly calls: Patterns
  readonly args: readonly (number | string)[]
}

export interface SafeRow {
  readonly uses: number
  readonly calls: Patterns
}

/** A call that writes into one of its arguments. */
export interface EffectRow {
  readonly calls: Patterns
  readonly to: number
  /** Arguments that flow there; the target itself stays part of it when `adds`. */
  readonly from?: readonly (number | 'receiver')[]
  readonly adds?: boolean
  /** Or what comes from outside. */
  readonly trust?: Trust
}

export interface LanguageRules {
  /** The first part of its rule ids. */
  readonly family: string
  readonly sources: readonly SourceRow[]
  readonly sinks: readonly SinkRow[]
  readonly checks: readonly CheckRow[]
  readonly settings: readonly SettingRow[]
  readonly properties: readonly PropertyRow[]
  readonly methods: readonly MethodRow[]
  readonly secrets: readonly SecretRow[]
  readonly safe: readonly SafeRow[]
  readonly effects: readonly EffectRow[]
  /** Calls whose result is a number or the like. */
  readonly harmless: Patterns
  /** Parameters that are requests, by type or else by name: their path becomes `request`. */
  readonly requestTypes: RegExp
  readonly requestNames: RegExp
  /** Annotations of parameters that are filled from a request. */
  readonly boundNotes: RegExp
  /** Types of parameters that are filled from a request. */
  readonly boundTypes: RegExp
  /** Classes whose public methods get their parameters from a request. */
  readonly routeOwners: RegExp
  /** Annotations of functions whose parameters are filled from a request. */
  readonly routeNotes: RegExp
  /** Calls that are given a route: what the function returns is a page. */
  readonly routeCalls: Patterns
  /** Functions that make an address of this site, by their name. */
  readonly routeHelpers: RegExp
  /** What a route returns is a page. */
  readonly routesReturnPages: boolean
  /** Functions that never return. */
  readonly endings: Patterns
  /** Functions write text into the buffers they are given. */
  readonly buffers: boolean
  /** A call needs no brackets. */
  readonly bareCalls: boolean
  /** Signs that stand for a call: a backtick, a pipe. */
  readonly signs: RegExp | null
}

export const NO_RULES: Omit<LanguageRules, 'family'> = {
  sources: [],
  sinks: [],
  checks: [],
  settings: [],
  properties: [],
  methods: [],
  secrets: [],
  safe: [],
  effects: [],
  harmless: '',
  requestTypes: /(?!)/,
  requestNames: /(?!)/,
  boundNotes: /(?!)/,
  boundTypes: /(?!)/,
  routeOwners: /(?!)/,
  routeNotes: /(?!)/,
  routeCalls: '',
  routeHelpers: /(?!)/,
  routesReturnPages: false,
  endings: '',
  buffers: false,
  bareCalls: false,
  signs: null,
}

/** Rows by pattern, for quick look-up. */
export interface RuleIndex {
  readonly rules: LanguageRules
  readonly sources: ReadonlyMap<string, SourceRow>
  readonly sinks: ReadonlyMap<string, readonly SinkRow[]>
  readonly checks: ReadonlyMap<string, readonly CheckRow[]>
  readonly settings: ReadonlyMap<string, readonly SettingRow[]>
  readonly properties: ReadonlyMap<string, PropertyRow>
  readonly methods: ReadonlyMap<string, readonly MethodRow[]>
  readonly secrets: ReadonlyMap<string, SecretRow>
  readonly safe: ReadonlyMap<string, SafeRow>
  readonly effects: ReadonlyMap<string, EffectRow>
  readonly harmless: ReadonlySet<string>
  readonly routeCalls: ReadonlySet<string>
  readonly endings: ReadonlySet<string>
  /** Words of which a text must have one for anything to come from outside. */
  readonly remoteWords: ReadonlySet<string>
  readonly watched: readonly Watched[]
}

interface Watched {
  /** Values end there. */
  readonly isEnd: boolean
  readonly isRemote: boolean
  readonly needs: RegExp | undefined
  readonly triggers: readonly Trigger[]
}

export function indexRules(rules: LanguageRules): RuleIndex {
  const remote = rules.sources.filter(row => row.trust === REMOTE).flatMap(row => split(row.at))
  return {
    rules,
    sources: single(rules.sources, row => row.at),
    sinks: many(rules.sinks, row => row.calls),
    checks: many(rules.checks, row => row.calls),
    settings: many(rules.settings, row => row.names),
    properties: single(rules.properties, row => row.names),
    methods: many(rules.methods, row => row.names),
    secrets: single(rules.secrets, row => row.calls),
    safe: united(rules.safe),
    effects: single(rules.effects, row => row.calls),
    harmless: new Set(split(rules.harmless)),
    routeCalls: new Set(split(rules.routeCalls)),
    endings: new Set(split(rules.endings)),
    remoteWords: new Set(remote.map(ownerWord)),
    watched: watch(rules),
  }
}

/** What a part of the file must mention to hold a danger. */
export function triggersOf({ watched }: RuleIndex, source: string, hasRemote: boolean): Trigger[] {
  const mentions = mentionsOf(source)
  const rows = watched.filter(row => (hasRemote || !row.isRemote) && (!row.needs || mentions(row.needs)))
  return rows.flatMap(row => row.triggers)
}

/** What a part of the file must mention for a value from outside to end badly there. */
export function endsOf({ watched }: RuleIndex, source: string): Trigger[] {
  const mentions = mentionsOf(source)
  return watched.filter(row => row.isEnd && (!row.needs || mentions(row.needs))).flatMap(row => row.triggers)
}

/** Whether a file mentions what a row needs; each pattern is tried once. */
export function mentionsOf(source: string): (pattern: RegExp) => boolean {
  const known = new Map<RegExp, boolean>()
  return pattern => {
    let found = known.get(pattern)
    if (found === undefined) known.set(pattern, (found = pattern.test(source)))
    return found
  }
}

/** Rows with what a file must have for them to matter. */
function watch({ sinks, checks, settings, properties, methods, secrets }: LanguageRules): Watched[] {
  const named = (rows: readonly { readonly names: string }[]) =>
    rows.flatMap(row => split(row.names)).map(name => ({ word: lastName(name), isCall: false, owner: '' }))
  const always = { isRemote: false, needs: undefined }
  return [
    ...sinks.map(row => ({
      isEnd: true,
      isRemote: needsRemote(row),
      needs: row.needs,
      triggers: split(row.calls).map(callTrigger),
    })),
    { ...always, isEnd: false, triggers: [...checks, ...secrets].flatMap(row => split(row.calls)).map(callTrigger) },
    { ...always, isEnd: false, triggers: named([...settings, ...methods]) },
    { ...always, isEnd: true, triggers: named(properties) },
  ]
}

/** Names that stand for whatever the parameter is called. */
const STAND_INS = /^(?:request|response|context|this)$/

function callTrigger(pattern: string): Trigger {
  const word = lastName(pattern)
  const parts = pattern.split(/[.\s/]/).map(part => part.replace(/\(\)$/, ''))
  const owner = parts.length > 1 && parts[0] !== 'new' ? parts.at(-2)! : ''
  return { word, isCall: true, owner: STAND_INS.test(owner) || !/^[\w$]+$/.test(owner) ? '' : owner }
}

/** The last name of a pattern that is a word of the source: `session` of `session.[]`. */
function lastName(pattern: string): string {
  return pattern.match(/(?<![\w$@])[\w$@]+[?!]?(?=[^\w$@]*$)/)?.[0] ?? pattern
}

function needsRemote({ rule, least }: SinkRow): boolean {
  const { local, parameter, unknown }: RuleKind = RULE_KINDS[rule]
  return least === REMOTE || !(local || parameter || unknown)
}

/** The row under the whole path, its last two names, or the method of anything. What a call returned has no row. */
export function lookUp<T>(rows: ReadonlyMap<string, T>, whole: string, isNew = false): T | undefined {
  if (whole.endsWith(')')) return undefined
  const path = withoutBrackets(whole)
  if (isNew) return rows.get(`new ${path}`) ?? rows.get(`new ${lastWord(path)}`)
  const exact = rows.get(path)
  if (exact) return exact
  const last = path.lastIndexOf('.')
  if (last < 0) return undefined
  const before = path.lastIndexOf('.', last - 1)
  return (before >= 0 ? rows.get(path.slice(before + 1)) : undefined) ?? rows.get(path.slice(last))
}

/** By the first and the last name of a chain: `response.status(200).send(…)` is a `response.send`. */
export function lookUpChain<T>(rows: ReadonlyMap<string, T>, whole: string): T | undefined {
  const [first, last] = [whole.indexOf('.'), whole.lastIndexOf('.')]
  if (first <= 0 || first === last || whole.endsWith(')')) return undefined
  return rows.get(`${whole.slice(0, first).replace('()', '')}${whole.slice(last)}`)
}

export function isListed(names: ReadonlySet<string>, whole: string): boolean {
  const path = withoutBrackets(whole)
  const last = path.lastIndexOf('.')
  return names.has(path) || names.has(path.slice(path.lastIndexOf('.', last - 1) + 1)) || names.has(path.slice(last))
}

/** Some languages call without brackets what others call with them. */
function withoutBrackets(path: string): string {
  return path.includes('(') ? path.replaceAll('()', '') : path
}

function lastWord(pattern: string): string {
  return pattern.slice(Math.max(pattern.lastIndexOf('.'), pattern.lastIndexOf(' ')) + 1).replace(/\(\)$/, '')
}

/** The word that tells where a source is: `request` of `request.args`, but `getParameter` of anything. */
function ownerWord(pattern: string): string {
  const parts = pattern.split('.')
  return lastWord(parts.at(-2) || parts.at(-1)!)
}

function split(patterns: string): string[] {
  // A constructor is written with a blank in it.
  return patterns
    .replace(/(?<![.\w])new /g, 'new\u0000')
    .split(/\s+/)
    .filter(Boolean)
    .map(pattern => withoutBrackets(pattern.replace('\u0000', ' ')))
}

function single<T>(rows: readonly T[], patterns: (row: T) => string): Map<string, T> {
  const map = new Map<string, T>()
  for (const row of rows) for (const pattern of split(patterns(row))) map.set(pattern, row)
  return map
}

/** A call that several rows name makes safe for the uses of all of them. */
function united(rows: readonly SafeRow[]): Map<string, SafeRow> {
  const map = new Map<string, SafeRow>()
  for (const row of rows)
    for (const call of split(row.calls)) map.set(call, { ...row, uses: row.uses | (map.get(call)?.uses ?? 0) })
  return map
}

function many<T>(rows: readonly T[], patterns: (row: T) => string): Map<string, T[]> {
  const map = new Map<string, T[]>()
  for (const row of rows) {
    for (const pattern of split(patterns(row))) {
      const others = map.get(pattern)
      if (others) others.push(row)
      else map.set(pattern, [row])
    }
  }
  return map
}
