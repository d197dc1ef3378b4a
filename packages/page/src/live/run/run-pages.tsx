// All that is seen of one run: how it goes on, its report, its calls; tasks and calls open beside or instead.
import type { LiveRun } from '@shoal/base/model/live'
import { writeAddress } from '../../address.ts'
import { AskView } from '../ask/ask-view.tsx'
import { CallView } from '../calls/call-view.tsx'
import { CallsView } from '../calls/calls-view.tsx'
import { serverAddress } from '../client.ts'
import { ConnectionNote } from '../connection-note.tsx'
import { FailureNote } from '../failure-note.tsx'
import { callsPath, type Route, reportPath, runPath } from '../route.ts'
import { TaskPanel } from '../task/task-panel.tsx'
import { paceFor } from '../ticker.ts'
import { Returns, useRun } from '../use-live.ts'
import { useServerNow } from '../use-now.ts'
import { useTitle } from '../use-title.ts'
import { progressText } from '../wording.ts'
import { LiveReport } from './live-report.tsx'
import { RunHead } from './run-head.tsx'
import { RunView } from './run-view.tsx'
import { useIsWide } from './use-is-wide.ts'
import './run.css'

export type RunRoute = Extract<Route, { readonly run: string }>

export function RunPages({ route }: { readonly route: RunRoute }) {
  const { value: run, connection, failure, returns } = useRun(route.run)
  useTitle(run === null ? route.run : titleOf(run, route))
  const isConnected = connection === 'live' || connection === 'back'
  const now = useServerNow(run?.now ?? 0, run === null ? null : paceOf(run, isConnected))
  if (connection === 'gone')
    return (
      <div class="live-page">
        <h1>{run === null ? 'There is no such run' : 'This run was deleted'}</h1>
        <p>
          <a href={writeAddress('')}>See all runs</a>
        </p>
      </div>
    )
  return (
    <Returns.Provider value={returns}>
      <div class={route.view === 'report' ? 'live-page is-report' : 'live-page'}>
        <ConnectionNote connection={connection} failure={run && failure} />
        {run === null ? (
          failure && connection !== 'refused' ? (
            <FailureNote failure={failure} />
          ) : (
            <p class="muted">Reading the run…</p>
          )
        ) : (
          <>
            <RunHead
              run={run}
              now={now}
              isConnected={isConnected}
              opened={route.view === 'task' ? route.task : null}
              isBrief={route.view === 'report'}
            />
            <Tabs run={run} route={route} />
            <Page run={run} now={now} route={route} />
          </>
        )}
      </div>
      {run !== null && route.view === 'report' ? <LiveReport run={run} /> : null}
    </Returns.Provider>
  )
}

/** Whether a run still goes on is not known without a connection: then its time stands still. */
function paceOf({ endedAt, startedAt }: LiveRun, isConnected: boolean): number | null {
  if (endedAt === null) return isConnected ? 1000 : null
  return paceFor(Date.now() - startedAt)
}

function Tabs({ run, route }: { readonly run: LiveRun; readonly route: RunRoute }) {
  const tab = (path: string, title: string, views: readonly Route['view'][]) => (
    <a href={writeAddress(path)} aria-current={views.includes(route.view) ? 'page' : undefined}>
      {title}
    </a>
  )
  return (
    <div class="live-tabs no-print">
      <nav aria-label="Of this run">
        {tab(runPath(run.run), 'Progress', ['run', 'task'])}
        {run.hasReport ? tab(reportPath(run.run), 'Report', ['report']) : null}
        {run.calls === null ? null : tab(callsPath(run.run), `Calls (${run.calls.calls})`, ['calls', 'call'])}
      </nav>
      {run.hasReport && route.view === 'report' ? (
        <a class="button small live-download" href={serverAddress(['runs', run.run, 'report.html'])} download>
          Download as one file
        </a>
      ) : null}
    </div>
  )
}

interface PageProps {
  readonly run: LiveRun
  readonly now: number
  readonly route: RunRoute
}

function Page({ run, now, route }: PageProps) {
  switch (route.view) {
    case 'report':
      return null
    case 'calls':
      return <CallsView key={run.run} run={run} />
    case 'call':
      return <CallView run={run} number={route.number} />
    case 'run':
      return <RunAndTask run={run} now={now} task={null} />
    case 'task':
      return <RunAndTask run={run} now={now} task={route.task} />
  }
}

/** A task opens beside its run, or in its place where there is no room for both. */
function RunAndTask({ run, now, task }: Omit<PageProps, 'route'> & { readonly task: string | null }) {
  const isWide = useIsWide()
  return (
    <div class={task !== null && isWide ? 'run-beside' : ''}>
      {task !== null && !isWide ? null : run.pattern === 'ask' ? (
        <AskView key="run" run={run} />
      ) : (
        <RunView key="run" run={run} now={now} chosen={task} />
      )}
      {task === null ? null : <TaskPanel key={`task ${task}`} run={run} task={task} now={now} />}
    </div>
  )
}

/** A glance at the tab tells how far it is. */
function titleOf(live: LiveRun, { view }: RunRoute): string {
  const { run, status } = live
  if (view !== 'run' && view !== 'task') return `${run} ${view}`
  if (status !== 'running') return `${run} ${status}`
  return `${progressText(live)} ${run}`
}
