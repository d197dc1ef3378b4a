// The labelled samples: every bad one breaks exactly its rule, every good one breaks none, and the quotes are true.
import { describe, expect, it } from 'vitest'
import { readPairs } from '../../../bench/danger-book.mjs'
import { dangersOf } from './analyse.ts'
import { caseBooks, type Sample } from './case-book.ts'
import { rulesByFamily } from './rules-by-family.ts'

const samples = caseBooks()
const byRule = new Map<string, Sample[]>()
for (const sample of samples) {
  const id = `${sample.family}.${sample.rule}`
  byRule.set(id, [...(byRule.get(id) ?? []), sample])
}

describe.each([...byRule])('%s', (id, cases) => {
  it('tells the bad from the good', async () => {
    const told: Record<string, string[]>[] = []
    const expected: Record<string, string[]>[] = []
    for (const { title, isBad, text, grammar } of cases) {
      const dangers = await dangersOf(text, grammar)
      told.push({ [`${title}\n${text}`]: [...new Set(dangers.map(danger => danger.rule.id))] })
      expected.push({ [`${title}\n${text}`]: isBad ? [id] : [] })
      const lines = text.split('\n')
      for (const { line, endLine, evidence, message } of dangers) {
        expect(evidence.length).toBeGreaterThan(0)
        expect(evidence.length).toBeLessThanOrEqual(400)
        expect(lines.slice(line - 1, endLine).join('\n')).toContain(evidence)
        expect(lines[line - 1]).toContain(evidence.split('\n')[0])
        expect(message).toMatch(/\.$/)
      }
    }
    expect(told).toEqual(expected)
  })
})

it('has a bad and a good sample for every rule of every language', () => {
  const rules = [...rulesByFamily().values()].flat().map(({ id }) => id)
  const paired = readPairs().map(({ language, kind }) => `${language}.${kind}`)
  expect([...byRule.keys()].filter(id => !rules.includes(id))).toEqual([])
  expect(rules.filter(id => !byRule.has(id) && !paired.includes(id))).toEqual([])
  for (const cases of byRule.values()) expect(new Set(cases.map(({ isBad }) => isBad)).size).toBe(2)
})
