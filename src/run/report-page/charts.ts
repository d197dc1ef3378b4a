// The charts of a report, as the analyst of each type draws them from its figures.
import type { BuiltInAnalyst } from '../../model/analyst.ts'
import type { Chart } from '../../model/chart.ts'
import type { RunReport } from '../../model/report.ts'
import type { PageType, TypeCharts } from '../../model/report-page.ts'
import { turnTaker } from '../../text/turns.ts'

/** Files of a type that have charts of their own, and how many each may have. */
const MOST_FILES = 60
const MOST_CHARTS = 12

export interface TypeToDraw {
  /** As it was reported, with all figures. */
  readonly type: RunReport['perType'][number]
  /** The files as the page lists them. */
  readonly files: PageType['files']
  readonly analyst: Pick<BuiltInAnalyst, 'charts' | 'chartsTogether'>
}

export interface Drawn {
  readonly charts: TypeCharts
  /** What could not be drawn, one sentence each. */
  readonly warnings: readonly string[]
}

/** Figures may be those of an older shoal: a chart that cannot be drawn from them costs only itself. */
export async function drawCharts({ type, files: listed, analyst }: TypeToDraw, signal: AbortSignal): Promise<Drawn> {
  const turn = turnTaker()
  const figures = new Map(type.files.map(file => [file.path, file.figures]))
  const files: { path: string; charts: readonly Chart[] }[] = []
  const failed: string[] = []
  const attempt = (draw: () => readonly Chart[] | undefined, of: string): readonly Chart[] => {
    try {
      return (draw() ?? []).slice(0, MOST_CHARTS)
    } catch {
      failed.push(of)
      return []
    }
  }
  if (analyst.charts)
    for (const { path } of listed) {
      signal.throwIfAborted()
      await turn()
      if (files.length === MOST_FILES) break
      const charts = attempt(() => analyst.charts!(figures.get(path)!), path)
      if (charts.length > 0) files.push({ path, charts })
    }
  const all = type.files.map(({ path, figures }) => ({ path, figures }))
  const together = all.length < 2 ? [] : attempt(() => analyst.chartsTogether?.(all), `all files (${type.title})`)
  return { charts: { together, files }, warnings: failed.length === 0 ? [] : [warning(failed)] }
}

function warning([first, ...more]: readonly string[]): string {
  return `The charts of ${first}${more.length === 0 ? '' : ` and ${more.length} more`} could not be drawn from its figures.`
}
