// What files hold as rows of relations: one reader for each content type, loaded when it is wanted. Secrets are masked here,
// in whatever row they stand.
import type { FactReader, FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { hiderOfRows } from '../text/gate/shown-rows.ts'

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
    const hide = await hiderOfRows(source, about.signal)
    for await (const rows of read(source, about)) {
      about.signal.throwIfAborted()
      if (hide) for (const row of rows) yield { ...row, values: hide(row.values) }
      else yield* rows
    }
  }
}
