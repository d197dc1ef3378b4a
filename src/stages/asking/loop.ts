// The loop: the model asks for one step after the other, is told what came of it, notes what it found, and answers. It ends by an answer
// that passed the gate, or by a limit; then what was noted is what there is.
import { z } from 'zod'
import type { AskOutcome, AskSentence, AskStep } from '../../model/asking.ts'
import type { Json } from '../../model/json.ts'
import type {
  CallContext,
  LanguageModel,
  ModelFailure,
  ModelReply,
  ToolCall,
  ToolResult,
  Turn,
} from '../../model/language-model.ts'
import { plural } from '../../text/printable.ts'
import { complaint, specOf, tidied } from '../tools/tool-input.ts'
import { type AskTool, clipped } from './ask-tool.ts'
import { inputText } from './input-text.ts'
import { NoteBook, type QuoteFinder } from './note-book.ts'
import { renumbered } from './renumbered.ts'
import { closingText, firstTurn, ROOT_SYSTEM, SILENT } from './root-prompt.ts'
import { challenge } from './sceptic.ts'
import { fitted } from './turns.ts'

export interface Asking {
  readonly question: string
  /** What is known of the files: the first result. */
  readonly overview: string
  /** All files, where they are small enough to be read at once. */
  readonly whole: string | null
  readonly model: LanguageModel
  readonly tools: readonly AskTool[]
  readonly finder: QuoteFinder
  readonly context: Omit<CallContext, 'purpose'>
  /** Times that the model is asked. */
  readonly maxSteps: number
  /** Characters that a request may have. */
  readonly room: number
  /** The part of what may be spent that is spent, from 0 to 1. */
  spent(): number
  onStep?(step: AskStep): void
  onNote?(id: string, claim: string): void
}

export interface AskEnd {
  readonly outcome: AskOutcome
  /** A call that failed and ended it; null when none did. */
  readonly failure: ModelFailure | null
}

/** From here on only the answer is paid for. */
const NEARLY_SPENT = 0.85
const IDLE_TURNS = 3
const CLOSING_TURNS = 3
const SILENT_TURNS = 3
const CALLS_A_TURN = 8
const OUTPUT_TOKENS = 4_000

const quote = z.object({
  path: z.string().describe('The file, as the overview names it'),
  line: z.coerce.number().int().min(1).describe('The number of the line'),
  quote: z.string().min(1).max(2_000).describe('Words of that line, letter by letter'),
})
const quotes = z.array(quote).max(20).default([])
const results = z.array(z.string()).max(20).default([]).describe('Ids of results that show it, such as R2')

const noteInput = z.object({
  claim: z.string().min(1).max(1_000).describe('One sentence: what is so'),
  quotes: quotes.describe('Lines that show it'),
  results,
})

const answerInput = z.object({
  sentences: z
    .array(
      z.object({
        text: z.string().min(1).max(1_500).describe('One sentence of the answer'),
        cites: z.array(z.string()).max(20).default([]).describe('Ids of the notes it rests on, such as N1'),
        quotes: quotes.describe('Lines that show it, where no note does'),
        results,
      }),
    )
    .max(30)
    .describe('The answer, the most important first'),
  missing: z.array(z.string().max(500)).max(20).default([]).describe('What could not be shown'),
})

const NOTE = specOf({
  name: 'note',
  description:
    'Keeps a claim with all that shows it, after checking every quote and number. Answers with an id, or with what is wrong.',
  input: noteInput,
})
const ANSWER = specOf({
  name: 'answer',
  description:
    'Ends with the answer. Every sentence rests on notes, or brings quotes and results of its own. Answers with what is wrong, if anything is.',
  input: answerInput,
})

export async function askLoop(asking: Asking): Promise<AskEnd> {
  return await new Loop(asking).run()
}

interface Kept {
  readonly text: string
  readonly cites: readonly string[]
}

/** With other proof it is another sentence. */
function keyOf({ text, cites }: Kept): string {
  return JSON.stringify([text, [...cites].sort()])
}

type Accepted = {
  readonly sentences: readonly AskSentence[]
  readonly missing: readonly string[]
  readonly rival: string | null
}

class Loop {
  private readonly book: NoteBook
  private readonly turns: Turn[]
  private readonly steps: AskStep[] = []
  private readonly tools: ReadonlyMap<string, AskTool>
  /** What the sceptic holds against sentences, by their words and what they rest on. */
  private readonly objections = new Map<string, string>()
  /** Sentences that the sceptic has read. */
  private readonly read = new Set<string>()
  private challenges = 0
  /** Sentences of the first answer that the sceptic objected to. */
  private objected = 0
  private rival: string | null = null
  /** What was said to be open when the sceptic read it. */
  private missing = ''
  private accepted: Accepted | null = null
  /** Why the sceptic has not read it; null when it has. */
  private unchallenged: string | null = null
  private failure: ModelFailure | null = null
  /** Turns since something new was learnt. */
  private idle = 0
  private silent = 0
  /** Turns since only an answer was asked for; null while everything may be called. */
  private closing: number | null = null

  constructor(private readonly asking: Asking) {
    const { question, overview, whole, tools, finder } = asking
    this.book = new NoteBook(question, finder)
    this.book.addResult(overview, 'what was known of the files at first')
    this.turns = [firstTurn(question, overview, whole)]
    this.tools = new Map(tools.map(tool => [tool.spec.name, tool]))
  }

  async run(): Promise<AskEnd> {
    for (let turn = 1; ; turn++) {
      this.closeIfDue(turn)
      const reply = await this.ask()
      if (reply === null) return this.end(this.failure!.message)
      if (reply.finish === 'refused') return this.end("the provider's filter withheld the model's reply")
      await this.hear(reply)
      if (this.failure) return this.end(this.failure.message)
      if (this.accepted) return this.end(this.unchallenged)
      if (this.silent >= SILENT_TURNS) return this.end('the model called no tool any more and gave no answer')
      if (this.closing !== null && this.closing >= CLOSING_TURNS)
        return this.end('the model gave no answer that its notes support')
    }
  }

  private closeIfDue(turn: number): void {
    if (this.closing !== null) return
    const { maxSteps, spent } = this.asking
    const why =
      turn >= maxSteps
        ? `All ${plural(maxSteps, 'step')} are used.`
        : spent() >= NEARLY_SPENT
          ? 'The budget is nearly spent.'
          : this.idle >= IDLE_TURNS
            ? `The last ${IDLE_TURNS} steps brought nothing new.`
            : null
    if (why === null) return
    this.closing = 0
    this.say(closingText(why))
  }

  /** Null when the call failed. */
  private async ask(): Promise<ModelReply | null> {
    const { model, context, tools, room } = this.asking
    const specs = this.closing === null ? [...tools.map(({ spec }) => spec), NOTE, ANSWER] : [NOTE, ANSWER]
    const request = {
      system: ROOT_SYSTEM,
      turns: fitted(this.turns, room),
      tools: specs,
      schema: null,
      maxOutputTokens: OUTPUT_TOKENS,
    }
    const outcome = await model.call(request, { ...context, purpose: 'step' })
    if (outcome.ok) return outcome.reply
    this.failure = outcome.failure
    return null
  }

  private async hear({ text, toolCalls }: ModelReply): Promise<void> {
    this.turns.push({
      role: 'assistant',
      text: text === '' && toolCalls.length === 0 ? '(nothing)' : text,
      toolCalls,
    })
    if (this.closing !== null) this.closing++
    if (toolCalls.length === 0) {
      this.silent++
      this.say(this.closing === null ? SILENT : 'Call answer.')
      return
    }
    this.silent = 0
    const before = this.book.notes.length + this.steps.filter(({ result }) => result !== null).length
    const said: ToolResult[] = []
    for (const [k, call] of toolCalls.entries()) {
      const { text: told, isError } =
        k < CALLS_A_TURN
          ? await this.carryOut(call)
          : { text: `Only ${CALLS_A_TURN} calls are carried out at a time; call again.`, isError: true }
      said.push({ id: call.id, name: call.name, text: told, isError })
      if (this.accepted || this.failure) break
    }
    this.turns.push({ role: 'tool', results: said })
    const after = this.book.notes.length + this.steps.filter(({ result }) => result !== null).length
    this.idle = after > before ? 0 : this.idle + 1
  }

  private async carryOut(call: ToolCall): Promise<{ text: string; isError: boolean }> {
    const { signal } = this.asking.context
    signal.throwIfAborted()
    if (call.name === 'note') return await this.note(call.input)
    if (call.name === 'answer') return await this.answer(call.input)
    const tool = this.closing === null ? this.tools.get(call.name) : undefined
    if (!tool) return { text: `${call.name} cannot be called now.`, isError: true }
    const { text, isError } = await tool.run(call.input, signal)
    const result = isError ? null : this.book.addResult(text, `${call.name} ${inputText(call)}`)
    const step = { number: this.steps.length + 1, tool: call.name, input: call.input, result, text }
    this.steps.push(step)
    this.asking.onStep?.(step)
    return { text: result === null ? text : `${result}:\n${text}`, isError }
  }

  private async note(input: Json): Promise<{ text: string; isError: boolean }> {
    const read = noteInput.safeParse(tidied(input))
    if (!read.success) return { text: `note cannot be called like this: ${complaint(read.error)}`, isError: true }
    const verdict = await this.book.note(read.data, this.asking.context.signal)
    if ('complaints' in verdict) return { text: `Not kept: ${verdict.complaints.join('; ')}.`, isError: true }
    this.asking.onNote?.(verdict.kept.id, verdict.kept.claim)
    return { text: `${verdict.kept.id} is kept.`, isError: false }
  }

  private async answer(input: Json): Promise<{ text: string; isError: boolean }> {
    const read = answerInput.safeParse(tidied(input))
    if (!read.success) return { text: `answer cannot be called like this: ${complaint(read.error)}`, isError: true }
    const { signal } = this.asking.context
    const before = this.book.notes.length
    const kept: Kept[] = []
    const wrong: string[] = []
    for (const [k, sentence] of read.data.sentences.entries()) {
      const verdict = await this.book.sentence(sentence, signal)
      if ('kept' in verdict) kept.push(verdict.kept)
      else wrong.push(`sentence ${k + 1}: ${verdict.complaints.join('; ')}`)
    }
    const { missing } = read.data
    // Of an answer that is not accepted no note stays that the model was never told of.
    if (wrong.length > 0) this.book.notes.length = before
    if (wrong.length > 0) return { text: clipped(`Not accepted.\n${wrong.join('\n')}`), isError: true }
    if (kept.length === 0 && missing.length === 0)
      return { text: 'Not accepted: it says nothing. Say in `missing` what you could not show.', isError: true }
    const told = kept.length === 0 ? null : await this.challenged(kept, missing)
    if (told !== null) return told
    const sentences = kept.map(one => ({ ...one, objection: this.objections.get(keyOf(one)) ?? null }))
    this.accepted = { sentences, missing, rival: this.rival }
    return { text: 'Accepted.', isError: false }
  }

  /**
   * Null when nothing is held against it, or it is the second answer: of that only what is new is read once more, and what is held
   * against it then stands beside it.
   */
  private async challenged(kept: readonly Kept[], missing: readonly string[]) {
    const { question, model, context } = this.asking
    const isSecond = this.challenges > 0
    const fresh = [...kept.keys()].filter(k => !this.read.has(keyOf(kept[k]!)))
    // What is said to be open now may have settled what was held against it.
    if (isSecond && this.missing !== missing.join('\n')) this.rival = null
    if (isSecond && fresh.length === 0) return null
    this.challenges++
    const only = isSecond ? fresh : null
    const found = await challenge({ question, sentences: kept, only, missing, book: this.book }, model, context)
    if ('failure' in found && found.failure.kind === 'aborted') {
      this.failure = found.failure
      return { text: 'Stopped.', isError: true }
    }
    if ('failure' in found || 'unusable' in found) {
      // The answer has passed the gate: it stands, and that nobody has read it against its quotes is said.
      this.unchallenged = `nobody challenged the answer: ${'failure' in found ? found.failure.message : found.unusable}`
      return null
    }
    for (const k of fresh) this.read.add(keyOf(kept[k]!))
    for (const [k, why] of found.objections) if (fresh.includes(k)) this.objections.set(keyOf(kept[k]!), why)
    if (isSecond) {
      // With other sentences the rival of the first answer may be ruled out: nobody has named it again.
      this.rival = null
      return null
    }
    this.objected = found.objections.size
    this.rival = found.rival
    this.missing = missing.join('\n')
    if (found.objections.size === 0 && found.rival === null) return null
    const lines = [...found.objections].map(([k, why]) => `sentence ${k + 1}: ${why}`)
    const other = this.rival === null ? [] : [`Another explanation fits as well: ${this.rival}`]
    const notes = kept.map(({ cites }, k) => `${k + 1}: ${cites.join(', ')}`).join('; ')
    return {
      text: clipped(
        `A sceptic read it with what it rests on, and objects:\n${[...lines, ...other].join('\n')}\nLook again where that helps, then call answer once more with all sentences: change or leave out what is not shown, add what shows it, or say in \`missing\` that it is open. What you repeat unchanged is shown with the objection beside it. What the sentences rest on is kept in notes: ${notes}.`,
      ),
      isError: true,
    }
  }

  private say(text: string): void {
    this.turns.push({ role: 'user', passages: [{ text }] })
  }

  private end(stopped: string | null): AskEnd {
    const { notes } = this.book
    const { sentences = [], missing = [], rival = null } = this.accepted ?? {}
    const isWhole =
      stopped === null &&
      missing.length === 0 &&
      rival === null &&
      sentences.every(({ objection }) => objection === null)
    const isSomething = sentences.length > 0 || notes.length > 0
    const status = !isSomething
      ? 'unanswered'
      : this.accepted && isWhole && sentences.length > 0
        ? 'answered'
        : 'partial'
    const outcome = {
      status,
      sentences,
      missing,
      rival,
      notes,
      steps: this.steps,
      objected: this.objected,
      stopped,
    } as const
    return { outcome: renumbered(outcome), failure: this.failure }
  }
}
