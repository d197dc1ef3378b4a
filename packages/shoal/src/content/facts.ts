// What files hold as rows of relations. Secrets are masked here, in whatever row they stand.
import type { FactReader, FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'

/** Rows some at a time: what a content type tells of a file, with nothing masked yet. */
type RowReader = (source: SourceText, about: FactsAbout) => AsyncIterable<readonly FactRow[]>

/** Loaded when it is wanted. */
export function masked(load: () => Promise<RowReader>): FactReader {
  return async function* (source, about) {
    const [read, { hiderOfRows }] = await Promise.all([load(), import('../text/gate/shown-rows.ts')])
    const hide = await hiderOfRows(source, about.signal)
    for await (const rows of read(source, about)) {
      about.signal.throwIfAborted()
      if (hide) for (const row of rows) yield { ...row, values: hide(row.values) }
      else yield* rows
    }
  }
}
