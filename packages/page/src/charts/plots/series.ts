// Draws numbers along a line: times, or lines of a file.
import { area, line, plot, pointerX, text, tip } from '@observablehq/plot'
import type { Panel } from '@shoal/base/model/finding'
import { kindColour, toneColour } from '../layout/heat.ts'
import { fitted, labelWidth, safeLabel } from '../layout/label-text.ts'
import { numberText } from '../layout/number-text.ts'
import { stepTimes } from '../layout/time-axis.ts'
import { countAxis, FRAME, TIP } from './frame.ts'

type Series = Extract<Panel, { kind: 'series' }>

export interface SeriesLine {
  readonly label: string
  readonly colour: string
  readonly values: readonly number[]
}

const LEFT = 48
const RIGHT = 12
const INDEX = (_: number, index: number) => index
const VALUE = (value: number) => value
/** More lines could not be told apart. */
const MOST_LINES = 8

export function linesOf({ values, more = [] }: Series): SeriesLine[] {
  const before = { bad: 0, warn: 0 }
  return [{ label: 'all', values }, ...more].slice(0, MOST_LINES).map(({ label, values }, place) => {
    const tone = place === 0 ? null : toneOf(label)
    const colour = tone ? toneColour(tone, before[tone]++) : place === 0 ? 'var(--muted)' : kindColour((place - 1) % 8)
    return { label: safeLabel(label), colour, values }
  })
}

export function drawSeries(chart: Series, width: number): Element {
  const lines = linesOf(chart)
  const size = lines.reduce((most, { values }) => Math.max(most, values.length), 0)
  const single = lines.length === 1
  const times = chart.steps?.map(safeLabel) ?? stepTimes(chart.from, chart.to, chart.values.length)
  const [from, to] = endNames(chart, width - LEFT - RIGHT)
  return plot({
    ...FRAME,
    width,
    height: 150,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: 12,
    marginBottom: 24,
    x: { domain: [0, Math.max(1, size - 1)] },
    y: { nice: true, zero: true },
    marks: [
      ...countAxis('', 3),
      // Not `areaY` and `lineY`, which would stack and bin: no bundle has that.
      ...lines.flatMap(({ values, colour }) => [
        single ? area(values, { x1: INDEX, y1: 0, y2: VALUE, fill: 'var(--kind-1)', fillOpacity: 0.18 }) : null,
        line(values, { x: INDEX, y: VALUE, stroke: single ? 'var(--kind-1)' : colour, strokeWidth: 1.5 }),
      ]),
      text([from], {
        frameAnchor: 'bottom-left',
        textAnchor: 'start',
        dy: 16,
        fill: 'var(--muted)',
      }),
      text([to], { frameAnchor: 'bottom-right', textAnchor: 'end', dy: 16, fill: 'var(--muted)' }),
      tip(
        chart.values,
        pointerX({
          ...TIP,
          x: INDEX,
          y: VALUE,
          maxRadius: 400,
          title: (_: number, index: number) =>
            [
              times?.[index] ?? `${index + 1} of ${size}`,
              ...lines.map(({ label, values }) => `${single ? '' : `${label}: `}${numberText(values[index] ?? 0)}`),
            ].join('\n'),
        }),
      ),
    ],
  })
}

/** Where both do not fit, what the end shares with the start is left out: its date. */
function endNames({ from, to }: Series, room: number): [string, string] {
  const [start, end] = [safeLabel(from), safeLabel(to)]
  const half = room / 2 - 8
  if (labelWidth(start) + labelWidth(end) <= room - 16) return [start, end]
  let shared = 0
  while (shared < end.length && start[shared] === end[shared]) shared++
  const cut = Math.max(end.lastIndexOf(' ', shared - 1), end.lastIndexOf('T', shared - 1)) + 1
  const short = shared > 0 ? end.slice(cut) : end
  return [fitted(start, Math.max(half, room - 16 - labelWidth(short))), fitted(short, half)]
}

/** Levels that people know by colour have it. */
function toneOf(label: string): 'bad' | 'warn' | null {
  if (/^(fatal|critical|error|errors|5xx)\b/i.test(label)) return 'bad'
  return /^warn/i.test(label) ? 'warn' : null
}
