// The charts of a report, as the analyst of each type draws them from its figures.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import type { Chart } from '@shoal/base/model/chart'
import type { RunReport } from '@shoal/base/model/report'
import type { PageType, TypeCharts } from '@shoal/base/model/report-page'
import { plural } from '@shoal/base/text/printable'
import { yieldToEventLoop } from '@shoal/base/text/turns'

/** Files of a type that have charts of their own, and how many each may have. */
const MOST_FILES = 60
const MOST_CHARTS = 16

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
  const turn = yieldToEventLoop()
  const figures = new Map(type.files.map(file => [file.path, file.figures]))
  const files: { path: string; charts: readonly Chart[] }[] = []
  const failed: string[] = []
  let isAll = listed.length === type.files.length
  let tooMany = 0
  const attempt = (draw: () => readonly Chart[] | undefined, of: string): readonly Chart[] => {
    try {
      const drawn = draw() ?? []
      tooMany += Math.max(0, drawn.length - MOST_CHARTS)
      return drawn.slice(0, MOST_CHARTS)
    } catch {
      failed.push(of)
      return []
    }
  }
  if (analyst.charts)
    for (const { path } of listed) {
      signal.throwIfAborted()
      await turn()
      if (files.length === MOST_FILES) {
        isAll = false
        break
      }
      const charts = attempt(() => analyst.charts!(figures.get(path)!), path)
      if (charts.length > 0) files.push({ path, charts })
    }
  const all = type.files.map(({ path, figures }) => ({ path, figures }))
  const together = all.length < 2 ? [] : attempt(() => analyst.chartsTogether?.(all), `all files (${type.title})`)
  const of = !analyst.charts || isAll ? {} : { of: type.files.length }
  const warnings = [
    ...(failed.length === 0 ? [] : [warning(failed)]),
    ...(tooMany === 0 ? [] : [`${type.title}: ${plural(tooMany, 'chart')} beyond ${MOST_CHARTS} of a file left out.`]),
  ]
  return { charts: { together, files, ...of }, warnings }
}

function warning([first, ...more]: readonly string[]): string {
  return `The charts of ${first}${more.length === 0 ? '' : ` and ${more.length} more`} could not be drawn from its figures.`
}
