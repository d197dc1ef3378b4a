// A question that a model answers by reaching for the files: creates its run, has the loop go on step by step, and keeps the answer. Killed
// anywhere, it goes on from its record: no step is done twice, and no call is paid twice.

import type { AskProgress, AskReport, AskStep } from '@shoal/base/model/asking'
import { ShoalError } from '@shoal/base/model/errors'
import { unlimitedCallBudget } from '@shoal/base/model/language-model'
import type { Ledger } from '@shoal/base/model/ledger'
import { priceOf } from '@shoal/base/model/prices'
import type { Session } from '@shoal/base/model/team'
import { callBudgetOf } from '@shoal/team/assignment'
import { leadWhile } from '@shoal/team/lead-while'
import { cacheDir } from '../../config/cache-dir.ts'
import type { Settings } from '../../config/resolve.ts'
import { digestOf } from '../../models/digest.ts'
import { resolveModels, splitName } from '../../models/model-name.ts'
import { allProviders } from '../../models/providers/providers.ts'
import type { Patience } from '../../models/retrying.ts'
import type { ActionInput } from '../../stages/asking/inputs.ts'
import { askLoop } from '../../stages/asking/loop.ts'
import { withToolsInWords } from '../../stages/asking/tools-in-words.ts'
import { CHARACTERS_A_TOKEN } from '../../stages/model-room.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { checkLimits, checkPrices, setBudgets } from '../analysis/budgets.ts'
import { checkEngine, type ModelEngine, openEngine } from '../analysis/model-engine.ts'
import { stopError } from '../analysis/model-failure.ts'
import { nothingToRead, purposeOf, runName } from '../analysis/naming.ts'
import { NOTHING_USED } from '../analysis/report.ts'
import { sourceRoom } from '../budget.ts'
import { openRunPlace } from '../run-place.ts'
import { checkNotAlive, createRun } from '../run-team.ts'
import { actionsOver } from './actions.ts'
import { type AskDefinition, askDefinition, askDefinitions, readAsk } from './definition.ts'
import { FileSet } from './file-set.ts'
import { Meter } from './meter.ts'
import { lookedUp } from './nested.ts'
import { overviewOf } from './overview.ts'
import { Steps } from './steps.ts'
import { ANSWER, askReports, askTurns, storedReport, TURN } from './stored.ts'
import { toolsOver } from './tools.ts'
import { wholeText } from './whole-text.ts'

export interface AskOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The run's name, which then must be free. */
  readonly name?: string
  readonly patience?: Partial<Patience>
  /** Where the run keeps its record of calls; null to keep nothing. */
  runDirectory?(run: string): string | null
  onCreate?(run: string): void
  onFile?(done: number, of: number, path: string): void
  onStep?(step: AskStep, spent: AskReport['usage']): void
  onNote?(id: string, claim: string): void
  /** After each reply of the model; the same is kept with the run. */
  onTurn?(turn: AskProgress): void
}

export interface Asked {
  readonly report: AskReport
  /** Why it stopped early, for the exit status; null when it did not. */
  readonly stop: ShoalError | null
}

/** Of what the model can be given at once, about 60 % of its context: what fits into it is read whole. */
const ROOM_SHARE = 0.8
const CALLS_AT_A_TIME = 8

export async function askPaths(
  paths: readonly string[],
  question: string,
  settings: Settings,
  options: AskOptions,
): Promise<Asked> {
  const { ledger, cwd, env, name } = options
  const { root, sub } = modelsFor(settings)
  const definition = askDefinition({ paths, question, cwd, root, sub, maxSteps: settings.maxSteps, settings })
  checkPrices([root, sub], settings)
  await checkEngine(enginesOf(definition), { settings, env, cwd })
  const wanted = { name: name ?? runName(paths, cwd, 'ask'), isExact: name !== undefined, ...purposeOf(question) }
  const stored = { ...wanted, definition: askDefinitions.toJson(definition) }
  const run = await createRun(ledger, stored, { tasks: [], members: [] })
  options.onCreate?.(run)
  return await lead(run, definition, settings, options)
}

/** Limits, and what is of this process, are those of now. */
export async function resumeAsk(run: string, now: Settings, options: AskOptions): Promise<Asked> {
  const { ledger } = options
  options.onCreate?.(run)
  const definition = readAsk(run, await ledger.definition(run))
  const { ended } = await ledger.team(run)
  const stored = ended === 'completed' ? await storedReport(ledger, run) : null
  if (stored) return { report: stored, stop: null }
  checkOwn(run, definition)
  const { settings } = definition
  const limits = { maxCost: now.maxCost ?? settings.maxCost, maxTokens: now.maxTokens ?? settings.maxTokens }
  await checkLimits(ledger, run, limits)
  const again = {
    ...settings,
    ...limits,
    types: now.types,
    typesFrom: now.typesFrom,
    providers: now.providers,
    baseUrl: now.baseUrl ?? settings.baseUrl,
  }
  return await lead(run, definition, again, options)
}

/** The same from the record of its calls: no model is asked. */
export async function replayAsk(run: string, options: AskOptions): Promise<Asked> {
  const { ledger, name } = options
  const definition = readAsk(run, await ledger.definition(run))
  checkOwn(run, definition)
  const replay = { ...definition, replays: definition.replays ?? run }
  const wanted = {
    name: name ?? `replay-${run}`.slice(0, 60),
    isExact: name !== undefined,
    ...purposeOf(definition.question),
  }
  const again = await createRun(
    ledger,
    { ...wanted, definition: askDefinitions.toJson(replay) },
    { tasks: [], members: [] },
  )
  options.onCreate?.(again)
  return await lead(again, replay, replay.settings, options)
}

/** Throws for a question that an agent answers: there is no model to ask, and no record of one. */
function checkOwn(run: string, { delegated, root }: AskDefinition): void {
  if (!delegated) return
  throw new ShoalError('wrong-state', `run "${run}" is answered by ${root}, over MCP`, {
    detail: run,
    advice: 'there it is resumed: the tool `overview` with this run says how far it is',
  })
}

/** The answer of a run; throws `wrong-state` while there is none. */
export async function readAskReport(ledger: Ledger, run: string): Promise<AskReport> {
  const { delegated } = readAsk(run, await ledger.definition(run))
  const report = await storedReport(ledger, run)
  if (report) return report
  throw new ShoalError('wrong-state', `run "${run}" has no answer yet`, {
    detail: run,
    advice: delegated ? 'the agent that asks ends with the tool `answer`' : `go on with \`shoal resume ${run}\``,
  })
}

async function lead(run: string, definition: AskDefinition, settings: Settings, options: AskOptions): Promise<Asked> {
  const { ledger, signal } = options
  await checkNotAlive(ledger, run)
  await ledger.reopenRun(run)
  try {
    const asked = await leadWhile(ledger, run, signal, (either, session) =>
      goOn(run, definition, settings, { ...options, signal: either, session }),
    )
    await ledger.endRun(run, asked.stop ? 'stopped' : 'completed', asked.stop?.message)
    return asked
  } catch (error) {
    if (error instanceof ShoalError && error.code !== 'interrupted' && !signal.aborted)
      await ledger.endRun(run, 'failed', error.message).catch(() => {})
    throw error
  }
}

async function goOn(
  run: string,
  definition: AskDefinition,
  settings: Settings,
  { session, ...options }: AskOptions & { readonly session: Session },
): Promise<Asked> {
  const { paths, question, cwd, root, sub, maxSteps } = definition
  const { ledger, signal, env, runDirectory, patience = {}, onFile } = options
  const cache = cacheDir(env, process.platform, cwd)
  const files = { settings, signal, cache, cwd, ...(onFile && { onProgress: onFile }) }
  const set = await FileSet.open(paths, files)
  if (set.files.length === 0)
    throw nothingToRead(
      paths,
      set.skipped.map(one => ({ ...one, cause: 'unreadable' as const })),
    )
  const engine = await openAskEngine(run, definition, settings, { ledger, env, cwd, runDirectory, patience })
  const isLimited = await setBudgets(ledger, run, settings)
  const callBudget = isLimited ? callBudgetOf(session, ledger) : unlimitedCallBudget
  const context = { signal, task: run, callBudget }
  const meter = new Meter(settings)
  const [rootPrice, subPrice] = [root, sub].map(id => priceOf(id, settings.prices))
  const subModel = meter.metered(engine.synthesis, subPrice!)
  const reader = {
    model: subModel,
    context,
    allow: (characters: number) => meter.allow(characters, subPrice!),
    lookUp: async (input: Pick<ActionInput<'llm'>, 'question' | 'paths'>) =>
      await lookedUp(input, { set, options: files, model: subModel, context, spent: meter.nested() }),
    labeller: {
      model: engine.synthesis,
      context,
      labelBook: (key: string) => engine.labelBook(key),
      spend: (characters: number, outputTokens: number) => meter.spend(characters, outputTokens, subPrice!),
    },
  }
  const steps = new Steps(ledger, run, session)
  const tools = toolsOver(set, actionsOver(set, files, reader), meter.keeping(steps))
  try {
    const room = sourceRoom(root, settings) * CHARACTERS_A_TOKEN * ROOM_SHARE
    const overview = await steps.once({ tool: 'overview', input: question, digest: set.digest() }, () =>
      overviewOf(question, set),
    )
    const whole = await wholeText(set, room)
    const { outcome, isWhole, failure } = await askLoop({
      question,
      overview: overview.value,
      whole,
      model: withToolsInWords(meter.metered(engine.modelOf(''), rootPrice!)),
      tools: tools.all,
      finder: set,
      context,
      maxSteps,
      room,
      spent: () => meter.spent(),
      onStep: step => options.onStep?.(step, usageOf(engine, definition)),
      ...(options.onNote && { onNote: options.onNote }),
      onTurn: async turn => {
        const step = { tool: TURN, input: turn.number, digest: digestOf(turn) }
        const told = async () => askTurns.toJson(shownValue({ ...turn, usage: usageOf(engine, definition) }))
        const { value } = await steps.once(step, told)
        options.onTurn?.(askTurns.read(value)!)
      },
    })
    signal.throwIfAborted()
    const { files: all, bytes, skipped } = set
    const report: AskReport = {
      run,
      question,
      paths,
      model: root,
      subModel: sub,
      files: all.length,
      bytes,
      isWhole,
      skipped,
      ...outcome,
      usage: usageOf(engine, definition),
    }
    // What there is is shown, and not kept as the answer: the run can go on.
    if (failure) return { report, stop: stopError(failure, run) }
    const { value } = await steps.once({ tool: ANSWER, input: question, digest: set.digest() }, async () =>
      askReports.toJson(shownValue(report)),
    )
    return { report: askReports.read(value)!, stop: null }
  } finally {
    tools.close()
    await engine.close()
    await set.close()
  }
}

/** A provider alone stands for its larger model as root and its small one as reader; a model that is named is both. */
function modelsFor(settings: Settings): { readonly root: string; readonly sub: string } {
  const { model, subModel, modelClasses } = settings
  if (model === null)
    throw new ShoalError('missing-argument', 'shoal ask needs --model', {
      detail: '--model',
      advice: 'name the model that asks for steps, such as `--model anthropic`; `shoal analyze` answers without one',
    })
  const providers = allProviders(settings)
  const isNamed = splitName(model, providers).name !== null
  const { analyst, synthesis } = resolveModels({
    model: subModel ?? model,
    synthesisModel: subModel !== null || isNamed ? model : null,
    modelClasses,
    providers,
  })
  return { root: synthesis, sub: analyst }
}

function enginesOf({ root, sub, settings }: Pick<AskDefinition, 'root' | 'sub' | 'settings'>) {
  // A base URL is that of the analyst's provider.
  return { analyst: root, synthesis: sub, byAgent: {}, baseUrl: settings.baseUrl }
}

async function openAskEngine(
  run: string,
  definition: AskDefinition,
  settings: Settings,
  {
    ledger,
    env,
    cwd,
    runDirectory,
    patience,
  }: Pick<AskOptions, 'ledger' | 'env' | 'cwd'> & {
    readonly runDirectory: AskOptions['runDirectory']
    readonly patience: Partial<Patience>
  },
): Promise<ModelEngine> {
  const { replays } = definition
  const place = await openRunPlace(ledger, run, runDirectory)
  const record = replays === undefined ? null : (await openRunPlace(ledger, replays, runDirectory)).directory
  if (replays !== undefined && record === null)
    throw new ShoalError('not-recorded', `there is no record of run "${replays}" to answer for its models`, {
      detail: replays,
    })
  return await openEngine({
    models: {
      ...enginesOf(definition),
      rounds: 0,
      labels: [],
      readsAll: false,
      cut: { mode: 'directory', maxTokens: sourceRoom(definition.sub, settings), chunkSize: null },
    },
    settings,
    env,
    cwd,
    concurrency: CALLS_AT_A_TIME,
    directory: place.directory,
    shared: place.shared,
    replays: record,
    patience,
  })
}

function usageOf({ log }: ModelEngine, { replays }: AskDefinition): AskReport['usage'] {
  const { input, output, calls, microUsd, guessed } = log.totals()
  if (replays !== undefined) return { ...NOTHING_USED, cached: calls }
  const costUsd = microUsd === null ? null : microUsd / 1e6
  return {
    ...NOTHING_USED,
    inputTokens: input,
    outputTokens: output,
    ...(guessed && { isGuess: true }),
    costUsd,
    calls,
  }
}
