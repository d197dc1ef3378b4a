// What findings are about: the one place that decides which of them are security findings, performance findings and so on.
import type { Rule } from './finding.ts'
import type { Concern } from './goal.ts'

/** A finding, or one across files. */
export interface Concerned {
  readonly rule?: Rule | undefined
  /** One of the words of A5. */
  readonly type?: string
  /** Of a finding across files. */
  readonly kind?: string
}

/** By a word in their type; a type may be of several. */
const BY_TYPE: Readonly<Record<Concern, RegExp>> = {
  security: /vulnerab|secret|insecure|security|brute_force/,
  architecture: /complex|dependency|dead_code|api_surface|antipattern|duplicat|structure|import|missing-export/,
  performance: /perform|complex|slow|burst|latenc|timeout/,
  quality: /complex|dead_code|antipattern|duplicat|syntax_error|unfinished|unused|stale/,
  data: /missing|outlier|distribut|anomal|correlat|duplicat|schema|type_inconsistency|null|trend|frequen/,
}

/**
 * Whether it is about that. What breaks a rule is a security finding when the rule says so, whatever CWE it carries:
 * duplicates and unused imports have one too.
 */
export function isAbout({ rule, type, kind = '' }: Concerned, concern: Concern): boolean {
  if (rule?.concern === concern) return true
  if (rule?.concern !== undefined && concern === 'security') return false
  return BY_TYPE[concern].test(type ?? kind)
}
