// The outline of a parsed source. It walks lists of siblings and looks inside a node only when that is too large to stay
// whole, so most nodes of a tree are never visited.

import type { Extent } from '@shoal/base/model/source'
import type { Tree, TreeCursor } from 'web-tree-sitter'
import { languageOf } from './languages/registry.ts'
import { ERROR_ROLE, NodeReader, type Visit } from './node-reader.ts'
import {
  type Boundary,
  COST,
  headerExtent,
  type LineTable,
  type Outline,
  type OutlineLimits,
  type Scope,
} from './outline.ts'
import { type CodeParser, Role } from './parser.ts'
import { PrologueFinder } from './prologue.ts'
import { readSignature, type Signature } from './signature.ts'

/** More of a source than this inside error nodes, and its tree is not worth following. */
const BROKEN_SHARE = 0.3
const SIGNATURE_LENGTH = 400
/** What is nested deeper stays whole here: no person has written it, and following it would run out of stack. */
const DEEPEST = 200

/** `null` when most of the source did not parse. `text` must have been parsed into `tree` by `parser`. */
export function syntaxOutline(
  source: { tree: Tree; text: string; lines: LineTable; parser: CodeParser },
  limits: OutlineLimits,
): Outline | null {
  const walk = new SyntaxWalk(source.text, source.lines, source.parser, limits)
  const cursor = source.tree.walk()
  try {
    return walk.outline(cursor)
  } finally {
    // Before the tree that it walks: the other order crashes.
    cursor.delete()
  }
}

/** Where in the nesting the walk is. */
interface Place {
  readonly scope: number
  /** What a cut between the siblings here costs at least. */
  readonly cost: number
  /** Inside a function: boundaries are continuations, and are kept at every statement or only beside definitions. */
  readonly inside: 'open' | 'definitions' | 'statements'
  readonly top: boolean
  /** The unit whose inside this is. */
  readonly owner: {
    readonly row: number
    readonly end: number
    readonly role: number
    readonly signature: Signature | null
  }
}

/** Siblings read so far: what came before, and comments or decorators that wait for what they belong to. */
interface Siblings {
  lastRow: number
  lastSignature: Signature | null
  lastImport: boolean
  pending: { first: number; last: number; sticky: boolean } | null
  /** Where the latest run of clauses of one function starts. */
  runRow: number
  /** The first unit of a body stays with the header above it. */
  fresh: boolean
}

class SyntaxWalk {
  private readonly nodes: NodeReader
  private readonly boundaries: Boundary[] = []
  private readonly scopes: Scope[] = []
  private readonly prologue = new PrologueFinder()
  private definitions = 0
  private brokenRows = 0
  /** Set in languages that switch between text and code. */
  private opener: Extent | null | undefined = undefined
  private depth = 0

  constructor(
    private readonly text: string,
    private readonly lines: LineTable,
    private readonly parser: CodeParser,
    private readonly limits: OutlineLimits,
  ) {
    this.nodes = new NodeReader(text, parser)
  }

  outline(cursor: TreeCursor): Outline | null {
    const root = this.nodes.visit(cursor)
    if (root.role === ERROR_ROLE) return null
    this.boundaries.push({ offset: 0, line: 1, cost: 0, signature: null, scope: -1, continuation: false })
    const owner = { row: 0, end: this.text.length, role: Role.other, signature: null }
    const top: Place = { scope: -1, cost: 0, inside: 'open', top: true, owner }
    const siblings = this.siblings(top)
    this.list(cursor, top, siblings)
    if (siblings.pending) this.standAlone(top, siblings)
    if (this.brokenRows > 20 && this.brokenRows > this.lines.count * BROKEN_SHARE) return null
    return {
      boundaries: this.boundaries,
      scopes: this.scopes,
      imports: this.prologue.extent(),
      definitions: this.definitions,
      lineCount: this.lines.count,
    }
  }

  /** Reads the children of the node under the cursor as a list of units. */
  private list(cursor: TreeCursor, place: Place, siblings: Siblings = this.siblings(place)): void {
    if (!cursor.gotoFirstChild()) return
    do {
      const node = this.nodes.visit(cursor)
      if (!node.named) this.token(node, siblings)
      else if (node.role === Role.splice) this.splice(cursor, place, siblings)
      else if (node.role === Role.switch) this.switch(cursor, node, place, siblings)
      else if (node.role === Role.comment || node.role === Role.glue) this.wait(node, place, siblings)
      else this.unit(cursor, node, place, siblings)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }

  /** A tag waits for what it opens; text between two tags stands for itself. */
  private switch(cursor: TreeCursor, node: Visit, place: Place, siblings: Siblings): void {
    const isTag = this.text.startsWith('<?', node.start)
    if (!isTag) this.unit(cursor, node, place, siblings)
    else this.wait(node, place, siblings)
    this.opener = this.nodes.endTag(node, this.lines)
  }

  /** A node that only groups: what is inside stands beside what is outside. */
  private splice(cursor: TreeCursor, place: Place, siblings: Siblings): void {
    if (this.depth >= DEEPEST) return
    this.depth++
    this.list(cursor, place, siblings)
    this.depth--
  }

  private siblings(place: Place): Siblings {
    const lastRow = place.top ? -1 : place.owner.row
    return { lastRow, lastSignature: null, lastImport: false, pending: null, runRow: 0, fresh: !place.top }
  }

  private token(node: Visit, siblings: Siblings): void {
    // What waits before a closing bracket belongs to nothing below.
    if (siblings.pending && node.first > siblings.pending.last) siblings.pending = null
    siblings.lastRow = Math.max(siblings.lastRow, node.last)
  }

  private wait(node: Visit, place: Place, siblings: Siblings): void {
    const { pending } = siblings
    if (!pending && node.first <= siblings.lastRow) {
      siblings.lastRow = Math.max(siblings.lastRow, node.last)
      return
    }
    const sticky = node.role === Role.glue
    if (pending && (pending.sticky || node.first <= pending.last + 1)) {
      siblings.pending = { first: pending.first, last: node.last, sticky: pending.sticky || sticky }
      return
    }
    if (pending) this.standAlone(place, siblings)
    siblings.pending = { first: node.first, last: node.last, sticky }
  }

  /** A comment that a blank line separates from what follows. */
  private standAlone(place: Place, siblings: Siblings): void {
    const { first, last } = siblings.pending!
    siblings.pending = null
    this.emit(first, null, false, place, siblings)
    siblings.lastRow = Math.max(siblings.lastRow, last)
    siblings.lastSignature = null
  }

  private unit(cursor: TreeCursor, node: Visit, place: Place, siblings: Siblings): void {
    if (siblings.pending && !siblings.pending.sticky && node.first > siblings.pending.last + 1)
      this.standAlone(place, siblings)
    const { pending } = siblings
    const row = pending?.first ?? node.first
    siblings.pending = null
    const head = this.text.slice(node.start, Math.min(node.end, node.start + SIGNATURE_LENGTH))
    const isDefinition = node.role === Role.function || node.role === Role.type
    const signature = place.owner.role === Role.data ? null : readSignature(head, isDefinition)
    const imports = !isDefinition && languageOf(this.parser.language).importLine.test(head)
    if (signature && !imports) this.definitions++
    if (place.top && node.role === ERROR_ROLE) this.brokenRows += node.last - node.first + 1
    const isFunction = signature !== null && node.role !== Role.type
    const what = imports ? 'import' : isFunction && place.top ? 'function' : signature ? 'container' : 'other'
    if (place.inside === 'open') this.prologue.see(this.lines.extent(node.first, node.last), what)
    if (this.continues(signature, row, node, siblings)) siblings.fresh = false
    else this.emit(row, imports ? null : signature, imports, place, siblings)
    if (pending && pending.last < node.first) this.detach(row, node, signature, place)
    siblings.lastRow = Math.max(siblings.lastRow, node.last)
    siblings.lastSignature = signature
    siblings.lastImport = imports
    this.open(cursor, node, { ...place, top: false, owner: { row, end: node.end, role: node.role, signature } })
  }

  /** Where a function fits only without the comments above it, it may part from them. */
  private detach(row: number, node: Visit, signature: Signature | null, place: Place): void {
    if (node.role !== Role.function) return
    const offset = this.lines.offset(node.first)
    const end = this.lines.offset(node.last + 1)
    if (this.limits.fits(this.lines.offset(row), end) || !this.limits.fits(offset, end)) return
    const cost = place.cost + COST.detached
    const { scope } = place
    this.push({ offset, line: node.first + 1, cost, signature, scope, continuation: true })
  }

  /** A further clause or overload of the function right above; together they stay whole as one function would. */
  private continues(signature: Signature | null, row: number, node: Visit, siblings: Siblings): boolean {
    const before = siblings.lastSignature
    const same = signature?.word === 'function' && before?.word === 'function' && signature.name === before.name
    if (!same || row !== siblings.lastRow + 1) siblings.runRow = row
    return same && row === siblings.lastRow + 1 && node.last - siblings.runRow < this.limits.lines
  }

  private emit(row: number, signature: Signature | null, imports: boolean, place: Place, siblings: Siblings): void {
    const { fresh, lastRow } = siblings
    siblings.fresh = false
    const beside = signature !== null || siblings.lastSignature !== null
    if (place.inside === 'definitions' && !beside) return
    const offset = this.lines.offset(row)
    const before = this.boundaries.at(-1)!
    if (row === 0 && this.boundaries.length === 1) {
      this.boundaries[0] = { ...before, signature }
      return
    }
    if (fresh || row <= lastRow || offset <= before.offset) return
    const apart = beside ? 0 : row > lastRow + 1 ? COST.paragraph : COST.statement
    const cost = place.cost + (imports && siblings.lastImport ? COST.imports : apart)
    const continuation = place.inside !== 'open'
    this.push({ offset, line: row + 1, cost, signature, scope: place.scope, continuation })
  }

  private push(boundary: Boundary): void {
    this.boundaries.push(this.opener === undefined ? boundary : { ...boundary, opener: this.opener })
  }

  /** Looks inside the node under the cursor if it is too large to stay whole. */
  private open(cursor: TreeCursor, node: Visit, place: Place): void {
    const rows = node.last - node.first + 1
    const start = this.lines.offset(node.first)
    const end = this.lines.offset(node.last + 1)
    const { limits } = this
    let inner = place
    if (node.role === Role.function) {
      const statements = !limits.fits(start, end)
      if (rows <= limits.lines && !statements) return
      inner = {
        ...place,
        inside: statements ? 'statements' : 'definitions',
        cost: place.cost + (statements ? COST.severed : COST.innerDefinition),
      }
    } else if (rows <= limits.openLines && end - start <= limits.openOffsets) return
    else if (node.role === Role.type) inner = { ...place, inside: 'open' }
    if (this.depth >= DEEPEST) return
    this.depth++
    if (isList(node.role)) this.list(cursor, this.enter(cursor, node, inner))
    else this.descend(cursor, inner)
    this.depth--
  }

  /** Looks for lists among the children of a node that is none itself. */
  private descend(cursor: TreeCursor, place: Place): void {
    if (!cursor.gotoFirstChild()) return
    do {
      const child = this.nodes.visit(cursor)
      if (!child.named || child.role === Role.comment) continue
      const isDefinition = child.role === Role.function || child.role === Role.type
      this.open(cursor, child, isDefinition ? { ...place, owner: { ...place.owner, role: child.role } } : place)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }

  /** The place inside a list, with its scope: the lines from its owner's first to the one that opens the list. */
  private enter(cursor: TreeCursor, node: Visit, place: Place): Place {
    const { owner } = place
    const whole = headerExtent(this.lines, owner.row, this.nodes.headerEnd(cursor, node, owner.row))
    const bracket = node.role === Role.data ? this.nodes.bracketEnd(cursor) : null
    const ends = bracket && bracket.row === whole.last - 1
    const header = ends ? { ...whole, end: this.lines.offset(bracket.row) + bracket.units } : whole
    const close = this.nodes.closing(cursor, owner.end)
    this.scopes.push({ parent: place.scope, header, close, name: owner.signature?.name ?? null })
    return {
      ...place,
      // A list of values is one statement: what starts inside goes on from before.
      inside: node.role === Role.data && place.inside === 'open' ? 'statements' : place.inside,
      scope: this.scopes.length - 1,
      cost: place.cost + nestingCost(node.role, owner.role),
      owner: { ...owner, role: node.role },
    }
  }
}

function isList(role: number): boolean {
  return role === Role.body || role === Role.data || role === Role.open || role === ERROR_ROLE
}

/** What one more level of nesting adds to the cost of a cut; inside a function the function itself has added it. */
function nestingCost(list: number, owner: number): number {
  if (list === Role.open) return 0
  if (list === ERROR_ROLE) return COST.broken
  if (list === Role.data) return COST.values
  if (owner === Role.type) return COST.member
  return owner === Role.function ? 0 : COST.block
}
