// Definitions as rows: functions, types and their members, and the variables and constants outside of functions.

import type { FactRow } from '@shoal/base/model/relation'
import { languageOf } from '../../../text/code/languages/registry.ts'
import type { Definition } from '../../../text/code/symbols/code-index.ts'
import { exportsByName, exportsWhereDefined } from '../../../text/code/symbols/export-names.ts'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import { topLevelNames } from '../analyst/anchors/names.ts'
import { type CodeReading, clip } from '../analyst/reading.ts'
import { basesOf, PackageNames, withinOf } from './packages.ts'
import { declaredType, inferredType, resultType } from './type-names.ts'

export interface OwnSymbol {
  readonly name: string
  readonly kind: string
  /** What it stands in: `DataLoader`; empty at the top level. */
  readonly scope: string
  readonly node: number
  readonly line: number
  readonly endLine: number
  readonly exported: boolean | null
  /** The types that it stands in: `Outer.Inner`; empty at the top level of a file or a package, null where no name leads to it. */
  readonly within: string | null
  /** The node that holds the type it has, or gives back. */
  readonly declares: number
}

const LONGEST_SIGNATURE = 300
const CLIMB = 30
/** What is declared without a value or a body, by the node around its name, and whether only types have such. */
const DECLARED: readonly (readonly [around: RegExp, kind: string, isMember: boolean])[] = [
  [/^(?:abstract_)?method_(?:signature|elem|spec)$|^function_signature_item$/, 'method', true],
  [
    /^(?:property_signature|(?:public_)?field_definition|property_declaration|field_declaration|property_element)$/,
    'field',
    true,
  ],
  [
    /^(?:enum_assignment|enum_constant|enum_member_declaration|enumerator|enum_variant|enum_entry|enum_case)$/,
    'enum member',
    false,
  ],
  [/^type_definition$/, 'type', false],
  [/^function_signature$/, 'function', false],
  [/^preproc_function_def$/, 'macro', false],
]
const DECLARES =
  /^(?:variable_declarator|function_signature|method_signature|abstract_method_signature|property_signature)$/
const TYPE_NAME = /(?:^|_)type(?:_|$)/

/** In order of the file, each once. */
export function ownSymbols(reading: CodeReading): OwnSymbol[] {
  const { index, tree, visibility } = reading
  const found: OwnSymbol[] = []
  for (const one of index.definitions) {
    // `impl Orders` adds to a type that is defined elsewhere.
    if (one.nameNode < 0 || one.kind === 'implementation') continue
    const { name, kind, path, head, line, endLine, around, node, parent } = one
    const scope = path.length > name.length ? path.slice(0, -name.length - 1) : ''
    found.push({
      name,
      kind,
      scope,
      node: head,
      line,
      endLine,
      exported: exportedOf(reading, one),
      within: around >= 0 || isInValue(tree, one) ? null : withinOwner(reading, parent, node),
      declares: node,
    })
  }
  const imported = new Set(reading.imports.flatMap(({ names }) => names.map(({ node }) => node)))
  const known = new Set(found.map(({ scope, name }) => `${scope}\0${name}`))
  const add = (name: string, node: number, kind: string) => {
    const owner = index.definitions[index.owners[node]!]
    const scope = owner?.path ?? ''
    if (imported.has(node) || (kind !== 'type' && TYPE_NAME.test(tree.type(tree.parents[node]!)))) return
    // Only the first assignment defines it; each declaration does.
    if (known.has(`${scope}\0${name}`) && !DECLARES.test(tree.type(tree.parents[node]!))) return
    known.add(`${scope}\0${name}`)
    const parent = index.owners[node]!
    const asDefinition = {
      name,
      kind,
      node: tree.parents[node]!,
      nameNode: node,
      isFunction: false,
      parent,
    } as Definition
    const exported = languageOf(tree.language).namesTellVisibility ? visibility.of(asDefinition).exported : null
    const line = tree.line(node)
    found.push({
      name,
      kind,
      scope,
      node,
      line,
      endLine: line,
      exported,
      within: isInInnerType(reading, node) ? null : withinOwner(reading, parent, -1),
      declares: tree.parents[node]!,
    })
  }
  for (const { name, node, kind } of topLevelNames(reading)) add(name, node, kind)
  for (const [name, nodes] of index.names)
    for (const node of nodes) {
      const kind = declaredKind(reading, node)
      if (kind !== null) add(name, node, kind)
    }
  return found.sort((a, b) => a.node - b.node)
}

/** What a name stands for where it is declared without a value or a body; null for any other name. */
function declaredKind({ tree, index }: CodeReading, node: number): string | null {
  if (index.nameNodes.has(node)) return null
  let [at, parent] = [node, tree.parents[node]!]
  // `entry_t entries[MAX]`, `char *name`
  for (let step = 0; step < 4 && /_declarator$/.test(tree.type(parent)); step++) {
    if (tree.fieldOf(at, 'declarator')) [at, parent] = [parent, tree.parents[parent]!]
    else return null
  }
  const type = tree.type(parent)
  const isName = tree.fieldOf(at, 'name') || tree.fieldOf(at, 'declarator')
  const owner = index.definitions[index.owners[node]!]
  const found = DECLARED.find(([pattern]) => pattern.test(type))
  if (!found || (found[2] && (!owner || owner.isFunction))) return null
  return isName || (/^enum/.test(type) && tree.first(parent) === at) ? found[1] : null
}

function withinOwner(reading: CodeReading, owner: number, node: number): string {
  const { tree } = reading
  const outside = node < 0 ? '' : (languageOf(tree.language).qualifier?.(tree, node) ?? '')
  return [owner < 0 ? '' : withinOf(reading, owner), outside].filter(Boolean).join('.')
}

const INNER = /_signature$|annotation|parameter|type_arguments|^(?:array|tuple|function)_type$/

/** `{ a: { name: string } }`: the name is one of a type without a name. */
function isInInnerType({ tree, index }: CodeReading, node: number): boolean {
  const owner = index.definitions[index.owners[node]!]
  if (!owner || !languageOf(tree.language).isScript) return false
  let at = tree.parents[tree.parents[node]!]!
  for (let step = 0; step < CLIMB && at > owner.node; step++, at = tree.parents[at]!)
    if (INNER.test(tree.type(at))) return true
  return false
}

/** A function that is a value of an object, or is put into one: its name alone does not lead to it. */
export function isInValue(tree: SyntaxTree, { node, nameNode }: Definition): boolean {
  const parent = tree.parents[node]!
  return tree.type(parent) === 'object' || tree.is(parent, Kind.pair) || tree.is(tree.parents[nameNode]!, Kind.member)
}

function exportedOf(reading: CodeReading, definition: Definition): boolean | null {
  return definition.around >= 0 ? false : reading.visibility.of(definition).exported
}

export function symbolRows(reading: CodeReading, symbols: readonly OwnSymbol[]): FactRow[] {
  const { tree, index } = reading
  const { isScript } = languageOf(tree.language)
  const exports = isScript ? exportsByName(index) : null
  const packages = new PackageNames(tree)
  const exportsOf = ({ name, within, declares }: OwnSymbol): string | null => {
    if (!exports || (within !== '' && within !== null)) return null
    const listed = within === '' ? (exports.get(name) ?? []) : []
    return [...new Set([...exportsWhereDefined(tree, declares, name), ...listed])].join(' ') || null
  }
  return symbols.map(symbol => {
    const { name, kind, scope, node, line, endLine, exported, within, declares } = symbol
    return {
      relation: 'symbols',
      line,
      values: {
        name,
        kind,
        scope: scope || null,
        exported,
        signature: clip(tree.lineText(tree.rows[node]!, LONGEST_SIGNATURE), LONGEST_SIGNATURE),
        end_line: endLine,
        language: tree.language,
        _within: within === null ? null : `.${within}`,
        _package: packages.of(node),
        _exports: exportsOf(symbol),
        _bases: TYPES.test(kind) ? basesOf(tree, declares) : null,
        _type: within === null || TYPES.test(kind) ? null : symbolType(tree, symbol),
      },
    }
  })
}

const TYPES = /^(?:class|interface|struct|trait|object|enum|type)$/

function symbolType(tree: SyntaxTree, { node, declares, kind }: OwnSymbol): string | null {
  if (kind === 'function' || kind === 'method') return resultType(tree, declares)
  return declaredType(tree, node) ?? inferredType(tree, node)
}
