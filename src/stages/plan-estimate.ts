// What a plan would cost a model. Stated constants around exact sums: what is read is known, what is written is bounded.
import type { Estimate, PlannedTask } from '../model/plan.ts'
import { type PriceTable, priceOf } from '../model/prices.ts'

/** Agent definition, brief and exact figures that head every prompt. */
export const PROMPT_TOKENS = 1500
/** A report has at most 4000 characters (A4). */
export const REPORT_TOKENS = 1000
/** What a synthesis by type and the one across types write. */
export const SUMMARY_TOKENS = 2000
const FINAL_TOKENS = 4000

const OUTPUT_TOKENS: Readonly<Record<PlannedTask['kind'], number>> = {
  analyze: REPORT_TOKENS,
  synthesize_type: SUMMARY_TOKENS,
  synthesize_cross: FINAL_TOKENS,
}

interface Engine {
  readonly model?: string | null
  readonly synthesisModel?: string | null
  readonly prices?: PriceTable
}

export function estimate(tasks: readonly PlannedTask[], engine: Engine): Estimate {
  let inputTokens = 0
  let outputTokens = 0
  let costUsd: number | null = 0
  for (const task of tasks) {
    const input = task.tokens + PROMPT_TOKENS
    const output = OUTPUT_TOKENS[task.kind]
    inputTokens += input
    outputTokens += output
    const model = modelFor(task, engine)
    // The built-in analysts call no model: there the cost is known, and it is nothing.
    if (model === null) continue
    const price = priceOf(model, engine.prices)
    costUsd = price === null || costUsd === null ? null : costUsd + (input * price.input + output * price.output) / 1e6
  }
  return { inputTokens, outputTokens, costUsd, engine: engineName(engine) }
}

/** Tasks whose text exceeds what their model can be given. */
export function contextWarnings(tasks: readonly PlannedTask[], engine: Engine): string[] {
  const over = new Map<string, { tasks: number; context: number; most: number }>()
  for (const task of tasks) {
    const model = modelFor(task, engine)
    const context = model === null ? undefined : priceOf(model, engine.prices)?.context
    const needed = task.tokens + PROMPT_TOKENS + OUTPUT_TOKENS[task.kind]
    if (model === null || context === undefined || needed <= context) continue
    const known = over.get(model)
    over.set(model, { tasks: (known?.tasks ?? 0) + 1, context, most: Math.max(known?.most ?? 0, needed) })
  }
  return [...over].map(
    ([model, { tasks: count, context, most }]) =>
      `${count} ${count === 1 ? 'task needs' : 'tasks need'} up to ${most} tokens, more than the ${context} that ${model} can be given`,
  )
}

function modelFor(task: PlannedTask, { model = null, synthesisModel }: Engine): string | null {
  return task.kind === 'analyze' ? model : (synthesisModel ?? model)
}

function engineName({ model = null, synthesisModel }: Engine): string {
  const names = new Set([model ?? 'built-in', synthesisModel ?? model ?? 'built-in'])
  return [...names].join(' + ')
}
