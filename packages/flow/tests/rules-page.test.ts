// docs/rules.md lists every rule of every language, as the tables have them. `vitest -u` writes it.
import { expect, it } from 'vitest'
import { RULE_KINDS } from '../src/rules/rule-table.ts'
import { rulesByFamily } from './rules-by-family.ts'

it('the page of rules is in step with the tables', async () => {
  const families = [...rulesByFamily()]
  const sections = Object.entries(RULE_KINDS).map(([name, { title, cwe, explanation }]) => {
    const languages = families.filter(([, rules]) => rules.some(rule => rule.id.endsWith(`.${name}`)))
    return `## ${name}\n\n**${title}** (${cwe}). ${explanation}\n\n${languages.map(([family]) => `\`${family}.${name}\``).join(', ')}\n`
  })
  const total = families.reduce((sum, [, rules]) => sum + rules.length, 0)
  const head = `<!-- Written by the test packages/flow/tests/rules-page.test.ts from the tables in packages/flow/src/rules. -->\n\n# The security rules\n\n${Object.keys(RULE_KINDS).length} kinds of danger, ${total} rules in ${families.length} languages. TypeScript has the rules of JavaScript, C++ those of C. How they\nwork and what they leave out: [decision 12](decisions/0012-code-rules.md). Labelled samples of each:\n\`fixtures/dangers/LANGUAGE.md\`.\n`
  await expect([head, ...sections].join('\n')).toMatchFileSnapshot('../../../docs/rules.md')
})

it('every kind of danger is used by some language', () => {
  const used = new Set([...rulesByFamily().values()].flat().map(rule => rule.id.replace(/^\w+\./, '')))
  expect(Object.keys(RULE_KINDS).filter(name => !used.has(name))).toEqual([])
})
