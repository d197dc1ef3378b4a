// The fingerprints of a source: digests of some of its stretches with their lines, packed into text so that files can be
// compared without reading them again.
import { createHash } from 'node:crypto'
import type { CodeTokens } from './code-tokens.ts'
import { hashWindows, thinOut, windowCodes } from './windows.ts'

export interface Fingerprint {
  /** Of the SHA-256 of the stretch, a character per byte. */
  readonly digest: string
  /** 1-based lines, both included. */
  readonly line: number
  readonly endLine: number
}

/** Tokens in a stretch, and how many starts of lines share one fingerprint. */
const WINDOW = 30
const SPAN = 4
/** Bytes of a SHA-256 that are kept: no two stretches with the same are known, nor can be looked for. */
const DIGEST = 16
const BYTES = DIGEST + 6
/** Fingerprints are counted by their first bytes. */
const HEADS = 1 << 22

export function fingerprintsOf(tokens: CodeTokens, most: number): Fingerprint[] {
  return thinOut(hashWindows(tokens, WINDOW), SPAN)
    .slice(0, most)
    .map(({ token }) => ({
      digest: digestOf(windowCodes(tokens, token, WINDOW)),
      line: tokens.rows[token]! + 1,
      endLine: tokens.rows[token + WINDOW - 1]! + 1,
    }))
}

function digestOf(codes: Int32Array): string {
  return createHash('sha256').update(codes).digest().toString('latin1', 0, DIGEST)
}

export function packFingerprints(prints: readonly Fingerprint[]): string {
  const bytes = Buffer.alloc(prints.length * BYTES)
  prints.forEach(({ digest, line, endLine }, i) => {
    bytes.write(digest, i * BYTES, DIGEST, 'latin1')
    bytes.writeUInt32BE(line, i * BYTES + DIGEST)
    bytes.writeUInt16BE(Math.min(0xffff, endLine - line), i * BYTES + DIGEST + 4)
  })
  return bytes.toString('base64')
}

/** By file, the fingerprints that stand in some file again, and a few others: most stand nowhere else, and are not made. */
export function sharedFingerprints(packed: readonly string[]): Fingerprint[][] {
  const counts = new Uint8Array(HEADS)
  for (const file of packed) {
    const bytes = Buffer.from(file, 'base64')
    for (let at = 0; at + BYTES <= bytes.length; at += BYTES) {
      const head = headOf(bytes, at)
      if (counts[head]! < 2) counts[head]!++
    }
  }
  return packed.map(file => {
    const bytes = Buffer.from(file, 'base64')
    const prints: Fingerprint[] = []
    for (let at = 0; at + BYTES <= bytes.length; at += BYTES) {
      if (counts[headOf(bytes, at)]! < 2) continue
      const line = bytes.readUInt32BE(at + DIGEST)
      const digest = bytes.toString('latin1', at, at + DIGEST)
      prints.push({ digest, line, endLine: line + bytes.readUInt16BE(at + DIGEST + 4) })
    }
    return prints
  })
}

function headOf(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) % HEADS
}
