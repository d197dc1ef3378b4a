// What a run waits for, and what its reader can do about it, here or in a terminal.

import type { LiveRun, LiveTask, LiveTaskPage } from '@shoal/base/model/live'
import { plural } from '@shoal/base/text/printable'
import { useState } from 'preact/hooks'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { FailureNote } from '../failure-note.tsx'
import { taskPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'
import { Command } from './command.tsx'
import { DecisionSaid, PlanDecision, PlanText, type Said } from './plan-decision.tsx'
import { failedTasks, isAnalysis, isDelegated, tasksToDecide } from './standing.ts'

const LISTED = 3

export interface RunNoticesProps {
  readonly run: LiveRun
  /** The task that is open, and can be decided on there. */
  readonly opened: string | null
  /** It was resumed from this page, and has come to an end again. */
  readonly isFailedAgain: boolean
}

export function RunNotices({ run, opened, isFailedAgain }: RunNoticesProps) {
  const [said, setSaid] = useState<Said | null>(null)
  return (
    <>
      {isDelegated(run) ? <Delegated run={run} /> : null}
      <DecisionSaid said={said} />
      <Decisions run={run} opened={opened} onSaid={setSaid} />
      {run.status === 'failed' && (isFailedAgain || !isAnalysis(run)) ? (
        <Failures run={run} isFailedAgain={isFailedAgain} />
      ) : null}
    </>
  )
}

function Delegated({ run }: { readonly run: LiveRun }) {
  return (
    <div class="live-told is-quiet small">
      <p>
        Agents of <bdi>{shown(run.engine!, 80)}</bdi> read this run; they take its tasks from there, and it goes on when
        they do.
      </p>
      <p>
        To leave the rest to programs: <Command words={['resume', run.run, '--force']} />
      </p>
    </div>
  )
}

interface DecisionsProps extends Pick<RunNoticesProps, 'run' | 'opened'> {
  readonly onSaid: (said: Said) => void
}

function Decisions({ run, opened, onSaid }: DecisionsProps) {
  const [most, setMost] = useState(LISTED)
  const all = tasksToDecide(run)
  const tasks = all.filter(({ id }) => id !== opened)
  const unlisted = run.tasks.awaitingApproval - all.length
  if (tasks.length === 0 && unlisted <= 0) return null
  return (
    <section class="live-told" aria-label="Waits for a decision">
      <p>
        <strong>It waits for a decision.</strong>
        {run.canResume ? ' What is decided is carried out once the run is resumed.' : ''}
      </p>
      {tasks.slice(0, most).map(task => (
        <Decision key={task.id} run={run.run} task={task} onSaid={onSaid} />
      ))}
      {tasks.length > most ? (
        <p>
          <button type="button" class="button is-plain small" onClick={() => setMost(most + 10)}>
            Show more: {plural(tasks.length - most, 'other task')} to decide on
          </button>
        </p>
      ) : null}
      {unlisted > 0 ? <p class="small">{plural(unlisted, 'task')} to decide on that are not listed here.</p> : null}
    </section>
  )
}

interface DecisionProps extends Pick<DecisionsProps, 'onSaid'> {
  readonly run: string
  readonly task: LiveTask
}

function Decision({ run, task, onSaid }: DecisionProps) {
  // Sent back, it comes with another plan.
  const { value, failure } = useLoaded<LiveTaskPage>(['runs', run, 'tasks', task.id], {}, task.approval?.round)
  return (
    <>
      <TaskLine run={run} task={task} />
      {failure ? <FailureNote failure={failure} /> : null}
      {value === null ? null : <PlanText run={run} page={value} />}
      <PlanDecision run={run} task={task} page={value} onSaid={onSaid} />
    </>
  )
}

function Failures({ run, isFailedAgain }: Omit<RunNoticesProps, 'opened'>) {
  const tasks = failedTasks(run)
  if (tasks.length === 0 && !isFailedAgain) return null
  return (
    <section class="live-told" aria-label="Failed tasks">
      <div role="status">
        {isFailedAgain ? (
          <p>
            <strong>It was resumed and has failed again:</strong> what failed is not tried again by itself.
          </p>
        ) : null}
      </div>
      {tasks.slice(0, LISTED).map(task => (
        <div key={task.id}>
          <TaskLine run={run.run} task={task} />
          <p class="small">
            <Command words={['team', 'retry', run.run, task.id]} /> has it done again;{' '}
            <Command words={['team', 'skip', run.run, task.id]} /> gives it up. Then resume the run.
          </p>
        </div>
      ))}
      {tasks.length > LISTED ? <p class="small">{plural(tasks.length - LISTED, 'other task')} failed.</p> : null}
    </section>
  )
}

function TaskLine({ run, task }: { readonly run: string; readonly task: LiveTask }) {
  return (
    <p>
      <a href={writeAddress(taskPath(run, task.id))}>
        <bdi>{shown(task.subject, 200)}</bdi>
      </a>
      {task.reason === null ? null : (
        <>
          {': '}
          <bdi>
            <Words text={task.reason} most={500} />
          </bdi>
        </>
      )}
    </p>
  )
}
