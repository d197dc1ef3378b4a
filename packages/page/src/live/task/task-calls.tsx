// The calls of a task; each opens to what was asked and what came back.

import type { LiveCall, LiveCallPage } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { lasted } from '@shoal/base/text/times'
import { useState } from 'preact/hooks'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { CallTurns } from '../calls/call-turns.tsx'
import { FailureNote } from '../failure-note.tsx'
import { callPath, callsPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'
import { dollars, verdictText } from '../wording.ts'

export interface TaskCallsProps {
  readonly run: string
  /** The last of them. */
  readonly calls: readonly LiveCall[]
  readonly count: number
}

export function TaskCalls({ run, calls, count }: TaskCallsProps) {
  if (calls.length === 0) return null
  return (
    <section aria-label="Calls of the task">
      <h3>{plural(count, 'call')}</h3>
      {calls.length < count ? (
        <p class="muted small">
          The last {formatCount(calls.length)} of them.{' '}
          <a href={writeAddress(callsPath(run))}>See all calls of the run</a>
        </p>
      ) : null}
      {calls.map(call => (
        <TaskCall key={call.number} run={run} call={call} />
      ))}
    </section>
  )
}

function TaskCall({ run, call }: { readonly run: string; readonly call: LiveCall }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary class="small">
        <strong>
          {call.number}: <bdi>{shown(call.purpose)}</bdi>
        </strong>{' '}
        {call.failure === null ? null : <span class="badge is-high">failed</span>}{' '}
        <span class="muted">
          <bdi>{shown(call.model)}</bdi> · {formatCount(call.inputTokens)} in, {formatCount(call.outputTokens)} out ·{' '}
          {dollars(call.costUsd)} · {lasted(call.tookMs)}
        </span>
        <span class="task-verdict">
          <Words text={call.failure ?? verdictText(call.verdict)} most={300} />
        </span>
      </summary>
      {isOpen ? <OpenedCall run={run} number={call.number} /> : null}
    </details>
  )
}

function OpenedCall({ run, number }: { readonly run: string; readonly number: number }) {
  const { value, failure } = useLoaded<LiveCallPage>(['runs', run, 'calls', number])
  if (failure) return <FailureNote failure={failure} />
  if (value === null) return <p class="muted small">Reading…</p>
  return (
    <>
      <p class="small">
        <a href={writeAddress(callPath(run, number))}>This call on a page of its own</a>
      </p>
      <CallTurns call={value} />
    </>
  )
}
