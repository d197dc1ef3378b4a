export interface GeneratedQuestion {
  readonly kind: string
  readonly question: string
  readonly expect: object
}
export interface Generated {
  readonly tables: readonly { readonly name: string; readonly sql: string }[]
  readonly questions: readonly GeneratedQuestion[]
}
export function generated(seed: string, count?: number): Generated
