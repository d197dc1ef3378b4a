// Colours of values, mixed from the tokens of the page, so that they follow the theme. Text in ink can be read on all.

import { styleShare } from './number-text.ts'

/** 0 to 1: from little to much. */
export function heatColour(share: number): string {
  return `color-mix(in oklab, var(--chart-heat) ${within(share)}, var(--heat-0))`
}

/** -1 to 1: two colours from the middle. */
export function divergeColour(value: number): string {
  const end = value < 0 ? '--chart-low' : '--chart-high'
  return `color-mix(in oklab, var(${end}) ${within(Math.abs(value))}, var(--diverge-mid))`
}

/** Kinds and series by their place; what comes after the seventh shares the last. */
export function kindColour(place: number): string {
  return `var(--kind-${Math.min(place, 7) + 1})`
}

/** What is bad or worth a warning, by its place among those of its tone: three shades that can be told apart. */
export function toneColour(tone: 'bad' | 'warn', place: number): string {
  const name = tone === 'bad' ? 'high' : 'medium'
  return place <= 0 ? `var(--${name})` : `var(--chart-${name}-${Math.min(place, 2) + 1})`
}

function within(share: number): string {
  return styleShare(Math.round(Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * 1000) / 1000)
}
