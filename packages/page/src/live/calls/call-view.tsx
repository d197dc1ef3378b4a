// One call on a page of its own.
import type { LiveCallPage, LiveRun } from '@shoal/base/model/live'
import { formatCount } from '@shoal/base/text/printable'
import { clock, lasted } from '@shoal/base/text/times'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { FailureNote } from '../failure-note.tsx'
import { callPath, taskPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'
import { dollars, verdictText } from '../wording.ts'
import { CallTurns } from './call-turns.tsx'

export function CallView({ run, number }: { readonly run: LiveRun; readonly number: number }) {
  const { value: call, failure } = useLoaded<LiveCallPage>(['runs', run.run, 'calls', number])
  const last = run.calls?.calls ?? 0
  return (
    <section aria-labelledby="call-title">
      <div class="live-card-head">
        <h2 id="call-title">
          Call {number} {call?.failure == null ? null : <span class="badge is-high">failed</span>}
        </h2>
        <nav class="call-steps no-print" aria-label="Other calls">
          {number > 1 ? <a href={writeAddress(callPath(run.run, number - 1))}>Previous</a> : null}
          {number < last ? <a href={writeAddress(callPath(run.run, number + 1))}>Next</a> : null}
        </nav>
      </div>
      {failure ? <FailureNote failure={failure} /> : null}
      {call ? (
        <>
          <p class="small muted">
            {clock(call.at)} · <bdi>{shown(call.purpose)}</bdi> for{' '}
            <a href={writeAddress(taskPath(run.run, call.task))}>
              <bdi>{shown(call.task)}</bdi>
            </a>{' '}
            · <bdi>{shown(call.model)}</bdi> · {formatCount(call.inputTokens)} tokens in,{' '}
            {formatCount(call.outputTokens)} out · {dollars(call.costUsd)} · {lasted(call.tookMs)}
            {call.attempts > 1 ? ` · ${call.attempts} attempts` : ''}
          </p>
          <p>
            <Words text={call.failure ?? verdictText(call.verdict)} />
          </p>
          <CallTurns call={call} />
        </>
      ) : failure ? null : (
        <p class="muted">Reading…</p>
      )}
    </section>
  )
}
