// Brings syntax trees into the common form: asks the language's handler for each node type, and passes through the rest.

import { lookup } from '@shoal/base/model/lookup'
import type { Node } from 'web-tree-sitter'
import type { Argument, Code, Constant, FunctionCode, Parameter } from '../code.ts'
import type { WordIndex } from '../word-index.ts'

/** How one node type of a grammar is brought into the common form. */
export type Handler = (node: Node, form: Former) => Code

export type Handlers = Readonly<Record<string, Handler>>

/** Deeper nesting is left out, and named: real code stays far below. */
const DEEPEST = 250
const LARGE = 3000
/** What comments start with; `=begin` in Ruby. */
const HASH = 35
const SLASH = 47
const EQUALS = 61

export class Former {
  /** Lines where code nests too deep to be read. */
  readonly tooDeep = new Set<number>()
  private depth = 0
  /** The class that is being read. */
  owner = ''

  constructor(
    readonly source: string,
    private readonly handlers: Handlers,
    private readonly words: WordIndex,
  ) {}

  code(node: Node): Code {
    if (this.depth >= DEEPEST) {
      this.tooDeep.add(node.startPosition.row + 1)
      return this.nothing(node)
    }
    this.depth++
    try {
      const handler = Object.hasOwn(this.handlers, node.type) ? lookup(this.handlers, node.type) : undefined
      return handler ? handler(node, this) : this.passThrough(node)
    } finally {
      this.depth--
    }
  }

  /** The only part of a wrapper, or all parts one after the other. */
  passThrough(node: Node): Code {
    const parts = this.parts(node)
    if (parts.length === 1) return this.code(parts[0]!)
    if (parts.length === 0) return { kind: 'other', node, parts: [] }
    return { kind: 'other', node, parts: this.all(parts) }
  }

  maybe(node: Node | null | undefined): Code | null {
    return node ? this.code(node) : null
  }

  field(node: Node, name: string): Code | null {
    return this.maybe(node.childForFieldName(name))
  }

  /** The field, or an empty piece of code where the tree is broken. */
  need(node: Node, name: string): Code {
    return this.field(node, name) ?? this.nothing(node)
  }

  all(nodes: readonly Node[]): Code[] {
    return nodes.map(node => this.code(node))
  }

  /** Named children but for comments. */
  parts(node: Node): Node[] {
    return node.namedChildren.filter(child => !this.isComment(child))
  }

  /** To ask a node for its type is dear, and most do not even start like a comment. */
  private isComment(node: Node): boolean {
    const first = this.source.charCodeAt(node.startIndex)
    return (first === HASH || first === SLASH || first === EQUALS) && node.type.endsWith('comment')
  }

  block(node: Node): Code {
    const parts = this.parts(node)
    const worthwhile = this.depth > 1 ? parts : parts.filter(part => !this.isIdle(part))
    return { kind: 'block', node, body: this.all(worthwhile) }
  }

  /** A large part of a file that holds nothing any rule looks for, such as a table of data. */
  private isIdle({ startIndex, endIndex }: Node): boolean {
    return endIndex - startIndex > LARGE && !this.words.hasTrigger(startIndex, endIndex)
  }

  text(node: Node | null | undefined): string {
    return node ? this.source.slice(node.startIndex, node.endIndex) : ''
  }

  /** What stands between two nodes: an operator. */
  between(left: Node, right: Node): string {
    return this.source.slice(left.endIndex, right.startIndex).trim()
  }

  fieldText(node: Node, name: string): string {
    return this.text(node.childForFieldName(name))
  }

  nothing(node: Node): Code {
    return { kind: 'other', node, parts: [] }
  }

  constant(node: Node, value: Constant): Code {
    return { kind: 'constant', node, value }
  }

  name(node: Node): Code {
    return { kind: 'name', node, name: this.text(node) }
  }

  assign(node: Node, target: Code, value: Code, type = '', operator = ''): Code {
    return { kind: 'assign', node, target, operator, value, type }
  }

  call(node: Node, callee: Code, args: readonly Argument[], isNew = false): Code {
    return { kind: 'call', node, callee, args, isNew }
  }

  cast(node: Node, type: string, value: Code): Code {
    return { kind: 'cast', node, type, value }
  }

  /** A call by name of something that has syntax of its own: `echo`, a backtick command. */
  callNamed(node: Node, name: string, args: readonly Code[]): Code {
    return this.call(
      node,
      { kind: 'name', node, name },
      args.map(value => ({ name: null, value })),
    )
  }

  fn(
    node: Node,
    about: {
      readonly name: string
      readonly parameters: readonly Parameter[]
      readonly body: Node | null
      readonly notes?: string
      readonly isPrivate?: boolean
    },
  ): FunctionCode {
    const { owner } = this
    let code: Code | null = null
    return {
      name: about.name,
      owner,
      parameters: about.parameters,
      node,
      notes: about.notes ?? '',
      isPrivate: about.isPrivate ?? false,
      body: () => {
        if (code) return code
        const before = this.owner
        this.owner = owner
        // A body is read when it is followed, at whatever depth that happens; its own nesting counts from here.
        const depth = this.depth
        this.depth = 0
        code = about.body ? this.code(about.body) : this.nothing(node)
        this.depth = depth
        this.owner = before
        return code
      },
    }
  }

  /** Reads the members of a class with its name known to the functions inside. */
  classCode(
    node: Node,
    about: { readonly name: string; readonly bases?: string; readonly notes?: string; readonly body: Node | null },
  ): Code {
    const before = this.owner
    this.owner = about.name
    const members = about.body ? this.all(this.parts(about.body)) : []
    this.owner = before
    return { kind: 'class', node, name: about.name, bases: about.bases ?? '', notes: about.notes ?? '', members }
  }
}
