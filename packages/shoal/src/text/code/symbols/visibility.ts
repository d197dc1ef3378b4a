// Who can see a definition: everybody, or its own file alone. And what is called by others than code: hooks, tests,
// overrides. A table of words per language.
import { languageOf } from '../languages/registry.ts'
import type { CodeIndex, Definition } from './code-index.ts'
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export interface Visibility {
  /** Part of what the file offers to others. */
  readonly exported: boolean
  /** Nothing outside of the file can name it. */
  readonly local: boolean
}

const HEAD = 300

export class VisibilityReader {
  private readonly tree: SyntaxTree
  private readonly isModule: boolean
  private readonly exports: ReadonlySet<string>
  private readonly known = new Map<Definition, Visibility>()

  constructor(private readonly index: CodeIndex) {
    this.tree = index.tree
    const isScript = languageOf(this.tree.language).isScript === true
    this.exports = isScript ? exportedNames(index) : new Set()
    this.isModule = isScript && (this.exports.size > 0 || index.imports.length > 0 || hasExport(this.tree))
  }

  of(definition: Definition): Visibility {
    // From the outermost that is not known yet, so that neither effort nor stack grows with the nesting.
    const unknown: Definition[] = []
    for (let at: Definition | undefined = definition; at && !this.known.has(at); at = this.index.definitions[at.parent])
      unknown.push(at)
    for (const inner of unknown.reverse()) this.known.set(inner, this.read(inner))
    return this.known.get(definition)!
  }

  private read(definition: Definition): Visibility {
    const { tree } = this
    const { isScript, visibility: row = {} } = languageOf(tree.language)
    if (isScript) return this.ofScript(definition)
    const head = this.head(definition)
    const owner = this.index.definitions[definition.parent]
    const open = owner ? !owner.isFunction && this.of(owner).exported : true
    // A namespace hides nothing; only Rust says which of its modules are open.
    const isOpen = definition.kind === 'namespace' && tree.language !== 'rust'
    const says = isOpen || (row.exported ? row.exported.test(head) : !row.hidden?.test(head))
    // What an interface asks for is as open as the interface.
    const exported = (says || owner?.kind === 'interface') && !row.hiddenName?.test(definition.name)
    return { exported: open && exported, local: row.local?.test(head) === true }
  }

  /** Something other than a call may reach it: a decorator, an override, a test runner, the language itself. */
  isHooked(definition: Definition): boolean {
    const { tree } = this
    const { name, node } = definition
    const head = this.head(definition)
    if (HOOKS.test(name) || languageOf(tree.language).hooks?.test(name) || /\boverride\b|@|^\s*\[|#\[/.test(head))
      return true
    if (tree.type(tree.parents[node]!) === 'decorated_definition') return true
    const above = tree.rows[node]! > 0 ? tree.lineText(tree.rows[node]! - 1, 40) : ''
    return /^(?:@|#\[|\[[A-Z])/.test(above)
  }

  private ofScript(definition: Definition): Visibility {
    const { tree } = this
    const owner = this.index.definitions[definition.parent]
    if (owner) {
      if (owner.isFunction) return { exported: false, local: true }
      const isPrivate =
        /^\s*(?:static\s+)?(?:private\b|#)/.test(this.head(definition)) || definition.name.startsWith('#')
      return { exported: this.of(owner).exported && !isPrivate, local: isPrivate }
    }
    let at = definition.node
    for (let step = 0; step < 4 && at >= 0; step++, at = tree.parents[at]!)
      if (tree.type(at) === 'export_statement') return { exported: true, local: false }
    if (this.exports.has(definition.name)) return { exported: true, local: false }
    return { exported: false, local: this.isModule }
  }

  private head(definition: Definition): string {
    const { tree } = this
    const { node, nameNode } = definition
    const start = tree.starts[node]!
    return tree.text.slice(start, Math.min(start + HEAD, nameNode >= 0 ? tree.starts[nameNode]! : start + HEAD))
  }
}

/** Names that runtimes, frameworks and test runners call. */
const HOOKS =
  /^(?:__\w+__|main|Main|_start|init|setup|teardown|setUp|tearDown\w*|setUp\w*|test\w*|Test\w*|Benchmark\w*|Example\w*|Fuzz\w*|pytest_\w+|conftest|handler|lambda_handler|application|app|default|run|operator\W.*|~\w+|on[A-Z]\w*|componentDid\w+|componentWill\w+|render|get\w*InitialProps|getServerSideProps|getStaticP\w+|loader|action|middleware|upgrade|downgrade|up|down|wakeup|__\w+|usage|anonymous|.* callback)$/

function hasExport(tree: SyntaxTree): boolean {
  for (let at = tree.first(0); at >= 0; at = tree.next(at)) if (tree.type(at) === 'export_statement') return true
  return false
}

/** `export { a, b }`, `module.exports = { a, b }`, `exports.a = …`, `export default a` */
function exportedNames({ tree, bindings }: CodeIndex): Set<string> {
  const names = new Set<string>()
  const addAll = (node: number) => {
    for (let at = node; at < tree.afters[node]!; at++)
      if (tree.is(at, Kind.identifier) && tree.isLeaf(at)) names.add(tree.textOf(at, 120))
  }
  for (let at = tree.first(0); at >= 0; at = tree.next(at)) {
    if (tree.type(at) !== 'export_statement') continue
    for (let child = tree.first(at); child >= 0; child = tree.next(child))
      if (tree.type(child) === 'export_clause' || tree.is(child, Kind.identifier)) addAll(child)
  }
  for (const node of bindings) {
    const left = tree.field(node, 'left')
    if (left < 0 || !/^(?:module\.)?exports\b/.test(tree.textOf(left, 40))) continue
    addAll(left)
    const right = tree.field(node, 'right')
    if (right >= 0 && tree.afters[right]! - right < 4000) addAll(right)
  }
  return names
}
