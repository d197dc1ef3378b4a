// What a run is after decides what weighs most; what the security rules find becomes a finding of its own type.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'

const CONTENT = `import os
import sqlite3


def load(request, ids):
    db = sqlite3.connect("a.db")
    name = request.args["name"]
    rows = db.execute("SELECT * FROM users WHERE name = '" + name + "'").fetchall()
    for i in ids:
        rows += db.execute("SELECT * FROM orders WHERE id = ?", (i,)).fetchall()
    return rows
`

async function heaviest(query: string): Promise<string> {
  const { findings } = await surveyLawfully({ name: 'a.py', content: CONTENT, query })
  return findings.reduce((a, b) => ((b.weight ?? 0.5) > (a.weight ?? 0.5) ? b : a)).type
}

describe('goals', () => {
  it('puts vulnerabilities first when security is asked for', async () => {
    expect(await heaviest('find security vulnerabilities')).toBe('vulnerability')
  })

  it('puts loops first when speed is asked for', async () => {
    const { findings } = await surveyLawfully({
      name: 'a.py',
      content: CONTENT,
      query: 'why is it slow? performance bottlenecks',
    })
    const heavy = findings.reduce((a, b) => ((b.weight ?? 0.5) > (a.weight ?? 0.5) ? b : a))
    expect(heavy.rule!.id).toBe('code.query-in-loop')
  })

  it('puts what hangs together first when the architecture is asked for', async () => {
    expect(await heaviest('review the architecture and module structure')).toBe('dead_code')
  })

  it('hands on what the security rules find, with rule, scope and place', async () => {
    const { findings, figures } = await surveyLawfully({ name: 'a.py', content: CONTENT })
    const danger = findings.find(({ type }) => type === 'vulnerability')!
    expect(danger).toMatchObject({ rule: { id: 'python.sql-injection', cwe: 'CWE-89' }, line: 8, nature: 'problem' })
    expect(danger.scope).toContain('load')
    expect(figures).toMatchObject({ dangers: { 'python.sql-injection': 1 } })
  })
})
