// What DuckDB says when it fails, as an error of ours.
import { ShoalError } from '@shoal/base/model/errors'
import { shownText } from '../text/gate/shown.ts'

const LONGEST = 600

/** The first lines say what is wrong and often what was meant; behind them stand hints for other programs. */
export function sqlError(thrown: unknown): ShoalError {
  if (thrown instanceof ShoalError) return thrown
  const said = (thrown instanceof Error ? thrown.message : String(thrown)).trim()
  const [what = ''] = said.split(/\n\s*\n/)
  // It may quote what stands in a file. Secrets that have no shape are masked by who knows the file.
  const message = shownText(what.replace(/(?<!\s)\s*\n\s*/g, ' ')).slice(0, LONGEST)
  const isBarred = /^Permission Error|configuration has been locked|file system operations are disabled/.test(message)
  const [, word] = /syntax error at or near "([a-z]{2,20})"/i.exec(message) ?? []
  return new ShoalError(isBarred ? 'sql-refused' : 'sql-failed', message === '' ? 'the query failed' : message, {
    cause: thrown,
    // Half of such errors are names that SQL has a meaning for: `min(time) first`.
    ...(word !== undefined && { advice: `correct the query; as a name write AS "${word}", in quotes` }),
  })
}
