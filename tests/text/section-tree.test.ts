import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionTree } from '../../src/text/section-tree.ts'

const section = (title: string, level: number, size: number, line = 1) => ({ title, level, line, size, about: '' })
const shown = (nodes: ReturnType<typeof sectionTree>['nodes']) =>
  nodes.map(({ label, parent, size }) => [label, parent, size])

describe('sections', () => {
  it('stand in the last one above them, whatever levels are skipped', () => {
    const { nodes, note } = sectionTree([
      section('A', 1, 1),
      section('A.1', 4, 2),
      section('A.2', 2, 3),
      section('A.2.1', 3, 4),
      section('B', 1, 5),
    ])
    expect(shown(nodes)).toEqual([
      ['A', null, 1],
      ['A.1', 0, 2],
      ['A.2', 0, 3],
      ['A.2.1', 2, 4],
      ['B', null, 5],
    ])
    expect(note).toBeNull()
  })

  it('are one with what they stand in where they are too many, the deepest first', () => {
    const { nodes, note } = sectionTree(
      [section('A', 1, 1), section('A.1', 2, 2), section('deep', 3, 30), section('A.2', 2, 4), section('B', 1, 5)],
      4,
    )
    expect(shown(nodes)).toEqual([
      ['A', null, 1],
      ['A.1', 0, 32],
      ['A.2', 0, 4],
      ['B', null, 5],
    ])
    expect(note).toBe('1 smaller section is counted with the one it stands in.')
  })

  it('lose no size and keep to their bound', () => {
    const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.nat(20)), { maxLength: 80 })
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 90 }), (all, most) => {
        const sections = all.map(([level, size], k) => section(`s${k}`, level, size, k + 1))
        const { nodes } = sectionTree(sections, most)
        expect(nodes.reduce((sum, { size }) => sum + size, 0)).toBe(all.reduce((sum, [, size]) => sum + size, 0))
        expect(nodes.length).toBeLessThanOrEqual(most)
        for (const [k, { parent }] of nodes.entries()) expect(parent ?? -1).toBeLessThan(k)
      }),
    )
  })
})
