// What makes a finding the same one in another version of the files: what it is and what it quotes, not where it stands.
import { createHash } from 'node:crypto'
import type { Finding } from '@shoal/base/model/finding'
import { IGNORE_WORD } from '@shoal/base/model/ignore'
import type { CrossFinding } from '@shoal/base/model/report'

export function ruleOf({ rule, contentType, type }: Pick<Finding, 'rule' | 'contentType' | 'type'>): string {
  return rule?.id ?? `${contentType}.${type}`
}

/** Of one place of a finding: rule, type, the scope it stands in, and the quote, however it is laid out. */
export function identityOf(finding: Finding, quote: string): string {
  const { type, scope, column, jsonPath } = finding
  return digest([ruleOf(finding), type, scope ?? '', column ?? '', jsonPath ?? '', normalized(quote)])
}

/** An identity in a file. */
export function keyOf(path: string, id: string): string {
  return `${path}\0${id}`
}

/** Of the ends of a link, without repeats and in order. */
export function linkIdentities({ kind, evidence }: CrossFinding): string[] {
  return [...new Set(evidence.map(({ quote }) => digest([kind, normalized(quote)])))].sort()
}

/** Indentation, line ends and blanks do not count, nor does a note that accepts the finding. */
function normalized(quote: string): string {
  const lines = quote.includes(IGNORE_WORD) ? quote.split('\n').map(withoutNote) : [quote]
  return lines.join('\n').trim().split(/\s+/).join(' ')
}

function withoutNote(line: string): string {
  const at = line.indexOf(IGNORE_WORD)
  if (at === -1) return line
  const code = line.slice(0, at).trimEnd().split(/\s+/)
  // The last word before it begins the comment.
  return code.slice(0, -1).join(' ')
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)
}
