// How figures and times of a log are put into words.

import { formatNumber } from '@shoal/base/text/printable'

export function number(value: number): string {
  return formatNumber(value, value < 10 ? 2 : 1)
}

/** `1 entry`, `2,400 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

/** `3 h 20 min`, `45 s`, `120 ms`: the two largest units that matter. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${number(Math.round(seconds * 10) / 10)} s`
  const units: [string, number][] = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ]
  const largest = units.findIndex(([, size]) => seconds >= size)
  const [name, size] = units[largest]!
  const whole = Math.floor(seconds / size)
  const next = units[largest + 1]
  const rest = next ? Math.floor((seconds - whole * size) / next[1]) : 0
  return rest > 0 ? `${number(whole)} ${name} ${rest} ${next![0]}` : `${number(whole)} ${name}`
}

/** A share in per cent, never rounded to all or nothing. */
export function share(part: number, whole: number): string {
  const percent = (part / whole) * 100
  if (percent > 0 && percent < 0.1) return '< 0.1 %'
  if (percent < 100 && percent > 99.9) return '> 99.9 %'
  return `${percent.toFixed(percent < 10 ? 1 : 0)} %`
}

/** A template or message short enough for a sentence. */
export function short(text: string, longest = 120): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain
}

/** `6×`, `12×`, `more than 100×`. */
export function times(ratio: number): string {
  if (ratio > 100) return 'more than 100×'
  return `${ratio < 10 ? ratio.toFixed(1).replace(/\.0$/, '') : Math.round(ratio)}×`
}

/** Words of a template that a question may name. */
export function topicWords(text: string): string[] {
  const words = text.match(/[A-Za-z][\w.-]{2,}/g) ?? []
  return [...new Set(words)].slice(0, 12)
}
