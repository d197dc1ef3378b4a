// Patches as git writes them: their parts, one a file, the lines that each touches, and where two patches touch the same.
import { addTo } from '@shoal/base/model/lists'
export interface PatchPart {
  readonly path: string
  /** The part of this file alone, byte for byte. */
  readonly text: Buffer
  /** Lines of the file before the change, in order. Empty for a binary file and for one that is new. */
  readonly lines: readonly LineSpan[]
  /** Nothing can be beside it: the file is new, gone, binary, or has another mode. */
  readonly isWhole: boolean
}

export type LineSpan = readonly [first: number, last: number]

/** `paths`: what git says the parts are about, in their order. */
export function patchParts(patch: Buffer, paths: readonly string[]): readonly PatchPart[] {
  // No line of a hunk and none of binary data starts so.
  const texts = patch.toString('latin1').split(/^(?=diff --git )/m)
  return texts
    .filter(text => text.startsWith('diff --git '))
    .map((text, index) => ({
      path: paths[index] ?? '',
      text: Buffer.from(text, 'latin1'),
      ...touched(text.split('\n')),
    }))
}

function touched(lines: readonly string[]): Pick<PatchPart, 'lines' | 'isWhole'> {
  const spans: [number, number][] = []
  let isWhole = false
  let at = 0
  let left = { before: 0, after: 0 }
  const touch = (line: number) => {
    const last = spans.at(-1)
    if (last && line <= last[1] + 1) last[1] = Math.max(last[1], line)
    else spans.push([line, line])
  }
  for (const line of lines) {
    if (left.before > 0 || left.after > 0) {
      const mark = line[0]
      if (mark === '+') touch(Math.max(1, at - 1))
      if (mark === '-') touch(at)
      if (mark === '-' || mark === ' ') at++
      left = {
        before: left.before - (mark === '-' || mark === ' ' ? 1 : 0),
        after: left.after - (mark === '+' || mark === ' ' ? 1 : 0),
      }
      continue
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
    if (hunk) {
      at = Number(hunk[1])
      left = { before: Number(hunk[2] ?? 1), after: Number(hunk[3] ?? 1) }
    } else if (/^(?:new file|deleted file|old) mode |^GIT binary patch$/.test(line)) isWhole = true
  }
  return { lines: spans, isWhole }
}

/** A file that two changes touch that do not build on each other. */
export type SharedFile = {
  readonly path: string
  readonly changes: readonly { readonly name: string; readonly lines: readonly LineSpan[] }[]
  /** Whether they touch the same lines, or lines next to each other, or the file as a whole. */
  readonly overlap: boolean
}

export interface NamedPatch {
  readonly name: string
  /** The changes that it was made on. */
  readonly on: readonly string[]
  readonly parts: readonly PatchPart[]
}

export function sharedFiles(patches: readonly NamedPatch[]): readonly SharedFile[] {
  const byPath = new Map<string, Touching[]>()
  for (const patch of patches) for (const part of patch.parts) addTo(byPath, part.path, { patch, part })
  return [...byPath].flatMap(([path, touching]) => {
    const involved = new Set<Touching>()
    let overlap = false
    for (const [index, one] of touching.entries())
      for (const other of touching.slice(index + 1)) {
        if (one.patch.on.includes(other.patch.name) || other.patch.on.includes(one.patch.name)) continue
        involved.add(one).add(other)
        overlap ||= doOverlap(one.part, other.part)
      }
    if (involved.size === 0) return []
    return {
      path,
      overlap,
      changes: [...involved].map(({ patch, part }) => ({ name: patch.name, lines: part.lines })),
    }
  })
}

interface Touching {
  readonly patch: NamedPatch
  readonly part: PatchPart
}

/** Both lists ascend. */
function doOverlap(one: PatchPart, other: PatchPart): boolean {
  if (one.isWhole || other.isWhole) return true
  for (let i = 0, k = 0; i < one.lines.length && k < other.lines.length; ) {
    const [[first, last], [from, to]] = [one.lines[i]!, other.lines[k]!]
    if (first <= to + 1 && from <= last + 1) return true
    if (last < to) i++
    else k++
  }
  return false
}
