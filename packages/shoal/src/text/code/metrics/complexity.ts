// Cyclomatic complexity and nesting of functions, counted during a walk.
//
// Complexity is McCabe's number as ESLint and lizard count it: 1, and 1 for every if, loop, case but the default,
// catch, ternary and short-circuit operator; nothing for else, finally, optional chaining and default values. Nesting is
// ESLint's max-depth: an `else if` is no level of its own.
import { Kind } from '../symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'

interface Measured {
  readonly node: number
  complexity: number
  /** Of that, cases of a switch. */
  cases: number
  nesting: number
}

const DEFAULT_CASE = /^(?:case\s+)?(?:default\b|else\b|_\s*(?:=>|->|:)|\*\s*\))/
const COUNTS = Kind.branch | Kind.case | Kind.operator | Kind.nest
const DECIDES = Kind.branch | Kind.case | Kind.operator

export class ComplexityCounter {
  private readonly open: { readonly measured: Measured; readonly after: number; readonly base: number }[] = []
  /** Where the levels that are open end. */
  private readonly levels: number[] = []

  constructor(private readonly tree: SyntaxTree) {}

  /** A function begins; what is seen until its end counts for it. */
  enter(measured: Measured): void {
    const { node } = measured
    this.close(node)
    this.open.push({ measured, after: this.tree.afters[node]!, base: this.levels.length })
  }

  see(node: number, kind: number): void {
    if ((kind & COUNTS) === 0) return
    this.close(node)
    const current = this.open.at(-1)
    if ((kind & DECIDES) !== 0 && current && this.isDecision(node, kind)) this.count(current.measured, kind)
    if ((kind & Kind.nest) === 0 || this.isElseIf(node, kind)) return
    this.levels.push(this.tree.afters[node]!)
    if (current) current.measured.nesting = Math.max(current.measured.nesting, this.levels.length - current.base)
  }

  private count(measured: Measured, kind: number): void {
    measured.complexity++
    if ((kind & Kind.case) !== 0) measured.cases++
  }

  private close(node: number): void {
    while (this.levels.length > 0 && this.levels.at(-1)! <= node) this.levels.pop()
    while (this.open.length > 0 && this.open.at(-1)!.after <= node) this.open.pop()
  }

  private isDecision(node: number, kind: number): boolean {
    const { tree } = this
    if ((kind & Kind.operator) !== 0) return tree.is(tree.parents[node]!, Kind.binary)
    if ((kind & Kind.case) !== 0) return !DEFAULT_CASE.test(tree.textOf(node, 40))
    return true
  }

  private isElseIf(node: number, kind: number): boolean {
    if ((kind & Kind.branch) === 0 || (kind & Kind.loop) !== 0) return false
    const start = this.tree.starts[node]!
    return /\belse\s*$/.test(this.tree.text.slice(Math.max(0, start - 12), start))
  }
}
