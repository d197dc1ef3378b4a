export interface FoundPattern {
  readonly source: string
  readonly flags: string
  readonly isSwept: boolean
  readonly places: readonly string[]
}
export function collectPatterns(): Promise<{
  readonly patterns: readonly FoundPattern[]
  readonly loose: readonly { readonly file: string; readonly place: string; readonly text: string }[]
  readonly faults: readonly string[]
}>
export function readPatterns(
  file: string,
  text: string,
): {
  readonly literals: readonly { readonly source: string; readonly flags: string; readonly isSwept: boolean }[]
  readonly constructions: readonly { readonly isInFunction: boolean }[]
  readonly faults: readonly string[]
}
