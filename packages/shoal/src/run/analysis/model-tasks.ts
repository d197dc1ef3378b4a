// What language models do in an analysis, on top of the exact reports: choose labels, read, synthesise, look up what is open, doubt.
import { SYNTHESIZER } from '@shoal/base/model/agent'
import type { AskedAnswer } from '@shoal/base/model/asked'
import type { ContentType } from '@shoal/base/model/content-type'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { LabelChoice, LabelSet } from '@shoal/base/model/label'
import { type CallContext, type ModelFailure, unlimitedCallBudget } from '@shoal/base/model/language-model'
import type { Reading, ReadingOutcome, ReadingPart } from '@shoal/base/model/model-work'
import type { PlannedFile, PlannedTask } from '@shoal/base/model/plan'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystResult, SynthesisNotes, TypeReport } from '@shoal/base/model/report'
import type { Assignment } from '@shoal/base/model/worker'
import { askedFacts } from '@shoal/base/report/answer-asked'
import { formatCount } from '@shoal/base/text/printable'
import { chooseLabels, type LabelFile } from '../../stages/labels/choose-labels.ts'
import { labelAnswer } from '../../stages/labels/label-answer.ts'
import { labelParts } from '../../stages/labels/label-parts.ts'
import { labelsKey } from '../../stages/labels/label-prompt.ts'
import { isLabelled } from '../../stages/labels/label-set.ts'
import { CHARACTERS_A_TOKEN } from '../../stages/model-room.ts'
import {
  type Across,
  synthesiseCrossByModel,
  type Together,
  withAnswer,
} from '../../stages/model-synthesis/across-types.ts'
import { doubtsOf, withDoubts } from '../../stages/model-synthesis/challenge.ts'
import { synthesiseTypeByModel } from '../../stages/model-synthesis/one-type.ts'
import type { SynthesisInput, SynthesisResult } from '../../stages/model-synthesis/synthesis.ts'
import { LEAST_LOOK, LOOK_SHARE } from '../../stages/plan.ts'
import { readParts } from '../../stages/reading/read-parts.ts'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import { queryText } from '../ask/query-text.ts'
import type { PlannedWork } from '../plan.ts'
import type { WorkSettings } from '../threads/work-on.ts'
import type { ChunkShelf } from './chunk-shelf.ts'
import type { ModelsDefinition } from './definition.ts'
import { countTogether } from './label-totals.ts'
import { LEAST_WINDOW, lookFurther, withLooked } from './look-further.ts'
import type { ModelEngine } from './model-engine.ts'
import { CallFailed } from './model-failure.ts'
import { ReadingParts } from './reading-parts.ts'
import type { RunFiles } from './run-files.ts'
import type { Surveys } from './surveys.ts'

export interface ModelTasksOptions extends PlannedWork {
  readonly engine: ModelEngine
  readonly models: ModelsDefinition
  readonly shelf: ChunkShelf
  readonly surveys: Surveys
  readonly brief: Brief
  readonly settings: WorkSettings
  typeNamed(name: string): ContentType
  /** Asks the relations of the files; null where nothing was asked. */
  ask(): Promise<AskedAnswer | null>
  /** The set that was chosen before the readers began; null when nothing is labelled. */
  labelSet(): Promise<LabelSet | null>
  /** No other call would fare better than the one that failed so. */
  endsRun(failure: ModelFailure): boolean
  /** What is used is limited. */
  readonly isLimited: boolean
  /** The files of the run, for queries and for looking things up. */
  readonly files: RunFiles
  /** A result that was paid for before was used. */
  onCached?(): void
}

/** Every method throws `CallFailed` when a call fails, and otherwise only for I/O and abort. */
export class ModelTasks {
  private readonly files: ReadonlyMap<string, PlannedFile>
  private readonly tasks: ReadonlyMap<string, PlannedTask>
  private readonly parts: ReadingParts

  constructor(private readonly options: ModelTasksOptions) {
    const { models, typeNamed } = options
    const extentOf = (type: string) => (models.readsAll ? 'all' : (typeNamed(type).extent ?? 'all'))
    this.parts = new ReadingParts({ ...options, extentOf })
    this.files = new Map(options.plan.files.map(file => [file.path, file]))
    this.tasks = new Map(options.plan.tasks.map(task => [task.id, task]))
  }

  /** The labels to count by, or that there is nothing to label. */
  async chooseLabels(assignment: Assignment, signal: AbortSignal): Promise<LabelChoice> {
    const { engine, brief, models } = this.options
    const files: LabelFile[] = []
    for (const path of this.files.keys()) files.push(await this.labelFile(path, signal))
    const context = this.context(assignment, signal)
    const { synthesis: model, cache } = engine
    const asked = await this.options.ask()
    const onCached = () => this.options.onCached?.()
    const choice = await chooseLabels({ brief, asked, names: models.labels, files, model, context, cache, onCached })
    if (choice.status === 'failed') throw new CallFailed(choice.failure)
    return choice
  }

  /** A task's exact reports with what a model adds to them. */
  async read(built: AnalystResult, assignment: Assignment, signal: AbortSignal): Promise<AnalystResult> {
    const task = this.tasks.get(assignment.task.id)!
    const parts = await this.parts.of(built.reports, signal)
    if (parts.length === 0) return built
    const set = await this.options.labelSet()
    const context = this.context(assignment, signal)
    // Records are labelled type by type; what is left is read together.
    const groups = new Map<string | null, ReadingPart[]>()
    for (const part of parts) {
      const { contentType } = part.about
      const type = set !== null && isLabelled(set, contentType) ? contentType : null
      groups.set(type, [...(groups.get(type) ?? []), part])
    }
    const settled: Settled[] = []
    // What is labelled is counted afterwards: nobody can sum up before.
    const { plan, models } = this.options
    const isAll = set === null && plan.totals.analystTasks === 1 && models.closes === true
    for (const [type, own] of groups)
      settled.push(
        this.settled(
          type !== null ? await this.label(set!, own, context) : await this.readParts(task, own, { context, isAll }),
        ),
      )
    const [unusable] = settled.flatMap(one => one.unusable ?? [])
    const [closing] = settled.flatMap(one => one.closing ?? [])
    return {
      ...built,
      reports: settled.flatMap(({ reports }) => reports),
      ...(unusable !== undefined && { unusable }),
      ...(closing && { closing }),
      isShownWhole: settled.every(one => one.isShownWhole),
    }
  }

  /** The same report with the answer that counted labels give. */
  async withLabels(report: TypeReport, results: readonly AnalystResult[]): Promise<TypeReport> {
    const set = await this.options.labelSet()
    if (set === null) return report
    const answer = labelAnswer(
      results.flatMap(({ reports }) => reports),
      set,
    )
    return answer === null ? report : { ...report, answers: [answer, ...report.answers] }
  }

  /** The same reports with one answer for what was labelled in several of them. */
  async countedTogether(types: readonly TypeReport[]): Promise<readonly TypeReport[]> {
    const set = await this.options.labelSet()
    return set === null ? types : countTogether(types, set)
  }

  async synthesiseType(report: TypeReport, notes: SynthesisNotes, assignment: Assignment, signal: AbortSignal) {
    const input = await this.synthesis(notes, assignment, signal)
    return this.synthesised(report, await givenUp(report, synthesiseTypeByModel(report, input)))
  }

  /**
   * What all types say together; what that leaves open looked up where there is more to see than was read at once; and all of it read by a
   * sceptic.
   */
  async synthesiseCross(
    types: readonly TypeReport[],
    cross: CrossSynthesis,
    notes: SynthesisNotes,
    assignment: Assignment,
    signal: AbortSignal,
  ): Promise<{ readonly value: Together; readonly unusable: readonly string[] }> {
    const input = await this.synthesis(notes, assignment, signal)
    const exact = { types, cross, open: [] }
    const result = await givenUp(exact, synthesiseCrossByModel(types, cross, input))
    const { value, unusable } = this.synthesised(exact, result)
    if (unusable !== null) return { value, unusable: [unusable] }
    const looked = await this.lookedUp(value, input)
    const doubted = await this.doubted(looked, input)
    return { value: doubted.value, unusable: [...looked.unusable, ...doubted.unusable] }
  }

  /** Bounded by what was read: looking things up must not cost more than reading did. */
  private async lookedUp(across: Across, input: SynthesisInput): Promise<LookedUp> {
    const { models, plan, engine, files } = this.options
    // Who was given every line of all files in one call has nothing more to see.
    const isReadAtOnce = plan.totals.analystTasks === 1 && input.notes.isShownWhole === true
    const { types, cross, open } = across
    const question = input.brief.question.text
    const { reading } = cross
    if (question === null || models.rounds === 0 || open.length === 0 || reading === null || isReadAtOnce)
      return { value: across, unusable: [], challenged: NONE }
    const { window } = engine.synthesis
    if (window !== undefined && window < LEAST_WINDOW) {
      const why = `What is open was not looked up: a context of ${formatCount(window)} tokens is too small for it`
      const more = { ...reading, missing: [...reading.missing, why] }
      const value = { types, cross: withAnswer(types, cross, more, input.brief) }
      return { value, unusable: [], challenged: NONE }
    }
    const bytes = plan.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const { outcome, failure, isCached } = await lookFurther({
      question,
      open,
      findings: cross.findings,
      rounds: models.rounds,
      most: models.rounds * Math.max(LEAST_LOOK, Math.round(bytes * LOOK_SHARE)),
      room: engine.synthesisTokens * CHARACTERS_A_TOKEN,
      model: engine.synthesis,
      context: input.context,
      cache: engine.cache,
      steps: engine.steps,
      files: await files.open(),
      options: files.options(input.context.signal),
    })
    if (isCached) this.options.onCached?.()
    const more = withLooked(reading, outcome)
    const value = { types, cross: withAnswer(types, cross, more, input.brief) }
    const challenged = new Set(outcome.stopped === null ? outcome.sentences.map(({ text }) => text) : [])
    return { ...(failure ? this.without(value, failure) : { value, unusable: [] }), challenged }
  }

  /** What it objects to is shown with what it says. */
  private async doubted({ value: { types, cross }, challenged }: LookedUp, input: SynthesisInput): Promise<Made> {
    const { engine } = this.options
    const { model, context, cache, brief } = input
    const { reading } = cross
    // Of what was looked up, sentences of an answer were challenged then; what was only noted was not.
    const answer = reading?.answer.filter(({ text }) => !challenged.has(text)) ?? []
    const sceptic = { question: brief.question.text, model: engine.synthesis, context, cache }
    const summary = reading?.summary ?? []
    const doubtful = {
      answer,
      summary,
      links: cross.crossFile,
      findings: cross.findings,
      missing: reading?.missing ?? [],
    }
    const found = await doubtsOf(doubtful, { ...sceptic, model })
    if ('failure' in found) return this.without({ types, cross }, found.failure)
    if ('unusable' in found) return { value: { types, cross }, unusable: [found.unusable] }
    if (found.isCached) this.options.onCached?.()
    return { value: { types, cross: withDoubts({ types, cross }, found.doubts, brief) }, unusable: [] }
  }

  /** A call that failed costs what it was to add; one that ends the run ends it. */
  private without(value: Together, failure: ModelFailure): Made {
    if (!this.isPassing(failure)) throw new CallFailed(failure, value)
    return { value, unusable: [failure.message] }
  }

  private async label(set: LabelSet, parts: readonly ReadingPart[], context: Reading['context']) {
    const { engine, brief, typeNamed } = this.options
    const type = typeNamed(parts[0]!.about.contentType)
    const model = engine.modelOf(type.agent)
    const book = engine.labelBook(labelsKey(set, model.id))
    return await labelParts({ model, set, brief, parts, context, book, type, ...this.judging(context) })
  }

  private async readParts(
    { agent }: Pick<PlannedTask, 'agent'>,
    parts: readonly ReadingPart[],
    { context, isAll }: { readonly context: Reading['context']; readonly isAll: boolean },
  ): Promise<ReadingOutcome> {
    const { engine, files } = this.options
    return await readParts({
      agent: engine.agents.named(agent),
      others: this.projectAgents(parts),
      model: engine.modelOf(agent),
      brief: await this.brief(),
      parts,
      context,
      cache: engine.cache,
      sql: (query, signal) => this.queried(query, signal),
      filesDigest: async () => (await files.open()).digest(),
      isAll,
      ...this.judging(context),
    })
  }

  /** Agents of the project for content types that are read together with others. */
  private projectAgents(parts: readonly ReadingPart[]): NonNullable<Reading['others']> {
    const { engine, typeNamed } = this.options
    const types = [...new Set(parts.map(({ about }) => about.contentType))].sort()
    if (types.length < 2) return []
    return types
      .map(contentType => ({ contentType, agent: engine.agents.named(typeNamed(contentType).agent) }))
      .filter(({ agent }) => agent.origin !== 'built-in')
  }

  /** What an analyst asks of the relations, kept with the run. */
  private async queried(
    query: string,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const { files, engine } = this.options
    const set = await files.open()
    const depends = ['sql', query, set.digest()]
    const { value } = await engine.steps.once({ kind: 'step', model: '', depends }, async () => {
      try {
        signal.throwIfAborted()
        return { text: await queryText(query, set), isError: false }
      } catch (error) {
        signal.throwIfAborted()
        const { code, message } = toShoalError(error)
        return { text: code === 'internal' ? 'The query failed; go on without it' : message, isError: true }
      }
    })
    return value!
  }

  /** With the exact answer to the question, unless records are judged for it. */
  private async brief(): Promise<Brief> {
    const { brief, ask, labelSet } = this.options
    const exact = (await labelSet()) === null ? askedFacts(await ask()) : null
    return exact === null ? brief : { ...brief, exact }
  }

  private settled(outcome: ReadingOutcome): Settled {
    if (outcome.status === 'failed') throw new CallFailed(outcome.failure)
    const { reports } = outcome
    if (outcome.status === 'unusable') return { reports, unusable: outcome.reason, isShownWhole: false }
    if (outcome.isCached) this.options.onCached?.()
    const { isShownWhole, closing } = outcome
    return { reports, isShownWhole, ...(closing && { closing }) }
  }

  /** It concerns one call, and neither the run nor the user has ended. */
  private isPassing(failure: ModelFailure): boolean {
    return failure.kind !== 'aborted' && !this.options.endsRun(failure)
  }

  /** A synthesis that cannot be had costs its sentences, not the report: the exact one stands by itself. */
  private synthesised<T>(
    exact: T,
    result: SynthesisResult<T>,
  ): { readonly value: T; readonly unusable: string | null } {
    if (result.status === 'failed') {
      if (this.isPassing(result.failure)) return { value: exact, unusable: result.failure.message }
      throw new CallFailed(result.failure)
    }
    if (result.status === 'done') for (let k = 0; k < result.cached; k++) this.options.onCached?.()
    return { value: result.value, unusable: result.status === 'unusable' ? result.reason : null }
  }

  private async synthesis(notes: SynthesisNotes, assignment: Assignment, signal: AbortSignal): Promise<SynthesisInput> {
    const { engine } = this.options
    return {
      agent: engine.agents.named(SYNTHESIZER),
      model: engine.synthesis,
      brief: await this.brief(),
      context: this.context(assignment, signal),
      cache: engine.cache,
      inputTokens: engine.synthesisTokens,
      notes,
      workMs: this.options.settings.giveUpAfter * 1000,
      ...this.judging({ task: assignment.task.id }),
    }
  }

  /** What comes of a reply goes to the record of calls. */
  private judging({ task }: Pick<CallContext, 'task'>): Required<Pick<Reading, 'onVerdict'>> {
    return { onVerdict: verdict => void this.options.engine.log.judge(task, verdict) }
  }

  private context({ task, callBudget }: Assignment, signal: AbortSignal): Omit<CallContext, 'purpose'> {
    return { signal, task: task.id, callBudget: this.options.isLimited ? callBudget : unlimitedCallBudget }
  }

  private async labelFile(path: string, signal: AbortSignal): Promise<LabelFile> {
    const { surveys, shelf, typeNamed } = this.options
    const { about, reports } = await surveys.of(path, signal)
    const { summary, answers } = reports[0]!.survey!
    const { chunks, facts } = await shelf.partition(path, signal)
    return { ...this.parts.opened(about), type: typeNamed(about.contentType), chunks, facts, summary, answers }
  }
}

/** Work on what a model says that has no end costs its sentences, like a reply that cannot be read. */
async function givenUp<T>(value: T, synthesis: Promise<SynthesisResult<T>>): Promise<SynthesisResult<T>> {
  try {
    return await synthesis
  } catch (error) {
    if (!(error instanceof ShoalError) || error.code !== 'gave-up') throw error
    return { status: 'unusable', value, reason: error.message }
  }
}

type Settled = Pick<AnalystResult, 'reports' | 'unusable' | 'closing' | 'isShownWhole'>
type Made = { readonly value: Together; readonly unusable: readonly string[] }
/** `challenged`: sentences that a sceptic has read. */
type LookedUp = Made & { readonly challenged: ReadonlySet<string> }

const NONE: ReadonlySet<string> = new Set()
