// What the cache keeps of a file: its relations as Parquet files of our own, and what there is to know of them.
import { z } from 'zod'

const column = z.object({
  name: z.string(),
  kind: z.enum(['text', 'whole', 'number', 'truth', 'date', 'time', 'other']),
  type: z.string(),
  unit: z.string().nullable(),
  ambiguousDate: z.boolean(),
  note: z.string().nullable(),
  /** Of a column that is text for the sake of some cells: the type of the others. */
  almost: z.string().nullable(),
})

const relation = z.object({
  kind: z.enum(['table', 'entries', 'symbols', 'uses', 'imports', 'settings', 'sections', 'sentences', 'links']),
  /** What its name has behind that of the file. */
  key: z.string(),
  /** What the file calls its rows, where it does. */
  called: z.string().optional(),
  /** In the directory of the entry. Its columns are c0, c1 …; `line` unless one of the next says it, `file` where there are several. */
  parquet: z.string(),
  /** Beside it: the lines of its rows, in their order. */
  lines: z.string().nullable(),
  /** The line of the first row, where every row stands on the line behind the one before; null when each has its own. */
  line: z.number().nullable(),
  columns: z.array(column),
  rows: z.number(),
  notes: z.array(z.string()),
  /** Only the columns that a query named were read: the names of all. Their rows have no lines unless they are numbered by `line`. */
  of: z.array(z.string()).optional(),
  /** Of a wide table: Parquet files with its further columns, of the same rows in the same order. */
  more: z.array(z.string()).optional(),
})

const unit = z.object({
  relations: z.array(relation),
  /** By the number of the file: why it gave nothing, or not all. */
  notes: z.array(z.object({ file: z.number(), note: z.string() })),
})

/** As it is written: with the sizes of the files beside it. */
export const storedUnit = z.object({ unit, sizes: z.record(z.string(), z.number()) })

export type StoredColumn = z.infer<typeof column>
export type StoredRelation = z.infer<typeof relation>
export type StoredUnit = z.infer<typeof unit>
