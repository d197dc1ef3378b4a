// Patches in parts: nothing of them is lost, the lines they touch are those that were changed, and what two touch is found.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NamedPatch, patchParts, sharedFiles } from '../src/worktrees/patch.ts'

/** One hunk for each changed line, without context, as git writes it. */
function patchOf(files: readonly { path: string; lines: readonly number[] }[]): Buffer {
  return Buffer.from(
    files
      .map(({ path, lines }) => {
        const hunks = lines.map(line => `@@ -${line} +${line} @@\n-diff --git a\n+@@ -1 +1 @@\n`)
        return `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${hunks.join('')}`
      })
      .join(''),
  )
}

const spread = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })
  .map(lines => lines.sort((a, b) => a - b))

describe('patches in parts', () => {
  it('are whole together, and each tells its lines', () => {
    fc.assert(
      fc.property(fc.array(spread, { maxLength: 4 }), all => {
        const files = all.map((lines, index) => ({ path: `f${index}`, lines }))
        const patch = patchOf(files)
        const parts = patchParts(
          patch,
          files.map(({ path }) => path),
        )
        expect(Buffer.concat(parts.map(({ text }) => text))).toEqual(patch)
        for (const [index, part] of parts.entries()) {
          const told = part.lines.flatMap(([first, last]) =>
            Array.from({ length: last - first + 1 }, (_, k) => first + k),
          )
          expect(told).toEqual(files[index]!.lines)
        }
      }),
    )
  })

  it('two overlap exactly when a line of one is the same as, or next to, a line of the other', () => {
    fc.assert(
      fc.property(spread, spread, (one, other) => {
        const named = (name: string, lines: readonly number[]): NamedPatch => ({
          name,
          on: [],
          parts: patchParts(patchOf([{ path: 'f', lines }]), ['f']),
        })
        const near = one.some(line => other.some(place => Math.abs(line - place) <= 1))
        const [shared] = sharedFiles([named('one', one), named('other', other)])
        expect(shared!.overlap).toBe(near)
      }),
    )
  })

  it('one that builds on the other shares nothing with it', () => {
    const parts = patchParts(patchOf([{ path: 'f', lines: [1] }]), ['f'])
    expect(
      sharedFiles([
        { name: 'a', on: [], parts },
        { name: 'b', on: ['a'], parts },
      ]),
    ).toEqual([])
  })
})
