// What a run asked its models, what came back and what it cost; new calls appear by themselves.

import type { LiveCall, LiveCalls, LiveRun } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { clock, lasted } from '@shoal/base/text/times'
import { useState } from 'preact/hooks'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { useIsNarrow } from '../../parts/use-narrow.ts'
import { Words } from '../../parts/words.tsx'
import { FailureNote } from '../failure-note.tsx'
import { callPath, taskPath } from '../route.ts'
import { dollars, verdictText } from '../wording.ts'
import { useCalls } from './use-calls.ts'
import './calls.css'

export function CallsView({ run }: { readonly run: LiveRun }) {
  const count = run.calls?.calls ?? 0
  const { calls, hasMore, isReading, failure, readMore } = useCalls(run.run, count)
  const [onlyFailed, setOnlyFailed] = useState(false)
  const isNarrow = useIsNarrow(48)
  const listed = onlyFailed ? calls.filter(call => call.failure !== null) : calls
  return (
    <div>
      <div class="live-card-head">
        <h2>Calls</h2>
        {run.calls ? <span class="muted small">{totalWords(run.calls)}</span> : null}
        <label class="small">
          <input type="checkbox" checked={onlyFailed} onChange={event => setOnlyFailed(event.currentTarget.checked)} />{' '}
          Only failed
        </label>
      </div>
      {failure ? <FailureNote failure={failure} /> : null}
      {listed.length > 0 ? null : isReading ? (
        <p class="muted">Reading…</p>
      ) : failure ? null : (
        <p class="muted">{hasMore ? `None of the first ${formatCount(calls.length)}.` : 'None.'}</p>
      )}
      {listed.length === 0 ? null : isNarrow ? (
        <CallList run={run.run} calls={listed} />
      ) : (
        <CallTable run={run.run} calls={listed} />
      )}
      {hasMore ? (
        <p>
          <button type="button" class="button" disabled={isReading} onClick={readMore}>
            Show more: {formatCount(calls.length)} of {formatCount(count)}{' '}
            {onlyFailed ? 'were looked at' : 'are listed'}
          </button>
        </p>
      ) : null}
    </div>
  )
}

function CallTable({ run, calls }: { readonly run: string; readonly calls: readonly LiveCall[] }) {
  return (
    <section class="scroll-x card" aria-label="Calls" tabIndex={0}>
      <table class="table calls-table">
        <thead>
          <tr>
            <th scope="col" class="number">
              Call
            </th>
            <th scope="col">Time</th>
            <th scope="col">Task</th>
            <th scope="col">Purpose</th>
            <th scope="col">Model</th>
            <th scope="col" class="number">
              In
            </th>
            <th scope="col" class="number">
              Out
            </th>
            <th scope="col" class="number">
              Cost
            </th>
            <th scope="col" class="number">
              Took
            </th>
            <th scope="col">Came of it</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(call => (
            <tr key={call.number}>
              <td class="number">
                <a href={writeAddress(callPath(run, call.number))}>{call.number}</a>
              </td>
              <td>{clock(call.at)}</td>
              <td>
                <a href={writeAddress(taskPath(run, call.task))}>{shown(call.task)}</a>
              </td>
              <td>{shown(call.purpose)}</td>
              <td>{shown(call.model)}</td>
              <td class="number">{formatCount(call.inputTokens)}</td>
              <td class="number">{formatCount(call.outputTokens)}</td>
              <td class="number">{call.costUsd === null ? '–' : dollars(call.costUsd)}</td>
              <td class="number">{lasted(call.tookMs)}</td>
              <td class="calls-verdict">
                {call.failure === null ? null : <span class="badge is-high">failed</span>}{' '}
                <Words text={call.failure ?? verdictText(call.verdict)} most={200} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Where a table has no room: what was asked for, what it took and what came of it. */
function CallList({ run, calls }: { readonly run: string; readonly calls: readonly LiveCall[] }) {
  return (
    <ol class="calls-list card" aria-label="Calls">
      {calls.map(call => (
        <li key={call.number}>
          <p>
            <a href={writeAddress(callPath(run, call.number))}>
              {call.number}: <bdi>{shown(call.purpose)}</bdi>
            </a>{' '}
            {call.failure === null ? null : <span class="badge is-high">failed</span>}
          </p>
          <p class="small">
            {formatCount(call.inputTokens)} tokens in, {formatCount(call.outputTokens)} out · {dollars(call.costUsd)}
          </p>
          <p class="small">
            <Words text={call.failure ?? verdictText(call.verdict)} most={200} />
          </p>
          <p class="small muted">
            <a href={writeAddress(taskPath(run, call.task))}>
              <bdi>{shown(call.task)}</bdi>
            </a>{' '}
            · <bdi>{shown(call.model)}</bdi> · {clock(call.at)}, {lasted(call.tookMs)}
          </p>
        </li>
      ))}
    </ol>
  )
}

function totalWords({ calls, failed, inputTokens, outputTokens, costUsd, isGuess }: LiveCalls): string {
  const failures = failed > 0 ? `, ${formatCount(failed)} failed` : ''
  const cost = costUsd === null ? 'price not known' : `${dollars(costUsd)}${isGuess ? ' (in part a guess)' : ''}`
  return `${plural(calls, 'call')}${failures} · ${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out · ${cost}`
}
