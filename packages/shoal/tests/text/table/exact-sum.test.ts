import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactSum } from '../../../src/text/table/exact-sum.ts'

const doubles = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e200, max: 1e200 }), {
  maxLength: 60,
})

/** The exact sum as a fraction of 2^-1074, rounded by the engine. */
function truth(values: readonly number[]): number {
  const view = new DataView(new ArrayBuffer(8))
  let sum = 0n
  for (const value of values) {
    view.setFloat64(0, value)
    const bits = view.getBigUint64(0)
    const exponent = (bits >> 52n) & 0x7ffn
    const fraction = bits & 0xfffffffffffffn
    const magnitude = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n)
    sum += bits >> 63n ? -magnitude : magnitude
  }
  const negative = sum < 0n
  const whole = negative ? -sum : sum
  const length = BigInt(whole.toString(2).length)
  const shift = length > 53n ? length - 53n : 0n
  let kept = whole >> shift
  const rest = whole - (kept << shift)
  const half = shift > 0n ? 1n << (shift - 1n) : 0n
  if (shift > 0n && (rest > half || (rest === half && (kept & 1n) === 1n))) kept++
  let value = Number(kept)
  for (let k = shift - 1074n; k !== 0n; ) {
    const step = Math.max(-1000, Math.min(1000, Number(k)))
    value *= 2 ** step
    k -= BigInt(step)
  }
  return negative ? -value : value
}

describe('exact sums', () => {
  it('are the exact sum, rounded once', () => {
    fc.assert(
      fc.property(doubles, values => {
        expect(ExactSum.of(values).value).toBe(truth(values) + 0)
      }),
    )
  })

  it('do not depend on the order, nor on how they are put together', () => {
    fc.assert(
      fc.property(doubles, fc.nat(), (values, cut) => {
        const at = values.length === 0 ? 0 : cut % values.length
        const joined = ExactSum.of(values.slice(at))
        joined.addAll(ExactSum.of(values.slice(0, at)).parts)
        expect(joined.value).toBe(ExactSum.of(values).value)
      }),
    )
  })
})
