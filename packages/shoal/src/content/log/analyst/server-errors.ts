// Requests that were answered with a server error: counted once, for the finding, the answers and the summary alike.
import { ranked, type Tallied } from './ladder-counts.ts'
import type { Story } from './story.ts'

export interface ServerErrors {
  readonly count: number
  readonly requests: number
  /** How often each status, the most frequent first. */
  readonly statuses: readonly (readonly [status: number, count: number])[]
  /** The paths that failed, the most frequent first. */
  readonly paths: readonly (readonly [path: string, tallied: Tallied])[]
  readonly first: { readonly line: number; readonly offset: number }
}

/** Null when there is none. */
export function serverErrorsOf({ picture }: Pick<Story, 'picture'>): ServerErrors | null {
  const { http } = picture.whole
  const statuses = [...http.statuses].filter(([status]) => status >= 500).sort((a, b) => b[1] - a[1])
  const count = statuses.reduce((sum, [, n]) => sum + n, 0)
  const paths = ranked(http.failing)
  if (count === 0 || paths.length === 0) return null
  const first = paths.reduce((a, b) => (b[1].firstLine < a[1].firstLine ? b : a))[1]
  return {
    count,
    requests: http.requests,
    statuses,
    paths,
    first: { line: first.firstLine, offset: first.firstOffset },
  }
}
