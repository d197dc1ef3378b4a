// Agents: who a model is told to be. Markdown files with frontmatter; the runtime and Claude Code read the same ones.

/** Sizes of models; each provider has a model of each. */
export const modelClasses = ['haiku', 'sonnet', 'opus'] as const
export type ModelClass = (typeof modelClasses)[number]

export const analystTools = ['Read', 'Grep', 'Glob'] as const
export type AnalystTool = (typeof analystTools)[number]

/** The agent that merges what the others report. */
export const SYNTHESIZER = 'rlm-synthesizer'

export interface Agent {
  /** `rlm-code-analyzer`: the name of its file and in its frontmatter. */
  readonly name: string
  readonly description: string
  /** Null for `inherit` or none: the class of the job it is given decides. */
  readonly modelClass: ModelClass | null
  readonly tools: readonly AnalystTool[]
  readonly color: string | null
  /** The body: what it is told before its task. */
  readonly instructions: string
  /** Digest of all that changes what it says: part of what makes a stored result valid. */
  readonly version: string
  /** The file it comes from, as people may see it; `built-in` for the package's own. */
  readonly origin: string
}
