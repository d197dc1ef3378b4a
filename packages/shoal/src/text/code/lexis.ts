// Comments, strings and brackets of a language, as far as one must know them to tell code from text without a grammar.

export interface Lexis {
  /** Start a comment that ends with the line. */
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
  /** Quotes of strings that may span lines. */
  readonly long: readonly (readonly [open: string, close: string])[]
  /** Quotes of strings that end with the line at the latest. */
  readonly short: readonly string[]
  readonly escape: boolean
  /** Knows `<<WORD`: the lines below are text up to one that is only that word. */
  readonly heredoc?: boolean
}

export const SLASHED: Lexis = { line: ['//'], block: [['/*', '*/']], long: [], short: ['"', "'"], escape: true }
export const HASHED: Lexis = { line: ['#'], block: [], long: [], short: ['"', "'"], escape: true }
export const SHELL: Lexis = {
  ...HASHED,
  short: [],
  long: [
    ['"', '"'],
    ["'", "'"],
  ],
  heredoc: true,
}
export const TRIPLE = { long: [['"""', '"""']] } as const

/** What an unknown language most likely looks like; a lone `#` or `--` is a comment in most of those left. */
export const ANY_LEXIS: Lexis = {
  line: ['//', '#', '--'],
  block: [['/*', '*/']],
  long: [['"""', '"""']],
  short: ['"'],
  escape: true,
}
