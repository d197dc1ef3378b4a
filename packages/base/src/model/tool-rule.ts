// How a rule of another scanner is called in reports, and which scanners say what a finding says.
import type { Finding, ToolRule } from './finding.ts'

/** `eslint.no-eval`: a name like those of our own rules, to suppress it by. */
export function toolRuleId({ tool, rule }: ToolRule): string {
  const words = tool.toLowerCase().split(/[^a-z0-9]+/)
  return `${words.filter(word => word !== '').join('-') || 'imported'}.${rule}`
}

/** Whether it was imported, and no program here says so. */
export function isImported({ rule, tools = [] }: Pick<Finding, 'rule' | 'tools'>): boolean {
  return tools.some(one => toolRuleId(one) === rule?.id)
}

/** `Bandit B608, ESLint no-eval`: those that say so beside the finding's own rule. */
export function alsoSaidBy({ rule, tools = [] }: Pick<Finding, 'rule' | 'tools'>): string {
  const others = tools.filter(one => toolRuleId(one) !== rule?.id)
  return others.map(({ tool, rule: name }) => `${tool} ${name}`).join(', ')
}
