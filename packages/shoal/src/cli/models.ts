// `shoal models`: the providers of language models, which of them can be used here, their models and what these cost.
// Of a key it is only ever said whether it is set.

import { type ModelClass, modelClasses } from '@shoal/base/model/agent'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { PRICES, PRICES_AS_OF, type Price, type PriceTable, priceOf } from '@shoal/base/model/prices'
import type { Provider } from '@shoal/base/model/provider'
import { formatCount, printable } from '@shoal/base/text/printable'
import type { Settings } from '../config/resolve.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { type GridColumn, Sheet } from './team/sheet.ts'

export function modelsCommand(): Command {
  return {
    name: 'models',
    summary: 'the providers of language models, whether their keys are set, and prices',
    usage: '',
    examples: [
      {
        line: 'shoal info models',
        does: 'each provider with its key variable and URL; each model with its class and price',
      },
      { line: 'shoal info models --json', does: 'the same for a script' },
    ],
    run,
  }
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal models takes no arguments', {
      detail: args[0]!,
      advice: 'name a model with `--model` of `shoal analyze`',
    })
  const [{ allProviders }, places, { proxyFor, shownProxy }, { classesOf }] = await Promise.all([
    import('../models/providers/providers.ts'),
    import('../models/providers/provider.ts'),
    import('../models/providers/proxy.ts'),
    import('../models/model-name.ts'),
  ])
  const providers = allProviders(settings)
  const shown = providers.map(provider => ({
    provider,
    keyVariable: places.keyIn(provider, io.env)?.variable ?? null,
    place: placeShown(
      () => places.urlOf(provider, io.env, configuredUrl(provider, settings)),
      url => {
        const proxy = proxyFor(url, io.env)
        return proxy && shownProxy(proxy)
      },
    ),
  }))
  const classed = providers.map(
    provider => [provider.name, classesOf(provider, settings.modelClasses, providers)] as const,
  )
  const models = listModels(classed, settings.prices)
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json')
      return await writeJsonObject(write, {
        providers: shown.map(providerJson),
        models: models.map(modelJson),
        prices_as_of: PRICES_AS_OF,
      })
    const sheet = new Sheet(io, face)
    drawPage(sheet, shown, models)
    await write(sheet.text())
  })
  return 0
}

interface ShownProvider {
  readonly provider: Provider
  /** The variable that holds its key; null if none does. */
  readonly keyVariable: string | null
  readonly place: Place
}

/** `url` is null where there is none; `fault` is what is wrong with the one that was given, or with its proxy. */
interface Place {
  readonly url: string | null
  /** Through which it is reached; null for none. */
  readonly proxy: string | null
  readonly fault: string | null
}

/** The URL of the config file is meant for the provider of the model that is named there. */
function configuredUrl(provider: Provider, { model, baseUrl }: Settings): string | null {
  return model?.split(':', 1)[0] === provider.name ? baseUrl : null
}

/** Without user names, passwords and parameters: they may be secrets. */
function placeShown(find: () => string | null, proxyOf: (url: URL) => string | null): Place {
  try {
    const found = find()
    if (found === null) return { url: null, proxy: null, fault: null }
    const { protocol, host, pathname } = new URL(found)
    return { url: `${protocol}//${host}${pathname}`, proxy: proxyOf(new URL(found)), fault: null }
  } catch (error) {
    if (error instanceof ShoalError) return { url: null, proxy: null, fault: error.message }
    throw error
  }
}

interface ListedModel {
  readonly id: string
  readonly classes: readonly ModelClass[]
  readonly price: Price | null
  /** It has a class, or its price is the user's: what a page has room for. */
  readonly isMain: boolean
}

type ClassNames = Readonly<Record<ModelClass, string | null>>

/** Those of a class, by provider; then those that the user has set a price for; then all others of known price. */
function listModels(classed: readonly (readonly [provider: string, ClassNames])[], own: PriceTable): ListedModel[] {
  const classesOf = new Map<string, ModelClass[]>()
  for (const [provider, names] of classed)
    for (const modelClass of modelClasses) {
      const id = `${provider}:${names[modelClass]}`
      if (names[modelClass] !== null) classesOf.set(id, [...(classesOf.get(id) ?? []), modelClass])
    }
  const ids = new Set([...classesOf.keys(), ...Object.keys(own), ...Object.keys(PRICES)])
  return [...ids].map(id => ({
    id,
    classes: classesOf.get(id) ?? [],
    price: priceOf(id, own),
    isMain: classesOf.has(id) || Object.hasOwn(own, id),
  }))
}

function providerJson({ provider, keyVariable, place }: ShownProvider) {
  return {
    name: provider.name,
    title: provider.title,
    key_variables: provider.keyVariables,
    key_needed: provider.needsKey,
    key_set: keyVariable !== null,
    base_url: place.url,
    proxy: place.proxy,
    problem: place.fault,
    local: provider.isLocal,
    tools: provider.hasTools,
  }
}

function modelJson({ id, classes, price }: ListedModel) {
  return {
    model: id,
    classes,
    input_usd_per_million: price?.input ?? null,
    output_usd_per_million: price?.output ?? null,
    cache_read_usd_per_million: price?.cacheRead ?? null,
    cache_write_usd_per_million: price?.cacheWrite ?? null,
    context_tokens: price?.context ?? null,
  }
}

function drawPage(sheet: Sheet, shown: readonly ShownProvider[], models: readonly ListedModel[]): void {
  const main = models.filter(({ isMain }) => isMain)
  sheet.grid(providerColumns, shown.map(providerCells))
  const proxies = new Set(shown.flatMap(({ place }) => (place.proxy === null ? [] : [place.proxy])))
  for (const proxy of proxies) {
    const through = shown.filter(({ place }) => place.proxy === proxy).map(({ provider }) => provider.name)
    sheet.line(`Through the proxy ${printable(proxy)}: ${through.join(', ')}`)
  }
  sheet.line()
  sheet.grid(modelColumns, main.map(modelCells))
  sheet.line()
  const prices = `Prices in US dollars per million tokens, as of ${PRICES_AS_OF}.`
  const others = `${formatCount(models.length - main.length)} more models have a known price: see \`--json\`.`
  sheet.line(sheet.style.dim(`${prices} ${others}`))
}

const providerColumns: readonly GridColumn[] = [
  { title: 'provider' },
  { title: 'key', atLeast: 20 },
  { title: 'url', atLeast: 20 },
]

function providerCells(shown: ShownProvider): string[] {
  return [shown.provider.name, keyWords(shown), urlWords(shown)]
}

function keyWords({ provider, keyVariable }: ShownProvider): string {
  if (keyVariable !== null) return `${keyVariable} is set`
  const variables = provider.keyVariables.join(' or ')
  if (provider.needsKey) return `${variables} is not set`
  return variables === '' ? 'none needed' : `${variables}, if one is needed`
}

function urlWords({ provider, place }: ShownProvider): string {
  if (place.url !== null || place.fault !== null) return printable(place.url ?? place.fault!)
  return provider.needsUrl ? `set by ${['--base-url', ...provider.urlVariables].join(' or ')}` : '-'
}

const modelColumns: readonly GridColumn[] = [
  { title: 'model', atLeast: 24 },
  { title: 'class' },
  { title: 'input', align: 'right' },
  { title: 'output', align: 'right' },
  { title: 'context', align: 'right' },
]

function modelCells({ id, classes, price }: ListedModel): string[] {
  return [
    printable(id),
    classes.join(' ') || '-',
    price === null ? 'unknown' : dollars(price.input),
    price === null ? 'unknown' : dollars(price.output),
    price?.context === undefined ? '-' : formatCount(price.context),
  ]
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
}
