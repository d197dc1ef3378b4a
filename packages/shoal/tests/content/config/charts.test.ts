import type { Tree } from '@shoal/base/model/chart'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/config/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const figuresOf = async (content: string) => (await surveyLawfully({ name: 'a.yaml', content, type: 'config' })).figures
const shown = ({ nodes }: Tree) => nodes.map(({ label, parent, size, line }) => [label, parent, size, line])

describe('configuration', () => {
  it('is a tree of its settings', async () => {
    const content = 'name: shop\nweb:\n  port: 80\n  hosts:\n    - a\n    - b\nlog:\n  level: info\n'
    const [tree, types] = analyst.charts!(await figuresOf(content))
    expect(shown(tree as Tree)).toEqual([
      ['name', null, 1, 1],
      ['web', null, 0, 3],
      ['port', 1, 1, 3],
      ['hosts', 1, 0, 4],
      ['[0]', 3, 1, 5],
      ['[1]', 3, 1, 6],
      ['log', null, 0, 8],
      ['level', 6, 1, 8],
    ])
    expect((tree as Tree).nodes[2]!.about).toBe('web.port = 80 (number)')
    expect(types).toMatchObject({
      kind: 'bars',
      rows: [
        { label: 'string', value: 4 },
        { label: 'list', value: 1 },
        { label: 'number', value: 1 },
      ],
    })
  })

  it('that is flat has no tree', async () => {
    const charts = analyst.charts!(await figuresOf('a: 1\nb: 2\n'))
    expect(charts.filter(({ kind }) => kind === 'tree')).toEqual([])
  })

  it('in several files shows what they set differently, and no secret', async () => {
    const file = (host: string, level: string, password: string) =>
      figuresOf(`db:\n  host: ${host}\n  pool: 20\n  password: ${password}\nlog:\n  level: ${level}\n`)
    const charts = analyst.chartsTogether!([
      { path: '/srv/app/dev/settings.yaml', figures: await file('localhost', 'debug', 'Kj83hdTq92mZx') },
      { path: '/srv/app/prod/settings.yaml', figures: await file('db1.example.com', 'info', 'Wq71bnRs04kLp') },
      { path: '/srv/app/other/settings.yaml', figures: await figuresOf('name: x\n') },
    ])
    expect(JSON.stringify(charts)).not.toMatch(/Kj83hdTq92mZx|Wq71bnRs04kLp/)
    expect(charts[0]).toMatchObject({
      kind: 'table',
      columns: [{ label: 'setting' }, { label: 'dev/settings.yaml' }, { label: 'prod/settings.yaml' }],
    })
    const rows = (charts[0] as Extract<(typeof charts)[number], { kind: 'table' }>).rows
    expect(rows.filter(([path]) => path !== 'db.password')).toEqual([
      ['db.host', 'localhost', 'db1.example.com'],
      ['log.level', 'debug', 'info'],
    ])
  })
})
