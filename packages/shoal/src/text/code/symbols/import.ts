// What a file brings in: a module and the names it gets here.
import type { SyntaxTree } from './syntax-tree.ts'

export interface Import {
  /** As written, without quotes: `./orders.ts`, `os.path`, `java.util.List`. */
  readonly specifier: string
  /** Names that it binds in this file. */
  readonly names: readonly ImportedName[]
  /** Names that it hands on to others without binding them here: `export { a as b } from './a'`; '*' for all. */
  readonly passedOn?: readonly PassedName[]
  readonly line: number
  readonly node: number
}

export interface ImportedName {
  /** What it is called here. */
  readonly name: string
  /** What it is called where it comes from; '*' for all, '' for the module itself. */
  readonly original: string
  readonly node: number
}

export interface PassedName {
  readonly name: string
  /** What others import it by. */
  readonly as: string
}

/** The imports of one statement. */
export type ImportReader = (tree: SyntaxTree, node: number) => readonly Omit<Import, 'line'>[]

export function unquoted(text: string): string {
  return text.replace(/^['"`]|['"`]$/g, '')
}

export function compact(text: string, blank = ''): string {
  return text.replace(/\s+/g, blank).trim()
}
