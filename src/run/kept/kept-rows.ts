// Rows of statements of ours, kept for the next question: what relations hold is asked the same by each.
import type { Json } from '../../model/json.ts'
import type { PlainValue } from '../../sql/engine-calls.ts'
import type { KeptResults } from './kept-results.ts'

type Rows = PlainValue[][]

/** What is larger is asked again. */
const MOST_ROWS = 1000
const LONGEST = 256 * 1024
/** Their answer is another at another time. */
const PASSING = /\b(?:now|today|random|uuid|current_\w+|get_current_\w+)\b/i

export async function keptRows(sql: string, kept: KeptResults, ask: () => Promise<Rows>): Promise<Rows> {
  if (!kept.keeps || PASSING.test(sql)) return await ask()
  const known = kept.get(['rows', sql])
  if (known !== undefined) return (known as Json[][]).map(row => row.map(received))
  const rows = await ask()
  if (rows.length > MOST_ROWS) return rows
  const sent = rows.map(row => row.map(sendable))
  if (JSON.stringify(sent).length <= LONGEST) kept.put(['rows', sql], sent)
  return rows
}

/** JSON has no whole numbers of any length, and none that are no numbers. */
function sendable(value: PlainValue): Json {
  if (typeof value === 'bigint') return { whole: String(value) }
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value
}

function received(value: Json): PlainValue {
  if (value === null || typeof value !== 'object') return value
  const { whole, number } = value as { readonly whole?: string; readonly number?: string }
  return whole === undefined ? Number(number) : BigInt(whole)
}
