export function longSeries(seed?: number): {
  readonly name: string
  readonly kind: 'none' | 'trend' | 'gap' | 'context'
  readonly held: boolean
  readonly times: Float64Array
  readonly values: Float64Array
  readonly windows: readonly { readonly from: number; readonly to: number }[]
}[]
