// The name of a run, what it is about, where it stands, and what can be done with it.

import type { LiveRun } from '@shoal/base/model/live'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { type LiveFailure, postJson } from '../client.ts'
import { FailureNote } from '../failure-note.tsx'
import { RunAbout } from '../run-about.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { asFailure } from '../use-live.ts'
import { RaiseLimit } from './raise-limit.tsx'
import { RunNotices } from './run-notices.tsx'
import { timeWords } from './standing.ts'

export interface RunHeadProps {
  readonly run: LiveRun
  readonly now: number
  readonly isConnected: boolean
  /** The task that is open: what there is to say of it is said there. */
  readonly opened: string | null
  /** Without the question, and no heading: what is below has both. */
  readonly isBrief: boolean
}

export function RunHead({ run, now, isConnected, opened, isBrief }: RunHeadProps) {
  // A report below has a heading of its own, and a page has one.
  const Title = isBrief ? 'p' : 'h1'
  const [resumed, setResumed] = useState<string | null>(null)
  const isFailedAgain = resumed === run.run && run.status === 'failed'
  return (
    <header class="run-head">
      <div class="run-head-words">
        <Title class="run-title">
          <bdi>{shown(run.run)}</bdi> <StatusBadge status={run.status} />
        </Title>
        {run.query === null || isBrief ? null : (
          <p class="run-query">
            <bdi>{shown(run.query)}</bdi>
          </p>
        )}
        <p class="muted small">
          <RunAbout run={run} />
          {` · ${timeWords(run, now)}`}
        </p>
        {run.reason === null ? null : (
          <p class="small run-reason">
            <Words text={run.reason} />
          </p>
        )}
      </div>
      <RunActions key={run.run} run={run} isConnected={isConnected} onResumed={setResumed} />
      <div class="run-notices">
        {run.canResume && run.limit ? (
          <RaiseLimit key={run.run} run={run} limit={run.limit} isConnected={isConnected} />
        ) : null}
        {isBrief ? null : <RunNotices key={run.run} run={run} opened={opened} isFailedAgain={isFailedAgain} />}
      </div>
    </header>
  )
}

type Doing = 'asking' | 'stop' | 'resume' | null

interface RunActionsProps extends Pick<RunHeadProps, 'run' | 'isConnected'> {
  /** With the name of the run once the server has answered, null when something else is asked for. */
  readonly onResumed: (run: string | null) => void
}

function RunActions({ run, isConnected, onResumed }: RunActionsProps) {
  const [doing, setDoing] = useState<Doing>(null)
  const [failure, setFailure] = useState<LiveFailure | null>(null)
  const sure = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (doing === 'asking') sure.current?.focus()
  }, [doing])
  // What was asked for has happened, or something else has.
  useEffect(() => setDoing(null), [run.status, run.endedAt, run.canStop, run.canResume])

  const send = async (what: 'stop' | 'resume') => {
    setDoing(what)
    setFailure(null)
    onResumed(null)
    try {
      await postJson(['runs', run.run, what], {})
      if (what === 'resume') onResumed(run.run)
    } catch (error) {
      setFailure(asFailure(error))
      setDoing(null)
    }
  }

  return (
    <div class="run-actions no-print">
      {doing === 'asking' && run.canStop ? (
        <fieldset class="run-ask">
          <legend class="small">Stop this run? What is done is kept, and it can be resumed.</legend>
          <button ref={sure} type="button" class="button is-main" onClick={() => send('stop')}>
            Stop it
          </button>{' '}
          <button type="button" class="button" onClick={() => setDoing(null)}>
            Let it run
          </button>
        </fieldset>
      ) : (
        <>
          {run.canStop ? (
            <button
              type="button"
              class="button"
              disabled={!isConnected || doing !== null}
              onClick={() => setDoing('asking')}
            >
              {doing === 'stop' ? 'Stopping…' : 'Stop'}
            </button>
          ) : null}
          {run.canResume && !run.limit ? (
            <button
              type="button"
              class="button is-main"
              disabled={!isConnected || doing !== null}
              onClick={() => send('resume')}
            >
              {doing === 'resume' ? 'Resuming…' : 'Resume'}
            </button>
          ) : null}
        </>
      )}
      {failure ? <FailureNote failure={failure} /> : null}
    </div>
  )
}
