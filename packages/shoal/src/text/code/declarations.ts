// The outline of a source without a parser, from the shape of its lines: declarations at the left margin, with the
// comments and decorators above them. It streams, and keeps only as many places to cut as packing can use.
import type { Extent, SourceText } from '@shoal/base/model/source'
import { languageOf } from './languages/registry.ts'
import { type LexedLine, LineLexer } from './line-lexer.ts'
import { type Boundary, COST, type Outline, type OutlineLimits, type Scope } from './outline.ts'
import { PrologueFinder } from './prologue.ts'
import { lineSignature, readSignature, type Signature } from './signature.ts'
import { ThinningList } from './thinning-list.ts'

interface ScannedOutline extends Outline {
  /** Starts of lines at a steady distance, for a source that has no boundary to offer. */
  readonly marks: readonly { readonly offset: number; readonly line: number }[]
}

/** Lines between two boundaries worth keeping once there are very many. */
const STRIDE = 25
const KEPT = 30_000
const INNER_KEPT = 5_000

/** Words that go on with what stands above. */
const CONTINUES =
  /^(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure|end\w*|then|do|done|fi|esac|and|or|where|in|of|deriving|with|begin)\b/i
const STARTS = /^[\p{L}_$@#[(:.~*-]/u
const ATTRIBUTE = /^(?:@\w|#\[|\[[A-Z]).*[^{\s]\s*$/s
/** Ends a line whose statement goes on below: an operator, a comma, an open bracket. */
const OPEN_END = new Set(Buffer.from(',+-*/%=&|<>(\\[{?:.'))
/** `int main(void)`, `public Foo bar(Baz b) {`: a type, a name, a parenthesis, and no semicolon behind it. */
const HEADED = /^[A-Za-z_][\w:<>,*&\s[\]]*[\s*&]~?[\w:]+\s*\([^;=]*$/
const CLOSERS = new Set(Buffer.from(';})]>'))

export async function scanDeclarations(
  source: SourceText,
  language: string,
  limits: OutlineLimits,
  signal: AbortSignal,
): Promise<ScannedOutline> {
  const lexer = new LineLexer(source, languageOf(language).lexis)
  const scan = new DeclarationScan(language, limits, () => lexer.resync())
  const lineCount = await lexer.run(line => scan.line(line), signal)
  return scan.outline(lineCount, source.size)
}

class DeclarationScan {
  private readonly kept = new ThinningList<Boundary>(KEPT, STRIDE)
  private readonly marks = new ThinningList<{ offset: number; line: number; cost: number }>(KEPT, 1)
  private inner = new ThinningList<Boundary>(INNER_KEPT, 1)
  private readonly scopes: Scope[] = []
  private readonly prologue = new PrologueFinder()
  private definitions = 0
  private outer: Boundary = { offset: 0, line: 1, cost: 0, signature: null, scope: -1, continuation: false }
  /** The line that declares what `outer` starts. */
  private header: Extent | null = null
  private started = false
  /** Where comments and decorators that wait for their definition start. */
  private glued: { offset: number; row: number; sticky: boolean } | null = null
  private blankBefore = true
  private closedBefore = true
  private lastSignature: Signature | null = null
  private importFrom: LexedLine | null = null
  private readonly headed: boolean
  private readonly lineBound: boolean
  private readonly importLine: RegExp
  private readonly known: ReturnType<typeof languageOf>

  constructor(
    language: string,
    private readonly limits: OutlineLimits,
    private readonly resync: () => void,
  ) {
    const known = languageOf(language)
    this.known = known
    this.headed = language === '' || known.typedHeads === true
    this.lineBound = known.endsWithLine === true
    this.importLine = known.importLine
    this.kept.push(this.outer)
  }

  line(line: LexedLine): void {
    // Marks are for a source without boundaries; with a handful found, it is none.
    if (this.kept.length < 8) this.marks.push({ offset: line.offset, line: line.row + 1, cost: 0 })
    if (line.kind === 'blank') {
      if (!this.glued?.sticky) this.glued = null
      this.blankBefore = true
    } else if (line.kind === 'comment') this.glue(line, false)
    else if (line.kind === 'code') this.code(line)
    if (this.importFrom && line.depthAfter === 0) this.endImport(line)
  }

  outline(lineCount: number, size: number): ScannedOutline {
    this.flushInner(lineCount + 1, size)
    const boundaries = this.kept.items()
    return {
      boundaries: size === 0 ? [] : boundaries,
      scopes: this.scopes,
      imports: this.prologue.extent(),
      definitions: this.definitions,
      lineCount,
      marks: this.marks.items(),
    }
  }

  private glue(line: LexedLine, sticky: boolean): void {
    // A comment below code on the same statement, or deeper than the left margin, waits all the same: it is only used
    // if a boundary follows directly.
    if (this.glued) this.glued.sticky ||= sticky
    else this.glued = { offset: line.offset, row: line.row, sticky }
  }

  private code(line: LexedLine): void {
    const { head } = line
    const starts = STARTS.test(head) && !CONTINUES.test(head)
    const isAttribute = starts && ATTRIBUTE.test(head)
    const signature = starts ? this.signature(head, line) : null
    const imports = starts && line.indent === 0 && line.depth === 0 && this.importLine.test(head)
    if (imports) this.importFrom = { ...line }
    if (isAttribute && !signature && !imports) this.glue(line, true)
    else {
      if (signature && !imports) this.strong(line, signature)
      else if (starts && line.indent === 0 && line.depth === 0) this.weak(line, imports)
      const insideAttribute = this.glued?.sticky === true && line.depth > 0 && !signature
      if (!insideAttribute) this.glued = null
      this.lastSignature = line.indent === 0 && line.depth === 0 ? signature : this.lastSignature
    }
    this.blankBefore = false
    this.closedBefore = !OPEN_END.has(line.lastByte) && (this.lineBound || CLOSERS.has(line.lastByte))
  }

  private signature(head: string, line: LexedLine): Signature | null {
    const found = lineSignature(head, this.known)
    if (found || !this.headed || !HEADED.test(head)) return found
    const atStatement = this.closedBefore || this.blankBefore || this.glued !== null
    return atStatement && line.depth <= (line.indent === 0 ? 0 : 2) ? readSignature(head, true) : null
  }

  /** A declaration: at the left margin whatever brackets seem open, further in as a second choice. */
  private strong(line: LexedLine, signature: Signature): void {
    const continued =
      !this.blankBefore && !this.closedBefore && this.glued === null && line.depth > 0 && line.indent === 0
    if (continued) return
    if (line.indent > 0) {
      this.inner.push(this.boundary(line, COST.member * Math.ceil(line.indent / 4), signature))
      this.prologueEnds(line, signature)
      return
    }
    this.definitions++
    if (line.depth > 0) this.resync()
    this.prologueEnds(line, signature)
    this.keep(this.boundary(line, 0, signature))
    this.header = { start: line.offset, end: line.end, first: line.row + 1, last: line.row + 1 }
  }

  /** A plain statement at the left margin. */
  private weak(line: LexedLine, imports = false): void {
    if (!this.blankBefore && !this.closedBefore && !this.glued) return
    const apart = this.lastSignature || this.blankBefore ? COST.paragraph : COST.statement
    const cost = imports && this.importFrom && !this.blankBefore ? COST.imports : apart
    this.keep(this.boundary(line, cost, null))
  }

  private boundary(line: LexedLine, cost: number, signature: Signature | null): Boundary {
    const { offset, row } = this.glued ?? line
    return { offset, line: row + 1, cost, signature, scope: -1, continuation: false }
  }

  private keep(boundary: Boundary): void {
    if (!this.started && (boundary.offset === 0 || boundary.line === 1)) {
      this.started = true
      this.outer = { ...boundary, offset: 0, line: 1, cost: 0 }
      this.kept.replaceFirst(this.outer)
      return
    }
    this.started = true
    if (boundary.offset <= this.outer.offset) return
    this.flushInner(boundary.line, boundary.offset)
    this.kept.push(boundary)
    this.outer = boundary
    this.header = null
  }

  /** Inner declarations count only where the outer unit is too large to stay whole. */
  private flushInner(line: number, offset: number): void {
    const { outer, limits, header } = this
    if (this.inner.length === 0) return
    if (line - outer.line > limits.lines || !limits.fits(outer.offset, offset)) {
      if (header) this.scopes.push({ parent: -1, header, close: '', name: outer.signature?.name ?? null })
      const scope = header ? this.scopes.length - 1 : -1
      const continuation = outer.signature?.word === 'function'
      const inside = this.inner.items().filter(({ offset: at }) => at > outer.offset && at < offset)
      for (const boundary of worthKeeping(inside, outer.line, line, limits.lines)) {
        this.kept.push({ ...boundary, scope, continuation })
      }
    }
    this.inner = new ThinningList<Boundary>(INNER_KEPT, 1)
  }

  private prologueEnds(line: LexedLine, signature: Signature): void {
    const extent = { start: line.offset, end: line.end, first: line.row + 1, last: line.row + 1 }
    this.prologue.see(extent, signature.word === 'function' ? 'function' : 'container')
  }

  private endImport(line: LexedLine): void {
    const from = this.importFrom!
    this.importFrom = null
    this.prologue.see({ start: from.offset, end: line.end, first: from.row + 1, last: line.row + 1 }, 'import')
  }
}

/** The shallowest of the declarations inside a unit, and deeper ones only where those leave too large a gap. */
function* worthKeeping(inner: readonly Boundary[], from: number, to: number, gap: number): Generator<Boundary> {
  const least = inner.reduce((cost, boundary) => Math.min(cost, boundary.cost), Number.POSITIVE_INFINITY)
  let deeper: Boundary[] = []
  let last = from
  for (const boundary of inner) {
    if (boundary.cost > least) {
      deeper.push(boundary)
      continue
    }
    if (boundary.line - last > gap && deeper.length > 0) yield* worthKeeping(deeper, last, boundary.line, gap)
    yield boundary
    deeper = []
    last = boundary.line
  }
  if (to - last > gap && deeper.length > 0) yield* worthKeeping(deeper, last, to, gap)
}
