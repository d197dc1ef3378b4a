// What a file brings in: the modules it names and the names they get here.

import { pushAll } from '../../../model/lists.ts'
import { lookup } from '../../../model/lookup.ts'
import type { CodeIndex } from './code-index.ts'
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export interface Import {
  /** As written, without quotes: `./orders.ts`, `os.path`, `java.util.List`. */
  readonly specifier: string
  /** Names that it binds in this file. */
  readonly names: readonly ImportedName[]
  /** Names that it hands on to others without binding them here: `export { a } from './a'`. */
  readonly passedOn?: readonly string[]
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

type Reader = (tree: SyntaxTree, node: number) => readonly Omit<Import, 'line'>[]

const READERS: Readonly<Record<string, Reader>> = {
  python: readPython,
  javascript: readScript,
  typescript: readScript,
  tsx: readScript,
  java: readDotted,
  kotlin: readDotted,
  scala: readDotted,
  csharp: readDotted,
  go: readGo,
  php: readPhp,
  rust: readRust,
  c: readInclude,
  cpp: readInclude,
}

/** Calls that bring a module in, for languages without a statement for it, and beside one. */
const CALLS: Readonly<Record<string, RegExp>> = {
  javascript: /^(?:require|import)$/,
  typescript: /^(?:require|import)$/,
  tsx: /^(?:require|import)$/,
  ruby: /^(?:require|require_relative|load|autoload)$/,
  lua: /^require$/,
  bash: /^(?:source|\.)$/,
  zig: /^@import$/,
  elixir: /^(?:alias|import|require|use)$/,
}

export function readImports(index: CodeIndex): Import[] {
  const { tree } = index
  const reader = lookup(READERS, tree.language) ?? readDotted
  const found: Import[] = []
  for (const node of index.imports)
    for (const one of reader(tree, node)) found.push({ ...one, line: tree.line(one.node) })
  if (/^(?:javascript|typescript|tsx)$/.test(tree.language)) pushAll(found, reexports(tree))
  const called = lookup(CALLS, tree.language)
  if (called) for (const node of index.calls) pushAll(found, readCall(tree, node, called))
  return found.sort((a, b) => a.node - b.node)
}

function readPython(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const children = tree.namedChildren(node)
  const module = tree.field(node, 'module_name')
  const items = children.filter(child => child !== module).map(child => pythonItem(tree, child))
  if (tree.type(node) === 'import_statement')
    return items.map(({ name, original, node: at, renamed }) => ({
      specifier: original,
      names: [{ name: renamed ? name : original.split('.')[0]!, original: '', node: at }],
      node,
    }))
  const specifier = module < 0 ? '__future__' : compact(tree.textOf(module))
  return [{ specifier, names: items.filter(({ name }) => name !== '*'), node }]
}

function pythonItem(tree: SyntaxTree, node: number): ImportedName & { readonly renamed: boolean } {
  const alias = tree.field(node, 'alias')
  const name = tree.field(node, 'name')
  const original = compact(tree.textOf(name >= 0 ? name : node, 200))
  return { name: alias >= 0 ? tree.textOf(alias, 200) : original, original, node, renamed: alias >= 0 }
}

function readScript(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const source = tree.field(node, 'source')
  if (source < 0) return []
  const names: ImportedName[] = []
  const clause =
    tree.first(node) < 0 ? -1 : tree.namedChildren(node).find(child => tree.type(child) === 'import_clause')
  if (clause !== undefined && clause >= 0)
    for (let at = clause + 1; at < tree.afters[clause]!; at++) {
      const type = tree.type(at)
      if (type === 'import_specifier') {
        const name = tree.textOf(tree.field(at, 'name'), 200)
        const alias = tree.field(at, 'alias')
        names.push({ name: alias >= 0 ? tree.textOf(alias, 200) : name, original: name, node: at })
        at = tree.afters[at]! - 1
      } else if (type === 'namespace_import') {
        const own = tree.namedChildren(at)[0]
        if (own !== undefined) names.push({ name: tree.textOf(own, 200), original: '*', node: at })
        at = tree.afters[at]! - 1
      } else if (tree.parents[at] === clause && type === 'identifier')
        names.push({ name: tree.textOf(at, 200), original: 'default', node: at })
    }
  return [{ specifier: unquoted(tree.textOf(source, 300)), names, node }]
}

/** `export { a } from './a'` */
function reexports(tree: SyntaxTree): Import[] {
  const found: Import[] = []
  for (let at = tree.first(0); at >= 0; at = tree.next(at)) {
    if (tree.type(at) !== 'export_statement') continue
    const source = tree.field(at, 'source')
    if (source < 0) continue
    const specifier = unquoted(tree.textOf(source, 300))
    found.push({ specifier, names: [], passedOn: passedOn(tree, at), line: tree.line(at), node: at })
  }
  return found
}

function passedOn(tree: SyntaxTree, statement: number): string[] {
  const clause = tree.namedChildren(statement).find(child => tree.type(child) === 'export_clause')
  if (clause === undefined) return []
  return tree.namedChildren(clause).map(one => tree.textOf(tree.field(one, 'name'), 200))
}

function readDotted(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const words = compact(
    tree
      .textOf(node, 400)
      .replace(/^(?:global\s+)?(?:import|using|open|include)\s+(?:static\s+|qualified\s+)?/, '')
      .replace(/;$/, ''),
    ' ',
  )
  const [, path, alias] = /^([\w.$*:{}, ]+?)(?:(?<!\s)\s+as\s+(\w+))?$/.exec(words) ?? []
  const specifier = (path ?? words).trim()
  const last = /(?<!\w)(\w+)$/.exec(specifier)?.[1]
  const isWhole = tree.language === 'csharp' || tree.language === 'scala' || last === undefined
  const name = alias ?? last
  return [{ specifier, names: isWhole || !name ? [] : [{ name, original: last!, node }], node }]
}

function readGo(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const path = tree.field(node, 'path')
  if (path < 0) return []
  const specifier = unquoted(tree.textOf(path, 300))
  const alias = tree.field(node, 'name')
  const name = alias >= 0 ? tree.textOf(alias, 100) : (specifier.split('/').at(-1) ?? specifier)
  return [{ specifier, names: /^[_.]$/.test(name) ? [] : [{ name, original: '', node }], node }]
}

function readPhp(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const body = compact(
    tree
      .textOf(node, 2000)
      .replace(/^use\s+(?:function\s+|const\s+)?/, '')
      .replace(/;$/, ''),
    ' ',
  )
  const [, prefix, group] = /^([\w\\]+)\\\{(.*)\}$/.exec(body) ?? []
  const items = (group ?? body)
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)
  return items.map(item => {
    const [path, alias] = item.split(/(?<!\s)\s+as\s+/)
    const specifier = prefix ? `${prefix}\\${path}` : path!
    return { specifier, names: [{ name: alias ?? specifier.split('\\').at(-1)!, original: specifier, node }], node }
  })
}

function readRust(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const argument = tree.field(node, 'argument')
  return argument < 0 ? [] : [{ specifier: compact(tree.textOf(argument, 300), ' '), names: [], node }]
}

function readInclude(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const path = tree.field(node, 'path')
  return path < 0 ? [] : [{ specifier: tree.textOf(path, 300).replace(/^[<"]|[>"]$/g, ''), names: [], node }]
}

function readCall(tree: SyntaxTree, node: number, called: RegExp): Import[] {
  const head = /^[\w.@]+/.exec(tree.textOf(node, 60))?.[0] ?? ''
  if (!called.test(head)) return []
  const list = tree.child(node, Kind.arguments)
  // `require('x').y('z')` calls y, and imports nothing that is named z.
  if (list >= 0 && tree.first(node) >= 0 && tree.textOf(tree.first(node), 61) !== head) return []
  const argument = tree.namedChildren(list >= 0 ? list : node).at(list >= 0 ? 0 : 1)
  if (argument === undefined || !(tree.is(argument, Kind.string) || /^(?:bash|elixir)$/.test(tree.language))) return []
  return [{ specifier: unquoted(tree.textOf(argument, 300)), names: bound(tree, node), line: tree.line(node), node }]
}

/** `const { a, b } = require('x')` */
function bound(tree: SyntaxTree, call: number): ImportedName[] {
  const parent = tree.parents[call]!
  if (!tree.is(parent, Kind.binding)) return []
  const name = tree.field(parent, 'name')
  if (name < 0) return []
  if (tree.isLeaf(name)) return [{ name: tree.textOf(name, 200), original: '*', node: name }]
  const names: ImportedName[] = []
  for (let at = name; at < tree.afters[name]!; at++)
    if (tree.type(at) === 'shorthand_property_identifier_pattern')
      names.push({ name: tree.textOf(at, 200), original: tree.textOf(at, 200), node: at })
  return names
}

function unquoted(text: string): string {
  return text.replace(/^['"`]|['"`]$/g, '')
}

function compact(text: string, blank = ''): string {
  return text.replace(/\s+/g, blank).trim()
}
