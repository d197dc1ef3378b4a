// Figures and statistics of a surveyed log, typed as far as tests look at them.
import type { FileSurvey } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'

interface LogFigures {
  readonly format: string
  readonly entries: number
  readonly lines: number
  readonly multi_line_entries: number
  readonly levels: Readonly<Record<string, number>>
  readonly templates: readonly { readonly template: string; readonly count: number; readonly first_line: number }[]
  readonly error_clusters: readonly {
    readonly class: string | null
    readonly level: string
    readonly root_frame: string | null
    readonly count: number
  }[]
  readonly http: {
    readonly requests: number
    readonly statuses: Readonly<Record<string, number>>
    readonly server_error_paths: readonly { readonly path: string; readonly count: number }[]
    readonly latency_ms: Readonly<Record<string, number>>
  }
}

interface LogStats {
  readonly what: string
  readonly from: string
  readonly to: string
  readonly count: number
  readonly bucket_seconds: number
  readonly seconds: number
  readonly precursors: readonly { readonly template: string; readonly how: string; readonly line: number }[]
  readonly missed: readonly { readonly line: number; readonly beats: number }[]
}

export function figuresOf({ figures }: FileSurvey): LogFigures {
  return figures as unknown as LogFigures
}

export function statsOf({ stats }: FindingDraft): LogStats {
  return stats as unknown as LogStats
}

/** The burst of one kind. */
export function burstOf({ findings }: FileSurvey, what: string): FindingDraft | undefined {
  return findings.find(finding => finding.type === 'burst' && statsOf(finding).what === what)
}

export function problemsOf({ findings }: FileSurvey): FindingDraft[] {
  return findings.filter(({ nature }) => nature === 'problem')
}
