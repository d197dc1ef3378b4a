// What the security rules say about a place in code.
import type { Confidence } from '@shoal/base/model/confidence'
import type { Rule, Severity } from '@shoal/base/model/finding'

/** A place that breaks a rule. */
export interface Danger {
  readonly rule: Rule
  /** 1-based. */
  readonly line: number
  readonly endLine: number
  /** Verbatim and at most 400 characters; starts on `line`. */
  readonly evidence: string
  /** `function:load_user`, or `module`. */
  readonly scope: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** One sentence that names the call, what reaches it, and where that came from. */
  readonly message: string
  /** The rule, the scope and the call: equal for the same fault in another version or copy of the file. */
  readonly key: string
  readonly topics: readonly string[]
}
