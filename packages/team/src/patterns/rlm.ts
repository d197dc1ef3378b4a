// RLM: a fresh analyst for every chunk and batch of a plan, a synthesis per content type, and one across types.

import { GOALS, goalsOf } from '@shoal/base/model/goal'
import type { Json } from '@shoal/base/model/json'
import type { Plan, PlannedTask } from '@shoal/base/model/plan'
import type { NewTask } from '@shoal/base/model/task'
import { activeForm, taskBriefs } from '@shoal/base/text/task-brief'
import * as z from 'zod'
import type { TeamDraft } from '../draft.ts'
import { count, type Hand, list, mapping, patternKeys, text, worker } from './keys.ts'
import { definePattern } from './pattern.ts'

export interface RlmSpec {
  readonly plan: Plan
  readonly analyst: Hand
  /** Gets the results of the analysts of its type; the last one those of the other syntheses. */
  readonly synthesizer: Hand
}

/** A team that reads a plan: an analyst for each chunk, a synthesis for each type, one of all. @public */
export function rlm({ plan, analyst, synthesizer }: RlmSpec): TeamDraft {
  const handFor = (task: PlannedTask) => (task.kind === 'analyze' ? analyst : synthesizer)
  const briefOf = taskBriefs(plan)
  return {
    members: plan.tasks.map(task => ({
      name: task.analyst,
      role: roleOf(task),
      worker: handFor(task).worker,
      once: true,
    })),
    tasks: plan.tasks.map((task): NewTask => {
      const { worker: _, ...effort } = handFor(task)
      const { id, subject, blockedBy } = task
      const words = { description: briefOf(task), activeForm: activeForm(task) }
      return { id, subject, ...words, role: roleOf(task), blockedBy, input: inputOf(task, plan), ...effort }
    }),
  }
}

/** `code-analyst-3` → `code-analyst`: whoever is free of that kind may read the chunk. */
function roleOf({ analyst }: PlannedTask): string {
  return analyst.replace(/-\d+$/, '')
}

/** What identifies the text; the text itself is added when it is read. */
function inputOf({ kind, contentType, chunk, batch }: PlannedTask, { query, ...aim }: Plan): Json {
  return {
    kind,
    query,
    goal: aim.goal,
    goals: [...goalsOf(aim)],
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
    ...(batch && { files: batch.files.map(({ path }) => path) }),
  }
}

const globs = z.exactOptional(z.array(text, { error: 'must be a list of globs' }))

export const rlmPattern = definePattern({
  keys: mapping({
    ...patternKeys('rlm'),
    /** Files and directories, relative to the file's directory. */
    paths: list(text),
    query: z.exactOptional(text),
    include: globs,
    exclude: globs,
    goal: z.exactOptional(z.enum(GOALS, { error: `must be ${GOALS.join(', ')}` })),
    max_files: z.exactOptional(count(1, 1_000_000)),
    /** In which what some readers left open is asked of others. */
    rounds: z.exactOptional(count(0, 5)),
    /** Content types by glob, where the file is another than it looks. */
    types: z.exactOptional(z.record(text, text, { error: 'must be a mapping of globs to content types' })),
    analyst: worker,
    /** For some content types another one. */
    analysts: z.exactOptional(z.record(text, worker, { error: 'must be a mapping of content types to workers' })),
    synthesizer: z.exactOptional(worker),
  }),
  /** Its tasks are those of an analysis, which is planned and led as such. */
  draft: () => {
    throw new TypeError('the pattern "rlm" is led as an analysis')
  },
})
