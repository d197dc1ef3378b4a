// What all pictures of Observable Plot share: the look of axes, the size of text, tips.
import { axisY, gridY, type PlotOptions, ruleY } from '@observablehq/plot'
import { shortNumber } from '../layout/number-text.ts'

/** Sizes are set here and not in the style sheet, for Plot reckons with them. */
export const FRAME = {
  className: 'plot',
  // Every picture names its axes itself: where it has none, Plot adds none of its own.
  axis: null,
  style: { fontSize: '12px', fontFamily: 'inherit', overflow: 'visible' } as unknown as string,
} satisfies PlotOptions

/** Grid lines, numbers and the line that everything stands on. */
export function countAxis(label: string, height = 4) {
  return [
    gridY({ ticks: height, stroke: 'var(--line)', strokeOpacity: 1 }),
    axisY({
      ticks: height,
      tickSize: 0,
      tickFormat: shortNumber,
      label,
      labelArrow: 'none',
      fill: 'var(--muted)',
    }),
    ruleY([0], { stroke: 'var(--line-strong)' }),
  ]
}

/** Colours as they are. Without this Plot makes a scale of them wherever there is nothing to draw. */
export function painted<Datum>(colour: (datum: Datum) => string) {
  return { value: colour, scale: null }
}

/** Nothing is counted in halves: no more lines than there are whole numbers. */
export function countTicks(most: number): number {
  return Math.max(1, Math.min(4, Math.floor(most)))
}

export const TIP = {
  fill: 'var(--raised)',
  stroke: 'var(--line-strong)',
  textPadding: 8,
  pathFilter: 'none',
  lineWidth: 26,
  lineHeight: 1.3,
} as const
