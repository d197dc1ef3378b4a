// Comments, strings and brackets of a language, as far as one must know them to tell code from text without a grammar.
import { lookup } from '../../model/lookup.ts'

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

const SLASHED: Lexis = { line: ['//'], block: [['/*', '*/']], long: [], short: ['"', "'"], escape: true }
const HASHED: Lexis = { line: ['#'], block: [], long: [], short: ['"', "'"], escape: true }
const SHELL: Lexis = {
  ...HASHED,
  short: [],
  long: [
    ['"', '"'],
    ["'", "'"],
  ],
  heredoc: true,
}
const QUOTED = { long: [['"""', '"""']] } as const

const TABLE: Readonly<Record<string, Lexis>> = {
  bash: SHELL,
  zsh: SHELL,
  c: SLASHED,
  cpp: SLASHED,
  csharp: { ...SLASHED, ...QUOTED },
  elixir: { ...HASHED, ...QUOTED },
  go: { ...SLASHED, long: [['`', '`']] },
  haskell: { line: ['--'], block: [['{-', '-}']], long: [], short: ['"'], escape: true },
  java: { ...SLASHED, ...QUOTED },
  javascript: { ...SLASHED, long: [['`', '`']] },
  kotlin: { ...SLASHED, ...QUOTED },
  lua: { line: ['--'], block: [['--[[', ']]']], long: [['[[', ']]']], short: ['"', "'"], escape: true },
  ocaml: { line: [], block: [['(*', '*)']], long: [['"', '"']], short: [], escape: true },
  perl: { ...HASHED, heredoc: true },
  php: { ...SLASHED, heredoc: true, line: ['//', '#'] },
  python: {
    ...HASHED,
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  },
  r: HASHED,
  ruby: { ...HASHED, heredoc: true, block: [['=begin', '=end']] },
  rust: { ...SLASHED, short: [], long: [['"', '"']] },
  scala: { ...SLASHED, ...QUOTED, short: ['"'] },
  sql: { line: ['--'], block: [['/*', '*/']], long: [["'", "'"]], short: ['"'], escape: true },
  swift: { ...SLASHED, ...QUOTED, short: ['"'] },
  tsx: { ...SLASHED, long: [['`', '`']] },
  typescript: { ...SLASHED, long: [['`', '`']] },
  zig: { ...SLASHED, block: [] },
}

/** What an unknown language most likely looks like; a lone `#` or `--` is a comment in most of those left. */
const UNKNOWN: Lexis = {
  line: ['//', '#', '--'],
  block: [['/*', '*/']],
  long: [['"""', '"""']],
  short: ['"'],
  escape: true,
}

export function lexisOf(language: string): Lexis {
  return lookup(TABLE, language) ?? UNKNOWN
}
