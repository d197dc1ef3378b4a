// `shoal plan --json`: a plan under the names that scripts rely on.

import { goalsOf } from '@shoal/base/model/goal'
import { type Plan, type PlannedFile, type PlannedTask, pathsOf } from '@shoal/base/model/plan'
import { shownQuestion } from '../text/gate/shown.ts'

export function planJson(plan: Plan): Record<string, unknown> {
  const { totals, estimate } = plan
  return {
    query: shownQuestion(plan.query),
    goal: plan.goal,
    goals: goalsOf(plan),
    files: plan.files.map(fileJson),
    skipped: plan.skipped.map(({ path, reason }) => ({ path, reason })),
    batches: plan.batches.map(({ id, contentType, files, lines }) => ({
      id,
      content_type: contentType,
      files: files.map(({ path }) => path),
      lines,
    })),
    tasks: plan.tasks.map(taskJson),
    stages: plan.stages,
    totals: {
      files: totals.files,
      partitions: totals.partitions,
      batches: totals.batches,
      analyst_tasks: totals.analystTasks,
      tasks: totals.tasks,
      analysts: totals.analysts,
    },
    estimate: {
      input_tokens: estimate.inputTokens,
      output_tokens: estimate.outputTokens,
      whole_input_tokens: estimate.wholeInputTokens,
      cost_usd: estimate.costUsd,
      engine: estimate.engine,
    },
    warnings: plan.warnings,
  }
}

/** A file as `plan` and `analyze` list it. */
export function fileJson({ path, sizeBytes, lineCount, detection, tier, partitions, tokens, from }: PlannedFile) {
  return {
    path,
    size_bytes: sizeBytes,
    line_count: lineCount,
    content_type: detection.contentType,
    language: detection.language,
    confidence: detection.confidence,
    via: detection.via,
    tier,
    partitions,
    tokens,
    ...(from && { unpacked_from: from.path, unpacked_by: from.by }),
  }
}

function taskJson(task: PlannedTask) {
  const { id, kind, subject, contentType, agent, analyst, blockedBy, chunk, tokens } = task
  const files = pathsOf(task)
  return {
    id,
    kind,
    subject,
    content_type: contentType,
    agent,
    analyst,
    blocked_by: blockedBy,
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
    tokens,
  }
}
