// The rules of all languages, for tests of their tables.
import type { Rule } from '@shoal/base/model/finding'
import { LANGUAGES, ruleOf } from '../src/languages.ts'
import { RULE_KINDS, type RuleName } from '../src/rules/rule-table.ts'

/** All rules by the first part of their id, in the order of the table of dangers. */
export function rulesByFamily(): Map<string, Rule[]> {
  const families = new Map<string, Rule[]>()
  for (const { rules } of Object.values(LANGUAGES)) {
    const { family, sinks, checks, settings, properties, routesReturnPages } = rules
    const used = new Set<string>([...sinks, ...checks, ...settings, ...properties].map(row => row.rule))
    used.add('hardcoded-secret')
    if (routesReturnPages) used.add('xss')
    const names = (Object.keys(RULE_KINDS) as RuleName[]).filter(name => used.has(name))
    families.set(
      family,
      names.map(name => ruleOf(family, name)),
    )
  }
  return families
}
