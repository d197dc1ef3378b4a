// Sums of money in words.

/** `$0.0042`, `$1.20`: small sums keep two digits that count. */
export function dollarsText(usd: number): string {
  if (usd > 0 && usd < 1e-6) return 'under $0.000001'
  if (usd === 0 || usd >= 1) return `$${usd.toFixed(2)}`
  const digits = Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(usd))))
  return `$${usd.toFixed(digits)}`
}

/** To the millionth, where two sums must not look the same: `$0.25`, `$0.249631`. */
export function exactDollars(usd: number): string {
  return `$${usd.toFixed(6).replace(/0{1,4}$/, '')}`
}
