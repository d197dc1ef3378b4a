// One conversation with a model: what was said so far, and the tools it may use before it answers.
import type { QueryProof } from '@shoal/base/model/finding'
import type {
  CallPurpose,
  ModelOutcome,
  ModelRequest,
  ToolCall,
  ToolResult,
  Turn,
} from '@shoal/base/model/language-model'
import type { Reading } from '@shoal/base/model/model-work'
import { z } from 'zod'
import { sizeOf } from '../asking/turns.ts'
import { replyTokens, turnsRoom } from '../model-room.ts'
import { openToolBox, type ToolBox } from '../tools/tool-box.ts'
import { complaint, specOf, tidied } from '../tools/tool-input.ts'
import { mostOutputTokens, replySchema } from './contract.ts'
import type { Sought } from './goals.ts'
import type { PartView } from './part-view.ts'
import { firstTurn, systemText } from './prompt.ts'

const MOST_ROUNDS = 6
const MOST_CALLS = 30
/** Characters of all results: a large chunk leaves about a quarter of the model's context for them and all else. */
const MOST_SHOWN = 60_000
/** With less than a few results of room no tools are offered: they would take it all. */
const LEAST_LEFT = 30_000
const sqlInput = z.object({
  query: z
    .string()
    .max(20_000)
    .default('')
    .describe('One SELECT in the dialect of DuckDB; empty to be told what can be asked'),
})
const SQL = specOf({
  name: 'sql',
  description:
    'Exact counts, sums, first and last times over all files: tables, log entries, settings, code as relations. Cite the id of a result for a number that comes from it.',
  input: sqlInput,
})

const ENOUGH = 'No more tools can be used. Send the report now, from what you have read.'

export class Talk {
  private readonly turns: Turn[]
  private readonly terms: Omit<ModelRequest, 'turns'>
  private readonly box: ToolBox | null
  /** Characters of all results. */
  private readonly room: number
  /** The relations of all files can be asked. */
  private readonly canAsk: boolean
  private rounds = 0
  private calls = 0
  private shown = 0
  private readonly results = new Map<string, QueryProof>()

  constructor(
    private readonly reading: Reading,
    views: readonly PartView[],
    focus: Sought,
  ) {
    const { model, others = [], isAll = false } = reading
    const tools = reading.agent.tools.filter(tool => others.every(({ agent }) => agent.tools.includes(tool)))
    const form = { parts: views.length, isAll }
    this.turns = [firstTurn(reading, views, focus)]
    const terms = {
      system: systemText(reading, focus, form),
      tools: [],
      schema: replySchema(focus, form),
      maxOutputTokens: replyTokens(model, mostOutputTokens(form)),
    }
    const left = turnsRoom(model, terms) - sizeOf(this.turns)
    this.room = Math.min(MOST_SHOWN, left / 2)
    const canUse = model.hasTools && tools.length > 0 && left > LEAST_LEFT
    this.box = canUse ? toolsFor(tools, reading, views) : null
    this.canAsk = canUse && reading.sql !== undefined
    this.terms = { ...terms, tools: [...(this.box?.specs ?? []), ...(this.canAsk ? [SQL] : [])] }
  }

  get usedTools(): boolean {
    return this.calls > 0
  }

  /** What it says rests on more than the files it was given. */
  get askedOthers(): boolean {
    return this.results.size > 0
  }

  /** What programs answered to a query of this conversation. */
  result(id: string): QueryProof | null {
    return this.results.get(id) ?? null
  }

  say(text: string): void {
    this.turns.push({ role: 'user', passages: [{ text }] })
  }

  /** The model's next words that are no call of a tool. */
  async ask(purpose: CallPurpose): Promise<ModelOutcome> {
    const { model, context } = this.reading
    for (;;) {
      const outcome = await model.call({ ...this.terms, turns: [...this.turns] }, { ...context, purpose })
      if (!outcome.ok) return outcome
      const { text, parts } = outcome.reply
      const toolCalls = this.box || this.canAsk ? outcome.reply.toolCalls : []
      this.turns.push({
        role: 'assistant',
        text: text === '' && toolCalls.length === 0 ? '(nothing)' : text,
        toolCalls,
        ...(parts && { parts }),
      })
      if (toolCalls.length === 0) return outcome
      const isLate = this.isSpent
      await this.use(toolCalls)
      if (isLate || context.signal.aborted) return outcome
    }
  }

  /** Every call gets its result, or the conversation could not go on. */
  private async use(calls: readonly ToolCall[]): Promise<void> {
    const results: ToolResult[] = []
    for (const call of calls) results.push(await this.answerTo(call))
    this.rounds++
    this.turns.push({ role: 'tool', results })
    if (this.isSpent) this.say(ENOUGH)
  }

  private async answerTo(call: ToolCall): Promise<ToolResult> {
    const { id, name } = call
    if (this.isSpent) return { id, name, text: ENOUGH, isError: true }
    this.calls++
    const result = name === SQL.name && this.reading.sql ? await this.queried(call) : await this.usedBox(call)
    this.shown += result.text.length
    return result
  }

  private async usedBox(call: ToolCall): Promise<ToolResult> {
    const { id, name } = call
    if (!this.box) return { id, name, text: 'There is no such tool', isError: true }
    return await this.box.run(call, this.reading.context.signal)
  }

  /** What is answered can be cited by its id. */
  private async queried({ id, name, input }: ToolCall): Promise<ToolResult> {
    const read = sqlInput.safeParse(tidied(input))
    if (!read.success)
      return { id, name, text: `sql cannot be called like this: ${complaint(read.error)}`, isError: true }
    const { query } = read.data
    const { text, isError } = await this.reading.sql!(query, this.reading.context.signal)
    if (isError || query === '') return { id, name, text, isError }
    // `SELECT 412` would prove any number.
    if (!/\bfrom\b/i.test(query))
      return {
        id,
        name,
        text: `${text}\n(it asks no relation, so that it shows nothing of the files and cannot be cited)`,
        isError,
      }
    const ref = `R${this.results.size + 1}`
    this.results.set(ref, { asked: `sql ${query}`, text })
    return { id, name, text: `${ref}:\n${text}`, isError }
  }

  private get isSpent(): boolean {
    return this.rounds >= MOST_ROUNDS || this.calls >= MOST_CALLS || this.shown >= this.room
  }
}

function toolsFor(tools: Reading['agent']['tools'], { parts }: Reading, views: readonly PartView[]): ToolBox {
  const hiders = new Map(views.map(({ part, hider }) => [part.about.path, hider]))
  return openToolBox(tools, parts, {
    hide: (source, stretch, path) => hiders.get(path)!.hideStretch(source, stretch),
  })
}
