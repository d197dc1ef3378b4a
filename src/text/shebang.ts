// The language that the first line of a script names: `#!/usr/bin/env -S python3 -u` is python.

const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:python|pypy)[\d.]*$/, 'python'],
  [/^(?:ba|da|k|a|mk|pdk)?sh$/, 'bash'],
  [/^zsh$/, 'zsh'],
  [/^fish$/, 'fish'],
  [/^(?:node|nodejs|bun)$/, 'javascript'],
  [/^(?:deno|ts-node|tsx)$/, 'typescript'],
  [/^(?:ruby|jruby|rbx|macruby)[\d.]*$/, 'ruby'],
  [/^perl[\d.]*$/, 'perl'],
  [/^php[\d.]*$/, 'php'],
  [/^(?:lua|luajit|texlua)[\d.]*$/, 'lua'],
  [/^(?:Rscript|r)$/, 'r'],
  [/^julia$/, 'julia'],
  [/^(?:elixir|iex)$/, 'elixir'],
  [/^escript$/, 'erlang'],
  [/^(?:runghc|runhaskell|stack|cabal)$/, 'haskell'],
  [/^(?:ocaml|ocamlrun)$/, 'ocaml'],
  [/^(?:scala|amm)$/, 'scala'],
  [/^(?:kotlin|kotlinc|kscript)$/, 'kotlin'],
  [/^groovy$/, 'groovy'],
  [/^swift$/, 'swift'],
  [/^(?:pwsh|powershell)$/, 'powershell'],
  [/^(?:tclsh|wish|expect)[\d.]*$/, 'tcl'],
  [/^(?:g|m|n)?awk$/, 'awk'],
  [/^(?:guile|racket|scheme|csi)$/, 'scheme'],
  [/^(?:sbcl|clisp)$/, 'lisp'],
  [/^(?:clojure|bb)$/, 'clojure'],
  [/^dart$/, 'dart'],
  [/^crystal$/, 'crystal'],
  [/^nim$/, 'nim'],
  [/^coffee$/, 'coffeescript'],
]

export function shebangLanguage(text: string): string | null {
  const line = /^#!\s*(.+)/.exec(text.slice(0, 256))?.[1]
  if (!line) return null
  const words = line.trim().split(/\s+/)
  const program = base(words[0]!)
  // env takes options and assignments before the interpreter.
  const name = program === 'env' ? base(words.slice(1).find(word => !/^-|=/.test(word)) ?? '') : program
  return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

function base(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
