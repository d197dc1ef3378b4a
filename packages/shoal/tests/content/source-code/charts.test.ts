import { fileURLToPath } from 'node:url'
import type { Chart, Matrix, Points, Tree } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/source-code/analyst.ts'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { expectValidCharts } from '../valid-chart.ts'

const EXAMPLE = fileURLToPath(new URL('../../../../../examples/data/service.py', import.meta.url))

const named = <Kind extends Chart>(charts: readonly Chart[], title: string) =>
  charts.find(chart => chart.title === title) as Kind | undefined
const shown = ({ nodes }: Tree) => nodes.map(({ label, parent, size, heat, line }) => [label, parent, size, heat, line])
const sizeOf = ({ nodes }: Tree) => nodes.reduce((sum, { size }) => sum + size, 0)

async function figuresOf(name: string, content: string): Promise<Json> {
  return (await surveyLawfully({ name, content })).figures
}

describe('a source file', () => {
  it('is shown as types, functions and the rest, with every line once', async () => {
    const { figures } = await surveyFileLawfully(EXAMPLE)
    const tree = named<Tree>(analyst.charts!(figures), 'Structure')!
    expect(shown(tree)).toEqual([
      ['Orders', null, 7, null, 19],
      ['__init__', 0, 2, 1, 22],
      ['by_customer', 0, 3, 1, 25],
      ['by_id', 0, 2, 1, 29],
      ['open', 0, 2, 1, 32],
      ['mark_paid', 0, 3, 1, 35],
      ['Billing', null, 3, null, 40],
      ['__init__', 6, 3, 2, 41],
      ['charge_open', 6, 7, 3, 45],
      ['charge', 6, 14, 4, 53],
      ['export', null, 9, 2, 69],
      ['main', null, 3, 1, 80],
      ['top level', null, 28, null, undefined],
    ])
    expect(sizeOf(tree)).toBe(86)
    expect(tree.nodes[9]!.about).toBe('complexity 4, 14 lines, nesting 2, 1 parameter')
    const points = named<Points>(analyst.charts!(figures), 'Functions by lines and complexity')!
    expect(points.points[0]).toEqual({ label: 'Billing.charge', x: 14, y: 4, line: 53 })
    expect(points.points).toHaveLength(10)
    expect(points.limit).toEqual({ label: 'over 10 is worth a look', y: 10 })
  })

  it('shows functions inside functions, and neighbours on one line side by side', async () => {
    const code = [
      'function outer() {', // 1
      '  function inner() {',
      '    return 1',
      '  }',
      '  return inner',
      '}',
      'function a() {}; function b() {}', // 7
      'class C { m() {} }',
      '',
    ].join('\n')
    const tree = named<Tree>(analyst.charts!(await figuresOf('a.js', code)), 'Structure')!
    expect(shown(tree)).toEqual([
      ['outer', null, 3, 1, 1],
      ['inner', 0, 3, 1, 2],
      ['a', null, 1, 1, 7],
      ['b', null, 1, 1, 7],
      ['C', null, 0, null, 8],
      ['m', 4, 1, 1, 8],
    ])
  })

  it('of very many functions says what is left out', async () => {
    const code = Array.from({ length: 500 }, (_, k) => `def f${k}():\n    return ${k}\n\n`).join('')
    const charts = analyst.charts!(await figuresOf('many.py', code))
    const tree = named<Tree>(charts, 'Structure')!
    expect(tree.nodes).toHaveLength(401)
    expect(sizeOf(tree)).toBe(1500)
    expect(tree.note).toContain('400 of 500 functions')
  })
})

describe('source files together', () => {
  it('are a map, points, and imports from folder to folder', async () => {
    const branchy = `def f(x):\n${Array.from({ length: 12 }, (_, k) => `    if x == ${k}: return ${k}\n`).join('')}`
    const sources = {
      'app/core/a.py': branchy,
      'app/core/b.py': 'from app.core.a import f\n\n\ndef g():\n    return f(1)\n',
      'app/web/c.ts': "import { d } from '../shared/d.ts'\nexport const c = () => d()\n",
      'app/shared/d.ts': 'export function d() {\n  return 1\n}\n',
    }
    const files: { path: string; figures: Json }[] = []
    for (const [path, content] of Object.entries(sources))
      files.push({ path, figures: await figuresOf(path.split('/').at(-1)!, content) })
    const charts = analyst.chartsTogether!(files)
    expectValidCharts(charts)
    expect(shown(named<Tree>(charts, 'Source files by folder')!).map(row => row.slice(0, 4))).toEqual([
      ['core', null, 0, null],
      ['a.py', 0, 13, 13],
      ['b.py', 0, 3, 1],
      ['shared', null, 0, null],
      ['d.ts', 3, 3, 1],
      ['web', null, 0, null],
      ['c.ts', 5, 2, 1],
    ])
    const points = named<Points>(charts, 'Functions of all files by lines and complexity')!.points
    expect(points[0]).toEqual({ label: 'f', x: 13, y: 13, path: 'app/core/a.py', line: 1 })
    const imports = named<Matrix>(charts, 'Imports between folders')!
    expect(imports.columns).toEqual(['core', 'shared', 'web'])
    expect(imports.cells).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ])
    expect(named<Extract<Chart, { kind: 'bars' }>>(charts, 'Functions by complexity')!.rows).toEqual([
      { label: 'up to 5', value: 3 },
      { label: '6 to 10', value: 0 },
      { label: '11 to 20', value: 1 },
    ])
  })

  it('count every function: callbacks without a name are simple, what is beyond the bound is said', async () => {
    const callbacks = (branches: number) =>
      `run(x => {\n${Array.from({ length: branches }, (_, k) => `  if (x === ${k}) return ${k}\n`).join('')}})\n`
    const few = await figuresOf('few.ts', `${callbacks(0)}${callbacks(4)}${callbacks(5)}export function f() {}\n`)
    const many = await figuresOf(
      'many.ts',
      Array.from({ length: 450 }, (_, k) => `export function f${k}() {}\n`).join(''),
    )
    expect(few).toMatchObject({ function_count: 4, functions: [{ complexity: 6 }, { complexity: 1 }] })
    const charts = analyst.chartsTogether!([
      { path: '/srv/few.ts', figures: few },
      { path: '/srv/many.ts', figures: many },
    ])
    expectValidCharts(charts)
    expect(named<Extract<Chart, { kind: 'bars' }>>(charts, 'Functions by complexity')).toMatchObject({
      rows: [
        { label: 'up to 5', value: 403 },
        { label: '6 to 10', value: 1 },
        { label: 'not measured', value: 50 },
      ],
      total: 454,
    })
  })

  it('stay bounded however many there are', async () => {
    const figures = await figuresOf('a.py', 'import os\n\n\ndef f(x):\n    return os if x else 1\n')
    const files = Array.from({ length: 5000 }, (_, k) => ({ path: `p${k % 97}/q${k % 13}/f${k}.py`, figures }))
    const charts = analyst.chartsTogether!(files)
    expectValidCharts(charts)
    const tree = named<Tree>(charts, 'Source files by folder')!
    expect(tree.nodes.length).toBeLessThanOrEqual(1500)
    expect(sizeOf(tree)).toBe(5000 * 3)
    expect(named<Points>(charts, 'Functions of all files by lines and complexity')!.note).toBe(
      '1,500 of 5,000 functions: the most complex ones.',
    )
  })
})
