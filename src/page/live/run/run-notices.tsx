// What a run waits for, and what its reader can do about it in a terminal.
import type { LiveRun, LiveTask, LiveTaskPage } from '../../../model/live.ts'
import { plural } from '../../../text/printable.ts'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { LongText } from '../long-text.tsx'
import { taskPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'
import { failedTasks, isAnalysis, isDelegated, tasksToDecide } from './standing.ts'

const LISTED = 3

export interface RunNoticesProps {
  readonly run: LiveRun
  /** It was resumed from this page, and has come to an end again. */
  readonly isFailedAgain: boolean
}

export function RunNotices({ run, isFailedAgain }: RunNoticesProps) {
  return (
    <>
      {isDelegated(run) ? <Delegated run={run} /> : null}
      <Decisions run={run} />
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

function Decisions({ run }: { readonly run: LiveRun }) {
  const tasks = tasksToDecide(run)
  if (run.tasks.awaitingApproval === 0) return null
  const rest = Math.max(run.tasks.awaitingApproval, tasks.length) - Math.min(tasks.length, LISTED)
  return (
    <section class="live-told" aria-label="Waits for a decision">
      <p>
        <strong>It waits for a decision.</strong>
      </p>
      {tasks.slice(0, LISTED).map(task => (
        <Decision key={task.id} run={run.run} task={task} />
      ))}
      {rest > 0 ? <p class="small">{plural(rest, tasks.length > 0 ? 'other task' : 'task')} to decide on.</p> : null}
    </section>
  )
}

function Decision({ run, task }: { readonly run: string; readonly task: LiveTask }) {
  // Sent back, it comes with another plan.
  const { value } = useLoaded<LiveTaskPage>(['runs', run, 'tasks', task.id], {}, `${task.attempts} ${task.claimedAt}`)
  const plan = value?.approval?.plan
  return (
    <>
      <TaskLine run={run} task={task} />
      {plan == null ? null : (
        <LongText text={typeof plan === 'string' ? plan : JSON.stringify(plan, null, 2)} label="Plan" />
      )}
      <p class="small">
        <Command words={['team', 'approve', run, task.id]} /> lets it be carried out;{' '}
        <Command words={['team', 'reject', run, task.id, '--feedback', 'WHY']} /> sends it back.
      </p>
    </>
  )
}

function Failures({ run, isFailedAgain }: RunNoticesProps) {
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

/** As it can be typed. */
export function Command({ words }: { readonly words: readonly string[] }) {
  return <code class="mono">shoal {words.map(word => shown(asWord(word))).join(' ')}</code>
}

function asWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
