// Finds dangerous code in a syntax tree: follows values inside functions, folds constants, and asks the rules.

import { isTrialPath } from '@shoal/base/text/test-path'
import type { Node } from 'web-tree-sitter'
import type { Danger } from './danger.ts'
import { dangerKey, type Flow } from './flows.ts'
import { type FileCode, type Followed, followFile } from './follow/follow-file.ts'
import type { Hit } from './follow/machine.ts'
import { Former, type Handlers } from './form/former.ts'
import { formsOf, ruleOf, rulesOf } from './languages.ts'
import { endsOf, type RuleIndex, triggersOf } from './rules/language-rules.ts'
import { RULE_KINDS } from './rules/rule-table.ts'
import { secretsByShape } from './secret-shapes.ts'
import { WordIndex } from './word-index.ts'

const UNTRUSTED_HINT = /untrusted|tainted|user_?input|user_?data|client_?data|parameter$/i
const LONGEST_EVIDENCE = 400

export interface DangersFound {
  readonly dangers: readonly Danger[]
  /** Lines of what cost too much to be followed; a danger there may be missing. */
  readonly givenUp: readonly number[]
  /** What it hands to other files, and does with what they hand to it. */
  readonly flows: readonly Flow[]
}

/**
 * The dangers in a parsed file, by line. `language` is the grammar's name; a language without rules has none. `place` is its
 * path below the one that was named, which tells tests from other code. Total: it does not throw on a broken tree, and names the functions that it gave up.
 */
export function findDangers(root: Node, text: string, language: string, place = ''): DangersFound {
  const forms = formsOf(language)
  if (!forms) return { dangers: [], givenUp: [], flows: [] }
  const index = rulesOf(language)
  const words = new WordIndex(text)
  const { family } = index.rules
  const { hits, givenUp, flows } = hitsIn(root, text, { forms, index, words })
  const dangers = hits.map(hit => describe(inTests(hit, place), text, family))
  const lines = new Set(dangers.filter(({ rule }) => rule.id.endsWith('.hardcoded-secret')).map(({ line }) => line))
  const shapes = secretsByShape(text, words).filter(({ line }) => !lines.has(line))
  return {
    dangers: [...dangers, ...shapes].sort((a, b) => a.line - b.line || a.rule.id.localeCompare(b.rule.id)),
    givenUp,
    flows,
  }
}

interface Means extends Omit<FileCode, 'source' | 'program'> {
  readonly forms: Handlers
}

function hitsIn(root: Node, text: string, { forms, ...means }: Means): Followed {
  const { index, words } = means
  const { rules } = index
  const remote = remoteWords(index, words)
  const hasRemote = remote.length > 0 || rules.boundNotes.test(text) || rules.routeNotes.test(text)
  words.mark(triggersOf(index, text, hasRemote), endsOf(index, text), remote, rules)
  try {
    const former = new Former(text, forms, words)
    const { hits, givenUp, flows } = followFile({ ...means, source: text, program: former.code(root) })
    return { hits, flows, givenUp: [...new Set([...givenUp, ...former.tooDeep])].sort((a, b) => a - b) }
  } catch (error) {
    // Only code that nobody wrote nests so deep that the stack does not suffice.
    if (error instanceof RangeError) return { hits: [], givenUp: [1], flows: [] }
    throw error
  }
}

/** Words of the file that something from outside may stand behind. */
function remoteWords({ rules, remoteWords }: RuleIndex, words: WordIndex): string[] {
  const isBound = (word: string) => rules.boundTypes.test(word) || rules.routeOwners.test(word)
  return words.matching(
    word => remoteWords.has(word) || rules.requestNames.test(word) || isBound(word) || UNTRUSTED_HINT.test(word),
  )
}

/** Secrets of tests are made up, as a rule. */
function inTests(hit: Hit, place: string): Hit {
  if (hit.rule !== 'hardcoded-secret' || !isTrialPath(place)) return hit
  return { ...hit, weight: { severity: 'low', confidence: 'low' } }
}

function describe(hit: Hit, text: string, family: string): Danger {
  const { node, fn } = hit
  const rule = ruleOf(family, hit.rule)
  const evidence = text
    .slice(node.startIndex, Math.min(node.endIndex, node.startIndex + LONGEST_EVIDENCE))
    .trimEnd()
    .replace(/[\uD800-\uDBFF]$/, '')
  const line = node.startPosition.row + 1
  const scope = fn?.name ? `function:${fn.name}` : 'module'
  return {
    rule,
    line,
    endLine: line + countLines(evidence),
    evidence,
    scope,
    ...hit.weight,
    message: messageOf(hit),
    key: dangerKey(rule.id, { fn: fn?.name ?? '', subject: hit.subject }, hit.value?.origin?.through),
    topics: [...RULE_KINDS[hit.rule].topics, ...(fn?.name ? [fn.name] : [])],
  }
}

function messageOf({ rule, subject, value }: Hit): string {
  const { title } = RULE_KINDS[rule]
  if (!value) return `${title}: \`${subject}\`.`
  const from = value.origin ? `\`${value.origin.label}\` (line ${value.origin.line})` : 'a value that is not constant'
  return `${title}: ${from} reaches \`${subject}\`.`
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
