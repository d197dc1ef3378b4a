export interface ScoredAnswer {
  readonly answer: string
  readonly read: { readonly status: string; readonly rows: readonly object[] }
}
export function score(expect: object, given: ScoredAnswer): 'right' | 'partial' | 'refused' | 'wrong'
