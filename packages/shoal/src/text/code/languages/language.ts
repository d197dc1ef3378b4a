// What is known of a programming language, all in one object: how files of it are named, how its text and its grammar
// read, how names get in and out, and which habits count. Everything but the name may be left out; code asks, and never
// compares names of languages. Adding one: CONTRIBUTING.md.
import type { Lexis } from '../lexis.ts'
import type { ImportReader } from '../symbols/import.ts'
import type { SyntaxRow } from '../symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'

/** Lists are written in one string, with blanks between. */
export interface Language {
  readonly name: string
  readonly extensions?: string
  /** Other things that people keep end so, too: a file is looked at before the name is believed. */
  readonly likelyExtensions?: string
  /** Endings of several languages: the statistics of the words choose among them. */
  readonly sharedExtensions?: string
  readonly fileNames?: string
  /** Programs that a first line `#!` may name. */
  readonly interpreters?: RegExp
  /** Other names under which detection or a user may know it. */
  readonly aliases?: string
  /** Signs, each behind the one before, that no other language has: for texts too short for statistics. */
  readonly decisive?: readonly RegExp[]

  readonly lexis?: Lexis
  /** The end of a line is the end of a statement, unless a bracket or an operator is open. */
  readonly endsWithLine?: boolean
  /** Functions are declared by a type, a name and a parenthesis. */
  readonly typedHeads?: boolean
  /** Lines that define something, by what it is, with its name as the first group; without them what most languages share. */
  readonly definitionLines?: readonly (readonly [word: string, pattern: RegExp])[]
  /** A top-level statement that brings other modules in. */
  readonly importLine?: RegExp

  /** With these two it is read by the grammar of its name in grammars/. */
  readonly cuts?: Cuts
  readonly syntax?: SyntaxRow

  /** Names that it defines itself: no use of them refers to another file. */
  readonly builtIns?: string
  /** How one import statement reads; by default as a dotted name, with `as` for an alias. */
  readonly readImport?: ImportReader
  /** Calls that bring a module in. */
  readonly importCalls?: RegExp
  /** Those take words that are no strings. */
  readonly importsWords?: boolean
  /** An import binds none of its words. */
  readonly importsWhole?: boolean
  /** How an import leads to a file: `packages/shoal/src/text/code/graph/module-paths.ts`. */
  readonly importsBy?: 'script' | 'dotted' | 'package' | 'include' | 'beside' | 'module' | 'crate' | 'namespace'
  /** Has modules with `export`, promises, and `debugger`: JavaScript and what compiles to it. */
  readonly isScript?: boolean
  readonly visibility?: VisibilityRow
  /** A name or an `export` says who can see a definition. */
  readonly namesTellVisibility?: boolean
  /** Names that the language itself calls. */
  readonly hooks?: RegExp
  /** The type that a function outside of its class belongs to; '' for none. */
  readonly qualifier?: (tree: SyntaxTree, node: number) => string
  /** A function of its own may have no name; elsewhere it is a part of something else. */
  readonly namelessFunctions?: boolean
  /** Nodes that say which package or namespace the file, or what stands in them, belongs to. Packages are spread over files. */
  readonly packages?: RegExp
  /** Definitions of one name in one place are one thing (overloads, declarations that are merged, alternatives): which of them is told. */
  readonly mergesNames?: 'first' | 'last'
  /** The members of a type are named without it. */
  readonly bareMembers?: boolean
  /** A member is a field of a type that the program declares, whatever its object is called. */
  readonly declaresFields?: boolean

  /** Whether imports that nothing uses are told. */
  readonly checksImports?: boolean
  /** Imports that are used without being written. */
  readonly implicitImports?: RegExp
  /** Nodes that make a local variable: those that nothing reads are told. */
  readonly declares?: RegExp
  /** Such a node counts only as a statement of its own. */
  readonly declaresByAssigning?: boolean
  /** Strings do not change: joining in a loop copies. */
  readonly copiesStrings?: boolean
  /** To catch an error and do nothing is how one says "if it is there". */
  readonly ignoresErrorsByIdiom?: boolean
  /** Calls that open a file, print to standard output, and hold up an event loop. */
  readonly opens?: RegExp
  readonly prints?: RegExp
  readonly blocks?: RegExp
}

/** Node types by what they mean for cutting. A type that is not named is passed through, never cut itself. */
export interface Cuts {
  /** Holds statements and must not be severed while it fits. */
  readonly functions: string
  /** Holds members; a good place to cut between them. */
  readonly types: string
  /** Lists of members or statements: a cut may fall between their children. */
  readonly bodies: string
  /** Lists of values: cut between their children only when nothing better is left. */
  readonly data: string
  /** Belongs to whatever follows it, blank lines or not: decorators, attributes, signatures. */
  readonly glue?: string
  /** Belongs to what follows when no blank line is between. */
  readonly comments: string
  /** Bodies that nest without meaning a new level: header guards, namespaces. */
  readonly open?: string
  /** Wrappers whose children stand as if they were in the parent's list. */
  readonly splice?: string
  /** Switches between text and code: what follows is code only behind the tag that they end with. */
  readonly switches?: string
}

export interface VisibilityRow {
  /** Words in the head of a definition. */
  readonly exported?: RegExp
  readonly hidden?: RegExp
  readonly local?: RegExp
  /** Names that say it. */
  readonly hiddenName?: RegExp
}
