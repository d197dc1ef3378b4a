// What files hold as rows of relations: one reader for each content type, loaded when it is wanted. Secrets are masked here,
// in whatever row they stand.
import type { FactReader, FactRow, FactsAbout } from '../model/relation.ts'
import type { SourceText } from '../model/source.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { KnownSecrets } from '../text/secrets/known.ts'
import { MASK } from '../text/secrets/mask-value.ts'
import { kindOfName } from '../text/secrets/names.ts'
import { sweepSecrets } from '../text/secrets/sweep.ts'

/** Rows some at a time: what a content type tells of a file, with nothing masked yet. */
type RowReader = (source: SourceText, about: FactsAbout) => AsyncIterable<readonly FactRow[]>

/** By name of the content type. */
export const factReaders: Readonly<Record<string, FactReader>> = {
  log: masked(async () => (await import('./log/facts.ts')).entryRows),
  json: masked(async () => (await import('./json/facts.ts')).jsonSettings),
  config: masked(async () => (await import('./config/facts.ts')).settingRows),
  source_code: masked(async () => (await import('./source-code/facts.ts')).codeRows),
  prose: masked(async () => (await import('./prose/facts.ts')).proseRows),
  markup: masked(async () => (await import('./markup/facts.ts')).markupRows),
  jsonl: masked(async () => (await import('./jsonl/facts.ts')).loggedRows),
  unknown: masked(async () => (await import('./unknown/facts.ts')).unknownRows),
}

function masked(load: () => Promise<RowReader>): FactReader {
  return async function* (source, about) {
    const read = await load()
    const sweep = await sweepSecrets(source, { signal: about.signal, isTable: false })
    const isClean = sweep.spans.length === 0 && !sweep.hasMore
    const known = KnownSecrets.of(sweep)
    for await (const rows of read(source, about)) {
      about.signal.throwIfAborted()
      if (isClean) yield* rows
      else for (const row of rows) yield { ...row, values: shownValue(withoutNumbers(row.values), known) }
    }
  }
}

/** Numbers under the name of a secret: the gate sees only texts. */
function withoutNumbers(values: FactRow['values']): FactRow['values'] {
  const names = Object.keys(values).filter(name => typeof values[name] === 'number' && kindOfName(name) !== null)
  return names.length === 0 ? values : { ...values, ...Object.fromEntries(names.map(name => [name, MASK])) }
}
