// Where charts put things: all of it, inside, not over each other, and the same every time.

import type { Timeline, Tree } from '@shoal/base/model/chart'
import type { CrossFinding } from '@shoal/base/model/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeBars } from '../../src/charts/layout/bar-places.ts'
import { layGraph, MOST_FILES } from '../../src/charts/layout/cross-layout.ts'
import { layFiles } from '../../src/charts/layout/file-areas.ts'
import { labelNames } from '../../src/charts/layout/file-names.ts'
import { toneColour } from '../../src/charts/layout/heat.ts'
import { boxOf, clearest, placeNames } from '../../src/charts/layout/label-places.ts'
import { labelWidth, nameSide } from '../../src/charts/layout/label-text.ts'
import { type Area, nextArea } from '../../src/charts/layout/next-area.ts'
import type { SizedFile } from '../../src/charts/layout/sized-file.ts'
import { layTimeline } from '../../src/charts/layout/timeline-steps.ts'
import { layTree } from '../../src/charts/layout/tree-layout.ts'

const WIDTH = 800
const HEIGHT = 400
const SLACK = 1e-9

function inside(a: Area, b: Area): boolean {
  return (
    a.left >= b.left - SLACK &&
    a.top >= b.top - SLACK &&
    a.left + a.width <= b.left + b.width + SLACK &&
    a.top + a.height <= b.top + b.height + SLACK
  )
}

function apart(a: Area, b: Area): boolean {
  return (
    a.left + a.width <= b.left + SLACK ||
    b.left + b.width <= a.left + SLACK ||
    a.top + a.height <= b.top + SLACK ||
    b.top + b.height <= a.top + SLACK
  )
}

const whole: Area = { left: 0, top: 0, width: 1, height: 1 }

describe('timeline', () => {
  const timeline = (values: number[][]): Timeline => ({
    kind: 'timeline',
    title: 'Entries',
    counted: 'entries',
    from: '2026-02-11 00:00:00',
    stepSeconds: 60,
    series: values.map((each, k) => ({
      label: `s${k}`,
      tone: (['plain', 'bad', 'warn'] as const)[k % 3]!,
      values: each,
    })),
    spans: [
      { label: 'a', from: '2026-02-11 00:02:00', to: '2026-02-11 00:03:00', line: 1 },
      { label: 'unreadable', from: '?', to: '?', line: 2 },
      { label: 'outside', from: '2026-02-12 00:00:00', to: '2026-02-12 00:01:00', line: 3 },
    ],
  })

  it('joins steps without losing a count, and stacks them without a gap', () => {
    const counts = fc.array(fc.array(fc.nat(50), { maxLength: 60 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 80 }), (values, most) => {
        const { columns, steps } = layTimeline(timeline(values), most)
        expect(columns.length).toBeLessThanOrEqual(most)
        for (const [k, each] of values.entries())
          expect(columns.reduce((sum, column) => sum + column.values[k]!, 0)).toBe(each.reduce((sum, v) => sum + v, 0))
        for (const column of columns) {
          const stack = steps.filter(({ from }) => from === column.from)
          for (const [k, { base }] of stack.entries()) expect(base).toBe(k === 0 ? 0 : stack[k - 1]!.top)
        }
      }),
    )
  })

  it('puts the gravest at the bottom and keeps only stretches that it can place', () => {
    const { order, spans, stepSeconds } = layTimeline(timeline([[1, 1, 1, 1, 1, 1], [1], [2]]), 3)
    expect(order).toEqual([1, 2, 0])
    expect(stepSeconds).toBe(120)
    expect(spans).toEqual([{ index: 0, from: 120_000, to: 180_000 }])
  })
})

describe('bars', () => {
  const bars = (...values: number[]) => values.map((value, k) => ({ label: `b${k}`, value }))
  const widths = (places: readonly { width: number }[]) => places.map(({ width }) => width)

  it('lie on their side of zero, all to one scale', () => {
    expect(placeBars(bars(30, -10, 0))).toEqual([
      { left: 0.25, width: 0.75, isBelow: false, isRest: false },
      { left: 0, width: 0.25, isBelow: true, isRest: false },
      { left: 0.25, width: 0, isBelow: false, isRest: false },
    ])
    expect(widths(placeBars(bars(5, 10)))).toEqual([0.5, 1])
    expect(widths(placeBars(bars(0, Number.NaN)))).toEqual([0, 0])
  })

  it('of a whole have it as their full width', () => {
    expect(widths(placeBars(bars(2836), 10_000))).toEqual([0.2836])
    expect(widths(placeBars(bars(12, 12), 3376))).toEqual([12 / 3376, 12 / 3376])
    // A total that is less than its parts measures nothing.
    expect(widths(placeBars(bars(20, 10), 10))).toEqual([1, 0.5])
  })

  it('are not measured by what all others have together', () => {
    const rows = [...bars(40, 20), { label: '1,215 more', value: 940 }]
    expect(placeBars(rows, 1000).map(({ width, isRest }) => [width, isRest])).toEqual([
      [1, false],
      [0.5, false],
      [0, true],
    ])
    // A value of a file that reads so is one like others, unless it is the last.
    const own = [{ label: '12 more', value: 5 }, ...bars(10, 1)]
    expect(widths(placeBars(own))).toEqual([0.5, 1, 0.1])
  })
})

describe('tree', () => {
  const tree = (nodes: Tree['nodes'], heat: string | null): Tree => ({
    kind: 'tree',
    title: '',
    size: 'lines',
    heat,
    nodes,
  })
  const trees = fc.array(fc.tuple(fc.nat(1000), fc.nat(30)), { minLength: 1, maxLength: 40 }).map(all =>
    all.map(([seed, size], index) => ({
      label: `n${index}`,
      parent: index === 0 || seed % 4 === 0 ? null : seed % index,
      size,
      heat: seed % 9,
    })),
  )

  it('keeps parts in their wholes and apart from their siblings', () => {
    fc.assert(
      fc.property(trees, fc.boolean(), (nodes, hot) => {
        const { areas } = layTree(tree(nodes, hot ? 'complexity' : null), WIDTH, HEIGHT)
        const byNode = new Map(areas.map(area => [area.node, area]))
        for (const area of areas) {
          expect(inside(area, whole)).toBe(true)
          const parent = nodes[area.node]!.parent
          if (hot && parent !== null) expect(inside(area, byNode.get(parent)!)).toBe(true)
          for (const other of areas)
            if (other.node > area.node && nodes[other.node]!.parent === parent) expect(apart(area, other)).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('leaves the strip of a name free of all that is within', () => {
    fc.assert(
      fc.property(trees, fc.constantFrom(290, WIDTH), (nodes, width) => {
        const { areas } = layTree(tree(nodes, 'complexity'), width, HEIGHT)
        for (const { node, top, strip, hasParts, height } of areas) {
          if (!hasParts) expect(strip).toBeCloseTo(height * HEIGHT)
          for (const part of areas)
            if (nodes[part.node]!.parent === node)
              expect(part.top * HEIGHT).toBeGreaterThanOrEqual(top * HEIGHT + strip - 1e-6)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts what is within, own size included', () => {
    const nodes = [
      { label: 'file', parent: null, size: 10, heat: null },
      { label: 'a', parent: 0, size: 20, heat: 3 },
      { label: 'b', parent: 0, size: 30, heat: 5 },
    ]
    const { areas } = layTree(tree(nodes, 'complexity'), WIDTH, HEIGHT)
    expect(areas.map(({ node, whole, hasParts }) => [node, whole, hasParts])).toEqual([
      [0, 60, true],
      [1, 20, false],
      [2, 30, false],
    ])
  })

  it('draws sections in reading order', () => {
    const nodes = [5, 50, 1, 20].map((size, k) => ({ label: `s${k}`, parent: null, size, heat: null }))
    const { areas, shape } = layTree(tree(nodes, null), WIDTH, HEIGHT)
    expect(shape).toBe('columns')
    expect([...areas].sort((a, b) => a.top - b.top).map(({ node }) => node)).toEqual([0, 1, 2, 3])
  })

  it('survives chains, wrong parents and sizes that are none', () => {
    const chain = Array.from({ length: 20_000 }, (_, k) => ({
      label: 'x',
      parent: k === 0 ? null : k - 1,
      size: 1,
      heat: 1,
    }))
    const { areas, depth } = layTree(tree(chain, 'complexity'), WIDTH, HEIGHT)
    expect(depth).toBe(8)
    expect(areas.length).toBeLessThanOrEqual(8)
    expect(areas[0]!.whole).toBe(20_000)
    const odd = [
      { label: 'later', parent: 1, size: Number.NaN, heat: null },
      { label: 'self', parent: 1, size: -4, heat: null },
    ]
    expect(layTree(tree(odd, 'heat'), WIDTH, HEIGHT).areas).toEqual([])
    expect(layTree(tree([], null), WIDTH, HEIGHT).areas).toEqual([])
  })
})

describe('files', () => {
  const file = fc.record({
    path: fc.uuid(),
    contentType: fc.constantFrom('log', 'json', 'prose', 'code'),
    sizeBytes: fc.oneof(fc.nat(2000), fc.nat(1e9)),
    lineCount: fc.nat(1e6),
    high: fc.nat(3),
    medium: fc.nat(3),
    low: fc.nat(3),
  })

  it('are all there once, inside their type, not over each other, and every time the same', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 60 }), files => {
        const laid = layFiles(files, WIDTH, HEIGHT)
        expect(layFiles([...files], WIDTH, HEIGHT)).toEqual(laid)
        expect(laid.files.reduce((sum, area) => sum + area.files, 0)).toBe(files.length)
        const problems = (each: { high: number; medium: number; low: number }) => each.high + each.medium + each.low
        expect(laid.files.reduce((sum, area) => sum + problems(area), 0)).toBe(
          files.reduce((sum, each) => sum + problems(each), 0),
        )
        const found = files.filter(each => problems(each) > 0).length
        expect(laid.files.reduce((sum, area) => sum + area.marked, 0)).toBe(found)
        for (const [k, area] of laid.files.entries()) {
          expect(area.marked > 0).toBe(problems(area) > 0)
          expect(inside(area, laid.types[area.type]!)).toBe(true)
          expect(area.density > 0).toBe(problems(area) > 0)
          expect(area.density).toBeLessThanOrEqual(1)
          for (const other of laid.files.slice(k + 1)) expect(apart(area, other)).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('are never more than 2,000 areas', () => {
    const many = Array.from(
      { length: 9000 },
      (_, k): SizedFile => ({
        path: `f${k}`,
        contentType: `type-${k % 3}`,
        sizeBytes: 1000,
        lineCount: 10,
        high: 0,
        medium: 0,
        low: 0,
      }),
    )
    const laid = layFiles(many, 4000, 4000)
    expect(laid.files.length).toBeLessThanOrEqual(2000)
    expect(laid.files.length).toBeGreaterThan(1900)
    expect(laid.files.reduce((sum, area) => sum + area.files, 0)).toBe(9000)
  })

  it('mark a heap of small ones with all that was found in it', () => {
    const small = (k: number): SizedFile => ({
      path: `small${k}`,
      contentType: 'code',
      sizeBytes: 10,
      lineCount: 5,
      high: k === 7 ? 2 : 0,
      medium: 0,
      low: k % 2,
    })
    const big: SizedFile = { ...small(0), path: 'big', sizeBytes: 1e7 }
    const laid = layFiles([big, ...Array.from({ length: 250 }, (_, k) => small(k))], WIDTH, HEIGHT)
    expect(laid.files.map(({ files, marked, high, medium, low }) => ({ files, marked, high, medium, low }))).toEqual([
      { files: 1, marked: 0, high: 0, medium: 0, low: 0 },
      { files: 250, marked: 125, high: 2, medium: 0, low: 125 },
    ])
    expect(laid.files.every(({ width, height }) => width > 0 && height > 0)).toBe(true)
  })

  it('says which types are drawn larger than they are', () => {
    const base = { lineCount: 1, high: 0, medium: 0, low: 0 }
    const laid = layFiles(
      [
        { ...base, path: 'a', contentType: 'log', sizeBytes: 1e9 },
        { ...base, path: 'b', contentType: 'json', sizeBytes: 100 },
      ],
      WIDTH,
      HEIGHT,
    )
    expect(laid.enlarged).toEqual(['json'])
    expect(laid.files.map(({ file }) => file?.path)).toEqual(['a', 'b'])
  })
})

describe('names and colours', () => {
  it('stand beside a mark, below it or upright, or nowhere', () => {
    const side = (width: number, height: number, mark = 0) => nameSide('orders.csv', { width, height }, mark)
    expect(side(100, 20, 25)).toBe('beside')
    expect(side(100, 12)).toBe('beside')
    expect(side(100, 11)).toBe(null)
    expect(side(50, 36, 25)).toBe('below')
    expect(side(50, 30, 25)).toBe(null)
    expect(side(20, 60)).toBe('upright')
    expect(side(16, 60)).toBe(null)
    expect(nameSide('a', { width: 16, height: 17 }, 0)).toBe('beside')
  })

  it('keep off the points and off each other', () => {
    const places = [
      { x: 100, y: 10, anchor: 'end' },
      { x: 0, y: 10, anchor: 'start' },
    ] as const
    expect(clearest(places, 40, [])).toBe(places[0])
    expect(clearest(places, 40, [{ x: 90, y: 12, radius: 4 }])).toBe(places[1])
    expect(
      clearest(
        places,
        40,
        [90, 80, 20].map(x => ({ x, y: 12, radius: 4 })),
      ),
    ).toBe(places[1])
    const point = { x: 50, y: 50, radius: 4, text: 'name' }
    const within = { left: 0, top: 40, right: 200, bottom: 60 }
    expect(placeNames([point], within)[0]?.anchor).toBe('start')
    expect(placeNames([point], within, { taken: [{ ...within, left: 55 }] })[0]?.anchor).toBe('end')
  })

  it('differ among series of one tone', () => {
    const all = (['bad', 'warn'] as const).flatMap(tone => [0, 1, 2].map(place => toneColour(tone, place)))
    expect(new Set(all).size).toBe(6)
    expect(toneColour('bad', 0)).toBe('var(--high)')
    expect(toneColour('warn', 9)).toBe(toneColour('warn', 2))
  })
})

describe('arrow keys', () => {
  const grid: Area[] = [0, 1, 2, 3, 4, 5].map(k => ({
    left: (k % 3) / 3,
    top: k < 3 ? 0 : 0.5,
    width: 1 / 3,
    height: 0.5,
  }))

  it('go to the neighbour, and stay where there is none', () => {
    expect(nextArea(grid, 0, 'right')).toBe(1)
    expect(nextArea(grid, 1, 'down')).toBe(4)
    expect(nextArea(grid, 4, 'left')).toBe(3)
    expect(nextArea(grid, 5, 'up')).toBe(2)
    expect(nextArea(grid, 0, 'left')).toBe(0)
    expect(nextArea(grid, 5, 'down')).toBe(5)
    expect(nextArea([], 0, 'down')).toBe(0)
  })

  it('reach every file of a map', () => {
    const files = Array.from({ length: 40 }, (_, k) => ({
      path: `f${k}`,
      contentType: `t${k % 3}`,
      sizeBytes: 100 + ((k * 7919) % 5000),
      lineCount: 10,
      high: 0,
      medium: 0,
      low: 0,
    }))
    const areas = layFiles(files, WIDTH, HEIGHT).files
    const reached = new Set([0])
    for (const from of reached)
      for (const way of ['left', 'right', 'up', 'down'] as const) reached.add(nextArea(areas, from, way))
    expect(reached.size).toBe(areas.length)
  })
})

describe('graph', () => {
  const finding = (
    files: string[],
    severity: CrossFinding['severity'] = 'low',
    nature: CrossFinding['nature'] = 'problem',
  ): CrossFinding => ({
    kind: 'model-link',
    summary: 'x',
    severity,
    nature,
    files,
    evidence: [],
    relevance: 1,
  })
  const findings = fc.array(
    fc
      .tuple(fc.nat(90), fc.nat(90), fc.constantFrom('high', 'medium', 'low'))
      .map(([a, b, severity]) =>
        finding([`dir${a % 5}/file${a}.ts`, `dir${b % 7}/file${b}.ts`], severity as CrossFinding['severity']),
      ),
    { minLength: 1, maxLength: 120 },
  )

  it('is the same every time, inside, with names that lie over no other, and both ends of every line', () => {
    fc.assert(
      fc.property(findings, fc.constantFrom(320, 900), (crossFile, width) => {
        const graph = layGraph(crossFile, width, HEIGHT)
        expect(layGraph(crossFile, width, HEIGHT)).toEqual(graph)
        expect(graph.files.length).toBeLessThanOrEqual(MOST_FILES)
        const there = new Set(crossFile.flatMap(({ files }) => files)).size
        expect(graph.files.length + graph.hidden.files).toBe(there)
        const drawn = new Set(graph.files.flatMap(each => each.findings))
        expect(drawn.size + graph.hidden.findings).toBe(crossFile.length)
        for (const { x, y } of graph.files) expect(x >= 0 && x <= width && y >= 0 && y <= HEIGHT).toBe(true)
        for (const { source, target, findings } of graph.links)
          for (const index of findings)
            expect([...crossFile[index]!.files].sort()).toEqual(
              [graph.files[source]!.path, graph.files[target]!.path].sort(),
            )
        const boxes = graph.files
          .filter(({ isNamed }) => isNamed)
          .map(({ label, name }) => boxOf(label, labelWidth(name)))
          .map(({ left, top, right, bottom }) => ({ left, top, width: right - left, height: bottom - top }))
        for (const [k, box] of boxes.entries())
          for (const other of boxes.slice(k + 1)) expect(apart(box, other)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('joins the first of many files with each of the others, and takes the gravest colour', () => {
    const graph = layGraph([finding(['a', 'b', 'c']), finding(['a', 'b'], 'high'), finding(['d'])], WIDTH, HEIGHT)
    const ends = graph.links.map(({ source, target, findings, tone }) => [
      graph.files[source]!.path,
      graph.files[target]!.path,
      findings,
      tone,
    ])
    expect(ends).toEqual([
      ['a', 'b', [1, 0], 'high'],
      ['a', 'c', [0], 'low'],
    ])
    expect(graph.files.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd'])
    expect(graph.hidden).toEqual({ files: 0, findings: 0 })
    expect(graph.single).toBe(1)
    expect(layGraph([], WIDTH, HEIGHT)).toEqual({
      files: [],
      links: [],
      hidden: { files: 0, findings: 0 },
      single: 0,
    })
  })

  it('draws facts as facts, whatever weight they have, and behind any problem', () => {
    const tones = (...all: CrossFinding[]) => layGraph(all, WIDTH, HEIGHT).links.map(({ tone }) => tone)
    const fact = finding(['a', 'b'], 'medium', 'fact')
    expect(tones(fact, fact)).toEqual(['fact'])
    expect(tones(fact, finding(['a', 'b']))).toEqual(['low'])
    const graph = layGraph([fact, finding(['c', 'd'])], WIDTH, HEIGHT)
    expect(graph.files.map(({ path }) => path)).toEqual(['c', 'd', 'a', 'b'])
  })

  it('tells files of one name apart', () => {
    expect(labelNames(['a/x/index.ts', 'b/x/index.ts', 'c/main.ts', 'main/c.ts'])).toEqual([
      'a/x/index.ts',
      'b/x/index.ts',
      'main.ts',
      'c.ts',
    ])
    expect(labelNames(['same', 'same'])).toEqual(['same', 'same'])
  })
})
