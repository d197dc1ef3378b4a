// What a question wants summed up: rows and one measure, by group and by which of the asked values a row holds.
import { ExactSum } from './exact-sum.ts'
import type { TableKernel } from './kernel.ts'

export interface CubeSpec {
  /** Index of the column whose values make the groups; -1 for one group. */
  readonly group: number
  /** Index of the numeric column; -1 to count rows only. */
  readonly measure: number
}

export interface CubeTally extends CubeSpec {
  /** More groups than can be kept: no figures. */
  readonly dead: boolean
  readonly cells: readonly CubeCell[]
}

export interface CubeCell {
  /** Number of the group's entry in the dictionary of its column, or -1. */
  readonly group: number
  /** Bits of the asked values that these rows hold. */
  readonly mask: number
  readonly rows: number
  readonly first: number
  /** Numbers among them, the parts of their exact sum less the pivot, the least and the most. */
  readonly n: number
  readonly sum: readonly number[]
  readonly least: number
  readonly most: number
}

const CELL_BYTES = 48

export class Cubes {
  private readonly pointers: readonly number[]
  private readonly sums: { n: number; sum: ExactSum }[][]

  constructor(
    private readonly kernel: TableKernel,
    private readonly specs: readonly CubeSpec[],
  ) {
    this.pointers = specs.map(({ group, measure }) => kernel.wasm.addCube(group, measure))
    this.sums = specs.map(() => [])
  }

  /** Takes the sums of the section out of the kernel. */
  fold(): void {
    this.pointers.forEach((at, k) => {
      const { data } = this.kernel
      const size = data.getUint32(at + 8, true)
      const cells = data.getUint32(at + 20, true)
      const sums = this.sums[k]!
      for (let cell = 0; cell < size; cell++) {
        const from = cells + cell * CELL_BYTES
        sums[cell] ??= { n: 0, sum: new ExactSum() }
        const n = data.getFloat64(from + 16, true)
        if (n === 0) continue
        sums[cell]!.n += n
        sums[cell]!.sum.add(data.getFloat64(from + 24, true))
        data.setFloat64(from + 16, 0, true)
        data.setFloat64(from + 24, 0, true)
      }
    })
  }

  tally(): CubeTally[] {
    const { data } = this.kernel
    return this.specs.map((spec, k) => {
      const at = this.pointers[k]!
      const size = data.getUint32(at + 8, true)
      const cells = data.getUint32(at + 20, true)
      return {
        ...spec,
        dead: data.getUint32(at + 24, true) !== 0,
        cells: Array.from({ length: size }, (_, cell) => {
          const from = cells + cell * CELL_BYTES
          const key = data.getUint32(from, true)
          const { n, sum } = this.sums[k]![cell]!
          return {
            group: (key & 0x1ffff) - 1,
            mask: key >>> 17,
            rows: data.getUint32(from + 4, true),
            first: data.getUint32(from + 8, true),
            n,
            sum: sum.parts,
            least: data.getFloat64(from + 32, true),
            most: data.getFloat64(from + 40, true),
          }
        }),
      }
    })
  }
}
