// One chart or panel, drawn.
import type { Chart } from '../../model/chart.ts'

export interface ChartProps {
  readonly chart: Chart
  /** The file it is of; points that name another are of that one. */
  readonly path?: string
  /** Opens a line of a file; left out where there is nothing to open. */
  readonly onPlace?: (path: string, line: number) => void
}

export function ChartView({ chart }: ChartProps) {
  return <figure>{chart.title}</figure>
}
