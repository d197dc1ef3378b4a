// What a plan would cost a model. Stated constants around exact sums: what is read is known, what is written is bounded.
import { lookup } from '@shoal/base/model/lookup'
import type { Estimate, PlannedTask } from '@shoal/base/model/plan'
import { type Price, type PriceTable, priceOf, ratesFor } from '@shoal/base/model/prices'
import { dollarsText } from '@shoal/base/text/dollars'
import { formatCount } from '@shoal/base/text/printable'

/** Agent definition, brief and exact figures that head every prompt. */
const PROMPT_TOKENS = 2500
/** A report has at most 4000 characters (A4). */
export const REPORT_TOKENS = 1000
/** What a synthesis by type and the one across types write. */
export const SUMMARY_TOKENS = 2000
const FINAL_TOKENS = 4000

/** A set of labels. */
const LABEL_SET_TOKENS = 500
/** What stands for the rows of a table: an excerpt. */
const EXCERPT_TOKENS = 2500
/** Lines are sent with their numbers. */
const NUMBERED = 1.15

const OUTPUT_TOKENS: Readonly<Record<PlannedTask['kind'], number>> = {
  choose_labels: LABEL_SET_TOKENS,
  analyze: REPORT_TOKENS,
  follow_up: 0,
  synthesize_type: SUMMARY_TOKENS,
  synthesize_cross: FINAL_TOKENS,
}

interface Engine {
  readonly model?: string | null
  readonly synthesisModel?: string | null
  readonly byAgent?: Readonly<Record<string, string>>
  readonly prices?: PriceTable
  readonly byFigures?: (contentType: string) => boolean
}

export function estimate(tasks: readonly PlannedTask[], engine: Engine): Estimate {
  let inputTokens = 0
  let outputTokens = 0
  let wholeInputTokens = 0
  let costUsd: number | null = 0
  for (const task of tasks) {
    const input = tokensSent(task, engine) + PROMPT_TOKENS
    const output = OUTPUT_TOKENS[task.kind]
    const { sent: _, ...whole } = task
    wholeInputTokens += tokensSent(whole, { ...engine, byFigures: () => false }) + PROMPT_TOKENS
    inputTokens += input
    outputTokens += output
    const model = modelFor(task, engine)
    // The built-in analysts call no model: there the cost is known, and it is nothing.
    if (model === null) continue
    const price = priceOf(model, engine.prices)
    costUsd = price === null || costUsd === null ? null : costUsd + costOf(input, output, price)
  }
  const models = new Set(tasks.map(task => modelFor(task, engine) ?? 'built-in'))
  return { inputTokens, outputTokens, wholeInputTokens, costUsd, engine: [...models].join(' + ') || 'built-in' }
}

/** What is to be said of an estimate when the run may cost `maxCost` at most. */
export function limitWarnings({ costUsd }: Pick<Estimate, 'costUsd'>, maxCost: number | null): string[] {
  if (costUsd === null || maxCost === null || costUsd <= maxCost) return []
  return [
    `About ${dollarsText(costUsd)} is more than the limit of ${dollarsText(maxCost)}: the run is likely to stop there with a partial report; with a higher limit it could then go on`,
  ]
}

function costOf(input: number, output: number, price: Price): number {
  const rates = ratesFor(price, input)
  return (input * rates.input + output * rates.output) / 1e6
}

/** Of what a task is about, what its model is given. The built-in analysts read everything. */
export function tokensSent(task: PlannedTask, { model = null, byFigures }: Engine): number {
  if (model === null || task.kind !== 'analyze') return task.tokens
  return task.sent ?? sentTokens(task.contentType, task.tokens, byFigures)
}

/** What a model is sent of so many tokens of a content type. */
export function sentTokens(
  contentType: string | null,
  tokens: number,
  byFigures: ((contentType: string) => boolean) | undefined,
): number {
  return contentType !== null && byFigures?.(contentType)
    ? Math.min(tokens, EXCERPT_TOKENS)
    : Math.ceil(tokens * NUMBERED)
}

/** Tasks whose text exceeds what their model can be given. */
export function contextWarnings(tasks: readonly PlannedTask[], engine: Engine): string[] {
  const over = new Map<string, { tasks: number; context: number; most: number }>()
  // Rounds and syntheses are many calls, each cut to what the model can be given.
  for (const task of tasks.filter(({ kind }) => kind === 'analyze')) {
    const model = modelFor(task, engine)
    const context = model === null ? undefined : priceOf(model, engine.prices)?.context
    const needed = tokensSent(task, engine) + PROMPT_TOKENS + OUTPUT_TOKENS[task.kind]
    if (model === null || context === undefined || needed <= context) continue
    const known = over.get(model)
    over.set(model, { tasks: (known?.tasks ?? 0) + 1, context, most: Math.max(known?.most ?? 0, needed) })
  }
  return [...over].map(
    ([model, { tasks: count, context, most }]) =>
      `${count} ${count === 1 ? 'task needs' : 'tasks need'} up to ${formatCount(most)} tokens, more than the ${formatCount(context)} that ${model} can be given`,
  )
}

function modelFor({ kind, agent }: PlannedTask, { model = null, synthesisModel, byAgent = {} }: Engine): string | null {
  if (model === null) return null
  return kind === 'analyze' ? (lookup(byAgent, agent) ?? model) : (synthesisModel ?? model)
}
