// What a file leaves behind so that files can be joined without reading them again: hashes of the names it uses.
import { stringValue } from '../../../text/code/symbols/string-value.ts'
import type { CodeReading } from './reading.ts'

const MOST = 20_000

/**
 * Hashes of all names that the file uses, words in short strings included, packed into text. Definitions that only refer
 * to themselves are not used.
 */
export function packNames({ tree, index }: CodeReading, unused: ReadonlySet<string>): string {
  const hashes = new Set<number>()
  for (const [name, nodes] of index.names) {
    if (hashes.size >= MOST) break
    if (!unused.has(name) && nodes.some(node => !index.nameNodes.has(node))) hashes.add(hashName(name))
  }
  for (const node of index.strings) {
    if (hashes.size >= MOST) break
    if (tree.ends[node]! - tree.starts[node]! > 200) continue
    const text = stringValue(tree, node)
    if (text) for (const word of text.match(/[A-Za-z_]\w{2,}/g) ?? []) hashes.add(hashName(word))
  }
  return Buffer.from(Uint32Array.from(hashes).buffer).toString('base64')
}

/** Adds the hashes of a file to those of others. */
export function unpackNames(packed: string, into: Set<number>): void {
  const bytes = Buffer.from(packed, 'base64')
  for (let at = 0; at + 4 <= bytes.length; at += 4) into.add(bytes.readUInt32LE(at))
}

export function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 13
  return Math.imul(hash, 0x5bd1e995) >>> 0
}
