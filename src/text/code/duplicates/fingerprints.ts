// The fingerprints of a source: hashes of some of its stretches with their lines, packed into text so that files can be
// compared without reading them again.
import type { CodeTokens } from './code-tokens.ts'
import { hashWindows, thinOut } from './windows.ts'

export interface Fingerprint {
  readonly hash: number
  /** 1-based lines, both included. */
  readonly line: number
  readonly endLine: number
}

/** Tokens in a stretch, and how many starts of lines share one fingerprint. */
const WINDOW = 30
const SPAN = 4
const BYTES = 14

export function fingerprintsOf(tokens: CodeTokens, most: number): Fingerprint[] {
  return thinOut(hashWindows(tokens, WINDOW), SPAN)
    .slice(0, most)
    .map(({ token, hash }) => ({
      hash,
      line: tokens.rows[token]! + 1,
      endLine: tokens.rows[token + WINDOW - 1]! + 1,
    }))
}

export function packFingerprints(prints: readonly Fingerprint[]): string {
  const view = new DataView(new ArrayBuffer(prints.length * BYTES))
  prints.forEach(({ hash, line, endLine }, i) => {
    view.setFloat64(i * BYTES, hash)
    view.setUint32(i * BYTES + 8, line)
    view.setUint16(i * BYTES + 12, Math.min(0xffff, endLine - line))
  })
  return Buffer.from(view.buffer).toString('base64')
}

export function unpackFingerprints(packed: string): Fingerprint[] {
  const bytes = Buffer.from(packed, 'base64')
  const prints: Fingerprint[] = []
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES) {
    const line = bytes.readUInt32BE(at + 8)
    prints.push({ hash: bytes.readDoubleBE(at), line, endLine: line + bytes.readUInt16BE(at + 12) })
  }
  return prints
}
