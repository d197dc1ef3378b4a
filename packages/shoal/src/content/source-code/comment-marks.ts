// What begins a comment, by language: for notes to shoal that stand in comments.

const MARKS: readonly (readonly [languages: string, marks: string])[] = [
  [
    'python ruby bash zsh fish perl r julia elixir powershell nim crystal awk make makefile dockerfile cmake tcl starlark gdscript',
    '#',
  ],
  ['php terraform hcl', '# // /* *'],
  ['sql', '-- /* *'],
  ['lua haskell ada elm vhdl', '-- {-'],
  ['lisp scheme clojure emacs-lisp assembly', ';'],
  ['erlang matlab latex prolog', '%'],
  ['ocaml fsharp pascal', '(* // {'],
  ['fortran', '!'],
  ['batch', 'rem ::'],
  ['vue', '<!-- // /* *'],
  ['graphql', '#'],
]
const BY_LANGUAGE = new Map(
  MARKS.flatMap(([languages, marks]) => languages.split(' ').map(language => [language, marks.split(' ')] as const)),
)
const MOST = ['//', '/*', '*']

/** In lower case. */
export function commentMarks(language: string | null): readonly string[] {
  return (language === null ? undefined : BY_LANGUAGE.get(language)) ?? MOST
}
