// Reads YAML into plain JSON values that remember their lines. Aliases and merge keys are resolved here, within limits,
// so that nothing behind this file can meet a value that is not JSON, contains itself or has no end.

import type { Json } from '@shoal/base/model/json'
import { tooDeepLine } from '@shoal/base/model/yaml-tokens'
import { fitsDouble } from '@shoal/base/text/numeral'
import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Mistake, Path } from './mistake.ts'

const DEPTH_LIMIT = 100
/** Up to here a mistake is named with its place; deeper nothing may recurse. */
const FAR_TOO_DEEP = 2 * DEPTH_LIMIT
/** With aliases counted as often as they are used, so that a small file cannot stand for an endless one. */
const VALUE_LIMIT = 200_000
const TEXT_LIMIT = 4_000_000

/** Where the values of a file are. */
export interface Lines {
  /** The line of the value, or of the nearest one around it that is in the file. */
  lineOf(path: Path): number
  /** The line of the last key of the path. */
  lineOfKey(path: Path): number
}

export interface YamlTree extends Lines {
  readonly value: Json
}

/** The tree, or what is wrong with it. */
export function readYaml(text: string): YamlTree | readonly Mistake[] {
  const tooDeep = tooDeepLine(text, FAR_TOO_DEEP)
  if (tooDeep !== null) return [{ line: tooDeep, path: [], what: NESTED }]
  const lines = new LineCounter()
  const document = parseDocument<ParsedNode>(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // Compares every key with every other; the reader below does it faster and says where.
    uniqueKeys: false,
    resolveKnownTags: false,
    logLevel: 'error',
  })
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  const trouble = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])[0]
  // Only the first: the others are mostly its consequences.
  if (trouble) return [{ line: lineAt(trouble.pos[0]), path: [], what: troubleText(trouble.code, trouble.message) }]
  const reader = new Reader(aliasTargets(document.contents), lineAt)
  const root = reader.read(document.contents, [], 0)
  if (reader.mistakes.length > 0)
    return reader.mistakes.map(({ offset, path, what }) => ({ line: lineAt(offset), path, what }))
  return {
    value: root.value,
    lineOf: path => lineAt(placeOf(root, path).offset),
    lineOfKey: path => lineAt(placeOf(root, path).keyOffset),
  }
}

/** What each alias stands for: the last node above it that has its name. One walk, for the package makes one per alias. */
function aliasTargets(contents: unknown): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  const open: unknown[] = [contents]
  while (open.length > 0) {
    const node = open.pop()
    if (isPair(node)) open.push(node.value, node.key)
    else if (isAlias(node)) {
      const target = named.get(node.source)
      if (target) targets.set(node, target)
    } else if (isScalar(node) || isCollection(node)) {
      if (node.anchor) named.set(node.anchor, node)
      if (isCollection(node)) for (const item of node.items.toReversed()) open.push(item)
    }
  }
  return targets
}

function troubleText(code: string, message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'the file must hold one document; a second one starts here'
  if (code === 'TAG_RESOLVE_FAILED') return 'tags are not used here; leave it out'
  return `not YAML: ${message.replace(/\s+/g, ' ')}`
}

const NESTED = `nested more than ${DEPTH_LIMIT} deep`
const TOO_LARGE = `more than ${VALUE_LIMIT} values or ${TEXT_LIMIT} characters, aliases counted as often as they are used`

interface Place {
  readonly value: Json
  readonly offset: number
  readonly keyOffset: number
  readonly inside: ReadonlyMap<PropertyKey, Place>
}

function placeOf(root: Place, path: Path): Place {
  let place = root
  for (const part of path) {
    const next = place.inside.get(part)
    if (!next) break
    place = next
  }
  return place
}

interface Trouble {
  readonly offset: number
  readonly path: Path
  readonly what: string
}

const NOWHERE: ReadonlyMap<PropertyKey, Place> = new Map()

class Reader {
  readonly mistakes: Trouble[] = []
  private readonly targets: ReadonlyMap<Alias, Node>
  private readonly open = new Set<Node>()
  private readonly lineAt: (offset: number) => number
  private values = 0
  private characters = 0

  constructor(targets: ReadonlyMap<Alias, Node>, lineAt: (offset: number) => number) {
    this.targets = targets
    this.lineAt = lineAt
  }

  /** `offset` is where an empty value would stand. */
  read(node: unknown, path: Path, offset: number, keyOffset = offset): Place {
    const at = (node as Node | null)?.range?.[0] ?? offset
    this.values++
    if (this.values > VALUE_LIMIT || this.characters > TEXT_LIMIT) return this.wrong(at, [], TOO_LARGE)
    if (path.length > DEPTH_LIMIT) return this.wrong(at, path.slice(0, 1), NESTED)
    if (isAlias(node)) return this.readAlias(node, path, at, keyOffset)
    if (isScalar(node)) return this.readScalar(node, path, at, keyOffset)
    if (isSeq(node)) return this.within(node, () => this.readList(node, path, at, keyOffset))
    if (isMap(node)) return this.within(node, () => this.readMapping(node, path, at, keyOffset))
    return { value: null, offset: at, keyOffset, inside: NOWHERE }
  }

  private readAlias(alias: Alias, path: Path, at: number, keyOffset: number): Place {
    const target = this.targets.get(alias)
    if (!target) return this.wrong(at, path, `nothing above is named &${alias.source}`)
    if (this.open.has(target)) return this.wrong(at, path, `*${alias.source} would contain itself`)
    return this.read(target, path, at, keyOffset)
  }

  private readScalar({ value, source = '' }: Scalar, path: Path, at: number, keyOffset: number): Place {
    if (typeof value === 'string') this.characters += value.length
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return this.wrong(at, path, `must be a number that JSON can hold; it is ${source}`)
      if (/^[-+]?\d+$/.test(source) && !Number.isSafeInteger(value))
        return this.wrong(at, path, `${source} is too large to be exact — put it in quotes`)
      if (/^[-+]?[\d.]+(?:[eE][-+]?\d+)?$/.test(source) && !fitsDouble(source))
        return this.wrong(at, path, `${source} would be altered — put it in quotes`)
    }
    return { value: value as Json, offset: at, keyOffset, inside: NOWHERE }
  }

  private readList(list: YAMLSeq, path: Path, at: number, keyOffset: number): Place {
    const places = list.items.map((item, index) => this.read(item, [...path, index], at))
    return { value: places.map(({ value }) => value), offset: at, keyOffset, inside: new Map(places.entries()) }
  }

  /** A merge key gives way to the mapping's own keys, and an earlier one to none. */
  private readMapping(map: YAMLMap, path: Path, at: number, keyOffset: number): Place {
    const inside = new Map<string, Place>()
    const merges: Pair[] = []
    for (const pair of map.items) {
      const { key, value } = pair as Pair<Scalar | null, unknown>
      const name = String(key?.value ?? '')
      const keyAt = key?.range?.[0] ?? at
      const before = inside.get(name)
      if (name === '<<' && key?.type === 'PLAIN') merges.push(pair)
      else if (before) this.wrong(keyAt, [...path, name], `the key is in line ${this.lineAt(before.keyOffset)} already`)
      else inside.set(name, this.read(value, [...path, name], keyAt, keyAt))
    }
    for (const { value } of merges)
      for (const [name, place] of this.readMerge(value, path, at)) if (!inside.has(name)) inside.set(name, place)
    const value = Object.fromEntries([...inside].map(([name, place]) => [name, place.value]))
    return { value, offset: at, keyOffset, inside }
  }

  private readMerge(value: unknown, path: Path, at: number): Iterable<[string, Place]> {
    const known = this.mistakes.length
    const merged = this.read(value, path, at)
    if (this.mistakes.length > known) return []
    const sources = Array.isArray(merged.value) ? [...merged.inside.values()] : [merged]
    if (sources.every(({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value)))
      return sources.flatMap(({ inside }) => [...(inside as ReadonlyMap<string, Place>)])
    this.wrong(merged.offset, [...path, '<<'], 'must be a mapping, or a list of mappings')
    return []
  }

  private within(node: Node, read: () => Place): Place {
    this.open.add(node)
    const place = read()
    this.open.delete(node)
    return place
  }

  private wrong(offset: number, path: Path, what: string): Place {
    // One is enough of what would be said of every value that is left.
    if (what !== TOO_LARGE || this.mistakes.at(-1)?.what !== what) this.mistakes.push({ offset, path, what })
    return { value: null, offset, keyOffset: offset, inside: NOWHERE }
  }
}
