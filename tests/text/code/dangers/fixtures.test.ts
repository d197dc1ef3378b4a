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

it('has samples for every language with rules, and knows each rule it has samples for', () => {
  const families = rulesByFamily()
  expect(readdirSync(ROOT).sort()).toEqual([...families.keys()].sort())
  for (const [family, rules] of families) {
    const ids = rules.map(rule => rule.id)
    for (const rule of readdirSync(join(ROOT, family))) expect(ids).toContain(`${family}.${rule}`)
  }
})
