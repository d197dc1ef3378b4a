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

  it('at the top are one part at the end where they are too many, and none grows by what stands beside it', () => {
    const all = Array.from({ length: 1000 }, (_, k) => section(`Release ${k + 1}`, 1, 3, 10 * k + 1))
    const { nodes, note } = sectionTree(all)
    expect(nodes).toHaveLength(400)
    expect(new Set(nodes.slice(0, -1).map(({ size, parent }) => `${size} ${parent}`))).toEqual(new Set(['3 null']))
    expect(nodes[398]!.label).toBe('Release 399')
    expect(nodes[399]).toEqual({
      label: '601 more sections',
      parent: null,
      size: 1803,
      heat: null,
      line: 3991,
      about: 'all that follow, as one',
    })
    expect(note).toBe('The last 601 of these sections are drawn as one.')
    expect(sectionTree(all.slice(0, 400)).nodes.at(-1)!.label).toBe('Release 400')
  })

  it('inside others go where these go: into one that is drawn, or into the last part', () => {
    const { nodes, note } = sectionTree(
      [
        section('A', 1, 1),
        section('A.1', 2, 10),
        section('B', 1, 2, 7),
        section('B.1', 2, 20),
        section('B.1.1', 3, 30),
        section('C', 1, 3),
      ],
      2,
    )
    expect(shown(nodes)).toEqual([
      ['A', null, 11],
      ['4 more sections', null, 55],
    ])
    expect(nodes[1]!.line).toBe(7)
    expect(note).toBe(
      '1 smaller section is counted with the one it stands in. The last 4 of these sections are drawn as one.',
    )
  })

  it('hold what they hold in the document: their own, and what is joined from inside them', () => {
    const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(20)), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 70 }), (all, most) => {
        const sections = all.map(([level, size], k) => section(`s${k}`, level, size, k + 1))
        const { nodes } = sectionTree(sections, most)
        const isRest = / more sections?$/.test(nodes.at(-1)!.label)
        const drawn = isRest ? nodes.slice(0, -1) : nodes
        const starts = [
          ...drawn.map(({ label }) => Number(label.slice(1))),
          isRest ? nodes.at(-1)!.line! - 1 : all.length,
        ]
        // What lies between one part and the next is deeper than it, so all of it stands inside.
        for (const [k, { size }] of drawn.entries()) {
          const inside = sections.slice(starts[k]! + 1, starts[k + 1])
          expect(inside.every(({ level }) => level > sections[starts[k]!]!.level)).toBe(true)
          expect(size).toBe(inside.reduce((sum, one) => sum + one.size, sections[starts[k]!]!.size))
        }
      }),
    )
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
