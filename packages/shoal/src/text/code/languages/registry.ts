// The programming languages. Each is one file; of the small ones `others.ts` has a row, of those known by name only `rare.ts`.
import { ANY_LEXIS } from '../lexis.ts'
import { bash } from './bash.ts'
import { c } from './c.ts'
import { cpp } from './cpp.ts'
import { csharp } from './csharp.ts'
import { dart } from './dart.ts'
import { elixir } from './elixir.ts'
import { erlang } from './erlang.ts'
import { fortran } from './fortran.ts'
import { fsharp } from './fsharp.ts'
import { go } from './go.ts'
import { graphql } from './graphql.ts'
import { haskell } from './haskell.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import { julia } from './julia.ts'
import { kotlin } from './kotlin.ts'
import type { Language } from './language.ts'
import { clojure, emacsLisp, lisp, scheme } from './lisp.ts'
import { lua } from './lua.ts'
import { nim } from './nim.ts'
import { objectiveC } from './objective-c.ts'
import { ocaml } from './ocaml.ts'
import { OTHERS } from './others.ts'
import { pascal } from './pascal.ts'
import { perl } from './perl.ts'
import { php } from './php.ts'
import { protobuf } from './protobuf.ts'
import { python } from './python.ts'
import { r } from './r.ts'
import { RARE } from './rare.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { scala } from './scala.ts'
import { solidity } from './solidity.ts'
import { sql } from './sql.ts'
import { swift } from './swift.ts'
import { tsx, typescript } from './typescript.ts'
import { zig } from './zig.ts'
import { zsh } from './zsh.ts'

/** The most common first: where names are listed, they stand in this order. */
const OWN_FILES: readonly Language[] = [
  python,
  typescript,
  tsx,
  javascript,
  ruby,
  go,
  rust,
  java,
  kotlin,
  c,
  cpp,
  csharp,
  swift,
  scala,
  php,
  lua,
  zig,
  elixir,
  haskell,
  ocaml,
  bash,
  zsh,
  perl,
  r,
  sql,
  solidity,
  dart,
  objectiveC,
  julia,
  erlang,
  fsharp,
  fortran,
  pascal,
  nim,
  lisp,
  scheme,
  clojure,
  emacsLisp,
  protobuf,
  graphql,
]

export const LANGUAGES: readonly Language[] = [...OWN_FILES, ...OTHERS, ...RARE]

const ANY_IMPORT =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*(?:include|import)\b|use\s+[\w\\:]+|using\s+[\w.:]+|require\b|package\s+[\w.]+|open\s+[A-Z]|library\s*\(|source\s*\(|include\b|@import\b|@use\b|syntax\s*=)/

type Known = Language & Required<Pick<Language, 'lexis' | 'importLine'>>

const UNKNOWN: Known = { name: '', lexis: ANY_LEXIS, importLine: ANY_IMPORT }
const byName: ReadonlyMap<string, Known> = new Map(
  LANGUAGES.map(one => [one.name, { lexis: ANY_LEXIS, importLine: ANY_IMPORT, ...one }]),
)
const aliases: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap(({ name, aliases: others = '' }) => listed(others).map(alias => [alias, name] as const)),
)

/** What is known of a language in its canonical spelling; of one that is not registered, what most of them share. */
export function languageOf(name: string): Known {
  return byName.get(name) ?? UNKNOWN
}

/** One spelling per language, whatever the caller calls it. */
export function canonicalLanguage(language: string | null): string {
  const name = (language ?? '').toLowerCase()
  return aliases.get(name) ?? name
}

/** The words of a list that is written in one string. */
export function listed(words: string): readonly string[] {
  return words === '' ? [] : words.split(' ')
}
