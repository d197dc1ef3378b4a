// Rows of statements of ours, kept for the next question: what relations hold is asked the same by each.
import type { Json } from '@shoal/base/model/json'
import type { PlainValue } from '../../sql/engine-calls.ts'
import type { DescribedRelations } from '../relations/described.ts'
import { FILES, fileRow } from '../relations/files-relation.ts'
import { keptPlace } from './kept-place.ts'
import { KeptResults } from './kept-results.ts'

type Rows = PlainValue[][]

/** What is larger is asked again. */
const MOST_ROWS = 1000
const LONGEST = 256 * 1024
/** Their answer is another at another time. */
const PASSING = /\b(?:now|today|random|uuid|current_\w+|get_current_\w+)\b/i

/** Statements are many and short, of all files that were ever asked. */
const BOUNDS = { waiting: 1e6, cost: Number.POSITIVE_INFINITY, packs: 8, bytes: 50e6 }

export function openKeptRows(cache: string, described: DescribedRelations): KeptRows {
  return new KeptRows(new KeptResults(keptPlace(cache, 'rows'), BOUNDS), described)
}

export class KeptRows {
  /** What each relation is made of, by its name: entries of the cache are named by what they hold. */
  private readonly made: ReadonlyMap<string, Json>

  constructor(
    private readonly kept: KeptResults,
    { relations, files }: DescribedRelations,
  ) {
    const made = new Map<string, Json>([[FILES, files.map(file => ({ ...fileRow(file) }))]])
    for (const { relation, parts } of relations)
      if (parts.length > 0)
        made.set(
          relation.name.toLowerCase(),
          parts.map(part => part.select(part.files)),
        )
    // A view is made of what it names.
    for (const { relation, view } of relations)
      if (view !== null) made.set(relation.name.toLowerCase(), [view, ...namedIn(view, made)])
    this.made = made
  }

  async of(sql: string, ask: () => Promise<Rows>): Promise<Rows> {
    const { kept } = this
    if (!kept.keeps || PASSING.test(sql)) return await ask()
    const of = ['rows', sql, ...namedIn(sql, this.made)]
    const known = kept.get(of)
    if (known !== undefined) return (known as Json[][]).map(row => row.map(received))
    const rows = await ask()
    if (rows.length > MOST_ROWS) return rows
    const sent = rows.map(row => row.map(sendable))
    if (JSON.stringify(sent).length <= LONGEST) kept.put(of, sent)
    return rows
  }

  close(): void {
    this.kept.close()
  }
}

/** Of every relation whose name stands anywhere in the statement: of one too many rather than of one too few. */
function namedIn(sql: string, made: ReadonlyMap<string, Json>): Json[] {
  const text = sql.toLowerCase()
  // A name with a quote is written with two.
  return [...made].flatMap(([name, of]) => (text.includes(name.replaceAll('"', '""')) ? [name, of] : []))
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
