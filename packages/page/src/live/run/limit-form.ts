// A new limit for a run that stopped at its limit: what is proposed, and what was typed. Pure.

import type { LiveLimit, LiveResume } from '@shoal/base/model/live'
import { lookup } from '@shoal/base/model/lookup'
import { formatCount } from '@shoal/base/text/printable'
import { costOf, NO_SUM } from '../start-form.ts'
import { amountText } from '../wording.ts'

/** Of the rest, for what estimates leave out. */
const CAUTION = 1.2
const MICRO = 1e6

/**
 * As it would be typed: for all of the run, what was used before included. A call is only made when what it may take at most is
 * free, so that beside the rest there must be room for one.
 */
export function proposedLimit({ unit, limit, used, next, rest }: LiveLimit): string {
  const needed = used + next + (rest === null ? limit : CAUTION * rest)
  const amount = roundedUp(Math.max(needed, limit + 1))
  return unit === 'tokens' ? formatCount(amount) : sumText(amount)
}

/** To two digits that count: nobody means to allow exactly $0.7364. */
function roundedUp(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1)
  return Math.ceil(amount / step) * step
}

function sumText(microUsd: number): string {
  return (microUsd / MICRO).toFixed(6).replace(/0{1,4}$/, '')
}

export type ReadLimit = { readonly resume: LiveResume } | { readonly problem: string }

export function readLimit({ unit, used }: Pick<LiveLimit, 'unit' | 'used'>, typed: string): ReadLimit {
  const usd = unit === 'micro_usd' ? costOf(typed) : null
  const tokens = unit === 'tokens' ? tokensOf(typed) : null
  const amount = usd === null ? tokens : Math.round(usd * MICRO)
  if (amount === null || Number.isNaN(amount))
    return { problem: unit === 'tokens' ? 'Write a whole number, such as 500,000' : NO_SUM }
  if (amount <= used) return { problem: `Write more than what was used so far, ${amountText(unit, used)}` }
  return { resume: { maxCostUsd: usd, maxTokens: tokens } }
}

/** `500000`, `500,000`, `500k`, `2M`; NaN for what is no number. */
function tokensOf(text: string): number {
  const [, digits, unit] = /^(\d+|\d{1,3}(?:[ ,]\d{3})+) ?([kM]?)$/.exec(text.trim()) ?? []
  const value = Number(digits?.replace(/[ ,]/g, '')) * (lookup({ k: 1e3, M: 1e6 }, unit ?? '') ?? 1)
  return Number.isSafeInteger(value) && value > 0 ? value : Number.NaN
}

/** What was used, and what the rest is thought to take. */
export function limitWords({ unit, limit, used, rest }: LiveLimit): string {
  const of = (amount: number) => (unit === 'tokens' ? `${formatCount(amount)} tokens` : amountText(unit, amount))
  const spent = unit === 'tokens' ? `${of(used)} were used` : `${of(used)} was spent`
  const left =
    rest === null ? 'what the rest takes is not known' : `the rest is estimated to take about ${of(rest)} more`
  return `It stopped at its limit of ${of(limit)}: ${spent}, and ${left}.`
}
