// A question as programs can use it. `readQuestion` in packages/shoal/src/text/question.ts makes it of the words.
import type { Goal } from './goal.ts'

export const intents = [
  'errors',
  'security',
  'quality',
  'distribution',
  'count',
  'average',
  'total',
  'extreme',
  'missing',
  'outliers',
  'duplicates',
  'correlation',
  'trend',
  'time',
  'schema',
  'definition',
  'usage',
  'structure',
  'complexity',
  'performance',
  'config',
  'comparison',
  'cause',
  'summary',
] as const

/** What a question is after; it may be after several things, the first named first. */
export type Intent = (typeof intents)[number]

export interface Question {
  /** As asked, or null when nothing was asked: then everything is of interest. */
  readonly text: string | null
  /** Lower case, without the words every question has. */
  readonly words: readonly string[]
  /** Their stems, in the same order. */
  readonly stems: readonly string[]
  /** What stands in quotes or backticks, as written. */
  readonly phrases: readonly string[]
  /** Words that look like names in code or data, as written: `order_id`, `getUser`, `E_TIMEOUT`, `10.0.0.1`. */
  readonly names: readonly string[]
  readonly numbers: readonly number[]
  readonly intents: readonly Intent[]
}

/** What every analyst of a run is told. */
export interface Brief {
  readonly question: Question
  /** All that it asks for; `general` alone when it names none. */
  readonly goals: readonly Goal[]
  /** For models: what the relations of all files say to the question, with the rows behind it; left out where they say nothing. */
  readonly exact?: string
}
