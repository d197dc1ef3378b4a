// The labelled samples: every bad file breaks exactly its rule, every good twin breaks none, and the quotes are true.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { rulesByFamily } from '../../../../src/text/code/dangers/languages.ts'
import { dangersOf, grammarOf } from './analyse.ts'

const ROOT = fileURLToPath(new URL('../../../../fixtures/dangers/', import.meta.url))

describe.each(readdirSync(ROOT))('%s', language => {
  it.each(readdirSync(join(ROOT, language)))('%s', async rule => {
    const folder = join(ROOT, language, rule)
    const files = readdirSync(folder)
    expect(files.some(file => file.startsWith('bad-'))).toBe(true)
    expect(files.some(file => file.startsWith('good-'))).toBe(true)
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      const dangers = await dangersOf(text, grammarOf(file))
      const found = [...new Set(dangers.map(danger => danger.rule.id))]
      expect({ file, found }).toEqual({ file, found: file.startsWith('bad-') ? [`${language}.${rule}`] : [] })
      const lines = text.split('\n')
      for (const { line, endLine, evidence, message } of dangers) {
        expect(evidence.length).toBeGreaterThan(0)
        expect(evidence.length).toBeLessThanOrEqual(400)
        expect(lines.slice(line - 1, endLine).join('\n')).toContain(evidence)
        expect(lines[line - 1]).toContain(evidence.split('\n')[0])
        expect(message).toMatch(/\.$/)
      }
    }
  })
})

it('has samples for every rule of every language', () => {
  const samples = readdirSync(ROOT).flatMap(family => readdirSync(join(ROOT, family)).map(rule => `${family}.${rule}`))
  const rules = [...rulesByFamily().values()].flat().map(({ id }) => id)
  expect(samples.sort()).toEqual(rules.sort())
})

it('finds what is real in a suite that was written apart from the rules, and nothing else', async () => {
  const suite = fileURLToPath(new URL('../../../../fixtures/danger-suite/', import.meta.url))
  const rows = readFileSync(join(suite, 'expected.csv'), 'utf8').trim().split('\n').slice(1)
  const wrong: string[] = []
  for (const [name, , real, cwe] of rows.map(row => row.split(','))) {
    const file = readdirSync(suite).find(each => each.startsWith(`${name}.`))!
    const dangers = await dangersOf(readFileSync(join(suite, file), 'utf8'), grammarOf(file))
    const found = dangers.some(danger => danger.rule.cwe === `CWE-${cwe}`)
    if (found !== (real === 'true')) wrong.push(file)
  }
  expect(wrong).toEqual([])
})
