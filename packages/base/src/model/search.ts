// What can be asked of a search, for all faces alike: the modes, what holds when nothing is said, and how each is described.

export const SEARCH_MODES = ['text', 'regex', 'words'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export const SEARCH_DEFAULTS = {
  mode: 'text',
  caseSensitive: false,
  /** Matches of one page. */
  limit: 100,
  offset: 0,
} as const satisfies {
  readonly mode: SearchMode
  readonly caseSensitive: boolean
  readonly limit: number
  readonly offset: number
}

/** The longest query. */
export const LONGEST_QUERY = 1_000

/** Each a sentence without its full stop. */
export const SEARCH_SAID = {
  regex: 'TEXT is a regular expression of JavaScript, tried line by line',
  words: 'TEXT is words: the lines that answer to them best, by their stems, come first',
  caseSensitive: 'Tell capital and small letters apart; not for words',
} as const
