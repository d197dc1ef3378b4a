// What providers say about their limits in the headers of an answer: how much is left and when it is full again, and
// how long they want to be left alone.

import type { RateHeaders } from '@shoal/base/model/language-model'
import { lookup } from '@shoal/base/model/lookup'

/** Null when nothing is said. */
export function rateHeaders(headers: Headers): RateHeaders | null {
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const first = <Value>(read: (text: string) => Value | null, ...names: string[]): Value | null => {
    const value = names.map(name => headers.get(name)).find(text => text !== null)
    return value === undefined ? null : read(value)
  }
  const until = (text: string) => readReset(text, now)
  const news: RateHeaders = {
    requestsLeft: first(readCount, 'anthropic-ratelimit-requests-remaining', 'x-ratelimit-remaining-requests'),
    requestsResetMs: first(until, 'anthropic-ratelimit-requests-reset', 'x-ratelimit-reset-requests'),
    tokensLeft: first(
      readCount,
      'anthropic-ratelimit-tokens-remaining',
      'anthropic-ratelimit-input-tokens-remaining',
      'x-ratelimit-remaining-tokens',
    ),
    tokensResetMs: first(
      until,
      'anthropic-ratelimit-tokens-reset',
      'anthropic-ratelimit-input-tokens-reset',
      'x-ratelimit-reset-tokens',
    ),
  }
  return Object.values(news).every(value => value === null) ? null : news
}

/** How long to wait, from `retry-after-ms` or `retry-after` (seconds, or a date). */
export function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const exact = readCount(headers['retry-after-ms'] ?? '')
  if (exact !== null) return exact
  const text = headers['retry-after'] ?? ''
  const seconds = readNumber(text)
  if (seconds !== null) return Math.ceil(seconds * 1000)
  const now = Date.parse(headers.date ?? '') || Date.now()
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** A point in time (Anthropic), or a span such as `6m0s`, `1.5s`, `20ms` (OpenAI), or bare seconds. */
function readReset(text: string, now: number): number | null {
  const seconds = readNumber(text)
  if (seconds !== null) return Math.ceil(seconds * 1000)
  return readSpan(text) ?? (Number.isNaN(Date.parse(text)) ? null : Math.max(0, Date.parse(text) - now))
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** Milliseconds of a span such as `6m0s`; null if it is none. */
export function readSpan(text: string): number | null {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]))+$/.test(text)) return null
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(?<![\d.])([\d.]+)(ms|[dhms])/g))
    total += Number(amount) * lookup(UNITS, unit!)!
  return Math.ceil(total)
}

function readCount(text: string): number | null {
  const value = readNumber(text)
  return value === null ? null : Math.floor(value)
}

function readNumber(text: string): number | null {
  return /^\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : null
}
