// A second look at the rows, where the first pass gives reason for one: whether columns keep to the arithmetic that a sample of
// them shows, and what numbers say without those that stand for "missing".
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { scanRows } from '../../../text/table/scan-rows.ts'
import { arithmeticRules, RuleCheck } from './arithmetic.ts'
import { CleanSums } from './clean-sums.ts'
import type { TableProfile } from './profile.ts'

export interface Looked {
  readonly checks: readonly RuleCheck[]
  /** Null where no column has values that stand for "missing", or the rows could not be read a second time. */
  readonly clean: CleanSums | null
}

export async function lookAgain(profile: TableProfile, source: SourceText, signal: AbortSignal): Promise<Looked> {
  const { frame, table } = profile
  const rules = await arithmeticRules(profile, source)
  const clean = new CleanSums(profile)
  const checks = rules.map(rule => new RuleCheck(rule))
  const columns = [
    ...rules.flatMap(({ a, b, c }) => [a.index, b.index, c.index]),
    ...clean.columns.map(({ index }) => index),
  ]
  if (columns.length === 0) return { checks: [], clean: null }
  const turn = yieldToEventLoop()
  const pause = () => {
    signal.throwIfAborted()
    return turn()
  }
  const scanned = await scanRows(
    { setup: frame.setup, text: frame.text, start: frame.start, end: source.size, columns, pause },
    row => {
      for (const check of checks) check.add(row)
      clean.add(row)
    },
  )
  // Rows that cannot be told apart as the first pass did.
  if (scanned !== table.rows) return { checks: [], clean: null }
  return { checks, clean: clean.columns.length > 0 ? clean : null }
}
