// One conversation with a model: what was said so far, and the tools it may use before it answers.
import type { CallPurpose, ModelOutcome, ModelRequest, ToolCall, ToolResult, Turn } from '../../model/language-model.ts'
import type { Reading } from '../../model/model-work.ts'
import { openToolBox, type ToolBox } from '../tools/tool-box.ts'
import { mostOutputTokens, replySchema } from './contract.ts'
import type { Focus } from './goals.ts'
import type { PartView } from './part-view.ts'
import { firstTurn, systemText } from './prompt.ts'

const MOST_ROUNDS = 6
const MOST_CALLS = 30
/** Characters of all results: a large chunk leaves about a quarter of the model's context for them and all else. */
const MOST_SHOWN = 60_000
const ENOUGH = 'No more tools can be used. Send the report now, from what you have read.'

export class Talk {
  private readonly turns: Turn[]
  private readonly terms: Omit<ModelRequest, 'turns'>
  private readonly box: ToolBox | null
  private rounds = 0
  private calls = 0
  private shown = 0

  constructor(
    private readonly reading: Reading,
    views: readonly PartView[],
    focus: Focus,
  ) {
    const { agent, model } = reading
    this.box = model.hasTools && agent.tools.length > 0 ? toolsFor(reading, views) : null
    this.turns = [firstTurn(reading, views, focus)]
    this.terms = {
      system: systemText(agent, focus, views.length),
      tools: this.box?.specs ?? [],
      schema: replySchema(focus, views.length),
      maxOutputTokens: mostOutputTokens(views.length),
    }
  }

  get usedTools(): boolean {
    return this.calls > 0
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
      const { text } = outcome.reply
      const toolCalls = this.box ? outcome.reply.toolCalls : []
      this.turns.push({
        role: 'assistant',
        text: text === '' && toolCalls.length === 0 ? '(nothing)' : text,
        toolCalls,
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
    for (const call of calls) results.push(await this.result(call))
    this.rounds++
    this.turns.push({ role: 'tool', results })
    if (this.isSpent) this.say(ENOUGH)
  }

  private async result(call: ToolCall): Promise<ToolResult> {
    const { id, name } = call
    if (!this.box || this.isSpent) return { id, name, text: ENOUGH, isError: true }
    this.calls++
    const result = await this.box.run(call, this.reading.context.signal)
    this.shown += result.text.length
    return result
  }

  private get isSpent(): boolean {
    return this.rounds >= MOST_ROUNDS || this.calls >= MOST_CALLS || this.shown >= MOST_SHOWN
  }
}

function toolsFor({ agent, parts }: Reading, views: readonly PartView[]): ToolBox {
  const hiders = new Map(views.map(({ part, hider }) => [part.about.path, hider]))
  return openToolBox(agent.tools, parts, {
    hide: (source, stretch, path) => hiders.get(path)!.hideStretch(source, stretch),
  })
}
