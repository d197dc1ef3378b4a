// The counts of a run, all from one state. The server counts tasks and lists them at different moments; what stands beside
// each other on a page must not differ by what happened in between. Pure.
import type { LiveRun, LiveStage, LiveTask } from '@shoal/base/model/live'
import type { TaskCounts } from '@shoal/base/model/task'
import { tasksToDecide } from './run/standing.ts'

/** From the tasks where all are listed, else from the stages. */
export function agreed(run: LiveRun): LiveRun {
  const isWhole = run.taskList.length >= run.tasks.total
  const stages = isWhole ? stagesOf(run.stages, run.taskList) : run.stages
  const tasks = isWhole ? countsOf(run.taskList) : countsByStage(run.tasks, stages)
  return { ...run, stages, tasks }
}

function stagesOf(known: readonly LiveStage[], tasks: readonly LiveTask[]): readonly LiveStage[] {
  const stages: { -readonly [K in keyof LiveStage]: LiveStage[K] }[] = known.map(({ title }) => ({
    title,
    tasks: 0,
    done: 0,
    failed: 0,
    working: 0,
  }))
  for (const { stage: at, status, approval } of tasks) {
    const stage = stages[at]
    if (!stage) continue
    stage.tasks++
    if (status === 'completed' || status === 'skipped') stage.done++
    else if (status === 'failed') stage.failed++
    else if (status === 'in_progress') stage.working++
    else if (approval?.status === 'requested') stage.toApprove = (stage.toApprove ?? 0) + 1
  }
  return stages
}

function countsOf(tasks: readonly LiveTask[]): TaskCounts {
  const of = (status: LiveTask['status']) => tasks.filter(task => task.status === status).length
  const ready = tasks.filter(({ isReady }) => isReady).length
  const waiting = of('pending') - ready
  const asked = tasksToDecide({ taskList: tasks }).length
  return {
    total: tasks.length,
    ready,
    blocked: waiting - asked,
    awaitingApproval: asked,
    inProgress: of('in_progress'),
    completed: of('completed'),
    failed: of('failed'),
    skipped: of('skipped'),
  }
}

function countsByStage(known: TaskCounts, stages: readonly LiveStage[]): TaskCounts {
  const sum = (key: 'tasks' | 'done' | 'failed' | 'working') => stages.reduce((all, stage) => all + stage[key], 0)
  const skipped = Math.min(known.skipped, sum('done'))
  return {
    ...known,
    total: sum('tasks'),
    inProgress: sum('working'),
    completed: sum('done') - skipped,
    failed: sum('failed'),
    skipped,
  }
}
