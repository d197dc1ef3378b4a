// Kinds of danger that a question names: "Are there SQL injections?" asks for these, and for no other.
import { stem } from '@shoal/base/text/stem'
import { RULE_KINDS } from './rules/rule-table.ts'

const KINDS: readonly (readonly [kind: string, names: readonly (readonly string[])[]])[] = Object.entries(
  RULE_KINDS,
).map(([kind, { topics, cwe }]) => [
  kind,
  // The first of its topics is its name; the others it shares.
  [kind, topics[0], cwe].map(stemsOf),
])

/** By the names of the table of rules; none where a question names no kind. */
export function namedDangers(text: string): ReadonlySet<string> {
  const said = new Set(stemsOf(text))
  return new Set(
    KINDS.filter(([, names]) => names.some(words => words.every(word => said.has(word)))).map(([kind]) => kind),
  )
}

/** `python.sql-injection` → `sql-injection`. */
export function dangerOf(rule: string): string {
  return rule.slice(rule.indexOf('.') + 1)
}

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)
}
