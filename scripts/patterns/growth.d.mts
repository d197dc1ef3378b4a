interface Judged {
  readonly source: string
  readonly flags: string
  readonly isSwept?: boolean
}
export function superLinear(pattern: Judged): { readonly name: string; readonly counts: readonly number[] } | null
export function isBounded(source: string, flags: string): boolean
