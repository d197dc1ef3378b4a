// Where a task stands: what it waits for, who has it, how long it took.
import type { LiveRun, LiveTask, LiveTaskPage } from '@shoal/base/model/live'
import { formatBytes, formatCount } from '@shoal/base/text/printable'
import { lasted, lasting } from '@shoal/base/text/times'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { taskPath } from '../route.ts'

const LISTED = 12

export interface TaskFactsProps {
  readonly run: LiveRun
  readonly task: LiveTask
  readonly page: LiveTaskPage | null
  readonly now: number
}

export function TaskFacts({ run, task, page, now }: TaskFactsProps) {
  const size = [
    task.bytes === null ? null : formatBytes(task.bytes),
    task.tokens === null ? null : `about ${formatCount(task.tokens)} tokens`,
  ].filter(part => part !== null)
  return (
    <dl class="task-facts small">
      <Fact label="Id" value={<span class="mono">{shown(task.id)}</span>} />
      <Fact label="Stage" value={shown(run.stages[task.stage]?.title ?? '')} />
      {task.contentType === null ? null : <Fact label="Type" value={shown(task.contentType).replaceAll('_', ' ')} />}
      {size.length === 0 ? null : <Fact label="Size" value={size.join(', ')} />}
      {task.owner === null ? null : <Fact label="Analyst" value={shown(task.owner)} />}
      {task.claimedAt === null ? null : <Fact label="Time" value={timeWords(task, now)} />}
      {task.attempts > 1 ? <Fact label="Attempts" value={formatCount(task.attempts)} /> : null}
      {task.summary === null ? null : <Fact label="Came of it" value={<Words text={task.summary} />} />}
      {task.reason === null ? null : (
        <Fact
          label={task.status === 'skipped' ? 'Skipped' : 'Failed'}
          value={
            <span class="live-bad">
              <Words text={task.reason} />
            </span>
          }
        />
      )}
      {page?.waitsFor == null ? null : <Fact label="Waits" value={<Words text={page.waitsFor} />} />}
      {page?.approval?.status === 'requested' ? <Fact label="Approval" value="its plan waits for a decision" /> : null}
      {task.blockedBy.length === 0 ? null : <Fact label="Builds on" value={<Blockers run={run.run} task={task} />} />}
    </dl>
  )
}

function Blockers({ run, task }: { readonly run: string; readonly task: LiveTask }) {
  const rest = task.blockedBy.length - LISTED
  return (
    <>
      {task.blockedBy.slice(0, LISTED).map((id, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <a href={writeAddress(taskPath(run, id))}>
            <bdi>{shown(id)}</bdi>
          </a>
        </span>
      ))}
      {rest > 0 ? ` and ${formatCount(rest)} more` : ''}
    </>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function timeWords({ claimedAt, endedAt, status }: LiveTask, now: number): string {
  if (status === 'in_progress') return `at work for ${lasting(Math.max(0, now - claimedAt!))}`
  return endedAt === null ? 'given back' : lasted(Math.max(0, endedAt - claimedAt!))
}
