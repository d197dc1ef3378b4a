// The loop: the model asks for one step after the other, is told what came of it, notes what it found, and answers. It ends by an answer
// that passed the gate, or by a limit; then what was noted is what there is.
import type { AskChallenge, AskOutcome, AskSentence, AskStep, AskTurn } from '@shoal/base/model/asking'
import type { Json } from '@shoal/base/model/json'
import type {
  CallContext,
  LanguageModel,
  ModelFailure,
  ModelReply,
  ModelRequest,
  ToolCall,
  ToolResult,
  Turn,
} from '@shoal/base/model/language-model'
import { inputText } from '@shoal/base/report/input-text'
import { plural } from '@shoal/base/text/printable'
import { replyTokens, turnsRoom } from '../model-room.ts'
import { complaint, tidied } from '../tools/tool-input.ts'
import { statusOf } from './answer-status.ts'
import { type AskTool, clipped } from './ask-tool.ts'
import { loopAnswer, noteInput } from './inputs.ts'
import { inPlace, judgedAnswer, type KeptSentence, keepFault, keepText, keyOf } from './judged-answer.ts'
import { NoteBook, type QuoteFinder, type SentenceDraft } from './note-book.ts'
import { endingTools, findingTools } from './offered.ts'
import { renumbered } from './renumbered.ts'
import { rivalsIn } from './rivals.ts'
import { CUT_OFF_TEXT, closingText, firstTurn, rootSystem, silentText } from './root-prompt.ts'
import { challenge, objectedText } from './sceptic.ts'
import { fitted, isCutOff, sizeOf } from './turns.ts'

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
  /** It is a part of another question: whose answer rests on it has its own sceptic. */
  readonly isNested?: true
  /** The part of what may be spent that is spent, from 0 to 1. */
  spent(): number
  onStep?(step: AskStep): void
  onNote?(id: string, claim: string): void
  /** After each reply, with what came of it. */
  onTurn?(turn: AskTurn): Promise<void>
}

export interface AskEnd {
  readonly outcome: AskOutcome
  /** The model was given all files at once. */
  readonly isWhole: boolean
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
/** Characters of what is told to whoever looks on. */
const TOLD = 600
/** Of a request that was too long, what the next may have; and what it must be for another to be worth it. */
const [SHORTER, WORTH_IT] = [0.6, 0.9]

/** Characters of files that are sent again sooner than the tools that would take their place. */
const FEW = 20_000

const CUT_OFF = 'the replies of the model came to their limit before they called a tool'

export async function askLoop(asking: Asking): Promise<AskEnd> {
  return await new Loop(asking).run()
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
  /** What the sceptic held against the first answer, by the place of the sentence. */
  private objected: ReadonlyMap<number, string> = new Map()
  private rival: string | null = null
  /** What was said to be open when the sceptic read it. */
  private missing = ''
  private accepted: Accepted | null = null
  /** Of the last answer that was not accepted: its sentences, and the places of those with which nothing is wrong. */
  private before: { readonly sentences: readonly SentenceDraft[]; readonly passed: readonly number[] } = {
    sentences: [],
    passed: [],
  }
  /** Why the sceptic has not read it; null when it has. */
  private unchallenged: string | null = null
  private failure: ModelFailure | null = null
  /** Turns since something new was learnt. */
  private idle = 0
  private silent = 0
  /** Turns since only an answer was asked for; null while everything may be called. */
  private closing: number | null = null
  /** Characters that a request may have; less after the model could not take as many. */
  private room: number
  /** All files stand in the first turn; and whether they ever did. */
  private isWhole: boolean
  private wasWhole: boolean
  /** Of the last reply: what was not kept, what is open, what the sceptic said. */
  private refused: readonly string[] = []
  private rivals: readonly string[] | null = null
  private sceptic: AskChallenge | null = null
  /** The last reply came to its limit before it called anything. */
  private isCut = false

  constructor(private readonly asking: Asking) {
    const { question, overview, whole, tools, finder } = asking
    this.book = new NoteBook(question, finder)
    this.book.addResult(overview, 'what was known of the files at first')
    this.turns = [firstTurn(question, overview, whole)]
    this.room = asking.room
    this.isWhole = whole !== null
    this.wasWhole = this.isWhole
    this.tools = new Map(tools.map(tool => [tool.spec.name, tool]))
  }

  async run(): Promise<AskEnd> {
    for (let turn = 1; ; turn++) {
      this.closeIfDue(turn)
      const reply = await this.ask()
      if (reply === null) return this.end(this.failure!.message)
      if (reply.finish === 'refused')
        return this.end(reply.withheld ?? "the provider's filter withheld the model's reply")
      const known = { steps: this.steps.length, notes: this.book.notes.length }
      this.refused = []
      this.rivals = null
      this.sceptic = null
      await this.hear(reply)
      await this.asking.onTurn?.(this.toldTurn(turn, reply, known))
      if (this.failure) return this.end(this.failure.message)
      if (this.accepted) return this.end(this.unchallenged)
      if (this.silent >= SILENT_TURNS)
        return this.end(this.isCut ? CUT_OFF : 'the model called no tool any more and gave no answer')
      if (this.closing !== null && this.closing >= CLOSING_TURNS)
        return this.end('the model gave no answer that its notes support')
    }
  }

  private toldTurn(number: number, { text }: ModelReply, known: Readonly<Record<'steps' | 'notes', number>>): AskTurn {
    return {
      number,
      said: text.trim().slice(0, TOLD),
      steps: this.steps.slice(known.steps).map(step => ({ ...step, text: step.text.slice(0, TOLD) })),
      notes: this.book.notes.slice(known.notes),
      refused: this.refused,
      rivals: this.rivals,
      sceptic: this.sceptic,
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
    const { model, context } = this.asking
    for (;;) {
      const terms = this.terms()
      const turns = fitted(this.turns, Math.min(this.room, turnsRoom(model, terms)))
      const outcome = await model.call({ ...terms, turns }, { ...context, purpose: 'step' })
      if (outcome.ok) return outcome.reply
      if (outcome.failure.kind === 'too-long' && this.isShortened(sizeOf(turns))) continue
      this.failure = outcome.failure
      return null
    }
  }

  private terms(): Omit<ModelRequest, 'turns'> {
    const open = findingTools(this.asking.tools, this.isWhole)
    return {
      system: rootSystem(open.map(({ name }) => name)),
      tools: [...(this.closing === null ? open : []), ...endingTools(this.isWhole)],
      schema: null,
      maxOutputTokens: replyTokens(this.asking.model, OUTPUT_TOKENS),
    }
  }

  /** `size`: what was too long. The files themselves are left out before anything that was found in them. */
  private isShortened(size: number): boolean {
    this.leaveOutFiles(false)
    this.room = Math.min(this.room, size) * SHORTER
    return sizeOf(fitted(this.turns, this.room)) < size * WORTH_IT
  }

  private leaveOutFiles(wasWhole: boolean): void {
    const { question, overview } = this.asking
    if (!this.isWhole) return
    this.turns[0] = firstTurn(question, overview, null, wasWhole)
    this.isWhole = false
    this.wasWhole = wasWhole
  }

  private async hear({ text, toolCalls, parts, finish }: ModelReply): Promise<void> {
    this.turns.push({
      role: 'assistant',
      text: text === '' && toolCalls.length === 0 ? '(nothing)' : text,
      toolCalls,
      ...(parts && { parts }),
    })
    if (this.closing !== null) this.closing++
    this.isCut = finish === 'length'
    if (toolCalls.length === 0) {
      this.silent++
      this.say(
        `${this.isCut ? `${CUT_OFF_TEXT} ` : ''}${this.closing === null ? silentText(findingTools(this.asking.tools, this.isWhole).map(({ name }) => name)) : 'Call answer.'}`,
      )
      return
    }
    // Calls that were cut off are no sign of life either.
    this.silent = this.isCut && toolCalls.every(isCutOff) ? this.silent + 1 : 0
    const before = this.book.notes.length + this.steps.filter(({ result }) => result !== null).length
    const said: ToolResult[] = []
    for (const [k, call] of toolCalls.entries()) {
      const { text: told, isError } =
        this.isCut && isCutOff(call)
          ? { text: CUT_OFF_TEXT, isError: true }
          : k < CALLS_A_TURN
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
    if (call.name === 'note' || call.name === 'answer') {
      this.rivals = rivalsIn(call.input) ?? this.rivals
      const told = await (call.name === 'note' ? this.note(call.input) : this.answer(call.input))
      if (told.isError && this.sceptic === null) this.refused = [...this.refused, told.text.slice(0, TOLD)]
      return told
    }
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
    const read = loopAnswer.safeParse(tidied(input))
    if (!read.success) return { text: `answer cannot be called like this: ${complaint(read.error)}`, isError: true }
    const { sentences: fresh, missing, keep } = read.data
    const fault = keepFault(fresh, this.before, keep)
    if (fault !== null) return { text: fault, isError: true }
    const sentences = inPlace(fresh, this.before, keep)
    const judged = await judgedAnswer({ sentences, missing }, this.book, this.asking.context.signal)
    if ('complaint' in judged) {
      const { passed } = judged
      this.before = { sentences, passed }
      // To put right what the gate refused takes what was said of it, not all files once more.
      if (this.asking.whole !== null && this.asking.whole.length > FEW) this.leaveOutFiles(true)
      return { text: `${clipped(judged.complaint)}${keepText(passed)}`, isError: true }
    }
    const { kept } = judged
    const told = kept.length === 0 || this.asking.isNested ? null : await this.challenged(kept, missing)
    if (told !== null) {
      this.before = { sentences, passed: [...sentences.keys()] }
      return told
    }
    const accepted = kept.map(one => ({ ...one, objection: this.objections.get(keyOf(one)) ?? null }))
    this.accepted = { sentences: accepted, missing, rival: this.rival }
    return { text: 'Accepted.', isError: false }
  }

  /**
   * Null when nothing is held against it, or it is the second answer: of that only what is new is read once more, and what is held
   * against it then stands beside it.
   */
  private async challenged(kept: readonly KeptSentence[], missing: readonly string[]) {
    const { question, model, context } = this.asking
    const isSecond = this.challenges > 0
    const fresh = [...kept.keys()].filter(k => !this.read.has(keyOf(kept[k]!)))
    // What is said to be open now may have settled what was held against it.
    const isOpen = missing.length > 0 && this.missing !== missing.join('\n')
    if (isSecond && fresh.length === 0) {
      if (isOpen) this.rival = null
      return null
    }
    this.challenges++
    const only = isSecond ? fresh : null
    const { rival, objected: before, book, wasWhole: isWhole } = this
    const challenged = { question, sentences: kept, only, rival, before, missing, book, isWhole }
    const found = await challenge(challenged, model, context)
    if ('failure' in found && found.failure.kind === 'aborted') {
      this.failure = found.failure
      return { text: 'Stopped.', isError: true }
    }
    if ('failure' in found || 'unusable' in found) {
      // The answer has passed the gate: it stands, and that nobody has read it against its quotes is said.
      this.unchallenged = `nobody challenged the answer: ${'failure' in found ? found.failure.message : found.unusable}`
      return null
    }
    const objections = [...found.objections].map(([k, why]) => ({ sentence: k + 1, why }))
    this.sceptic = { objections, rival: found.rival }
    for (const k of fresh) this.read.add(keyOf(kept[k]!))
    for (const [k, why] of found.objections) if (fresh.includes(k)) this.objections.set(keyOf(kept[k]!), why)
    if (isSecond) {
      // With other sentences the rival of the first answer may be ruled out: it stands if it is named again.
      this.rival = this.rival === null ? null : found.rival
      return null
    }
    this.objected = found.objections
    this.rival = found.rival
    this.missing = missing.join('\n')
    if (found.objections.size === 0 && found.rival === null) return null
    return { text: clipped(objectedText(found, kept)), isError: true }
  }

  /** Of an answer that was never accepted, the sentences with which nothing was wrong; what is held against them stands beside them. */
  private async passed(): Promise<readonly AskSentence[]> {
    const { sentences, passed } = this.before
    const { signal } = this.asking.context
    if (passed.length === 0 || signal.aborted) return []
    const judged = await judgedAnswer({ sentences: passed.map(k => sentences[k]!), missing: [] }, this.book, signal)
    return 'kept' in judged
      ? judged.kept.map(one => ({ ...one, objection: this.objections.get(keyOf(one)) ?? null }))
      : []
  }

  private say(text: string): void {
    this.turns.push({ role: 'user', passages: [{ text }] })
  }

  private async end(stopped: string | null): Promise<AskEnd> {
    const { sentences = await this.passed(), missing = [], rival = null } = this.accepted ?? {}
    const { notes } = this.book
    const outcome = {
      sentences,
      missing,
      rival,
      notes,
      steps: this.steps,
      objected: this.objected.size,
      ...(this.challenges > 0 && this.unchallenged === null && { challengedBy: this.asking.model.id }),
      stopped,
    } as const
    const status = statusOf(outcome, this.accepted !== null)
    return { outcome: renumbered({ status, ...outcome }), isWhole: this.wasWhole, failure: this.failure }
  }
}
