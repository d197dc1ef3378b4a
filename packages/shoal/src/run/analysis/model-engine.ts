// The language models of a run, ready to be asked: providers behind their limits, budgets and records, with the agents
// they play and the results that were paid for before.

import type { CallLog } from '@shoal/base/model/call-log'
import type { LabelStore } from '@shoal/base/model/label'
import type { LanguageModel, RateHeaders } from '@shoal/base/model/language-model'
import { lookup } from '@shoal/base/model/lookup'
import type { ResultCache } from '@shoal/base/model/model-work'
import { priceOf } from '@shoal/base/model/prices'
import type { Provider } from '@shoal/base/model/provider'
import { type AgentBook, loadAgents } from '../../config/agents/load-agents.ts'
import { cacheDir } from '../../config/cache-dir.ts'
import type { Settings } from '../../config/resolve.ts'
import { assemble } from '../../models/assemble.ts'
import { Breaker } from '../../models/breaker.ts'
import { BudgetReservations } from '../../models/budget-reservation.ts'
import { openCallLog, type SharedRecord } from '../../models/call-log.ts'
import { digestOf } from '../../models/digest.ts'
import { openLabelStore } from '../../models/label-store.ts'
import { openModel } from '../../models/open-model.ts'
import { urlOf } from '../../models/providers/provider.ts'
import { allProviders, providerNamed } from '../../models/providers/providers.ts'
import { RateGate } from '../../models/rate-gate.ts'
import { replaying } from '../../models/replaying.ts'
import { openResultCache } from '../../models/result-cache.ts'
import type { Patience } from '../../models/retrying.ts'
import { type Pace, sharedPace } from '../../models/shared-pace.ts'
import { LabelBook } from '../../stages/labels/label-book.ts'
import { sourceRoom } from '../budget.ts'
import { type ModelsDefinition, modelsIn } from './definition.ts'

export interface ModelEngine {
  /** The model that plays an analyst. */
  modelOf(agent: string): LanguageModel
  readonly synthesis: LanguageModel
  readonly agents: AgentBook
  readonly cache: ResultCache
  /** What tools said to models in this run. */
  readonly steps: ResultCache
  readonly log: CallLog
  /** What was labelled before; `key` names set, model and prompt. */
  labelBook(key: string): LabelBook
  /** What one call of the synthesis may hold. */
  readonly synthesisTokens: number
  close(): Promise<void>
}

export interface EngineRequest {
  readonly models: ModelsDefinition
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** At most so many calls at a time. */
  readonly concurrency: number
  /** Where the run keeps its record; null to keep it in memory. */
  readonly directory: string | null
  /** Where the directory is a copy of what several machines write to. */
  readonly shared?: SharedRecord | null
  /** How long and how often a provider in trouble is asked again. */
  readonly patience?: Partial<Patience>
  /** Ask nobody: answer from the record of another run, kept in this directory. */
  readonly replays?: string | null
}

/** Throws `no-credentials` or `agent-invalid` before anything is sent. */
export async function openEngine(request: EngineRequest): Promise<ModelEngine> {
  const { models, settings, env, cwd, directory, replays = null } = request
  const agents = loadAgents({ cwd, home: env.HOME ?? env.USERPROFILE })
  const isReplay = replays !== null
  const record = replays ?? directory
  const shared = settings.cache && !isReplay ? cacheDir(env, process.platform, cwd) : null
  const openings = isReplay ? null : await openProviders(request)
  const log = await openCallLog(record, { isReadOnly: isReplay, shared: isReplay ? null : (request.shared ?? null) })
  const ready = (id: string) =>
    openings?.(id, log) ?? replaying(log, { id, hasTools: providerIn(id, settings)?.hasTools ?? true })
  const all = new Map(modelsIn(models).map(id => [id, withWindow(ready(id), settings)]))
  const at = localPlace(request)
  const books = new Map<string, LabelBook>()
  const stores: LabelStore[] = []
  return {
    modelOf: agent => all.get(lookup(models.byAgent, agent) ?? models.analyst)!,
    synthesis: all.get(models.synthesis)!,
    agents,
    log,
    cache: placed(openResultCache(shared, { own: record }), at),
    // A record that is replayed is read, and never written to.
    steps: isReplay ? openResultCache(null, { own: record }) : openResultCache(record),
    labelBook(key) {
      const known = books.get(key)
      if (known) return known
      const store = openLabelStore(shared, at === '' ? key : digestOf([key, at]), { own: record })
      const book = new LabelBook(store)
      stores.push(store)
      books.set(key, book)
      return book
    },
    synthesisTokens: sourceRoom(models.synthesis, settings),
    async close() {
      await Promise.all(stores.map(store => store.close()))
      await log.close()
    },
  }
}

/** The same model, with how many tokens it can be given, where that is known. */
function withWindow(model: LanguageModel, { prices }: Settings): LanguageModel {
  const { context } = priceOf(model.id, prices) ?? {}
  return context === undefined ? model : { ...model, window: context }
}

/** Throws what `openEngine` would throw, before anything is planned. */
export async function checkEngine(
  models: Pick<ModelsDefinition, 'analyst' | 'synthesis' | 'byAgent' | 'baseUrl'>,
  { settings, env, cwd }: Pick<EngineRequest, 'settings' | 'env' | 'cwd'>,
): Promise<void> {
  loadAgents({ cwd, home: env.HOME ?? env.USERPROFILE })
  await openProviders({ models, settings, env, concurrency: 1 })
}

/** The models of the run behind the limits of their providers, which those of one provider share. */
async function openProviders({
  models,
  settings,
  env,
  concurrency,
  patience = {},
  shared,
}: Pick<EngineRequest, 'settings' | 'env' | 'concurrency' | 'patience' | 'shared'> & {
  readonly models: Parameters<typeof checkEngine>[0]
}) {
  const reservations = new BudgetReservations()
  const gates = new Map<string, { readonly gate: RateGate; readonly pace: Pace | null; readonly breaker: Breaker }>()
  const opened = new Map<string, LanguageModel>()
  const providers = allProviders(settings)
  const providerOf = (id: string) => providerNamed(nameIn(id), providers)
  for (const id of modelsIn(models)) {
    const { name } = providerOf(id)
    const { requestsPerMinute, tokensPerMinute, timeout } = settings
    const limits = { requestsPerMinute, tokensPerMinute, maxInFlight: concurrency }
    const at = gates.get(name) ?? {
      gate: new RateGate(limits),
      pace: sharedPace(name, limits, shared ?? null),
      breaker: new Breaker(),
    }
    gates.set(name, at)
    const onRates = (news: RateHeaders) => at.gate.hear(news)
    const baseUrl = name === providerOf(models.analyst).name ? (settings.baseUrl ?? models.baseUrl) : null
    opened.set(id, await openModel(id, { providers, env, baseUrl, timeoutMs: timeout * 1000, onRates }))
  }
  return (id: string, log: CallLog) =>
    assemble(opened.get(id)!, {
      ...gates.get(providerOf(id).name)!,
      reservations,
      price: priceOf(id, settings.prices),
      log,
      patience,
    })
}

/** A local server may serve anything under a name: its place is part of what a result depends on. */
function localPlace({ models, settings, env }: Pick<EngineRequest, 'models' | 'settings' | 'env'>): string {
  const provider = providerIn(models.analyst, settings)
  return provider?.isLocal ? (urlOf(provider, env, settings.baseUrl ?? models.baseUrl) ?? '') : ''
}

function placed(cache: ResultCache, at: string): ResultCache {
  if (at === '') return cache
  return { once: (key, make) => cache.once({ ...key, depends: [at, key.depends] }, make) }
}

/** Null for one that a config file brought: a record is replayed without it. */
function providerIn(id: string, settings: Settings): Provider | null {
  return allProviders(settings).find(({ name }) => name === nameIn(id)) ?? null
}

function nameIn(id: string): string {
  return id.slice(0, id.indexOf(':'))
}
