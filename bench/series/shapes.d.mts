export interface LabelledSeries {
  readonly name: string
  readonly shape: string
  readonly times: Float64Array
  readonly values: Float64Array
  readonly windows: readonly { readonly kind: string; readonly from: number; readonly to: number }[]
}
export function labelledSeries(options?: { readonly seeds?: readonly number[] }): LabelledSeries[]
