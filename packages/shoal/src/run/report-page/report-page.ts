// What the page of a report is drawn from: the report, charts of its figures, and the lines around its quotes.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import type { Severity } from '@shoal/base/model/finding'
import type { Ledger } from '@shoal/base/model/ledger'
import { pushAll } from '@shoal/base/model/lists'
import type { FileReport, RunReport } from '@shoal/base/model/report'
import type { PageType, ReportPage, TypeCharts } from '@shoal/base/model/report-page'
import { ownVersion } from '../../config/own-version.ts'
import type { Settings } from '../../config/resolve.ts'
import { settingsFrom } from '../../config/resolve.ts'
import { readAnalysis } from '../analysis/definition.ts'
import { readReport } from '../analysis/report.ts'
import { registryFor } from '../registry.ts'
import { GaveUp, workOn } from '../threads/work-on.ts'
import type { Drawn, TypeToDraw } from './charts.ts'
import { type ExcerptSources, excerptsOf } from './excerpts.ts'
import { rootedFiles } from './rooted-files.ts'

export interface PageOptions {
  /** The content types are those of these settings. */
  readonly settings?: Settings
  readonly signal?: AbortSignal
}

export interface RunPageOptions extends PageOptions {
  readonly ledger: Ledger
  readonly run: string
  /** Where the run keeps what is its own; null for nowhere. */
  readonly directory?: string | null
  /** Its report, if it is at hand. */
  readonly report?: RunReport
}

/** The page of a run's report. Throws `wrong-state` when there is none. */
export async function runReportPage({
  ledger,
  run,
  directory,
  report,
  ...options
}: RunPageOptions): Promise<ReportPage> {
  const definition = readAnalysis(run, await ledger.definition(run))
  const known = report ?? (await readReport({ ledger, run, definition, directory: directory ?? null }))
  const { endedAt } = await ledger.team(run)
  return await pageOf(
    known,
    { files: new Map(Object.entries(definition.stamps)), tasks: definition.plan.tasks },
    endedAt,
    options,
  )
}

export interface ReportPageOptions extends PageOptions {
  /** The files that the report names are read below this directory; none are if it is left out. */
  readonly root?: string
}

/** The page of a report that came from anywhere. */
export async function reportPage(report: RunReport, { root, ...options }: ReportPageOptions = {}): Promise<ReportPage> {
  return await pageOf(report, { files: rootedFiles(report.files, root ?? null), tasks: [] }, null, options)
}

async function pageOf(
  report: RunReport,
  sources: Pick<ExcerptSources, 'files' | 'tasks'>,
  madeAt: number | null,
  { settings = settingsFrom(), signal = new AbortController().signal }: PageOptions,
): Promise<ReportPage> {
  const registry = registryFor(settings)
  const analysts = new Map<string, BuiltInAnalyst>()
  const charts: [type: string, TypeCharts][] = []
  const warnings: string[] = []
  const perType: PageType[] = []
  for (const type of report.perType) {
    const analyst = await registry.typeOf(type.contentType).builtIn()
    analysts.set(type.contentType, analyst)
    const shown = pageType(type, report)
    const drawn = await chartsOf({ type, files: shown.files }, { settings, signal })
    perType.push(shown)
    charts.push([type.contentType, drawn.charts])
    pushAll(warnings, drawn.warnings)
  }
  const types = new Map(report.files.map(({ path, detection }) => [path, detection.contentType]))
  const isTable = (path: string) => analysts.get(types.get(path) ?? '')?.secrets === 'tabled'
  return {
    shoal: ownVersion(),
    madeAt,
    report: { ...report, perType, warnings: [...report.warnings, ...warnings] },
    charts: Object.fromEntries(charts),
    problems: Object.fromEntries(report.perType.flatMap(({ files }) => files.flatMap(problemsOf))),
    excerpts: await excerptsOf(report, { ...sources, isTable, signal, settings }),
  }
}

async function chartsOf(
  drawing: Omit<TypeToDraw, 'analyst'>,
  how: Required<Pick<PageOptions, 'settings' | 'signal'>>,
): Promise<Drawn> {
  const { contentType: type, title } = drawing.type
  try {
    return await workOn('charts', drawing, { ...how, type, bytes: 0 })
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    return { charts: { together: [], files: [] }, warnings: [`The charts of ${title} are left out: ${error.message}.`] }
  }
}

function problemsOf({ path, problems }: FileReport): [path: string, problems: Record<Severity, number>][] {
  return problems && problems.high + problems.medium + problems.low > 0 ? [[path, problems]] : []
}

/** Files of a type that are listed. */
const MOST_FILES = 500

function pageType(
  { metadata: _, rejected: __, files, ...type }: RunReport['perType'][number],
  { files: planned }: RunReport,
): PageType {
  const sizes = new Map(planned.map(({ path, sizeBytes }) => [path, sizeBytes]))
  const size = (path: string) => sizes.get(path) ?? 0
  const ordered = files.toSorted((a, b) => b.findings - a.findings || size(b.path) - size(a.path))
  return { ...type, files: ordered.slice(0, MOST_FILES).map(({ figures: ___, ...file }) => file) }
}
