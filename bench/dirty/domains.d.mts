export interface DomainTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly faults: readonly (readonly [kind: string, columns: readonly string[], percent: number])[]
}
export const DOMAINS: Readonly<Record<string, (seed: number) => DomainTable>>
