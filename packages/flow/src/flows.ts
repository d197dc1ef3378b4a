// How values go from file to file: what a file hands to functions of others, what its own functions do with their parameters, and
// what they give back. Small enough to be kept with the facts of a file; joined where all files are seen together.
import type { RuleName } from './rules/rule-table.ts'

/** A value from outside, a parameter of an open function of this file, or what a function of another file gave back. */
export type FlowStart =
  | { readonly kind: 'source'; readonly label: string; readonly line: number }
  | { readonly kind: 'parameter'; readonly fn: string; readonly owner: string; readonly at: number }
  | { readonly kind: 'result'; readonly of: string }

/** A place that breaks a rule, an argument of a function of another file, or what a function of this file gives back. */
export type FlowEnd =
  | { readonly kind: 'sink'; readonly rule: RuleName; readonly subject: string; readonly fn: string }
  | { readonly kind: 'argument'; readonly of: string; readonly at: number }
  | { readonly kind: 'return'; readonly fn: string; readonly owner: string }

/** An argument of a function of another file, whose result goes on. */
export interface FlowStep {
  readonly of: string
  readonly at: number
}

export interface Flow {
  readonly from: FlowStart
  readonly to: FlowEnd
  readonly through?: readonly FlowStep[]
  /** Bits of the uses it was made safe for on the way. */
  readonly safe: number
  readonly line: number
  readonly quote: string
}

/** What tells a danger from the others of its file: the rule, the scope, the call, and what of other files had the value in hand. */
export function dangerKey(
  rule: string,
  { fn, subject }: { readonly fn: string; readonly subject: string },
  through: readonly FlowStep[] = [],
): string {
  return [rule, fn, subject, ...through.map(({ of }) => of)].join(':')
}

const MOST_FLOWS = 300
const LONGEST_QUOTE = 160

/** Collects the flows of a file, each once. */
export class FlowList {
  private readonly found = new Map<string, Flow>()

  add(flow: Flow): void {
    const { from, to } = flow
    // Inside of one file it is told at once; where a function of another had it in hand, that one may have made it safe.
    const isInside = from.kind === 'source' && to.kind === 'sink' && !flow.through
    const isNameless = (from.kind === 'parameter' && from.fn === '') || (to.kind === 'return' && to.fn === '')
    if (this.found.size >= MOST_FLOWS || isInside || isNameless) return
    const key = JSON.stringify([flow.from, flow.to, flow.to.kind === 'sink' ? [flow.line, flow.through] : 0])
    const before = this.found.get(key)
    // On another way it may have been made less safe.
    if (before) this.found.set(key, { ...before, safe: before.safe & flow.safe })
    else this.found.set(key, { ...flow, quote: flow.quote.slice(0, LONGEST_QUOTE).split('\n')[0]!.trimEnd() })
  }

  list(): Flow[] {
    return [...this.found.values()]
  }
}
