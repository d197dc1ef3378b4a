// Findings of other scanners beside our own: the same place and kind is told once, and nothing is lost.

import type { Finding, Rule } from '@shoal/base/model/finding'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinImported } from '../../../src/stages/imported/join-imported.ts'

function finding(rule: Partial<Rule> & { readonly id: string }, lines: readonly number[], tool?: string): Finding {
  const places = lines.map(line => ({ path: 'a.py', line, endLine: line, evidence: `line ${line}`, chunkId: null }))
  return {
    ...{
      id: `${tool ?? ''}${rule.id}${lines}`,
      type: 'vulnerability',
      key: rule.id,
      summary: rule.id,
      severity: 'high',
    },
    ...{ confidence: 'high', nature: 'problem', contentType: 'source_code', verified: true, chunkIds: [] },
    ...{ count: lines.length, weight: 0.5, relevance: 0.5, placeCount: lines.length, places, ...places[0]! },
    rule: { title: '', explanation: '', concern: 'security', ...rule },
    ...(tool && { tools: [{ tool, rule: rule.id.split('.').at(-1)! }] }),
  } as Finding
}

const own = finding({ id: 'python.sql-injection', cwe: 'CWE-89' }, [6])

describe('the same place and kind', () => {
  it.each([
    ['the CWE', finding({ id: 'bandit.B608', cwe: 'CWE-89' }, [6], 'Bandit')],
    ['a CWE of the same kind', finding({ id: 'x.y', cwe: 'CWE-564' }, [6], 'X')],
    ['the name of the rule', finding({ id: 'semgrep.sql-injection' }, [6], 'Semgrep')],
  ])('by %s is one finding that names both', (_, other) => {
    const joined = joinImported([own], [other])
    expect(joined).toEqual([{ ...own, tools: other.tools }])
  })

  it.each([
    ['another line', finding({ id: 'bandit.B608', cwe: 'CWE-89' }, [7], 'Bandit')],
    ['another kind', finding({ id: 'bandit.B101', cwe: 'CWE-703' }, [6], 'Bandit')],
  ])('is not the same on %s', (_, other) => {
    expect(joinImported([own], [other])).toEqual([own, other])
  })

  it('leaves the places that are its own', () => {
    const other = finding({ id: 'bandit.B608', cwe: 'CWE-89' }, [6, 40], 'Bandit')
    expect(joinImported([own], [other])[1]).toMatchObject({ line: 40, placeCount: 1, count: 1 })
  })
})

it('loses no place, and takes none away from our own', () => {
  const some = (tool?: string) =>
    fc.array(
      fc
        .tuple(
          fc.constantFrom('CWE-89', 'CWE-78', 'CWE-79'),
          fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        )
        .map(([cwe, lines]) => finding({ id: `${tool ?? 'x'}.${cwe}`, cwe }, lines, tool)),
    )
  fc.assert(
    fc.property(some(), some('T'), (ours, theirs) => {
      const joined = joinImported(ours, theirs)
      expect(joined.slice(0, ours.length).map(({ places }) => places)).toEqual(ours.map(({ places }) => places))
      const said = new Set(joined.flatMap(({ rule, places }) => places.map(({ line }) => `${rule!.cwe} ${line}`)))
      for (const { rule, places } of theirs)
        for (const { line } of places) expect(said.has(`${rule!.cwe} ${line}`)).toBe(true)
    }),
  )
})
