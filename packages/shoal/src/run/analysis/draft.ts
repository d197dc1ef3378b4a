// The team of an analysis: a few programs of each role that share its tasks.
import type { Json } from '@shoal/base/model/json'
import { type Plan, type PlannedTask, pathsOf } from '@shoal/base/model/plan'
import type { NewTask } from '@shoal/base/model/task'
import type { Worker } from '@shoal/base/model/worker'
import { activeForm, taskBriefs } from '@shoal/base/text/task-brief'
import type { TeamDraft } from '@shoal/team/draft'

/** The same for the same plan, so that a stored analysis can be resumed. */
export function analysisTasks(plan: Plan): NewTask[] {
  const briefOf = taskBriefs(plan)
  return plan.tasks.map(task => {
    const { id, subject, blockedBy, priority = 0 } = task
    const words = { description: briefOf(task), activeForm: activeForm(task) }
    const first = priority > 0 && { priority }
    return { id, subject, ...words, role: roleOf(task), blockedBy, input: inputOf(task), ...first }
  })
}

/** Programs keep nothing between tasks, so a fresh one for each, as models need, would only cost time. */
export function analysisDraft(plan: Plan, worker: Worker, concurrency: number): TeamDraft {
  const tasksOf = new Map<string, number>()
  for (const task of plan.tasks) tasksOf.set(roleOf(task), (tasksOf.get(roleOf(task)) ?? 0) + 1)
  return {
    tasks: analysisTasks(plan),
    concurrency,
    members: [...tasksOf].flatMap(([role, count]) =>
      Array.from({ length: Math.min(count, concurrency) }, (_, k) => ({ name: `${role}-${k + 1}`, role, worker })),
    ),
  }
}

/** `code-analyst-3` → `code-analyst`. */
function roleOf({ analyst }: PlannedTask): string {
  return analyst.replace(/-\d+$/, '')
}

/** What identifies the work; the files themselves are in the definition of the run. */
function inputOf(task: PlannedTask): Json {
  const { kind, contentType, chunk } = task
  const files = pathsOf(task)
  return {
    kind,
    content_type: contentType,
    ...(chunk && {
      chunk: {
        path: chunk.path,
        index: chunk.index,
        of: chunk.of,
        start_line: chunk.startLine,
        end_line: chunk.endLine,
      },
    }),
    ...(!chunk && files.length > 0 && { files }),
  }
}
