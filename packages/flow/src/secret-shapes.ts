// Secrets that their own shape gives away, anywhere in the file: in strings, in comments, under any name.
import { findSecrets } from '@shoal/base/secrets/secrets'
import type { Danger } from './danger.ts'
import type { WordIndex } from './word-index.ts'

/** What a secret is only taken for because of its name is judged by the syntax instead. */
const BY_NAME = /\.(?:password|generic-token|weak-password|session-cookie|basic-auth)$/
const URL_PASSWORD = /:\/\/[^\s/@:"']{1,60}:[^\s/@"']{1,80}@/
const LONGEST_EVIDENCE = 400

export function secretsByShape(text: string, words: WordIndex): Danger[] {
  if (!words.hasTokens && !text.includes('PRIVATE KEY') && !URL_PASSWORD.test(text)) return []
  const found: Danger[] = []
  let line = 1
  let counted = 0
  for (const { rule, start, confidence } of findSecrets(text)) {
    if (BY_NAME.test(rule.id)) continue
    for (let at = text.indexOf('\n', counted); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) {
      line++
      counted = at + 1
    }
    found.push({
      rule,
      line,
      endLine: line,
      evidence: lineAround(text, start),
      scope: 'module',
      severity: confidence === 'low' ? 'low' : 'high',
      confidence,
      message: `${rule.title}.`,
      key: `${rule.id}:${line}`,
      topics: ['secret', 'credentials', 'security'],
    })
  }
  return found
}

/** The line without its blanks, or as much of it from the secret on as may be quoted. */
function lineAround(text: string, start: number): string {
  const first = text.lastIndexOf('\n', start - 1) + 1
  const end = text.indexOf('\n', start)
  const line = text.slice(first, end < 0 ? text.length : end)
  return line.length <= LONGEST_EVIDENCE
    ? line.trim()
    : text.slice(start, Math.min(start + LONGEST_EVIDENCE, first + line.length))
}
