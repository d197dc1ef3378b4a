// Blocks that several files share, found by their fingerprints alone.
import { addTo, largest } from '@shoal/base/model/lists'
import type { Fingerprint } from './fingerprints.ts'

export interface Block {
  readonly file: number
  readonly line: number
  readonly endLine: number
}

export interface SharedBlock {
  readonly a: Block
  readonly b: Block
  /** Fingerprints that agree. */
  readonly prints: number
}

interface Seen {
  readonly file: number
  readonly print: Fingerprint
}

/** A stretch that stands in more files than this is boilerplate: licences, generated code. */
const COMMON = 12
/** Lines by which two agreeing stretches may be apart and still belong to one block. */
const GAP = 12

/** Pairs of places of at least `lines` lines, the largest first. One place of a file pairs with its nearest copy only. */
export function sharedBlocks(files: readonly (readonly Fingerprint[])[], lines: number, most: number): SharedBlock[] {
  const places = new Map<string, Seen[]>()
  files.forEach((prints, file) => {
    for (const print of prints) {
      const seen = places.get(print.digest)
      if (!seen) places.set(print.digest, [{ file, print }])
      else if (seen.length <= COMMON) seen.push({ file, print })
    }
  })
  const blocks: SharedBlock[] = []
  files.forEach((prints, file) => {
    for (const [other, pairs] of matches(prints, file, places)) {
      for (const run of runs(pairs)) {
        const a = extentOf(run.map(([own]) => own))
        const b = extentOf(run.map(([, theirs]) => theirs))
        if (Math.min(a.endLine - a.line, b.endLine - b.line) + 1 < lines || run.length < 2) continue
        blocks.push({ a: { file, ...a }, b: { file: other, ...b }, prints: run.length })
      }
    }
  })
  return blocks.sort((x, y) => size(y) - size(x) || x.a.file - y.a.file || x.a.line - y.a.line).slice(0, most)
}

type Pair = readonly [own: Fingerprint, theirs: Fingerprint]

/** By later file, the stretches of this file that stand there, too. */
function matches(
  prints: readonly Fingerprint[],
  file: number,
  places: ReadonlyMap<string, readonly Seen[]>,
): Map<number, Pair[]> {
  const pairs = new Map<number, Pair[]>()
  for (const own of prints) {
    const seen = places.get(own.digest)!
    if (seen.length > COMMON) continue
    for (const { file: other, print } of seen) {
      if (other <= file) continue
      addTo(pairs, other, [own, print])
    }
  }
  return pairs
}

/** Pairs that go on in both files side by side. */
function* runs(pairs: readonly Pair[]): Generator<Pair[]> {
  let run: Pair[] = []
  for (const pair of pairs) {
    const last = run.at(-1)
    if (last && !follows(last, pair)) {
      yield run
      run = []
    }
    run.push(pair)
  }
  if (run.length > 0) yield run
}

function follows([a, b]: Pair, [c, d]: Pair): boolean {
  const own = c.line - a.endLine
  const theirs = d.line - b.endLine
  return own <= GAP && theirs <= GAP && d.line > b.line && Math.abs(c.line - a.line - (d.line - b.line)) <= 3
}

function extentOf(prints: readonly Fingerprint[]): { line: number; endLine: number } {
  return { line: prints[0]!.line, endLine: largest(prints.map(({ endLine }) => endLine)) }
}

function size({ a, b }: SharedBlock): number {
  return Math.min(a.endLine - a.line, b.endLine - b.line)
}
