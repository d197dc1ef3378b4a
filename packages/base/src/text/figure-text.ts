// A figure in words, as answers and their rows tell it: the same everywhere.
import { formatCount } from './printable.ts'

/** Below it, digits that count are told instead of digits behind the point: something is never told as nothing. */
const TINY = 0.001
/** From here on no digits are told but those that count. */
const HUGE = 1e21

/** Grouped, with at most four digits behind the point; JSON has the exact value. At least `digits`, zeros where it has fewer. */
export function figureText(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= HUGE) return String(value)
  if (size > 0 && size < TINY) return String(Number(value.toPrecision(3)))
  const most = Number.isInteger(value) ? 0 : size >= 100 ? 2 : size >= 1 ? 3 : 4
  const [whole, rest = ''] = size.toFixed(most).split('.') as [string, string?]
  const tail = rest.replace(/(?<!0)0+$/, '').padEnd(digits, '0')
  return `${value < 0 ? '-' : ''}${formatCount(Number(whole))}${tail === '' ? '' : `.${tail}`}`
}

/** How many it has behind the point. */
export function digitsOf(value: number): number {
  const size = Math.abs(value)
  return (size > 0 && size < TINY) || size >= HUGE ? 0 : (figureText(value).split('.')[1] ?? '').length
}
