import type { DomainTable } from './domains.mjs'
export function planted(
  table: DomainTable,
  seed: number,
): {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly truth: ReadonlyMap<string, { readonly kind: string; readonly clean: string }>
}
