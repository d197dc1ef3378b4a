// All runs, the newest first, and where each stands.

import type { LiveListed } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { ago, lastedAtLeast } from '@shoal/base/text/times'
import { useState } from 'preact/hooks'
import { writeAddress } from '../address.ts'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { FailureNote } from './failure-note.tsx'
import { isFound, ListFilters, NO_FILTER } from './list-filters.tsx'
import { Meter } from './meter.tsx'
import { reportPath, runPath } from './route.ts'
import { RunAbout } from './run-about.tsx'
import { StatusBadge } from './status-badge.tsx'
import { paceFor } from './ticker.ts'
import { useRunList } from './use-live.ts'
import { useServerNow } from './use-now.ts'
import { useTitle } from './use-title.ts'
import { doneShare, runsFound } from './wording.ts'
import './runs.css'

export function RunsView() {
  const { value, connection, failure } = useRunList()
  const [filter, setFilter] = useState(NO_FILTER)
  useTitle('Runs')
  const [openedAt] = useState(() => Date.now())
  const runs = value?.runs ?? []
  // The newest stands first.
  const now = useServerNow(openedAt, paceFor(Date.now() - (runs[0]?.startedAt ?? 0)))
  const found = runs.filter(run => isFound(filter, run.status, [run.run, run.query, run.reason, ...run.paths]))
  return (
    <div class="live-page">
      <div class="live-title">
        <h1>Runs</h1>
        <a class="button is-main" href={writeAddress('new')}>
          New run
        </a>
      </div>
      <ConnectionNote connection={connection} failure={value && failure} />
      {value === null && failure && connection !== 'refused' ? <FailureNote failure={failure} /> : null}
      {value === null ? (
        failure ? null : (
          <p class="muted">Reading the runs…</p>
        )
      ) : runs.length === 0 ? (
        <NoRuns cwd={value.cwd} />
      ) : (
        <>
          <ListFilters
            filter={filter}
            onFilter={setFilter}
            hint="Search names, questions, paths"
            about="Search in names, questions and paths"
            kindName="Status"
            kinds={[...new Set(runs.map(run => run.status))].sort()}
            found={runsFound({ found: found.length, listed: runs.length, total: value.total })}
          />
          <ul class="runs-list">
            {found.map(run => (
              <RunRow key={run.run} run={run} now={now} />
            ))}
          </ul>
          {runs.length < value.total ? (
            <p class="muted small">
              <Words text="Older ones are not listed here: `shoal runs` lists all." />
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}

function RunRow({ run, now }: { readonly run: LiveListed; readonly now: number }) {
  const { tasks } = run
  const ended = tasks.completed + tasks.skipped
  return (
    <li class="runs-row">
      <div class="runs-name">
        <a href={writeAddress(runPath(run.run))}>{shown(run.run)}</a> <StatusBadge status={run.status} />
      </div>
      <div class="runs-about">
        {run.query === null ? null : <p class="runs-query">{shown(run.query, 300)}</p>}
        <p class="muted small">
          <RunAbout run={run} />
          {run.reason === null ? null : (
            <>
              {' · '}
              <bdi>
                <Words text={run.reason} most={300} />
              </bdi>
            </>
          )}
        </p>
      </div>
      <div class="runs-done small">
        <Meter
          share={doneShare(tasks)}
          tone={tasks.failed > 0 ? 'high' : run.status === 'completed' ? 'good' : 'low'}
          label={`Tasks of ${shown(run.run)}`}
        />
        <span class="muted">
          {formatCount(ended)} of {plural(tasks.total, 'task')}
          {tasks.failed > 0 ? <strong class="live-bad">, {formatCount(tasks.failed)} failed</strong> : null}
        </span>
      </div>
      <div class="runs-time small muted">
        <span title={new Date(run.startedAt).toLocaleString()}>{ago(run.startedAt, now)}</span>
        {run.tookMs === null ? null : <span>{lastedAtLeast(run.tookMs, run.tookIsLeast)}</span>}
      </div>
      <div class="runs-report small">
        {run.hasReport ? (
          <a href={writeAddress(reportPath(run.run))} aria-label={`Report of ${shown(run.run)}`}>
            Report
          </a>
        ) : null}
      </div>
    </li>
  )
}

function NoRuns({ cwd }: { readonly cwd: string }) {
  return (
    <div class="card runs-none">
      <p>There are no runs yet.</p>
      <p class="muted">
        <a href={writeAddress('new')}>Start one here</a>, or in a terminal in <span class="mono">{shown(cwd)}</span>:{' '}
        <code class="mono">shoal analyze PATH "your question"</code>. It appears here by itself.
      </p>
    </div>
  )
}
