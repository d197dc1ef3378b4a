import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderTree } from '../../src/text/folder-tree.ts'

const file = (path: string, size: number, heat: number | null = null) => ({ path, size, heat })

describe('files by folder', () => {
  it('stand in their folders, those with nothing but one other in one step', () => {
    expect(
      folderTree([file('a/b/c/one.ts', 3, 7), file('a/b/c/two.ts', 2), file('top.ts', 1), file('none.ts', 0)]),
    ).toEqual([
      { label: 'a/b/c', parent: null, size: 0, heat: null },
      { label: 'one.ts', parent: 0, size: 3, heat: 7, path: 'a/b/c/one.ts' },
      { label: 'two.ts', parent: 0, size: 2, heat: null, path: 'a/b/c/two.ts' },
      { label: 'top.ts', parent: null, size: 1, heat: null, path: 'top.ts' },
    ])
  })

  it('are shown without the folder that all of them stand in, however deep it is', () => {
    const deep = `/srv${'/d'.repeat(30)}`
    expect(folderTree([file(`${deep}/x/one.ts`, 2), file(`${deep}/two.ts`, 1)])).toEqual([
      { label: 'x', parent: null, size: 0, heat: null },
      { label: 'one.ts', parent: 0, size: 2, heat: null, path: `${deep}/x/one.ts` },
      { label: 'two.ts', parent: null, size: 1, heat: null, path: `${deep}/two.ts` },
    ])
  })

  it('are the largest each and the rest together where there are too many', () => {
    const files = [file('d/a', 5, 1), file('d/b', 4, 9), file('d/c', 3, 2), file('e/f', 2, 8)]
    expect(folderTree(files, 4)).toEqual([
      { label: 'd', parent: null, size: 0, heat: null },
      { label: 'a', parent: 0, size: 5, heat: 1, path: 'd/a' },
      { label: 'b', parent: 0, size: 4, heat: 9, path: 'd/b' },
      {
        label: '2 smaller files',
        parent: null,
        size: 5,
        heat: 8,
        about: '2 files too small to be shown each',
      },
    ])
  })

  it('lose no size, keep to their bound, and are the same in any order', () => {
    const names = fc.stringMatching(/^[a-c]{0,2}$/)
    const paths = fc.array(names, { minLength: 1, maxLength: 30 }).map(steps => steps.join('/'))
    const all = fc.uniqueArray(fc.record({ path: paths, size: fc.nat(9) }), {
      selector: ({ path }) => path,
      maxLength: 60,
    })
    fc.assert(
      fc.property(all, fc.integer({ min: 1, max: 80 }), (files, most) => {
        const sized = files.map(({ path, size }) => file(path, size))
        const nodes = folderTree(sized, most)
        const sum = (list: readonly { size: number }[]) => list.reduce((total, { size }) => total + size, 0)
        expect(sum(nodes)).toBe(sum(sized))
        expect(nodes.length).toBeLessThanOrEqual(most)
        for (const [k, { parent }] of nodes.entries()) expect(parent ?? -1).toBeLessThan(k)
        expect(folderTree([...sized].reverse(), most)).toEqual(nodes)
      }),
    )
  })
})
