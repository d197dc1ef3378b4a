// What a file leaves behind so that files can be joined without reading them again: digests of the names it uses. Words in
// strings are among them, which is why they are not kept as they are.
import { createHash } from 'node:crypto'
import { stringValue } from '../../../text/code/symbols/string-value.ts'
import type { CodeReading } from './reading.ts'

const MOST = 20_000
/** Bytes of a SHA-256 that are kept: no two names with the same are known, nor can be looked for. */
const DIGEST = 16

/**
 * Digests of the names that the file uses, words in short strings included, packed into text; null when they are too
 * many. Definitions that only refer to themselves are not used.
 */
export function packNames({ tree, index }: CodeReading, unused: ReadonlySet<string>): string | null {
  const names = new Set<string>()
  for (const [name, nodes] of index.names)
    if (!unused.has(name) && nodes.some(node => !index.nameNodes.has(node))) names.add(name)
  for (const node of index.strings) {
    if (names.size > MOST) return null
    if (tree.ends[node]! - tree.starts[node]! > 200) continue
    const text = stringValue(tree, node)
    if (text) for (const word of text.match(/[A-Za-z_]\w{2,}/g) ?? []) names.add(word)
  }
  if (names.size > MOST) return null
  return Buffer.from([...names].map(digestOf).join(''), 'latin1').toString('base64')
}

/**
 * Digests of the names that tests in the file use as names, packed: all of a test file, of others what stands in a module
 * `tests`, as Rust has it. Empty where there are no tests, null when they are too many.
 */
export function packTested({ tree, index, isTest }: CodeReading): string | null {
  const inside = index.definitions.filter(({ kind, name }) => kind === 'namespace' && /^tests?$/.test(name))
  if (inside.length === 0 && !isTest) return ''
  const isIn = (node: number) =>
    inside.length === 0 || inside.some(one => node >= one.node && node < tree.afters[one.node]!)
  const names = new Set<string>()
  for (const [name, nodes] of index.names)
    if (nodes.some(node => !index.nameNodes.has(node) && isIn(node))) names.add(name)
  // `patch("billing.gateway.charge")` names what it replaces.
  for (const node of index.strings) {
    if (names.size > MOST) return null
    if (tree.ends[node]! - tree.starts[node]! > 200 || !isIn(node)) continue
    const dotted = /^[\w.]+\.(\w+)$/.exec(stringValue(tree, node) ?? '')
    if (dotted) names.add(dotted[1]!)
  }
  return names.size > MOST ? null : Buffer.from([...names].map(digestOf).join(''), 'latin1').toString('base64')
}

/** Adds the digests of a file to those of others. */
export function unpackNames(packed: string, into: Set<string>): void {
  const bytes = Buffer.from(packed, 'base64').toString('latin1')
  for (let at = 0; at < bytes.length; at += DIGEST) into.add(bytes.slice(at, at + DIGEST))
}

/** Which of some names files use. All other names, most of what there is, are passed over by their first bytes. */
export class UsedNames {
  private readonly heads = new Set<number>()
  private readonly wanted: ReadonlySet<string>
  private readonly used = new Set<string>()

  constructor(digests: readonly string[]) {
    this.wanted = new Set(digests)
    for (const digest of digests) this.heads.add(Buffer.from(digest, 'latin1').readUInt32BE())
  }

  /** The packed digests of a file. */
  read(packed: string): void {
    const bytes = Buffer.from(packed, 'base64')
    for (let at = 0; at + DIGEST <= bytes.length; at += DIGEST) {
      if (!this.heads.has(bytes.readUInt32BE(at))) continue
      const digest = bytes.toString('latin1', at, at + DIGEST)
      if (this.wanted.has(digest)) this.used.add(digest)
    }
  }

  has(digest: string): boolean {
    return this.used.has(digest)
  }
}

export function digestOf(name: string): string {
  return createHash('sha256').update(name).digest().toString('latin1', 0, DIGEST)
}
