// The addresses of runs and of what they hold, as resources.
import type { Link } from './tool.ts'

export const RUNS_URI = 'shoal://runs'

export function runUri(run: string): string {
  return `${RUNS_URI}/${encodeURIComponent(run)}`
}

/** Of a run that has a report. */
export function reportLinks(run: string): Link[] {
  return [
    {
      uri: `${runUri(run)}/report.md`,
      name: `${run} report`,
      description: 'The whole report',
      mimeType: 'text/markdown',
    },
    {
      uri: `${runUri(run)}/report.json`,
      name: `${run} report as JSON`,
      description: 'Every finding with all its figures',
      mimeType: 'application/json',
    },
  ]
}
