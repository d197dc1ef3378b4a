// The addresses of runs and of what they hold, as resources.
import type { Link } from './tool.ts'

export const RUNS_URI = 'shoal://runs'
export const TEAMS_URI = 'shoal://teams'

export function runUri(run: string): string {
  return `${RUNS_URI}/${encodeURIComponent(run)}`
}

/** Of a run that has a report. */
export function reportLinks(run: string): Link[] {
  return [
    {
      uri: `${runUri(run)}/report.md`,
      name: `${run} report`,
      description: 'The report, as far as there is room',
      mimeType: 'text/markdown',
    },
    {
      uri: `${runUri(run)}/report.json`,
      name: `${run} report as JSON`,
      description: 'The findings with their figures, as far as there is room',
      mimeType: 'application/json',
    },
  ]
}
