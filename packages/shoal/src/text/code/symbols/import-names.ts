// What a file brings in: the modules it names and the names they get here.

import { pushAll } from '@shoal/base/model/lists'
import { languageOf } from '../languages/registry.ts'
import type { CodeIndex } from './code-index.ts'
import { compact, type Import, type ImportedName, type PassedName, unquoted } from './import.ts'
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export function readImports(index: CodeIndex): Import[] {
  const { tree } = index
  const { readImport = readDotted, isScript, importCalls } = languageOf(tree.language)
  const found: Import[] = []
  for (const node of index.imports)
    for (const one of readImport(tree, node)) found.push({ ...one, line: tree.line(one.node) })
  if (isScript) pushAll(found, reexports(tree))
  if (importCalls) for (const node of index.calls) pushAll(found, readCall(tree, node, importCalls))
  return found.sort((a, b) => a.node - b.node)
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

function passedOn(tree: SyntaxTree, statement: number): PassedName[] {
  const children = tree.namedChildren(statement)
  const clause = children.find(child => tree.type(child) === 'export_clause')
  if (clause === undefined) {
    const space = children.find(child => tree.type(child) === 'namespace_export')
    return [
      { name: '*', as: space === undefined ? '*' : unquoted(tree.textOf(tree.namedChildren(space)[0] ?? space, 200)) },
    ]
  }
  return tree.namedChildren(clause).map(one => {
    const name = tree.textOf(tree.field(one, 'name'), 200)
    const alias = tree.field(one, 'alias')
    return { name, as: alias >= 0 ? tree.textOf(alias, 200) : name }
  })
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
  const isWhole = languageOf(tree.language).importsWhole || last === undefined
  const name = alias ?? last
  return [{ specifier, names: isWhole || !name ? [] : [{ name, original: last!, node }], node }]
}

function readCall(tree: SyntaxTree, node: number, called: RegExp): Import[] {
  const head = /^[\w.@]+/.exec(tree.textOf(node, 60))?.[0] ?? ''
  if (!called.test(head)) return []
  const list = tree.child(node, Kind.arguments)
  // `require('x').y('z')` calls y, and imports nothing that is named z.
  if (list >= 0 && tree.first(node) >= 0 && tree.textOf(tree.first(node), 61) !== head) return []
  const argument = tree.namedChildren(list >= 0 ? list : node).at(list >= 0 ? 0 : 1)
  if (argument === undefined || !(tree.is(argument, Kind.string) || languageOf(tree.language).importsWords)) return []
  return [{ specifier: unquoted(tree.textOf(argument, 300)), names: bound(tree, node), line: tree.line(node), node }]
}

/** `const { a, b } = require('x')` */
function bound(tree: SyntaxTree, call: number): ImportedName[] {
  const parent = tree.parents[call]!
  if (tree.is(parent, Kind.member) && tree.first(parent) === call) return boundMember(tree, parent)
  if (!tree.is(parent, Kind.binding)) return []
  const name = tree.field(parent, 'name')
  if (name < 0) return []
  if (tree.isLeaf(name)) return [{ name: tree.textOf(name, 200), original: '*', node: name }]
  const names: ImportedName[] = []
  for (let at = name; at < tree.afters[name]!; at++)
    if (tree.type(at) === 'shorthand_property_identifier_pattern')
      names.push({ name: tree.textOf(at, 200), original: tree.textOf(at, 200), node: at })
    else if (tree.type(at) === 'pair_pattern' && tree.isLeaf(tree.field(at, 'value')))
      names.push({
        name: tree.textOf(tree.field(at, 'value'), 200),
        original: tree.textOf(tree.field(at, 'key'), 200),
        node: tree.field(at, 'value'),
      })
  return names
}

/** `const a = require('x').b` */
function boundMember(tree: SyntaxTree, member: number): ImportedName[] {
  const binding = tree.parents[member]!
  const [name, property] = [
    tree.is(binding, Kind.binding) ? tree.field(binding, 'name') : -1,
    tree.field(member, 'property'),
  ]
  if (name < 0 || property < 0 || !tree.isLeaf(name)) return []
  return [{ name: tree.textOf(name, 200), original: tree.textOf(property, 200), node: name }]
}
