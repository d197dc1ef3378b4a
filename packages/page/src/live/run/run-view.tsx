// One run as it goes on: its stages, how far it is, its tasks, who works on what, what was found, what was said.
import type { LiveRun } from '@shoal/base/model/live'
import { TaskGraph } from '../graph/task-graph.tsx'
import { FindingsCard } from './findings-card.tsx'
import { MembersCard } from './members-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { RunFigures } from './run-figures.tsx'
import { Spoken } from './spoken.tsx'
import { StageStrip } from './stage-strip.tsx'
import { isAnalysis } from './standing.ts'

export interface RunViewProps {
  readonly run: LiveRun
  readonly now: number
  /** The task that is open. */
  readonly chosen: string | null
}

export function RunView({ run, now, chosen }: RunViewProps) {
  return (
    <div class="run-view">
      <StageStrip stages={run.stages} status={run.status} />
      <RunFigures run={run} />
      <TaskGraph
        run={run.run}
        tasks={run.taskList}
        stages={run.stages}
        total={run.tasks.total}
        now={now}
        chosen={chosen}
      />
      <div class={isAnalysis(run) ? 'run-columns' : 'run-columns is-even'}>
        {isAnalysis(run) ? <FindingsCard run={run} /> : null}
        <div class="run-side">
          <MembersCard run={run} now={now} />
          <MessagesCard run={run} />
        </div>
      </div>
      <Spoken run={run} />
    </div>
  )
}
