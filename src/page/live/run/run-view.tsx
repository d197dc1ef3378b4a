// One run as it goes on: its stages, how far it is, its tasks, who works on what, what was found, what was said.
import { useEffect, useState } from 'preact/hooks'
import type { LiveRun } from '../../../model/live.ts'
import { formatCount, plural } from '../../../text/printable.ts'
import { TaskGraph } from '../graph/task-graph.tsx'
import { FindingsCard } from './findings-card.tsx'
import { MembersCard } from './members-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { RunFigures } from './run-figures.tsx'
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

const SPOKEN_MS = 15_000

/** For those who listen: a sentence now and then, not every change. */
function Spoken({ run }: { readonly run: LiveRun }) {
  const words = `${run.status}: ${formatCount(run.tasks.completed)} of ${plural(run.tasks.total, 'task')} done${isAnalysis(run) ? `, ${plural(run.findingCount, 'finding')}` : ''}`
  const [said, setSaid] = useState({ words, at: Date.now() })
  useEffect(() => {
    if (said.words === words) return
    const timer = setTimeout(() => setSaid({ words, at: Date.now() }), Math.max(0, said.at + SPOKEN_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [words, said])
  return (
    <p class="sr-only" role="status">
      {said.words}
    </p>
  )
}
