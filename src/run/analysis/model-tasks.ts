// What language models do in an analysis, on top of the exact reports: choose labels, read, follow up, synthesise.
import { SYNTHESIZER } from '../../model/agent.ts'
import type { AskedAnswer } from '../../model/asked.ts'
import type { ContentType } from '../../model/content-type.ts'
import type { LabelChoice, LabelSet } from '../../model/label.ts'
import { type CallContext, type ModelFailure, openPurse } from '../../model/language-model.ts'
import type { Reading, ReadingOutcome, ReadingPart } from '../../model/model-work.ts'
import type { PlannedFile, PlannedTask } from '../../model/plan.ts'
import type { Brief } from '../../model/question.ts'
import type { AnalystReport, AnalystResult, TypeReport } from '../../model/report.ts'
import type { Assignment } from '../../model/worker.ts'
import { askedFacts } from '../../stages/answer-asked.ts'
import type { RouteFile } from '../../stages/follow-up/route-questions.ts'
import { chooseLabels, type LabelFile } from '../../stages/labels/choose-labels.ts'
import { labelAnswer } from '../../stages/labels/label-answer.ts'
import { labelParts } from '../../stages/labels/label-parts.ts'
import { labelsKey } from '../../stages/labels/label-prompt.ts'
import { isLabelled } from '../../stages/labels/label-set.ts'
import { synthesiseCrossByModel } from '../../stages/model-synthesis/across-types.ts'
import { synthesiseTypeByModel } from '../../stages/model-synthesis/one-type.ts'
import type { SynthesisInput, SynthesisNotes, SynthesisResult } from '../../stages/model-synthesis/synthesis.ts'
import { readParts } from '../../stages/reading/read-parts.ts'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import { NOTHING_VERIFIED } from '../../stages/verification.ts'
import type { PlannedWork } from '../plan.ts'
import type { WorkSettings } from '../threads/work-on.ts'
import type { ChunkShelf } from './chunk-shelf.ts'
import type { ModelsDefinition } from './definition.ts'
import { type FollowUpResult, followUp } from './follow-up.ts'
import { countTogether } from './label-totals.ts'
import type { ModelEngine } from './model-engine.ts'
import { CallFailed } from './model-failure.ts'
import { ReadingParts } from './reading-parts.ts'
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
  /** A result that was paid for before was used. */
  onCached?(): void
}

/** Every method throws `CallFailed` when a call fails, and otherwise only for I/O and abort. */
export class ModelTasks {
  private readonly files: ReadonlyMap<string, PlannedFile>
  private readonly tasks: ReadonlyMap<string, PlannedTask>
  private readonly parts: ReadingParts

  constructor(private readonly options: ModelTasksOptions) {
    this.parts = new ReadingParts(options)
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
    const choice = await chooseLabels({ brief, asked, names: models.labels, files, model, context, cache })
    if (choice.status === 'failed') throw new CallFailed(choice.failure)
    return choice
  }

  /** A task's exact reports with what a model adds to them. */
  async read(built: AnalystResult, assignment: Assignment, signal: AbortSignal): Promise<AnalystResult> {
    const task = this.tasks.get(assignment.task.id)!
    const parts = await this.parts.of(built.reports, signal)
    if (parts.length === 0) return built
    const set = await this.options.labelSet()
    const isCounted = set !== null && isLabelled(set, task.contentType!)
    const context = this.context(assignment, signal)
    const outcome = isCounted ? await this.label(set, parts, context) : await this.readParts(task, parts, context)
    return { ...built, ...this.settled(outcome) }
  }

  /** The same report with the answer that counted labels give. */
  async withLabels(report: TypeReport, results: readonly AnalystResult[]): Promise<TypeReport> {
    const set = await this.options.labelSet()
    if (set === null) return report
    const answer = labelAnswer(
      results.flatMap(({ reports }) => reports.flatMap(({ findings }) => findings)),
      set,
    )
    return answer === null ? report : { ...report, answers: [answer, ...report.answers] }
  }

  /** The same reports with one answer for what was labelled in several of them. */
  async countedTogether(types: readonly TypeReport[]): Promise<readonly TypeReport[]> {
    const set = await this.options.labelSet()
    return set === null ? types : countTogether(types, set)
  }

  /** What analysts said is missing, looked for in the chunks that may show it. */
  async followUp(assignment: Assignment, signal: AbortSignal): Promise<FollowUpResult> {
    const { brief, surveys, typeNamed } = this.options
    return await followUp({
      assignment,
      brief,
      signal,
      files: async () => {
        const files: RouteFile[] = []
        for (const path of this.files.keys()) files.push(this.parts.opened((await surveys.of(path, signal)).about))
        return files
      },
      readChunk: async (question, { path, index }) => {
        const { contentType } = this.files.get(path)!.detection
        const { reports } = await surveys.of(path, signal)
        const parts = await this.parts.of([nothingNew(reports[index - 1]!)], signal)
        const { agent } = typeNamed(contentType)
        const outcome = await this.readParts({ agent, contentType }, parts, this.context(assignment, signal), question)
        return outcome.status === 'failed' && this.isPassing(outcome.failure) ? null : this.settled(outcome).reports[0]!
      },
    })
  }

  async synthesiseType(report: TypeReport, notes: SynthesisNotes, assignment: Assignment, signal: AbortSignal) {
    const input = await this.synthesis(notes, assignment, signal)
    return this.synthesised(report, await synthesiseTypeByModel(report, input))
  }

  async synthesiseCross(
    types: readonly TypeReport[],
    cross: CrossSynthesis,
    notes: SynthesisNotes,
    assignment: Assignment,
    signal: AbortSignal,
  ) {
    const result = await synthesiseCrossByModel(types, cross, await this.synthesis(notes, assignment, signal))
    return this.synthesised(cross, result)
  }

  private async label(set: LabelSet, parts: readonly ReadingPart[], context: Reading['context']) {
    const { engine, brief, typeNamed } = this.options
    const type = typeNamed(parts[0]!.about.contentType)
    const model = engine.modelOf(type.agent)
    const book = engine.labelBook(labelsKey(set, model.id))
    return await labelParts({ model, set, brief, parts, context, book, type, ...this.judging(context) })
  }

  private async readParts(
    { agent, contentType }: Pick<PlannedTask, 'agent' | 'contentType'>,
    parts: readonly ReadingPart[],
    context: Reading['context'],
    followed: Brief | null = null,
  ): Promise<ReadingOutcome> {
    const { engine, models, typeNamed } = this.options
    return await readParts({
      agent: engine.agents.named(agent),
      model: engine.modelOf(agent),
      brief: followed ?? (await this.brief()),
      purpose: followed ? 'follow-up' : 'report',
      parts,
      extent: models.readsAll ? 'all' : (typeNamed(contentType!).extent ?? 'all'),
      context,
      cache: engine.cache,
      ...this.judging(context),
    })
  }

  /** With the exact answer to the question, unless records are judged for it. */
  private async brief(): Promise<Brief> {
    const { brief, ask, labelSet } = this.options
    const exact = (await labelSet()) === null ? askedFacts(await ask()) : null
    return exact === null ? brief : { ...brief, exact }
  }

  private settled(outcome: ReadingOutcome): Pick<AnalystResult, 'reports' | 'unusable'> {
    if (outcome.status === 'failed') throw new CallFailed(outcome.failure)
    if (outcome.status === 'read' && outcome.isCached) this.options.onCached?.()
    return { reports: outcome.reports, ...(outcome.status === 'unusable' && { unusable: outcome.reason }) }
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
      ...this.judging({ task: assignment.task.id }),
    }
  }

  /** What comes of a reply goes to the record of calls. */
  private judging({ task }: Pick<CallContext, 'task'>): Required<Pick<Reading, 'onVerdict'>> {
    return { onVerdict: verdict => void this.options.engine.log.judge(task, verdict) }
  }

  private context({ task, purse }: Assignment, signal: AbortSignal): Omit<CallContext, 'purpose'> {
    return { signal, task: task.id, purse: this.options.isLimited ? purse : openPurse }
  }

  private async labelFile(path: string, signal: AbortSignal): Promise<LabelFile> {
    const { surveys, shelf, typeNamed } = this.options
    const { about, reports } = await surveys.of(path, signal)
    const { summary, answers } = reports[0]!.survey!
    const { chunks, facts } = await shelf.partition(path, signal)
    return { ...this.parts.opened(about), type: typeNamed(about.contentType), chunks, facts, summary, answers }
  }
}

/** A chunk that is read once more: what was found and counted in it before is not found and counted again. */
function nothingNew(report: AnalystReport): AnalystReport {
  return {
    ...report,
    findings: [],
    anchors: [],
    rejected: [],
    verification: NOTHING_VERIFIED,
    completeAnswer: null,
    lines: 0,
    bytes: 0,
    survey: null,
  }
}
