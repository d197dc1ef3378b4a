// Where a use leads: to a line of the same file, where that is certain, or to a name that other files have to tell. Such a link is a chain
// of names as the file would write it at its top: `load`, `Orders.load`, `Orders.store.save`, `open().read` for what a call gives.
import { addTo } from '@shoal/base/model/lists'
import { languageOf } from '../../../text/code/languages/registry.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import type { CodeReading } from '../analyst/reading.ts'
import { CLIMB, findLocal, type LocalNames } from './local-names.ts'
import { withinOf } from './packages.ts'
import { isInValue, type OwnSymbol } from './symbol-rows.ts'
import { chainOf, LONGEST } from './type-names.ts'

export interface UseLink {
  /** What it is, and the line of this file that defines it; null where the link has to tell. */
  readonly target: string | null
  readonly line: number | null
  readonly link: string | null
}

const NOWHERE: UseLink = { target: null, line: null, link: null }
const SELF = /^(?:this|self|static|cls|Self|@)$/
const SUPER = /^(?:super|super\(\)|parent|base)$/
const QUALIFIED = /^(?:qualified_identifier|scoped_identifier|scoped_type_identifier)$/
const SEPARATED = /(?:\.|\?\.|!\.|->|::|\\)\s*$/
/** Blanks and line ends between a separator and what follows it. */
const GAP = 80

export class UseLinks {
  /** By name, the lines of what stands at the top level. */
  private readonly top = new Map<string, number[]>()
  /** The same for members, by `Type.name`; fields of one name in one type are alternatives, and none is certain. */
  private readonly members = new Map<string, number[]>()
  private readonly several = new Set<string>()
  /** By the function it stands in and its name. */
  private readonly nested = new Map<string, number>()

  constructor(
    private readonly reading: CodeReading,
    symbols: readonly OwnSymbol[],
    private readonly locals: LocalNames,
  ) {
    const put = (map: Map<string, number[]>, key: string, line: number) => {
      addTo(map, key, line)
    }
    for (const { name, within, line, kind } of symbols) {
      const key = `${within}.${name}`
      if (kind === 'field' && this.members.has(key)) this.several.add(key)
      if (within === '') put(this.top, name, line)
      // A constructor bears the name of its type.
      else if (within !== null && within !== name && !within.endsWith(`.${name}`)) put(this.members, key, line)
    }
    for (const one of reading.index.definitions) {
      const { name, parent, around, line, nameNode } = one
      if (nameNode >= 0 && around >= 0 && parent === around && !isInValue(reading.tree, one))
        this.nested.set(`${parent}\0${name}`, line)
    }
  }

  of(node: number, name: string, isMember: boolean): UseLink {
    const before = objectOf(this.reading.tree, node)
    if (before === '') return isMember ? NOWHERE : this.bare(node, name)
    const written = before === null ? null : chainOf(before)
    return written === null ? NOWHERE : this.chained(node, written.split('.'), name)
  }

  private bare(node: number, name: string): UseLink {
    const { index, tree } = this.reading
    for (let at = index.owners[node]!, step = 0; step < CLIMB && at >= 0; step++, at = index.definitions[at]!.parent) {
      const line = this.nested.get(`${at}\0${name}`)
      if (line !== undefined) return { target: name, line, link: null }
    }
    const { bareMembers } = languageOf(tree.language)
    const type = bareMembers ? this.typeAround(node) : null
    for (let at = type; at; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const lines = this.members.get(`${at}.${name}`)
      if (lines) return this.oneOf(lines, `${at}.${name}`)
    }
    const lines = this.top.get(name)
    if (lines && !type) return this.oneOf(lines, name)
    // What the types around it inherit hides what the file has.
    return linked(type ? `${type}|${name}` : name)
  }

  private chained(node: number, chain: readonly string[], name: string): UseLink {
    const [root = '', ...rest] = chain
    const isOwn = SELF.test(root) || this.isReceiver(node, root)
    if (isOwn || SUPER.test(root)) {
      const type = this.typeAround(node)
      if (type === null) return NOWHERE
      const lines = isOwn && rest.length === 0 ? this.members.get(`${type}.${name}`) : undefined
      if (lines) return this.oneOf(lines, `${type}.${name}`)
      return linked([isOwn ? type : `${type}.super`, ...rest, name].join('.'))
    }
    const bare = root.replace(/\(\)$/, '')
    const local = findLocal(this.reading, node, bare, this.locals)
    if (local) {
      if (local.type === null || bare !== root) return NOWHERE
      return linked([local.type, ...rest, name].join('.'))
    }
    const type = languageOf(this.reading.tree.language).bareMembers ? this.typeAround(node) : null
    const own = rest.length === 0 ? this.members.get(`${root}.${name}`) : undefined
    if (own && this.top.has(root)) return this.oneOf(own, `${root}.${name}`)
    return linked(`${type ? `${type}|` : ''}${[...chain, name].join('.')}`)
  }

  /** Several definitions of one name are one thing, or nobody here can tell which is meant. */
  private oneOf(lines: readonly number[], link: string): UseLink {
    const { mergesNames } = languageOf(this.reading.tree.language)
    const isOne = lines.length === 1 || (mergesNames && !this.several.has(link))
    // Of a property of Python the first is what it gives, the others set it.
    const line = mergesNames === 'last' && !link.includes('.') ? lines.at(-1)! : lines[0]!
    return isOne ? { target: link, line, link: null } : linked(link)
  }

  /** `Outer.Inner`: the innermost type around a node, without its namespace. */
  private typeAround(node: number): string | null {
    const { index, tree } = this.reading
    let at = index.owners[node]!
    for (let step = 0; step < CLIMB && at >= 0; step++, at = index.definitions[at]!.parent) {
      const { isFunction, kind, node: own } = index.definitions[at]!
      if (!isFunction && kind !== 'namespace') return withinOf(this.reading, at)
      const type = isFunction ? languageOf(tree.language).qualifier?.(tree, own) : ''
      if (type) return type
    }
    return null
  }

  /** Go calls the object of a method as it likes: `func (l *Ledger) Add()`. */
  private isReceiver(node: number, name: string): boolean {
    const { reading } = this
    const around = reading.tree.language === 'go' && name !== '' ? reading.functionAround(node) : null
    const receiver = around ? reading.tree.field(around.node, 'receiver') : -1
    return receiver >= 0 && /^\(\s*(\w+)/.exec(reading.tree.textOf(receiver, 100))?.[1] === name
  }
}

function linked(link: string): UseLink {
  return { target: null, line: null, link }
}

/** What a name is asked of, as written; '' for a name that stands alone, null where it is no text of this statement. */
function objectOf(tree: SyntaxTree, node: number): string | null {
  const start = tree.starts[node]!
  let top = tree.parents[node]!
  if (top < 0) return ''
  // `a::b::c` of C++ nests to the right.
  while (QUALIFIED.test(tree.type(top)) && QUALIFIED.test(tree.type(tree.parents[top]!)) && tree.fieldOf(top, 'name'))
    top = tree.parents[top]!
  const from = tree.starts[top]!
  if (from >= start) return ''
  const separator = SEPARATED.exec(tree.text.slice(Math.max(from, start - GAP), start))
  if (!separator) return ''
  const end = start - separator[0].length
  // No chain of names is as long; a sum over many lines that end in \ is.
  if (end - from > LONGEST + GAP) return null
  return tree.text.slice(from, end).replace(/^\s*(?:new|await|go|defer)\s+/, '')
}
