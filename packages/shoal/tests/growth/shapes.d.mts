export const LAW: readonly string[]

export const allShapes: readonly {
  readonly name: string
  readonly file: string
  make(size: number): string | Uint8Array
}[]
