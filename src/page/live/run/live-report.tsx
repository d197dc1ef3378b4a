// The report of a run, and the same frozen in a file.
import type { LiveRun } from '../../../model/live.ts'
import type { ReportPage } from '../../../model/report-page.ts'
import { ReportView } from '../../report/report-view.tsx'
import { serverAddress } from '../client.ts'
import { FailureNote } from '../failure-note.tsx'
import { reportPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'

export function LiveReport({ run }: { readonly run: LiveRun }) {
  // A run that was resumed ends with another report.
  const { value, failure } = useLoaded<ReportPage>(['runs', run.run, 'report'], {}, run.endedAt)
  return (
    <>
      <div class="live-above no-print">
        {value === null ? <h1 class="sr-only">Report</h1> : null}
        {failure ? <FailureNote failure={failure} /> : value === null ? <p class="muted">Reading the report…</p> : null}
        {value === null ? null : (
          <a class="button live-download" href={serverAddress(['runs', run.run, 'report.html'])} download>
            Download as one file
          </a>
        )}
      </div>
      {value === null ? null : <ReportView page={value} base={reportPath(run.run)} />}
    </>
  )
}
