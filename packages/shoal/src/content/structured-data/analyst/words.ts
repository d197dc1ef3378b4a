// Figures as people read them.

export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Before a count of values, some of which were taken for equal by their hash alone. */
export function about(counts: { readonly about: boolean }, word = 'about '): string {
  return counts.about ? word : ''
}

/** What JSON can hold: sums may overflow. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Some of the numbers are beyond those that a double tells apart: what is reckoned from them is not exact. */
export function isBeyondDoubles(series: { readonly min: number; readonly max: number } | undefined): boolean {
  return series !== undefined && Math.max(-series.min, series.max) > Number.MAX_SAFE_INTEGER
}

/** `1 row`, `2,400 rows`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const share = (part / whole) * 100
  if (share > 0 && share < 0.1) return '< 0.1 %'
  if (share < 100 && share > 99.9) return '> 99.9 %'
  return `${Number(share.toFixed(1))} %`
}

/** Up to six digits that count; whole numbers in full. */
export function figure(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return count(value)
  const short = Number(value.toPrecision(6))
  if (Math.abs(short) >= 1e15) return short.toExponential()
  if (short !== 0 && Math.abs(short) < 1e-6) return String(short)
  return grouped(String(short))
}

/** Thousands set apart in the whole part of a decimal. */
function grouped(text: string): string {
  const [whole, rest] = text.split('.')
  return rest === undefined ? count(Number(whole)) : `${whole!.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`
}

/** A correlation to three decimals, or as many as it takes to tell it from 1. */
export function correlation(value: number): string {
  let text = value.toFixed(3)
  for (let digits = 4; digits <= 8 && Math.abs(value) < 1 && Math.abs(Number(text)) === 1; digits++)
    text = value.toFixed(digits)
  return Math.abs(Number(text)) === 1 ? value.toFixed(3) : text
}

/** Seconds since 1970 as a date, or a date and time. */
export function moment(seconds: number, type: string): string {
  if (type === 'time') return new Date(seconds * 1000).toISOString().slice(11, 19)
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  const text = date.toISOString()
  return type === 'date' ? text.slice(0, text.indexOf('T')) : text.replace('.000Z', 'Z')
}

/** A value in a sentence: quoted, and short. */
export function quoted(value: string): string {
  const flat = value.replace(/[\s\u0000-\u001f]+/g, found => (found === ' ' ? ' ' : '␣'))
  return `"${flat.length > 40 ? `${flat.slice(0, 39)}…` : flat}"`
}

/** `a`, `a and b`, `a, b and 3 more`; a single one more is named. */
export function listed(items: readonly string[], most = 3): string {
  const shown = items.length === most + 1 ? items : items.slice(0, most)
  const more = items.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${count(more)} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
