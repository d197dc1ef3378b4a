// The exact figures that a synthesizer is told, drawn as people see them.
import type { Panel } from '@shoal/base/model/finding'
import type { TypeReport } from '@shoal/base/model/report'
import { plural, printable } from '@shoal/base/text/printable'
import { drawPanel } from '../report/panel-text.ts'
import { Screen } from '../report/screen.ts'
import { inTurn } from './in-turn.ts'

const WIDTH = 100
const MOST_ROWS = 12
const MOST_PANELS = 8

/** What each type is, then the panels of all types in turn; the most telling come first and the end may be cut. */
export function figuresText(types: readonly TypeReport[]): string {
  const panels = types.map(({ title, panels: own }) =>
    own.slice(0, MOST_PANELS).map(panel => drawn(panel, types.length > 1 ? title : '')),
  )
  return [...types.map(headOf), ...inTurn(panels)].join('\n')
}

function headOf({ title, summary, read, findingCount, answers }: TypeReport): string {
  const unquoted = answers.filter(({ evidence }) => evidence.length === 0).slice(0, 3)
  return [
    `${title}: ${plural(read.files, 'file')}, ${plural(read.lines, 'line')}, ${plural(findingCount, 'finding')}. ${printable(summary)}`,
    ...unquoted.map(({ text }) => `  Exact answer: ${printable(text.replace(/\s+/g, ' '))}`),
  ].join('\n')
}

function drawn(panel: Panel, title: string): string {
  const screen = new Screen(false, WIDTH)
  drawPanel(screen, title === '' ? panel : { ...panel, title: `${title}: ${panel.title}` }, { most: MOST_ROWS })
  return screen.text().trimEnd()
}
