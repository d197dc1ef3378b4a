// The report of a run.
import type { LiveRun } from '@shoal/base/model/live'
import type { ReportPage } from '@shoal/base/model/report-page'
import { ReportView } from '../../report/report-view.tsx'
import { FailureNote } from '../failure-note.tsx'
import { reportPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'

export function LiveReport({ run }: { readonly run: LiveRun }) {
  // A run that was resumed ends with another report.
  const { value, failure } = useLoaded<ReportPage>(['runs', run.run, 'report'], {}, run.endedAt)
  return (
    <>
      {value === null ? (
        <div class="live-above no-print">
          <h1 class="sr-only">Report</h1>
          {failure ? <FailureNote failure={failure} /> : <p class="muted">Reading the report…</p>}
        </div>
      ) : (
        <ReportView page={value} base={reportPath(run.run)} />
      )}
    </>
  )
}
