// Numbers as charts write them: exact where that is short, else with as many digits as can be read off a picture.
import { formatCount } from '@shoal/base/text/printable'

/** `1,234`, `0.0123`, `-3.46`, `1.2e+30`: whole numbers in full, others with four digits that count. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential(2).replace(/\.?0+e/, 'e')
  if (Number.isInteger(value) || size >= 10_000) return formatCount(Math.round(value))
  return value.toLocaleString('en-US', { maximumSignificantDigits: 4 })
}

/** For axes: `950`, `1.5k`, `20M`. */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size < 10_000 || size >= 1e15) return numberText(value)
  const [unit, letter] = size >= 1e12 ? [1e12, 'T'] : size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : [1e3, 'k']
  return `${numberText(Number((value / unit).toPrecision(4)))}${letter}`
}

/** `12 %`, `0.4 %`, `< 0.1 %`, `99.6 %`: never nothing where there is something, nor all while something is left. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %'
  if (share > 0.999 && share < 1) return '> 99.9 %'
  if (share > 0.99 && share < 1) return `${Math.floor(share * 1000) / 10} %`
  return `${Number((share * 100).toFixed(Math.abs(share) < 0.1 ? 1 : 0))} %`
}

/** The same as a length in a style: `12.5%`. */
export function styleShare(share: number): string {
  return `${Number((share * 100).toFixed(4))}%`
}

/** Round numbers from `from` to `to`, about `count` of them, both ends included where they are round. */
export function roundTicks(from: number, to: number, count: number): number[] {
  const span = to - from
  if (!(span > 0) || !Number.isFinite(span) || count < 1) return [from]
  const step = roundStep(span / count)
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  if (!Number.isFinite(first) || last - first > 1000) return [from]
  return [...new Set(Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => rounded((first + i) * step)))]
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = least / power
  return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10)
}

/** Without the dust of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(15))
}
